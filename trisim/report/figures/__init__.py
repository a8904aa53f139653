"""Figures that several sections draw, from estimates and labels."""
