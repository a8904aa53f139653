"""The kinds of campaigns, a module each: request, runs, result."""
