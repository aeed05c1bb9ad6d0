"""The workbench: where searches are looked at, stepped through and tried.

In the room: `drawing` makes pictures, `stepping` goes through a search event by event, `practice` makes
exercises, `notebook` shows values in notebooks, `site` writes pages that run SWI-Prolog in the browser, `web`
serves pages.
Who may come in: the programming interface for pictures, and the command line.
It must not know the command line, but for the notebook's magic commands; it shows, and searches nothing
itself.
"""
