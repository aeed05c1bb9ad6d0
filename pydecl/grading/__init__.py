"""Homework: rules held against a reference's rules, and the programs they bring against the textbook's."""
