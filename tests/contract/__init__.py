"""What holds for every registered game, without a line of code for any of them."""
