"""What a game writes down: the tables of a run, and the kernels that fill them from the log."""
