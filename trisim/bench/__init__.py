"""How fast the engine is, how long it compiles, and how it compares with others."""
