"""The components of any game as data: files, checks, variants, differences, pages."""
