"""What a run says about balance, a module a section: tables in, typed results out."""
