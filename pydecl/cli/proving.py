"""pydecl prove: certificates that anyone can check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.completing import suggest_full_engine
from pydecl.cli.failing import reported
from pydecl.cli.files import format_of, save
from pydecl.cli.output import (
    ConventionOption,
    DepthOption,
    GameArgument,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    TimeOption,
    consulted,
    depth_of,
    number_of,
    progress_bar,
    seconds_of,
)
from pydecl.cli.questions import COMPLETE, complete_engine
from pydecl.cli.terminal import echo
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Default
from pydecl.errors import InputError
from pydecl.errors.escaping import escaped_lines
from pydecl.loading.rules_files import Reading
from pydecl.model.proof import Certificate, Claim, Goal
from pydecl.model.term import Term
from pydecl.proving.certificate import game_of, json_text, read_certificates
from pydecl.proving.prover import Clock, prove, prove_value, verify
from pydecl.proving.writing import Writer
from pydecl.sandbox.session import MEMORY
from pydecl.workbench.drawing.formats import proof_picture
from pydecl.workbench.drawing.search_tree import SHOWN

LARGEST = 256 << 20
"""The largest certificate that is read, in bytes."""


class Format(Enum):
    """How a certificate is written."""

    TEXT = "text"
    JSON = "json"
    SVG = "svg"
    HTML = "html"
    PNG = "png"


ENDS: dict[str, Format] = {"txt": Format.TEXT} | {one.value: one for one in Format}
"""What the end of a file's name asks for."""


@reported
def prove_claim(
    game: GameArgument,
    position: PositionOption = None,
    depth: DepthOption = None,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            parser=complete_engine,
            metavar=COMPLETE,
            autocompletion=suggest_full_engine,
            help="The engine that searches for the proof, or whose rules check it.",
        ),
    ] = REFERENCE,
    won: Annotated[bool, typer.Option("--won", help="Claim that MAX wins.")] = False,
    lost: Annotated[bool, typer.Option("--lost", help="Claim that MIN wins.")] = False,
    at_least: Annotated[
        str | None,
        typer.Option("--at-least", metavar="B", help="Claim that V(P) >= B.", show_default=False),
    ] = None,
    at_most: Annotated[
        str | None,
        typer.Option("--at-most", metavar="B", help="Claim that V(P) =< B.", show_default=False),
    ] = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format",
            help="The format of the proof; by default, that of FILE's ending, or text.",
            show_default=False,
        ),
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write the proof to this file.", show_default=False
        ),
    ] = None,
    nodes: Annotated[
        int,
        typer.Option("--nodes", metavar="N", min=1, help="How many steps of each proof a picture shows."),
    ] = SHOWN,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--verify", metavar="FILE", help="Check the certificate in this JSON file.", show_default=False
        ),
    ] = None,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
) -> None:
    """Prove a claim about a position with a solution tree; without a claim, prove its value V(P)."""
    claims = [Claim(goal) for goal, made in ((Goal.WON, won), (Goal.LOST, lost)) if made]
    for goal, option, text in (
        (Goal.AT_LEAST, "--at-least", at_least),
        (Goal.AT_MOST, "--at-most", at_most),
    ):
        if text is not None:
            claims.append(Claim(goal, number_of(option, text, 0)))
    if len(claims) > 1:
        raise InputError("give only one of --won, --lost, --at-least and --at-most")
    plies = depth_of(depth)
    if certificate is not None:
        if claims or target is not None or position is not None or depth is not None:
            raise InputError(
                "--verify takes only a certificate and its game: leave out claims, --position and --output"
            )
        _verify(game, certificate, engine, seconds_of(time), Reading(convention, moves_again), memory)
        return
    with consulted(
        game, seconds=seconds_of(time), convention=convention, moves_again=moves_again, memory=memory
    ) as opened:
        with progress_bar(f"a proof on {game}"):
            found = _found(opened, claims, engine, position, plies, seconds_of(time))
        _write(opened, found, form or _format_of(target), target, nodes)


def _found(
    game: SessionGame,
    claims: list[Claim],
    engine: str,
    position: str | None,
    depth: int | Default | None,
    seconds: float | None,
) -> list[Certificate[Term]]:
    if claims:
        return [prove(game, claims[0], engine=engine, position=position, depth=depth, seconds=seconds)]
    _, *found = prove_value(game, engine=engine, position=position, depth=depth, seconds=seconds)
    return found


def _format_of(target: Path | None) -> Format:
    if target is None or not target.suffix:
        return Format.TEXT
    return ENDS[format_of(target, ENDS)]


def _write(
    game: SessionGame, certificates: list[Certificate[Term]], form: Format, target: Path | None, nodes: int
) -> None:
    writer = Writer(game)
    if form is Format.PNG and target is None:
        raise InputError("--format png needs --output FILE")
    if form is Format.TEXT:
        content = escaped_lines(writer.text(certificates)).encode("utf-8") + b"\n"
    elif form is Format.JSON:
        content = escaped_lines(json_text(certificates, writer.position)).encode("utf-8") + b"\n"
    else:
        content = proof_picture(writer, certificates, title_of(game), form.value, nodes)
    if target is None:
        echo(content.decode().removesuffix("\n"))
        return
    save(target, content)
    for certificate in certificates:
        echo(f"proved: {writer.statement(certificate)}, {size_text(certificate)}")


def title_of(game: SessionGame) -> str:
    """What a proof's picture is called."""
    return f"a proof on {game.name}"


def _verify(name: str, file: Path, engine: str, seconds: float | None, reading: Reading, memory: int) -> None:
    with verified(file, name, engine, seconds, reading, memory) as (game, certificates):
        writer = Writer(game)
        for certificate in certificates:
            echo(f"verified: {writer.statement(certificate)}, {size_text(certificate)}")


@contextmanager
def verified(
    file: Path, name: str | None, engine: str, seconds: float | None, reading: Reading, memory: int
) -> Iterator[tuple[SessionGame, list[Certificate[Term]]]]:
    """The certificates in a file, checked by the rules of their game.

    Without a name the game is the one that they name: a file beside theirs, or a bundled game. Raises
    InputError and RefutedError.
    """
    clock = Clock(seconds)
    text = _certificates_text(file)
    if name is None:
        told = game_of(text, str(file))
        beside = file.parent / told
        name = str(beside) if beside.is_file() else told
    with consulted(name, seconds=seconds, memory=memory, **vars(reading)) as game:
        with progress_bar(f"checking {file}"), game.session.within(clock.left()):
            certificates = read_certificates(text, str(file), game.name, game.parse_position, clock.tick)
            for certificate in certificates:
                verify(game, certificate, engine=engine, seconds=clock.left())
        yield game, certificates


def _certificates_text(file: Path) -> str:
    try:
        if file.exists() and not file.is_file():
            raise InputError(f"{file}: not a regular file")
        if file.stat().st_size > LARGEST:
            raise InputError(f"{file}: longer than {LARGEST >> 20} MiB")
        return file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: not UTF-8 text, at byte {error.start}") from None
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from None


def size_text(certificate: Certificate[Term]) -> str:
    """How long a proof is."""
    return f"{len(certificate.entries):,} entries"
