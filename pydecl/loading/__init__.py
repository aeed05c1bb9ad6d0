"""What puts a game together: rules files, trees and graphs, and games in Python as facts.

In the room: `consulting.consult`, the one door by which a game is opened; rules files and sheets loaded,
trees planted, games in Python supplied, turns and passes; `glue` adapts somebody else's program.
Who may come in: all above the engines.
It must not know engines other than SWI-Prolog, or what is done with a game.
"""
