"""Values of options without what typer converts them with: pydantic takes longer to load than many a search.

What is plainly right is converted here. Anything else is left to typer, which converts it or says what is
wrong. A typer that does not load pydantic is left alone.
"""

from __future__ import annotations

import os
import re
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

_PLAIN = {int: re.compile("-?[0-9]{1,15}"), float: re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")}

_UNSURE = object()
"""Instead of a value: typer is to convert it."""


def convert_quickly(parameter: Any) -> None:
    """Let a parameter of a command take plain values as they are; None is no value."""
    if getattr(parameter, "_runtime_param", _UNSURE) is None:
        parameter._runtime_param = _Converter()


class _Converter:
    """What typer asks to convert the values of one parameter."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        described = param.type_descriptor
        found = _values(value, described) if param.multiple or param.nargs != 1 else _one(value, described)
        if found is not _UNSURE:
            return found
        param._runtime_param = None  # typer makes its own
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _values(value: Any, described: Any) -> Any:
    if value is None:
        return ()
    if get_origin(described.annotation) is not list or not isinstance(value, list | tuple):
        return _UNSURE
    (kind,) = get_args(described.annotation)
    found = [_converted(one, kind, described.parameter_info) for one in value]
    return _UNSURE if _UNSURE in found else found


def _one(value: Any, described: Any) -> Any:
    return _converted(value, described.annotation, described.parameter_info)


def _converted(value: Any, kind: Any, info: Any) -> Any:
    if value is None:
        return None
    if info.parser is not None:
        try:
            return info.parser(value)
        except (ValueError, AssertionError):  # which typer words
            return _UNSURE
    if not isinstance(kind, type):
        return _UNSURE
    if kind is str:
        return value if type(value) is str else _UNSURE
    if kind in _PLAIN:
        return _number(value, kind, info)
    if issubclass(kind, Enum):
        return next((one for one in kind if value is one or value == str(one.value)), _UNSURE)
    if issubclass(kind, Path):
        return _path(value, kind, info)
    return _UNSURE


def _number(value: Any, kind: Any, info: Any) -> Any:
    if type(value) is str and _PLAIN[kind].fullmatch(value):
        value = kind(value)
    if type(value) is not kind:
        return _UNSURE
    is_within = (info.min is None or info.min <= value) and (info.max is None or value <= info.max)
    return value if is_within else _UNSURE


def _path(value: Any, kind: type[Path], info: Any) -> Any:
    asks = (info.exists, info.resolve_path, info.writable, info.allow_dash, info.path_type)
    if any(asks) or not (info.file_okay and info.dir_okay and isinstance(value, str | Path)):
        return _UNSURE
    if os.path.exists(value) and not os.access(value, os.R_OK):
        return _UNSURE
    return kind(value)
