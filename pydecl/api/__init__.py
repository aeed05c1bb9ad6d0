"""What `import pydecl` gives: functions named like the commands, and the values that these take and give.

Each function takes a game, its name, the path of its file, or a position; what it opens it closes. Each
answer is plain, frozen data. `pydecl.aio` has the same functions for callers that must not wait.
Who may come in: users, `pydecl.aio`, the faces. It must not know the command line, the web or a notebook.
"""
