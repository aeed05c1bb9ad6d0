"""Python: the programs of `pydecl/programs`, on rules by hand, or on facts that are supplied."""

from pydecl.engines.protocol import Engine


class PythonEngine(Engine):
    """CPython."""

    title = "Python"
    place = "in Python"
    rank = 2
    runs_everything = True
    solves = True


ENGINE = PythonEngine()
