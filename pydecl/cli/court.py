"""pydecl crosscheck RULES --against WHAT: is another program's game that of the rules?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.api.court import against
from pydecl.cli.output import print_json, say
from pydecl.court.trial import POSITIONS
from pydecl.court.verdict import CourtVerdict, Difference
from pydecl.errors import Exit, InputError
from pydecl.loading.rules_files import Reading
from pydecl.model.number import counted


@dataclass(frozen=True)
class CourtQuestion:
    """What was said of a comparison with another program's game."""

    what: str
    positions: int | None
    depth: int | None
    seed: int
    seconds: float | None
    memory: int
    reading: Reading


def check_in_court(games: Sequence[str] | None, asked: CourtQuestion, as_json: bool) -> Exit:
    """Compare, and print what was found."""
    if not games or len(games) != 1:
        raise InputError("--against holds a system against one game: give its name or its rules file")
    verdict = against(
        games[0],
        asked.what,
        positions=asked.positions,
        depth=asked.depth,
        seed=asked.seed,
        seconds=asked.seconds,
        memory=asked.memory,
        convention=asked.reading.convention,
        moves_again=asked.reading.moves_again,
    )
    if as_json:
        print_json(verdict.to_json())
    else:
        say(court_text(verdict))
    return verdict.exit_code


FOUND = {True: "agrees with", False: "differs from", None: "was not compared to the end with"}


def court_text(verdict: CourtVerdict) -> str:
    """A verdict for people."""
    random = f", {counted(verdict.games, 'random game')}" if verdict.games else ""
    lines = [
        f"{verdict.system} {FOUND[verdict.agree]} {verdict.rules}: "
        f"{counted(verdict.positions, 'position')}, {counted(verdict.moves, 'move')},"
        f" {counted(verdict.plies, 'ply', 'plies')}{random}, {verdict.seconds:.1f} s"
    ]
    if verdict.laws:
        lines.append(f"its own laws that were tested: {', '.join(verdict.laws)}")
    for found in verdict.differences:
        lines += ["", *_difference_lines(found)]
    if verdict.unsettled:
        several = verdict.unsettled != 1
        lines.append(
            f"{verdict.unsettled} difference{'s' if several else ''} that another pairing of the moves may"
            f" explain {'are' if several else 'is'} left open"
        )
    if verdict.reason is not None:
        lines.append(f"unfinished: {verdict.reason}")
    elif verdict.agree is None and not verdict.unsettled:
        lines.append(f"unfinished: nothing was compared; by default it is {POSITIONS:,} positions")
    return "\n".join(lines)


def _difference_lines(found: Difference) -> list[str]:
    is_law = all(rules is None for rules, _ in found.line)
    where = f"after {counted(len(found.line), 'move')}" if found.line else "at the start"
    lines = [f"{found.kind} {where}"]
    if not is_law:
        lines.append(f"  the rules' line:    {' '.join(str(rules) for rules, _ in found.line)}")
    if found.line:
        lines.append(f"  the system's line:  {' '.join(system for _, system in found.line)}")
    lines += [f"  expected: {found.expected}", f"  found:    {found.found}"]
    if not is_law:
        proof = {
            "proved": "no pairing of the moves explains it, whatever they are called",
            "by names": "the moves are paired by names, which lead to the same elsewhere",
        }
        lines.append(f"  {proof[found.borne_out]}")
    for whose, board in zip(("rules", "system"), found.boards, strict=True):
        if board:
            lines += [f"  the {whose}' board:" if whose == "rules" else f"  the {whose}'s board:"]
            lines += [f"    {line}" for line in board.rstrip().splitlines()]
    if found.script:
        lines += ["  without pydecl:", *(f"    {line}" for line in found.script), "  which prints:"]
        lines += [f"    {line}" for line in found.output.rstrip().splitlines()]
    return lines
