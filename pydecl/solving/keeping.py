"""A game solved and kept in a folder: layer by layer, if it has layers, or else all at once."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from pydecl import __version__
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import KeyedRunner
from pydecl.errors import ContractError, InputError, LimitError, UnfitError
from pydecl.loading.consulting import folded, game_files, game_names
from pydecl.loading.rules_files import Reading
from pydecl.model.folding import FOLD
from pydecl.model.game import Outcome, Player
from pydecl.model.keyed import KEY_WORDS, OUTCOMES, TOLD_BY_RULES, KeyCoding, KeyedPositions
from pydecl.model.number import INFINITY
from pydecl.model.ranges import LEAST_MEMORY
from pydecl.model.result import Status
from pydecl.model.solved import Solved
from pydecl.sandbox.executing import Here, executor, finished
from pydecl.sandbox.work import ExecutorError, PieceExecutor, Work
from pydecl.solving.card import CARD, Card, LongestLine, Stored
from pydecl.solving.database import Database, rules_digest
from pydecl.solving.exchange import Exchange
from pydecl.solving.files import file_name, pyarrow, swapped, written
from pydecl.solving.layered import SAMPLE, STATE, LayeredSolver, State, Tell, UnlayeredError, WiderError
from pydecl.solving.pieces import Piece
from pydecl.solving.solver import check_outcomes, solved_by
from pydecl.solving.tally import Tally

FEW = 100_000
"""Positions that are not worth other processes."""

WORK = ".solving"
"""How the name of a folder ends in which a game is being solved, beside the one that it is to have."""


def check_target(folder: Path) -> None:
    """Raises InputError where a solved game cannot be put into a folder."""
    pyarrow()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder}: there is something already; a solved game goes to a folder of its own")


def keep(
    game: SessionGame,
    folder: Path,
    reading: Reading,
    *,
    seconds: float | None = None,
    resume: bool = False,
    jobs: int = 1,
    cluster: str | PieceExecutor | None = None,
    store: str | None = None,
    tell: Tell = lambda _, __: None,
) -> Card:
    """Solve a game, and keep it in a new folder.

    It is solved layer by layer if a number is found that no move lowers, or layer/2 of the rules is one:
    then it need not fit into memory, and `resume` goes on with what was interrupted, or finds it whole. So
    many `jobs` expand and solve its positions at a time, which share the game's memory; or a `cluster` does,
    whose machines must have the folder, too, or else a `store` by its URL, as in `exchange.py`.

    Raises InputError where there is nothing to solve or the files cannot be written, ContractError where the
    game breaks its contract, LimitError where time or memory is not enough, and ExecutorError where the
    cluster or the store fails.
    """
    if resume and (folder / CARD).exists() and Card.read(folder).rules == rules_digest(game):
        return Card.read(folder)
    check_target(folder)
    check_outcomes(game)
    work = folder.with_name(f"{folder.name}{WORK}")
    if (work / STATE).exists() and not resume:
        raise InputError(f"{work}: a game is being solved there: go on with it (--resume), or remove it")
    runner = registry.keeper(game)
    until = INFINITY if seconds is None else time.monotonic() + seconds
    try:
        with (
            game.session.within(seconds),
            executor(jobs, cluster=cluster) as running,
            nullcontext() if store is None else Exchange(store, work, rules_digest(game)) as exchange,
        ):
            state = None
            if not _is_whole(game, work):
                pieces = _Pieces(game, runner, running, jobs, exchange, until)
                state = by_layers(game, runner, work, pieces, tell)
            if state is not None:
                _finish(game, work, reading, state)
            if _is_whole(game, work):
                work.replace(folder)
                return Card.read(folder)
    except OSError as error:
        raise InputError(f"{_unwritten(work, error)}{_goes_on(work)}") from None
    except LimitError as error:
        raise LimitError(f"{game.name} was not solved: {error.message}{_goes_on(work)}") from None
    except ExecutorError as error:
        said = f"{error}{_goes_on(work)}"
        raise ExecutorError(said, error.exit_code) from None
    finally:
        if not (work / STATE).exists():
            shutil.rmtree(work, ignore_errors=True)
    solved = solved_by(
        registry.keepers()[0], game, None if seconds is None else max(0.0, until - time.monotonic())
    )
    if not solved.complete:
        what = "the memory is used up" if solved.status is Status.MEMORY else "time is up"
        raise LimitError(f"{game.name} was not solved: {what}")
    return save(game, solved, folder, reading)


def _goes_on(work: Path) -> str:
    return f"; {work} has what was done so far: --resume goes on" if (work / STATE).exists() else ""


def _is_whole(game: SessionGame, work: Path) -> bool:
    """Whether all is done in a folder but its name."""
    return (
        (work / CARD).exists() and not (work / STATE).exists() and Card.read(work).rules == rules_digest(game)
    )


def by_layers(
    game: SessionGame, runner: KeyedRunner, work: Path, pieces: _Pieces, tell: Tell
) -> State | None:
    """Solve a game layer by layer, or go on with that; None where that cannot be."""
    if (work / STATE).exists():
        state = State.read(work)
        if state.rules != rules_digest(game):
            raise InputError(
                f"{work}: {game.name} has changed since it was begun: remove it, and solve it again"
            )
        if state.pydecl != __version__:
            raise InputError(f"{work}: it was begun by pydecl {state.pydecl}: remove it, and solve it again")
        try:
            LayeredSolver(work, state, pieces, tell).run(runner)
        except (UnlayeredError, WiderError):  # it is begun again, then
            pass
        else:
            return state
    sampled = runner.sample(SAMPLE)
    words = sampled.coding.words
    try:
        for layering in sampled.layerings:
            while words <= KEY_WORDS:
                state = State(rules_digest(game), words, sampled.coding.codes.hex(), layering)
                try:
                    _begun(work, state, pieces, tell).run(runner)
                except WiderError:
                    words *= 2
                    continue
                except UnlayeredError as error:
                    if layering == TOLD_BY_RULES:
                        raise _lowered(game, runner, state.coding, error.key) from None
                except UnfitError as error:
                    if layering != TOLD_BY_RULES:
                        raise InputError(f"{game.name} cannot be solved so: {error}") from None
                else:
                    return state
                break
    except (InputError, ContractError):  # it would end so the next time, too
        shutil.rmtree(work, ignore_errors=True)
        raise
    shutil.rmtree(work, ignore_errors=True)
    return None


def _begun(work: Path, state: State, pieces: _Pieces, tell: Tell) -> LayeredSolver:
    """Who solves a game from the beginning."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    return LayeredSolver(work, state, pieces, tell)


