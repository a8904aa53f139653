"""Monte Carlo balance analysis for heavy board games."""

__version__ = "0.1.0"
