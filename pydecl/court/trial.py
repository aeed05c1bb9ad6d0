"""A system held against rules: its process, the laws, the walks, and what is told of what they find."""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from pydecl.court.excepting import Exceptions, exceptions
from pydecl.court.guessing import fitting, guesses
from pydecl.court.laws import SPOILING, Breach, breaches
from pydecl.court.naming import given_names
from pydecl.court.pairing import Given, Names, Pair
from pydecl.court.process import MEMORY, SystemProcess, printed
from pydecl.court.scouting import rare_lines
from pydecl.court.settling import Settled, Settling, share
from pydecl.court.shrinking import shrunk
from pydecl.court.sides import CompiledSide, Node, RulesSide, Side, SystemSide, rules_side
from pydecl.court.verdict import CourtVerdict, Difference
from pydecl.court.walking import Found, Kind, Walk, difference
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import (
    InputError,
    LimitError,
    NumberTooLargeError,
    OutOfMemoryError,
    PydeclError,
    UnfitError,
    meant,
)
from pydecl.loading.consulting import consult
from pydecl.model.deadline import NEVER, Deadline

POSITIONS = 10_000
"""So many positions are compared breadth first by default."""

AT_RANDOM = 100_000
"""So many are compared by default in random games."""

SECONDS = 60.0

PIECES = 4
"""In so many pieces the random games are shared out to processes, whatever their number."""

LAWS = 0.25
"""The share of the time that the system's own laws get at most."""

NEAR = 0.25
"""The share of the time left that the walk breadth first gets at most."""

OPTIMISING = 0.2
"""The share of the time left that making each side quicker gets at most."""

SCOUTING = 0.2
"""The share of the time left that scouting gets at most."""

MANY = 1000
"""Fewer positions are compared sooner than rules are scouted."""

FOLLOWING = 0.4
"""The share of the time left in which both sides walk the lines that it finds: games at random go further."""

Started = Callable[[], SystemProcess]
"""What starts a system."""

RULES = ("rules", "kif")
"""The systems that pydecl runs itself."""

COMMAND = "command"
"""A system that is any program."""


@cache
def kinds() -> Sequence[str]:
    """What a system may be: pydecl's own, any program, and each file of `systems`."""
    files = (Path(__file__).parent / "systems").glob("[a-z]*.py")
    return (*sorted(file.stem for file in files), COMMAND, *RULES)


def against(
    game: SessionGame,
    what: str,
    *,
    positions: int | None = None,
    depth: int | None = None,
    seed: int = 0,
    seconds: float | None = SECONDS,
    memory: int = MEMORY,
    names: Path | None = None,
    excepted: Sequence[str] = (),
    lines: Sequence[Sequence[str]] = (),
    piece: int | None = None,
) -> CourtVerdict:
    """Hold a system against the rules of a game, whatever either calls its moves.

    `what` is KIND:SPEC; so many `positions` are compared breadth first, and as many in random games by
    `seed`, up to `depth` plies, in so many `seconds`. `memory` is what a system may use, in MiB. `names` is a
    file that says what the system calls the moves, `excepted` are differences that are allowed, and `lines`
    of the rules' moves are compared first, and played on from. Piece 0 of it is all but the random games,
    and each further one is some of these, by a seed of their own.

    Raises InputError if there is no such system, or it does not start.
    """
    kind, colon, spec = what.partition(":")
    if kind in kinds() and not spec.strip():
        raise InputError(f"{what}: which one? A system is {kind}:… with its name behind the colon")
    if kind not in kinds() or not colon:
        shown = ", ".join(f"{one}:…" for one in kinds())
        raise InputError(
            f"{what}: no system is known by this", remedy=meant(kind, kinds(), f"a system is {shown}")
        )
    until = Deadline.after(seconds)
    with (
        _side(kind, spec, memory) as (system, another),
        given_names(names) as given,
        exceptions(excepted) as allowed,
    ):
        return held(
            game,
            system,
            what,
            positions=positions,
            depth=depth,
            seed=seed,
            until=until,
            given=given,
            allowed=allowed,
            lines=lines,
            piece=piece,
            another=another,
        )


def held(
    game: SessionGame, system: Side, what: str, *, allowed: Exceptions | None = None, **how: Any
) -> CourtVerdict:
    """As `against`, of a system that is there, and as `_compared` takes it.

    Rules that compile are asked in machine code. What it cannot tell is compared anew in SWI-Prolog alone,
    and so is a difference that SWI-Prolog does not show.
    """
    started = time.monotonic()
    allowed = allowed or Exceptions()
    with rules_side(game) as rules:
        try:
            verdict = _compared(game, rules, system, what, allowed, **how)
        except _NOT_TOLD:
            if not _are_compiled(rules, system):
                raise
            allowed.met.clear()
            verdict = _compared(game, rules.in_prolog, system.in_prolog, what, allowed, **how)
    return replace(verdict, seconds=time.monotonic() - started)


