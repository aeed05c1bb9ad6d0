"""Positions for people who watch an environment: as text, or as a picture."""

from __future__ import annotations

import sys
from typing import Any

from pydecl.adapters.opening import Opened
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.workbench.drawing.position import position_picture, text_svg

MODES = ("ansi", "human", "svg")
"""A text, a text that is printed, and a picture."""


def check_mode(mode: str | None) -> None:
    """Raises InputError where there is no such way to show a position."""
    if mode is not None and mode not in MODES:
        raise InputError(f"{mode!r} is no render mode: expected {', '.join(MODES)}")


def rendered(opened: Opened, state: Any, mode: str | None) -> str | None:
    """A state of the rules, shown in this mode; None if that is to print it, or to do nothing."""
    if mode is None:
        return None
    position = opened.position(state)
    if isinstance(opened.game, SessionGame):
        drawn = position_picture(opened.game, position.state)
        text, svg = drawn.text, drawn.svg
    else:
        text = str(position)
        svg = text_svg(text, "", f"{opened.game.name}: {text}")
    if mode == "human":
        sys.stdout.write(text.rstrip("\n") + "\n")
        return None
    return svg if mode == "svg" else text
