"""A page: the model of a report, and its writers."""