_NOT_TOLD = UnfitError, NumberTooLargeError, OutOfMemoryError
"""What machine code cannot tell."""


def _are_compiled(*sides: Side) -> bool:
    return any(isinstance(side, CompiledSide) for side in sides)


def _compared(
    game: SessionGame,
    rules: RulesSide,
    system: Side,
    what: str,
    allowed: Exceptions,
    *,
    positions: int | None = None,
    depth: int | None = None,
    seed: int = 0,
    until: Deadline = NEVER,
    given: Given | None = None,
    lines: Sequence[Sequence[str]] = (),
    piece: int | None = None,
    another: Started | None = None,
) -> CourtVerdict:
    """The verdict on both sides; `another` process of the system shows what has stopped it."""
    random = Random(f"{seed} {piece}" if piece else seed)
    root = Pair(rules.root(), system.root())
    rules.until = system.until = until
    names = Names(given=given)
    settling = Settling(rules, system, names, random, until)
    walk = Walk(rules, system, names, settling, allowed)
    told: list[Difference] = []
    laws: list[str] = []
    reason: PydeclError | None = None
    stop: Difference | None = None
    try:
        if isinstance(system, SystemSide) and not piece:
            known = system.known(("clone", "undo"))
            for breach in breaches(system, known, random, share(until, LAWS)):
                told.append(_broken(system, breach))
            laws += ["order", "shared state", *known, "zero sum"]
        if not any(one.kind in SPOILING for one in told):
            settling.guesses = [] if given else fitting(guesses(root.rules, root.system), rules, system)
            if settling.guesses and not root.is_spelt_alike:
                names.given, *settling.guesses = settling.guesses
                names.is_guess = True
            if not (root.is_spelt_alike or names.given or lines or piece):
                walk.as_a_whole(2 * (positions or POSITIONS), depth)
            found = _found(game, walk, lines, positions, depth, piece)
            told += [] if found is None else [_shortest(walk, found, another)]
    except PydeclError as error:
        if isinstance(error, _NOT_TOLD) and _are_compiled(rules, system):
            raise
        if not isinstance(error, LimitError) or not until.is_over:
            reason = error
        elif walk.settling.is_busy:
            reason = LimitError("time was up before a difference was certain; --time gives more")
    if isinstance(system, SystemSide) and system.fault is not None and another is not None:
        stop = _stop(system, another, system.fault)
    if walk.counts.positions < walk.as_whole.positions:
        counts = walk.as_whole
        walk.counts = replace(walk.counts, positions=counts.positions, moves=counts.moves, plies=counts.plies)
    least = max(2 if until.is_over else 1, walk.furthest)  # where the game is over at once there is but one
    if not piece and reason is None and not told and walk.counts.positions < least:
        reason = LimitError("time was up before the moves of both had been paired")
    return CourtVerdict(
        game.source,
        system.name if isinstance(system, SystemSide) and system.name else what,
        **vars(walk.counts),
        laws=laws,
        excepted=dict(walk.exceptions.met),
        differences=told,
        stop=stop,
        reason=reason,
    )


def _found(
    game: SessionGame,
    walk: Walk,
    lines: Sequence[Sequence[str]],
    positions: int | None,
    depth: int | None,
    piece: int | None,
) -> Found | None:
    if piece and difference(Pair(walk.rules.root(), walk.system.root())):
        return None  # which is piece 0's to tell
    near, far = (POSITIONS, AT_RANDOM) if positions is None else (positions, positions)
    until = walk.settling.until
    half = share(until, NEAR)
    found = None if lines or piece else walk.breadth_first(near, depth, half)
    if found is not None:
        return found
    found = walk.along(lines)
    if found is None and piece != 0:
        far = far // PIECES if piece else far
        is_all = not piece and walk.counts.positions < near and not half.is_over
        if far >= MANY and not lines and depth is None and not is_all:
            before = walk.counts.positions
            for side in (walk.rules, walk.system):
                side.optimise(share(until, OPTIMISING))
            scouted = rare_lines(game, walk.settling.random, share(until, SCOUTING))
            found = walk.follow(scouted, far, share(until, FOLLOWING))
            far -= walk.counts.positions - before
        found = found or walk.at_random(far, depth)
    return found


