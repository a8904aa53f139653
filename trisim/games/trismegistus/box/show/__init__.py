"""The box for people, page by page."""
