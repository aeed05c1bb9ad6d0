"""Games for other people's packages, and theirs for pydecl: each file stands for one package, an extra.

Nothing else of pydecl imports them. One whose package is missing says how it is installed.
"""
