"""The kinds of campaigns, a module each: what is asked for, which runs there are, the result."""
