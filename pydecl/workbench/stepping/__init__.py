"""A search step by step, for a transcript and for the stepper in a browser.

`track` indexes a recording, `teaching` explains an event in words, `comparison` finds where two searches
differ. `shipped` makes of recordings what the stepper takes, whose modules (`workbench/site/static/assets`)
compute all that it shows. `prolog_marks` and `python_marks` replay a recording in the program's own text, to
know which goal and which line belongs to an event.
"""
