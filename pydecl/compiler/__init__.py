"""Rules compiled to C, by a route that shares nothing with SWI-Prolog's own execution.

In the room: `frontend` (clauses to the intermediate language), `ir` (that language), `passes` over it, `c`
(the back end); `compile` puts them together, `library` lists what is known of Prolog, `explain` says what was
refused.
Who may come in: the process that reads texts, grounding, and `pydecl compile`.
It must not know the bundled games, the twins in Python, or how C is built and run: that is `engines/native`.
"""
