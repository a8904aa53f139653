"""The sections of the balance report: typed results in, words, tables and pictures out."""
