"""Pictures that several sections draw, from estimates and labels."""
