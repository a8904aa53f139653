"""*The Big Book of Madness*: a cooperative game for two to five players."""
