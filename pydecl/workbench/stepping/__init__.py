"""A search step by step, for a transcript and for the stepper in a browser.

`track` indexes a recording. `shipped` makes of recordings what the stepper takes, whose modules
(`workbench/site/static/assets`) compute all that it shows. `marks` runs a program once more, to know which
goal of its text belongs to an event.
Who may come in: grading, the rest of the workbench, `pydecl step`. It must not know a page or a server.
"""
