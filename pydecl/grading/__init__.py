"""Homework: rules held against a reference's rules, and the programs they bring against the textbook's.

In the room: who has handed in what, the comparison of rules, a verdict for each part, its cause (`diagnosing`
tries `edits` of the program's text), evidence for people, the rubric, and `pages` for students and teachers.
Who may come in: `pydecl.grade`, the command line, and the court for its pages.
It must not know the command line or a server. A cause depends on counted inferences, not on a clock.
"""
