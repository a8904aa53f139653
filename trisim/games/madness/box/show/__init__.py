"""``trisim box show`` for this game."""
