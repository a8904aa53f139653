"""The base of the rules of every game: kernels, their compilation and cache, chance."""
