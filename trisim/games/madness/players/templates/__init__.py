"""What ``trisim strategies new`` writes: a strategy of each kind that plays as it is."""
