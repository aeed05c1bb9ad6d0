"""All positions of a game solved by retrograde analysis, kept in files, and looked up there."""
