"""Rules and trees as text: reading and explaining what SWI-Prolog will load, and never loading it.

In the room: the reader of Prolog's syntax with its places, `.tree` and `.graph` files, KIF (`gdl`), the
schools of rules files, what a text shows to be wrong (`checks`), and all findings by their codes
(`catalogue`).
Who may come in: loading, checking, the compiler and the process that reads texts.
It must not know SWI-Prolog, engines or searches: no search runs on what is read here.
"""
