"""Round robins: programs against each other on a game, and strategies in the Prisoner's Dilemma.

In the room: who plays, the arena where one game is played, the schedule and the table; strategies, matches
and backward induction of the dilemma, in Python and in SWI-Prolog.
Who may come in: the programming interface, claims about the dilemma, the workbench and the command line.
It must not know a face, nor judge moves: the rules are the referee.
"""
