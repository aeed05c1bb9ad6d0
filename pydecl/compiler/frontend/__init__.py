"""Rules to the intermediate language."""
