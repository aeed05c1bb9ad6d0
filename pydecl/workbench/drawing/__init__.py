"""Pictures of searches, positions and tables.

`styles` has what is no Python: rules of style, shapes of pieces, frames of pages and documents. The colours
are those of the pages.
"""
