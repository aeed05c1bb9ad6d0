"""pydecl in a notebook: what it shows of games, results, traces and verdicts, and two magic commands.

`displays` says how each kind of value looks, `extension` is what `%load_ext pydecl` loads, `widget` the
stepper.
Who may come in: IPython alone. It must not compute: it shows what the programming interface gives.
"""
