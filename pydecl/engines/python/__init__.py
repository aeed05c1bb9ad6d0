"""The programs in Python, on rules by hand or on facts that are supplied.

In the room: the engine that runs `pydecl/programs` in this process, and the facts that machine code or
SWI-Prolog supplies to it in blocks, where a game has no rules by hand.
Who may come in: the registry of engines.
It must not look into positions: on supplied facts they are numbers, and become terms where somebody looks.
"""