@contextmanager
def _side(kind: str, spec: str, memory: int) -> Iterator[tuple[Side, Started | None]]:
    if kind in RULES:
        with consult(spec) as game, rules_side(game) as side:
            yield side, None
        return
    words = [sys.executable, "-P", "-m", "pydecl.court.host", kind, spec]
    if kind == COMMAND:
        try:
            words = shlex.split(spec)
        except ValueError as error:
            raise InputError(f"{kind}:{spec}: {str(error).lower()}") from None
    started = partial(SystemProcess, words, memory=memory)
    with started() as process:
        yield SystemSide(process), started


# What is told


def _shortest(walk: Walk, found: Found, another: Started | None) -> Difference:
    """The difference on the shortest line that is found before time is up, or the system stops."""
    with suppress(PydeclError):
        for shorter in shrunk(walk, found):
            found = shorter
    system = walk.system
    if another is None or not isinstance(system, SystemSide) or system.fault is None:
        return _difference(walk, found)
    with another() as process:
        return _difference(replace(walk, system=SystemSide(process)), found)


def _difference(walk: Walk, found: Found) -> Difference:
    compiled, walk = walk, replace(walk, rules=walk.rules.in_prolog, system=walk.system.in_prolog)
    walk.rules.until = walk.system.until = NEVER
    line = found.pair.line
    lines = [one for one, _ in line], [other for _, other in line]
    rules, system = walk.rules.replay(lines[0]), walk.system.replay(lines[1])
    for side, moves, nodes in zip((compiled.rules, compiled.system), lines, (rules, system), strict=True):
        if isinstance(side, CompiledSide) and list(map(_seen, side.replay(moves))) != list(map(_seen, nodes)):
            raise UnfitError("machine code and SWI-Prolog tell a line differently")
    names = zip(_names(rules, lines[0]), _names(system, lines[1]), strict=True)
    expected, seen = _said(rules[-1]), _said(system[-1])
    if found.kind in (Kind.MISSING, Kind.EXTRA):
        found.pair.rules, found.pair.system = rules[-1], system[-1]
        ones, others = walk.without_partner(found.pair)
        expected += _partnerless(rules[-1], ones)
        seen += _partnerless(system[-1], others)
    boards = walk.rules.picture(rules[-1]), None if system[-1].look.error else walk.system.picture(system[-1])
    borne_out = Settled.PROVED.value if found.settled is Settled.PROVED else Settled.BY_NAMES.value
    script = walk.system.script(lines[1], None)
    return Difference(found.kind, list(names), expected, seen, boards, borne_out, script, _output(script))


def _seen(node: Node) -> tuple[Any, ...]:
    return *node.look.sight, *node.look.moves


def _broken(system: SystemSide, breach: Breach) -> Difference:
    line = [(None, name) for name in breach.names]
    script = system.script(breach.moves, breach.law)
    return Difference(breach.law, line, breach.expected, breach.found, script=script, output=_output(script))


def _stop(system: SystemSide, another: Started, error: PydeclError) -> Difference | None:
    with another() as process:
        found = system.retraced(process)
    if found is None:
        return None
    names, moves, word = found
    script: Sequence[str] = ()
    with suppress(PydeclError), another() as process:
        script = SystemSide(process).script(moves, word if word in ("undo", "clone") else None)
    line = [(None, name) for name in names]
    return Difference("stop", line, ASKED[word], str(error), script=script, output=_output(script))


def _output(script: Sequence[str]) -> str:
    """What a program says in a process of its own, with nothing of pydecl's."""
    if not script:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "difference.py")
        file.write_text("\n".join(script) + "\n", encoding="utf-8")
        return printed([sys.executable, "-u", str(file)])


def _names(nodes: Sequence[Node], moves: Sequence[int]) -> list[str]:
    return [node.look.moves[move] for node, move in zip(nodes, moves, strict=False)]


RESULTS = {1: "the first player has won", 0: "drawn", -1: "the first player has lost"}


ASKED = {
    "look": "an answer to who moves, and which moves there are, after this line",
    "play": "an answer to where the last move of this line leads",
    "undo": "an answer to what undoing the last move of this line leads to",
    "clone": "an answer to what a clone is after this line",
    "show": "an answer to what the board is after this line",
}


def _said(node: Node) -> str:
    look = node.look
    if look.error:
        return f"an error: {look.error}"
    if look.result is not None:
        return f"over: {RESULTS[look.result]}"
    who: Any = "chance" if look.mover is None else ("the first player", "the second player")[look.mover]
    return f"{who} to move, {len(look.moves)} move{'' if len(look.moves) == 1 else 's'}"


def _partnerless(node: Node, moves: Sequence[int]) -> str:
    return f", among them {', '.join(node.look.moves[move] for move in moves)}" if moves else ""
