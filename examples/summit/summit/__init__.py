"""Summit and Expedition: two games on one mountain, with one set of rules."""
