"""Players: strategies, and how they are found and loaded."""
