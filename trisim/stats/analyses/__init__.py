"""Analyses of balance, a module each: tables in, typed results out."""
