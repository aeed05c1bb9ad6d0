"""The playing cycle: search, play the best move, accept the opponent's reply, and again.

In the room: what a player sees of a position, the program that plays and what it advises, a match as a value,
its record in a file, and the move that a person means by what was typed.
Who may come in: tournaments, the programming interface, the workbench and the command line.
It must not know a terminal or a page. Source: lecture 19, 'Alpha-beta in practice'.
"""
