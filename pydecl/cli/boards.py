"""pydecl board: a position, its picture, and its moves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydecl.cli.options import (
    GAME,
    JSON,
    POSITION,
    Loading,
    command,
    output_option,
)
from pydecl.cli.output import deliver, format_of, output, plain_table, print_fields, print_json
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import the_position
from pydecl.errors import ContractError
from pydecl.loading.turns import check_movers
from pydecl.model.game import Successor
from pydecl.model.number import number_json
from pydecl.model.term import Term
from pydecl.workbench.drawing.formats import PLAIN_FORMATS, picture_file
from pydecl.workbench.drawing.position import position_picture


@command
def show_board(
    game: str = GAME,
    *,
    picture: Path | None = output_option(PLAIN_FORMATS, "Draw the board"),
    position: str | None = POSITION,
    how: Loading,
    as_json: bool = JSON,
) -> None:
    """Show a position: its board, its value, and its moves, in the order in which the searches try them.

    The board is that of a bundled game, or what position_picture//1 of the rules says.
    """
    kind = "" if picture is None else format_of(picture, PLAIN_FORMATS)
    with how.opened(game) as opened:
        at = the_position(opened, position)
        check_movers(opened, at)
        if picture is None:
            _show(opened, at, as_json)
            return
        if kind == "txt":
            text = opened.picture(at) or opened.format_position(at)
            title, content = f"{opened.name}: {opened.format_position(at)}", picture_file("", text, "", kind)
        else:
            drawn = position_picture(opened, at)
            title, content = drawn.title, picture_file(drawn.svg, drawn.text, drawn.title, kind)
        deliver(content, picture, title)


def _show(game: SessionGame, at: Term, as_json: bool) -> None:
    chances = [(chance, after) for chance, after in game.chance(at)]
    successors: Sequence[Successor[Term]] = chances or game.successors(at)
    player = "chance" if chances else game.player(at).value
    value = _value(game, at)
    written = game.format_position(at)
    rows = [(None if m is None else game.write(m), game.format_position(s)) for m, s in successors]
    if as_json:
        moves = [{"move": move, "position": after} for move, after in rows]
        told = {"game": game.name, "position": written, "player": player, "static_value": value}
        print_json(told | {"moves": moves})
        return
    if shown := game.picture(at):
        output().print(shown + "\n")
    print_fields(
        {
            "position": written,
            "player": player if chances else player.upper(),
            "static value": "none" if value is None else str(value),
        }
    )
    if not rows:
        output().print("no moves: the game is over")
        return
    cells = [(move or "-", after) for move, after in rows]
    output().print(plain_table("probability" if chances else "move", "position", rows=cells))


def _value(game: SessionGame, position: Term) -> int | float | str | None:
    """The static value for JSON, None where the rules give none."""
    try:
        return number_json(game.static_value(position))
    except ContractError:
        return None
