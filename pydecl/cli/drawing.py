"""pydecl board and pydecl draw: a position with its moves, and a picture of what a program searched."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pydecl.cli.options import GAME, JSON, POSITION, Loading, command, flag, option, output_option, refuse
from pydecl.cli.output import deliver, format_of, output, print_fields, print_json, print_table, progress_bar
from pydecl.cli.tracing import Traced, ended
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import the_position
from pydecl.errors import ContractError, Exit, InputError, PydeclError
from pydecl.loading.turns import check_movers
from pydecl.model.game import Successor
from pydecl.model.number import counted, number_json
from pydecl.model.program import OwnProgram
from pydecl.model.term import Term
from pydecl.proving.certificate import Writer
from pydecl.workbench.drawing.formats import (
    FORMATS,
    PLAIN_FORMATS,
    picture_file,
    proof_picture,
    recorded_picture,
)
from pydecl.workbench.drawing.position import position_picture
from pydecl.workbench.drawing.search_tree import SHOWN

NODES = option("--nodes", "N", "How many nodes to draw, the others are counted; else those of a page.", min=1)


@command
def draw_search(
    game: str = GAME,
    *,
    output: Path | None = output_option(FORMATS, otherwise="Else text is printed."),
    nodes: int | None = NODES,
    iteration: int | None = option(
        "--iteration", "N", "Of several searches, which to draw; else the last.", min=1
    ),
    animate: bool = flag("--animate", "Let the parts of an SVG appear in the order of the search."),
    asked: Traced,
    how: Loading,
) -> Exit | None:
    """Draw the tree that a program searched: values, windows, cuts and the best variation.

    Instead of a game, give a proof that 'pydecl prove --format json' wrote, to check it and draw it.
    """
    is_proof = game.endswith(".json")
    kind = "txt" if output is None else format_of(output, PLAIN_FORMATS if is_proof else FORMATS)
    if is_proof:
        chosen = {
            f"--{name}": getattr(asked, name) for name in ("position", "depth", "alpha", "beta", "tree")
        }
        chosen |= {"--iteration": iteration, "--animate": animate or None}
        refuse(chosen, f"is for searches, and {game} is a proof")
        draw_proof(Path(game), output, kind, nodes or SHOWN, asked.engine, how)
        return None
    if animate and kind != "svg":
        raise InputError("--animate makes an SVG: expected -o FILE.svg")
    with asked.on(game, how) as (opened, program, _):
        with progress_bar(f"{asked.program} on {game}"):
            recording = asked.record(opened, program, how.seconds)
        answer = recording.answer
        shows_fault = isinstance(recording.program, OwnProgram) and recording.lines
        if isinstance(answer, PydeclError) and not shows_fault:
            raise answer
        drawn = recorded_picture(
            recording, opened, kind, naming=asked.naming, nodes=nodes, iteration=iteration, animated=animate
        )
    deliver(drawn.content, output, f"{drawn.title}, {counted(drawn.nodes, 'node')}")
    return ended(recording)  # if an error ended it, the picture shows how far the program came


def draw_proof(file: Path, output: Path | None, kind: str, nodes: int, engine: str, how: Loading) -> None:
    """Draw the proofs in a file, once they are checked; raises InputError and RefutedError."""
    from pydecl.cli.proving import size_text, title_of, verified  # late: searches need none of it

    with verified(file, None, engine, how) as (game, certificates):
        writer = Writer(game)
        content = proof_picture(writer, certificates, title_of(game), kind, nodes)
        said = [f"{writer.statement(one)}, {size_text(one)}" for one in certificates]
    deliver(content, output, *said)


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
        drawn = position_picture(opened, at)
        content = picture_file(kind, drawn.title, lambda: drawn.svg, lambda: drawn.text)
        deliver(content, picture, drawn.title)


def _show(game: SessionGame, at: Term, as_json: bool) -> None:
    chances = [(chance, after) for chance, after in game.chance(at)]
    successors: Sequence[Successor[Term]] = chances or game.successors(at)
    player = "chance" if chances else game.player(at).value
    value: int | float | str | None = None
    with suppress(ContractError):  # the rules may give none
        value = number_json(game.static_value(at))
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
    print_table(("probability" if chances else "move", "position"), cells)
