"""A fourth engine, which pydecl finds where `pydecl.engines.__path__` names the folder above."""
