"""*Trismegistus: The Ultimate Formula*: everything that belongs to this game alone."""
