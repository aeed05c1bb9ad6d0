"""What an adapter says if its package is missing."""

from __future__ import annotations

from pydecl.errors import InputError


class MissingExtraError(InputError, ImportError):
    """A package is missing that an adapter needs; the text names the extra that brings it.

    >>> print(MissingExtraError("gymnasium", ModuleNotFoundError(name="numpy")))
    pydecl.adapters.gymnasium needs the package numpy: pip install 'pydecl[gymnasium]'
    """

    def __init__(self, extra: str, cause: ImportError) -> None:
        module = {"openspiel": "open_spiel"}.get(extra, extra)
        super().__init__(
            f"pydecl.adapters.{module} needs the package {cause.name}: pip install 'pydecl[{extra}]'"
        )
