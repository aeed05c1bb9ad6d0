"""A search step by step: what is known at each event of a recording, as values that any screen can show.

`track` indexes a recording, so that the state at any event is there at once; `state` says what a state is,
also as plain JSON; `teaching` explains an event in words; `comparison` finds where two searches differ.
`prolog_marks` and `python_marks` replay a recording in the program's own text, to know which goal and which
line belongs to an event.
"""
