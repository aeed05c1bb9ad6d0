"""The claims of the lecture whose tutorial is an Othello program."""
