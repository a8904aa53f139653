"""Kernels with which tests of the rules play and check games, compiled or plain."""
