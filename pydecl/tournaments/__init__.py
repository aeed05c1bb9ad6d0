"""Round robins: programs against each other on a game, and strategies in the Prisoner's Dilemma.

In the room: who plays (`players`), the `arena` where one game is played, the schedule and the table
(`running`); the dilemma's strategies and matches, in Python (`dilemma`) and in SWI-Prolog (`prisoners`).
Who may come in: the programming interface, claims about the dilemma, the workbench and the command line.
It must not know a face, nor judge moves: the rules are the referee.
"""