def _lowered(game: SessionGame, runner: KeyedRunner, coding: KeyCoding, key: bytes) -> InputError:
    (position,) = runner.positions(coding, key)
    return InputError(f"{game.name}: a move from {game.format_position(position)} lowers layer/2")


class _Pieces:
    """Who does pieces: this process if they are small, or else an executor."""

    def __init__(
        self,
        game: SessionGame,
        runner: KeyedRunner,
        executor: PieceExecutor,
        jobs: int,
        exchange: Exchange | None,
        until: float,
    ) -> None:
        self._runner, self._executor, self._exchange, self._until = runner, executor, exchange, until
        self._origin = game.origin
        self._files = cache(partial(game_files, game.name))
        is_alone = isinstance(executor, Here) or self._origin is None
        self.at_once = 1 if is_alone else executor.ahead
        self.memory = max(LEAST_MEMORY, game.session.memory // (1 if is_alone else jobs))

    def __call__(self, pieces: Sequence[Piece], coding: KeyCoding) -> Iterator[Any]:
        """The results in order. Raises what a piece raises, and LimitError when time is up."""
        if self._origin is None or self.at_once == 1 or sum(map(len, pieces)) < FEW:
            yield from (piece.done(self._runner, coding) for piece in pieces)
            return
        origin = partial(self._origin, memory=self.memory, late=True)
        work = Work("pydecl.solving.pieces:opened", (origin, coding), files=lambda _: self._files())
        if self._exchange is not None:
            pieces = self._exchange.elsewhere(pieces)
        results: dict[int, Any] = {}
        due = 0
        for place, future in finished(self._executor, work, pieces, deadline=self._until):
            results[place] = future.result()
            while due in results:
                yield results.pop(due)
                due += 1


def _finish(game: SessionGame, work: Path, reading: Reading, state: State) -> None:
    """Make of the work what is to be kept."""
    files = [state.solved[layer] for layer in sorted(state.solved)]
    kept = {one.name for one in files}
    for path in work.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in kept and path.name != STATE:
            path.unlink()
    _write_card(game, work, reading, state.coding, files, state.tally, state.ends, state.seconds)
    (work / STATE).unlink()


def save(game: SessionGame, solved: Solved[Any], folder: Path, reading: Reading) -> Card:
    """Write a solved game to a new folder, all of it or nothing. Raises InputError where that fails."""
    positions = solved.positions
    if not isinstance(positions, KeyedPositions):
        raise InputError(
            f"what {solved.engine} solves cannot be stored: choose {', '.join(registry.keepers())}"
        )
    if positions.coding.atoms:
        raise InputError(f"{game.name}: positions with atoms that the rules make themselves cannot be stored")
    check_target(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise InputError(_unwritten(folder, error)) from None
    try:
        coding, rows = positions.coding, _sorted_rows(solved)
        tally = Tally()
        tally.add(coding, *rows)
        keys, _, outcomes, plies = rows
        stored = replace(written(part / file_name(0), 0, coding, keys, outcomes, plies), after=[0])
        _write_card(game, part, reading, coding, [stored], tally, solved.leaves or 0, solved.seconds)
        part.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        part.rename(folder)
    except OSError as error:
        raise InputError(_unwritten(folder, error)) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return Card.read(folder)


def _unwritten(folder: Path, error: OSError) -> str:
    return f"{folder}: the solved game cannot be written: {(error.strerror or str(error)).lower()}"


def _sorted_rows(solved: Solved[Any]) -> tuple[bytes, bytes, bytes, bytes]:
    """Keys, movers, outcomes and plies in the order of the keys."""
    positions = solved.positions
    assert isinstance(positions, KeyedPositions)
    size, keys = positions.coding.size, positions.keys
    ordered = swapped(keys)
    order = sorted(range(len(positions)), key=lambda n: ordered[n * size : (n + 1) * size])
    number = {outcome: n for n, outcome in enumerate(OUTCOMES)}
    solutions = solved.solutions
    plies = array("I", [solutions[n].plies or 0 for n in order])
    return (
        b"".join(keys[n * size : (n + 1) * size] for n in order),
        bytes(solved.players[n] is Player.MAX for n in order),
        bytes(number[solutions[n].outcome] for n in order),
        plies.tobytes(),
    )


def _write_card(
    game: SessionGame,
    folder: Path,
    reading: Reading,
    coding: KeyCoding,
    files: Sequence[Stored],
    tally: Tally,
    ends: int,
    seconds: float,
) -> None:
    """Write the card of what is in a folder already; `source` is as it will be seen from its place."""
    runner = registry.keeper(game)

    def text_of(key: bytes) -> str:
        return game.format_position(runner.positions(coding, key)[0])

    card = Card(
        game=game.name,
        source=_source(game, folder),
        convention=reading.convention,
        moves_again=reading.moves_again,
        rules=rules_digest(game),
        pydecl=__version__,
        words=coding.words,
        codes=coding.codes.hex(),
        layering=coding.layering,
        positions=sum(one.positions for one in files),
        ends=ends,
        start=None,
        counts=tally.counts,
        table=tally.table(text_of),
        longest=(),
        files=files,
        seconds=seconds,
        fold=FOLD in game.defined,
    )
    with Database(folder, card, folded(game, fold=False)) as database:
        longest = []
        for outcome in (Outcome.WON, Outcome.LOST):
            if (found := tally.furthest(outcome)) is not None:
                (position,) = runner.positions(coding, found[1])
                written_there = game.format_position(position)
                longest.append(LongestLine(outcome.value, found[0], written_there, database.line(position)))
        card = replace(card, longest=longest, start=_start(database))
    card.write(folder)


def _source(game: SessionGame, folder: Path) -> str:
    """A bundled game's name with its options; or the path of the rules from the folder."""
    if game.name.partition(":")[0] in game_names():
        return game.name
    path, colon, options = game.name.partition(":")
    return os.path.relpath(path, folder) + colon + options


def _start(database: Database) -> dict[str, Any] | None:
    for term in database.game.initial()[:1]:
        (solution,) = database.solutions([term])
        if solution is not None:
            written_there = database.game.format_position(term)
            return {"position": written_there, **solution.to_json(), "said": str(solution)}
    return None
