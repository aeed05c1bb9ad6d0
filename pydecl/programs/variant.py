"""A program with some of its functions replaced; the program itself stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any


def variant(module: ModuleType, **replaced: Callable[..., Any]) -> SimpleNamespace:
    """The functions of a module, in a namespace of their own where some are replaced.

    They call each other there, so that a replacement is called wherever the original would be.

    >>> from pydecl.model.number import less
    >>> import pydecl.model.number
    >>> variant(pydecl.model.number, less=lambda a, b: True).equal(1, 1), pydecl.model.number.equal(1, 1)
    (False, True)
    """
    namespace: dict[str, Any] = dict(vars(module))
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            namespace[name] = FunctionType(
                value.__code__, namespace, name, value.__defaults__, value.__closure__
            )
    namespace.update(replaced)
    return SimpleNamespace(**{name: value for name, value in namespace.items() if callable(value)})
