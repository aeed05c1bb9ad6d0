"""The command line: `app.py` finds a command by `commands.py`, the table of all; its module has its
function and options; `mcp` is the server of the Model Context Protocol.

`options.py` declares the options that several commands share, and makes a command of a function; `output.py`
prints results as tables, fields, JSON and bars; `terminal.py` is the one way out; `failing.py` tells errors.
Who may come in: the notebook's magic commands alone. It must not compute: it asks, and shows.
"""
