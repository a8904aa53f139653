"""What the rules of every game stand on: kernels, their compilation and cache, chance."""
