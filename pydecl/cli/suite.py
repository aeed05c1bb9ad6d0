"""pydecl suite and pydecl verify: positions to test other programs on, and lines of play to test rules on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydecl.api.court import suite, verify
from pydecl.cli.completing import suggest_game
from pydecl.cli.files import save
from pydecl.cli.options import JsonOption, SeedOption, TimeOption, argument, command, option
from pydecl.cli.output import print_json
from pydecl.cli.terminal import echo
from pydecl.court.suite import POSITIONS
from pydecl.errors import Exit, InputError
from pydecl.model.number import counted

RulesArgument = Annotated[str, argument("RULES", "A rules file, or a bundled game.", suggest_game)]


@command
def write_suite(
    rules: RulesArgument,
    to: Annotated[Path | None, option("-o/--output", "FILE", "Write to this file.")] = None,
    positions: Annotated[int, option("--positions", "N", "So many positions.", min=1)] = POSITIONS,
    seed: SeedOption = 0,
    time: TimeOption = 60.0,
) -> None:
    """Write positions of a game, with moves, mover and result, that show slips in programs of it.

    One object of JSON a line: the line of play that leads there, who moves (0 began), the moves, the first
    player's result once it is over, and why the position is there. Slips are made in the rules, one at a
    time; of those that change what can be seen, each is shown by two positions, if there are two.
    """
    found = suite(rules, positions=positions, seed=seed, seconds=time or None)
    text = "".join(json.dumps(entry) + "\n" for entry in found.entries)
    if to is None:
        echo(text, end="")
        return
    save(to, text.encode())
    left = f"; there was no time for {counted(found.left, 'slip')}" if found.left else ""
    echo(
        f"{to}: {counted(len(found.entries), 'position')} of {found.looked:,}, which show"
        f" {counted(found.shown, 'slip')} in the rules; {found.hidden:,} change nothing there{left}"
    )


@command
def verify_rules(
    rules: RulesArgument,
    examples: Annotated[Path, option("--examples", "FILE", "Lines of play, one object of JSON a line.")],
    time: TimeOption = 60.0,
    as_json: JsonOption = False,
) -> Exit:
    """Hold rules against lines of play that are known to be right, with moves, movers and results.

    FILE is as 'pydecl suite' writes it; of "mover", "moves" and "result" any may be left out. What is wrong
    is told on the shortest line.

    The exit code is 0 if the rules and the examples agree, 1 if not, and 4 if nothing was compared.
    """
    try:
        told = [json.loads(line) for line in examples.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise InputError(f"{examples}: expected an object of JSON on each line: {error}") from None
    found = verify(rules, told, seconds=time or None)
    if as_json:
        print_json(found.to_json())
        return found.exit_code
    wrong = found.wrong
    if wrong is not None:
        echo(f"example {wrong.example} is not as the rules: {wrong.kind}")
        echo(f"  line:      {' '.join(wrong.line) or 'none'}")
        echo(f"  the rules: {_said(wrong.rules)}")
        echo(f"  example:   {_said(wrong.said)}")
    elif found.moves:
        echo(f"{counted(found.examples, 'example')} agree with {rules}: {found.moves:,} comparisons")
    else:
        echo("unfinished: nothing was compared, for there are no moves in the examples")
    return found.exit_code


def _said(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
