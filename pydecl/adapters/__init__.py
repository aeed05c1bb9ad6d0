"""Games for other people's packages, and theirs for pydecl: each file stands for one package, an extra.

Who may come in: users, by `pydecl.adapters.NAME`. Nothing else of pydecl imports them, and one whose package
is missing says how it is installed. What several environments share is in `environment` and `opening`.
They must not know the command line or the workbench.
"""
