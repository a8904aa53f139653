"""The rulebook as code: one module a chapter, written once, run compiled or uncompiled."""
