"""Estimators over the tables of a run: numbers with an interval, clustered by deal."""
