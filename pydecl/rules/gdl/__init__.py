"""The Game Description Language of general game playing: its rules, however they are written."""
