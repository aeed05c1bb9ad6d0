"""The workbench as pages: a web server for this machine, or, with a token, for others.

In the room: who may ask (`app`), addresses and pages, requests that search in processes of their own
(`jobs`), live values of moves, practice of a class.
Who may come in: `pydecl web`.
It must not run rules in the server's own process, nor know the command line.
"""
