"""A verdict in words."""

from __future__ import annotations

from pydecl.court.verdict import CourtVerdict, Difference
from pydecl.model.number import counted

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
    for name, times in verdict.excepted.items():
        lines.append(f"allowed by {name}: {counted(times, 'difference')}")
    if verdict.unsettled:
        several = verdict.unsettled != 1
        lines.append(
            f"{verdict.unsettled} difference{'s' if several else ''} that another pairing of the moves may"
            f" explain {'are' if several else 'is'} left open"
        )
    if verdict.reason is not None:
        lines.append(f"unfinished: {verdict.reason}")
    elif verdict.agree is None and not verdict.unsettled:
        lines.append("unfinished: nothing was compared")
    return "\n".join(lines)


def _difference_lines(found: Difference) -> list[str]:
    is_law = all(rules is None for rules, _ in found.line)
    lines = [title(found)]
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


def title(found: Difference) -> str:
    """A difference in a few words: 'missing move after 3 moves'."""
    return f"{found.kind} " + (f"after {counted(len(found.line), 'move')}" if found.line else "at the start")
