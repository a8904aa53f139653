"""What holds for every game, and what is frozen of some: counts, transcripts, rows."""
