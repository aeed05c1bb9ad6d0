"""pydecl: textbook game searches in Prolog, their twins in Python, and a cross-check of the two."""
