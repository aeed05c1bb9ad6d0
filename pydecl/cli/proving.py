"""pydecl prove: certificates that anyone can check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydecl.cli.options import (
    COMPLETE_ENGINE,
    DEPTH,
    GAME,
    POSITION,
    Loading,
    command,
    depth_of,
    flag,
    number_of,
    one_of,
    option,
)
from pydecl.cli.output import deliver, format_of, progress_bar
from pydecl.cli.terminal import echo
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.errors.escaping import escaped_lines
from pydecl.model.proof import Certificate, Claim, Goal
from pydecl.model.term import Term
from pydecl.proving.certificate import Writer, certificates_text, game_of, json_text, read_certificates
from pydecl.proving.prover import clock, prove, prove_value, verify
from pydecl.workbench.drawing.formats import proof_picture
from pydecl.workbench.drawing.search_tree import SHOWN

FORMATS = ("text", "json", "svg", "html", "png")
"""How a certificate is written, and but for text the ends of such files' names."""


@command
def prove_claim(
    game: str = GAME,
    *,
    position: str | None = POSITION,
    depth: str | None = DEPTH,
    engine: str = COMPLETE_ENGINE,
    won: bool = flag("--won", "Claim that MAX wins."),
    lost: bool = flag("--lost", "Claim that MIN wins."),
    at_least: str | None = option("--at-least", "B", "Claim that V(P) >= B."),
    at_most: str | None = option("--at-most", "B", "Claim that V(P) =< B."),
    form: str | None = one_of(
        "--format", lambda: FORMATS, "The format of the proof; else that of FILE's ending, or text."
    ),
    target: Path | None = option("-o/--output", "FILE", "Write the proof to this file."),
    nodes: int = option(
        "--nodes", "N", "How many steps of each proof a picture shows.", min=1, default=SHOWN
    ),
    certificate: Path | None = option("--verify", "FILE", "Check the certificate in this JSON file."),
    how: Loading,
) -> None:
    """Prove a claim about a position with a solution tree; without a claim, prove its value V(P)."""
    claims = [Claim(goal) for goal, made in ((Goal.WON, won), (Goal.LOST, lost)) if made]
    bounds = {"--at-least": (Goal.AT_LEAST, at_least), "--at-most": (Goal.AT_MOST, at_most)}
    claims += [
        Claim(goal, number_of(option, text, 0)) for option, (goal, text) in bounds.items() if text is not None
    ]
    if len(claims) > 1:
        raise InputError("give only one of --won, --lost, --at-least and --at-most")
    asked: dict[str, Any] = {
        "engine": engine,
        "position": position,
        "depth": depth_of(depth),
        "seconds": how.seconds,
    }
    if certificate is not None:
        if claims or target is not None or position is not None or depth is not None:
            raise InputError(
                "--verify takes only a certificate and its game: leave out claims, --position and --output"
            )
        with verified(certificate, game, engine, how) as (opened, certificates):
            _say("verified", Writer(opened), certificates)
        return
    with how.opened(game) as opened:
        with progress_bar(f"a proof on {game}"):
            found = [prove(opened, one, **asked) for one in claims]
            if not claims:
                _, *found = prove_value(opened, **asked)
        _write(opened, found, form or _format_of(target), target, nodes)


def _format_of(target: Path | None) -> str:
    if target is None or not target.suffix:
        return "text"
    kind = format_of(target, ("txt", *FORMATS))
    return "text" if kind == "txt" else kind


def _write(
    game: SessionGame, certificates: list[Certificate[Term]], form: str, target: Path | None, nodes: int
) -> None:
    writer = Writer(game)
    if form == "png" and target is None:
        raise InputError("--format png needs --output FILE")
    if form == "text":
        content = escaped_lines(writer.text(certificates)).encode("utf-8") + b"\n"
    elif form == "json":
        content = escaped_lines(json_text(certificates, writer.position)).encode("utf-8") + b"\n"
    else:
        content = proof_picture(writer, certificates, title_of(game), form, nodes)
    deliver(content, target)
    if target is not None:
        _say("proved", writer, certificates)


def _say(what: str, writer: Writer, certificates: list[Certificate[Term]]) -> None:
    for certificate in certificates:
        echo(f"{what}: {writer.statement(certificate)}, {size_text(certificate)}")


def title_of(game: SessionGame) -> str:
    """What a proof's picture is called."""
    return f"a proof on {game.name}"


@contextmanager
def verified(
    file: Path, name: str | None, engine: str, how: Loading
) -> Iterator[tuple[SessionGame, list[Certificate[Term]]]]:
    """The certificates in a file, checked by the rules of their game.

    Without a name the game is the one that they name: a file beside theirs, or a bundled game. Raises
    InputError and RefutedError.
    """
    left = clock(how.seconds)
    text = certificates_text(file)
    if name is None:
        told = game_of(text, str(file))
        beside = file.parent / told
        name = str(beside) if beside.is_file() else told
    with how.opened(name) as game:
        with progress_bar(f"checking {file}"), game.session.within(left()):
            certificates = read_certificates(text, str(file), game.name, game.parse_position, left)
            for certificate in certificates:
                verify(game, certificate, engine=engine, seconds=left())
        yield game, certificates


def size_text(certificate: Certificate[Term]) -> str:
    """How long a proof is."""
    return f"{len(certificate.entries):,} entries"
