"""Values that a notebook shows.

Jupyter, VS Code and marimo ask a value for HTML, for SVG and for a short text. How each kind looks is said in
`pydecl.workbench.notebook.displays`, which knows pictures and words. It is imported only when a notebook
asks: values know nothing of pictures.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast


class Shown:
    """What has pictures in a notebook, of kinds that `pydecl.workbench.notebook.displays` knows."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return cast(str | None, _displays().html(self))

    def _repr_svg_(self) -> str | None:
        return cast(str | None, _displays().svg(self))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What takes the place of a long `repr`."""
        return {"text/plain": _displays().text(self)}


def _displays() -> Any:
    return import_module("pydecl.workbench.notebook.displays")
