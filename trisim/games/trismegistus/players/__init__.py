"""What a position is worth: features, and the values that they stand on."""
