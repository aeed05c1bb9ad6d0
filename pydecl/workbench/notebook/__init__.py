"""pydecl in a notebook: what it shows of games, results, traces and verdicts, and two magic commands.

`displays` says how each kind of value looks, `extension` is what `%load_ext pydecl` loads.
"""
