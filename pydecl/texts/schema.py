"""What a child says, held against a shape before anybody reads it: the child may have been taken over.

>>> read_reply(b'{"lines": [1, 2], "file": null}', {"lines": [int], "file": (str, None)})
{'lines': [1, 2], 'file': None}
>>> read_reply(b'{"lines": 1}', {"lines": [int]})
Traceback (most recent call last):
pydecl.errors.ContractError: what reads the rules gave an answer that makes no sense: expected a list
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydecl.errors import ContractError

Shape = Any
"""A class, None, a tuple of shapes of which one fits, [shape], or a mapping of all keys to shapes; a mapping
of the class `str` to a shape has any keys."""

NAMES = {str: "a text", int: "a whole number", bool: "a truth value", None: "null"}


def read_reply(payload: bytes, shape: Shape) -> Any:
    """The value of a JSON text of this shape. Raises ContractError where it has another."""
    try:
        value = json.loads(payload)
    except (ValueError, RecursionError):
        raise ContractError("senseless", "no JSON") from None
    fault = _fault(value, shape)
    if fault:
        raise ContractError("senseless", fault)
    return value


def _fault(value: object, shape: Shape) -> str:
    """What was expected in the first place that does not fit; empty where all fits."""
    if isinstance(shape, tuple):
        faults = [_fault(value, one) for one in shape]
        return "" if "" in faults else faults[0]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return "expected a list"
        return next(filter(None, (_fault(item, shape[0]) for item in value)), "")
    if isinstance(shape, Mapping):
        return _mapping_fault(value, shape)
    fits = value is None if shape is None else type(value) is shape
    return "" if fits else f"expected {NAMES[shape]}"


def _mapping_fault(value: object, shape: Mapping[Any, Shape]) -> str:
    if not isinstance(value, dict):
        return "expected an object"
    if str in shape:
        return next(filter(None, (_fault(item, shape[str]) for item in value.values())), "")
    if value.keys() != shape.keys():
        return f"expected the keys {', '.join(shape)}"
    return next(filter(None, (_fault(value[key], one) for key, one in shape.items())), "")
