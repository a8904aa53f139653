"""The components of the game as data: files, notation, loader, tables, variants."""
