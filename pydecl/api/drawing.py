"""Pictures: of the tree that a program searched, of a proof, of a position."""

from __future__ import annotations

from typing import Any

from pydecl.api.opening import AnyGame, AnyPosition, Program, opened
from pydecl.api.picture import Picture
from pydecl.api.proving import Proved
from pydecl.api.tracing import Trace, trace
from pydecl.engines.searching import the_position
from pydecl.errors import InputError
from pydecl.loading.rules_files import Reading
from pydecl.model.number import whole
from pydecl.sandbox.session import MEMORY
from pydecl.workbench.drawing.formats import FORMATS, PLAIN_FORMATS, picture_file
from pydecl.workbench.drawing.position import position_picture
from pydecl.workbench.drawing.search_tree import SHOWN


def draw(
    shown: AnyGame | Trace | Proved,
    program: Program | str = "alphabeta",
    *,
    kind: str = "svg",
    nodes: int | None = None,
    animated: bool = False,
    **question: Any,
) -> Picture:
    """Draw the tree that a program searches on a game, a trace, or a proof.

    Args:
        shown: a game, as `search` takes it, or what `trace` or `prove` gave.
        program: which program searches, if it is a game.
        kind: svg, html, png or txt; of a search, dot or tex, too.
        nodes: how many nodes are drawn at the most, the others are counted; without it those of a page.
        animated: whether the parts of a search's tree appear one by one, as the search came to them.
        question: what `trace` takes besides.

    Raises:
        InputError: there is nothing to draw, or no such kind of picture.

    >>> picture = draw("lecture19", "alphabeta")
    >>> picture.title, picture.kind
    ('alphabeta on lecture19', 'svg')
    """
    kinds = PLAIN_FORMATS if isinstance(shown, Proved) else FORMATS
    if kind not in kinds:
        raise InputError(f"{kind!r} is no kind of picture: expected {', '.join(kinds)}")
    whole(1, nodes=nodes)
    if isinstance(shown, Proved):
        if animated:
            raise InputError("only a search's tree is animated, and this is a proof")
        return shown.picture(kind, nodes=SHOWN if nodes is None else nodes)
    told = shown if isinstance(shown, Trace) else trace(shown, program, **question)
    picture = told.picture(kind, nodes=nodes, animated=animated)
    if picture is None:
        raise InputError(f"{told.program} entered no node that could be drawn")
    return picture


def board(
    game: AnyGame,
    position: AnyPosition | None = None,
    *,
    kind: str = "svg",
    seconds: float | None = 60.0,
    convention: str | None = None,
    moves_again: bool = False,
    memory: int = MEMORY,
) -> Picture:
    """Draw a position: the board of a bundled game, or what the rules draw; else its text in a box.

    `kind` is svg, html, png or txt; the other arguments are those of `search`.

    >>> print(board("tictactoe", "x.o/.x./..o", kind="txt"))
     x | 2 | o
    ---+---+---
     4 | x | 6
    ---+---+---
     7 | 8 | o
    x to move
    """
    if kind not in PLAIN_FORMATS:
        raise InputError(f"{kind!r} is no kind of picture: expected {', '.join(PLAIN_FORMATS)}")
    reading = Reading(convention, moves_again)
    with opened(game, position, 0, seconds, memory, reading) as (found, at):
        drawn = position_picture(found, the_position(found, at))
    content = picture_file(kind, drawn.title, lambda: drawn.svg, lambda: drawn.text)
    return Picture(content, kind, drawn.title)
