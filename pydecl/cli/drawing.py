"""pydecl draw: a picture of what a program searched."""

from __future__ import annotations

from pathlib import Path

from pydecl.cli.options import GAME, Loading, command, flag, option, output_option, refuse
from pydecl.cli.output import deliver, format_of, progress_bar
from pydecl.cli.traced import Traced, ended
from pydecl.errors import Exit, InputError, PydeclError
from pydecl.model.program import OwnProgram
from pydecl.proving.certificate import Writer
from pydecl.workbench.drawing.formats import FORMATS, PLAIN_FORMATS, proof_picture, recorded_picture
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
    deliver(drawn.content, output, f"{drawn.title}, {drawn.nodes:,} nodes")
    return ended(recording)  # if an error ended it, the picture shows how far the program came


def draw_proof(file: Path, output: Path | None, kind: str, nodes: int, engine: str, how: Loading) -> None:
    """Draw the proofs in a file, once they are checked; raises InputError and RefutedError."""
    from pydecl.cli.proving import size_text, title_of, verified  # late: searches need none of it

    with verified(file, None, engine, how) as (game, certificates):
        writer = Writer(game)
        content = proof_picture(writer, certificates, title_of(game), kind, nodes)
        said = [f"{writer.statement(one)}, {size_text(one)}" for one in certificates]
    deliver(content, output, *said)
