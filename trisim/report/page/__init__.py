"""A page: what a report says, and the ways to write it down."""
