"""The tables of a run, and the kernels that fill them from the log."""
