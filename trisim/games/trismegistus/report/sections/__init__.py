"""Sections on dice bowls, drafts and the solo game, and words for categories and materials."""
