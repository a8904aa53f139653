"""Botmegistus: what it does and by which priorities, in the order of the rules.

It chooses nothing: cards, tie-breaks and dice decide. ``moves.bot_moves`` is the one kernel that
the machine's callers need; it is compiled apart from the other rules, by those who play solo.
"""
