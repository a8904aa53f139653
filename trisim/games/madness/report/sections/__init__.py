"""Words, tables and pictures of the chapters that only this game has."""
