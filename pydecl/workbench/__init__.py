"""The workbench: where searches are looked at, stepped through and tried.

`drawing` makes pictures, `stepping` goes through a search event by event, `notebook` shows values in
notebooks, `site` writes pages that run SWI-Prolog in the browser.
"""
