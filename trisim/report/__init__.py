"""Figures and files from typed results; computes nothing."""
