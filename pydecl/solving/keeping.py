"""A game solved and kept in a folder: layer by layer, if it has layers, or else all at once.

Games of chance are solved all at once.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from array import array
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from pydecl import __version__
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, InputError, LimitError, UnfitError, unwritable, writing
from pydecl.loading.consulting import folded, game_names
from pydecl.loading.rules_files import Reading
from pydecl.model.deadline import Deadline
from pydecl.model.game import FOLD, Outcome
from pydecl.model.keyed import KEY_WORDS, TOLD_BY_RULES, Keeper, KeyCoding, KeyedPositions
from pydecl.model.result import Status
from pydecl.model.solved import Column, Solved, ValueTable, rows
from pydecl.sandbox.executing import executor
from pydecl.sandbox.work import ExecutorError, PieceExecutor
from pydecl.solving.card import (
    CARD,
    EXPECTATIONS,
    SOLUTIONS,
    AnyCard,
    Card,
    LongestLine,
    OutcomeCard,
    Stored,
    ValueCard,
)
from pydecl.solving.database import Database, rules_digest
from pydecl.solving.exchange import Exchange
from pydecl.solving.files import Tally, file_name, key_order, pyarrow, taken, written
from pydecl.solving.layered import SAMPLE, STATE, LayeredSolver, State, Tell, UnlayeredError, WiderError
from pydecl.solving.pieces import Pieces
from pydecl.solving.solver import BOUND, check_solvable, solved_by

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
    bound: float | None = None,
    seconds: float | None = None,
    resume: bool = False,
    jobs: int = 1,
    cluster: str | PieceExecutor | None = None,
    store: str | None = None,
    tell: Tell = lambda _, __: None,
) -> AnyCard:
    """Solve a game, and keep it in a new folder.

    It is solved layer by layer if a number is found that no move lowers, or layer/2 of the rules is one:
    then it need not fit into memory, and `resume` goes on with what was interrupted, or finds it whole. So
    many `jobs` expand and solve its positions at a time, which share the game's memory; or a `cluster` does,
    whose machines must have the folder, too, or else a `store` by its URL, as in `exchange.py`. A game of
    chance is solved on this machine, as closely as `bound`, which no other game has: see `values_of`.

    Raises InputError where there is nothing to solve or the files cannot be written, ContractError where the
    game breaks its contract, LimitError where time or memory is not enough, and ExecutorError where the
    cluster or the store fails.
    """
    if game.has_chance and (cluster is not None or store is not None):
        raise InputError(
            f"{game.name}: a game of chance is solved on one machine: give no cluster and no store"
        )
    if bound is not None and not game.has_chance:
        raise InputError(f"{game.name}: this is no game of chance: give no bound")
    bound = BOUND if bound is None and game.has_chance else bound
    if resume and (folder / CARD).exists():
        card = Card.read(folder)
        is_close = isinstance(card, OutcomeCard) or (bound is not None and card.bound <= bound)
        if card.rules == rules_digest(game) and is_close:
            return card
    check_target(folder)
    check_solvable(game, bound)
    if bound is not None:
        valued = solved_by(registry.keepers()[0], game, bound, seconds, jobs)
        return save(game, valued, folder, reading, bound)
    work = folder.with_name(f"{folder.name}{WORK}")
    if (work / STATE).exists() and not resume:
        raise InputError(f"{work}: a game is being solved there: go on with it (--resume), or remove it")
    runner = registry.keeper(game)
    until = Deadline.after(seconds)
    try:
        with (
            game.session.within(seconds),
            executor(jobs, cluster=cluster) as running,
            nullcontext() if store is None else Exchange(store, work, rules_digest(game)) as exchange,
        ):
            state = None
            if not _is_whole(game, work):
                pieces = Pieces(game, runner, running, jobs, exchange, until.at)
                state = by_layers(game, runner, work, pieces, tell)
            if state is not None:
                _finish(game, work, reading, state)
            if _is_whole(game, work):
                work.replace(folder)
                return Card.read(folder)
    except OSError as error:
        raise InputError(f"{unwritable(work, error)}{_goes_on(work)}") from None
    except LimitError as error:
        raise LimitError(f"{game.name} was not solved: {error.message}{_goes_on(work)}") from None
    except ExecutorError as error:
        said = f"{error}{_goes_on(work)}"
        raise ExecutorError(said, error.exit_code) from None
    finally:
        if not (work / STATE).exists():
            shutil.rmtree(work, ignore_errors=True)
    return save(game, solved_by(registry.keepers()[0], game, None, until.most(None), jobs), folder, reading)


def _goes_on(work: Path) -> str:
    return f"; {work} has what was done so far: --resume goes on" if (work / STATE).exists() else ""


def _is_whole(game: SessionGame, work: Path) -> bool:
    """Whether all is done in a folder but its name."""
    return (
        (work / CARD).exists() and not (work / STATE).exists() and Card.read(work).rules == rules_digest(game)
    )


def by_layers(game: SessionGame, runner: Keeper, work: Path, pieces: Pieces, tell: Tell) -> State | None:
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
                shutil.rmtree(work, ignore_errors=True)
                work.mkdir(parents=True)
                try:
                    LayeredSolver(work, state, pieces, tell).run(runner)
                except WiderError:
                    words *= 2
                    continue
                except UnlayeredError as error:
                    if layering == TOLD_BY_RULES:
                        (position,) = runner.positions(state.coding, error.args[0])
                        shown = game.format_position(position)
                        raise InputError(f"{game.name}: a move from {shown} lowers layer/2") from None
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


def _finish(game: SessionGame, work: Path, reading: Reading, state: State) -> None:
    """Make of the work what is to be kept."""
    files = [state.solved[layer] for layer in sorted(state.solved)]
    kept = {one.name for one in files}
    for path in work.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in kept and path.name != STATE:
            path.unlink()
    about = _about(game, work, reading, state.coding, files, state.ends, state.seconds)
    _write_card(game, work, _outcome_card(game, about, state.coding, state.tally), state.tally)
    (work / STATE).unlink()


def save(
    game: SessionGame,
    solved: Solved[Any],
    folder: Path,
    reading: Reading,
    bound: float | None = None,
) -> AnyCard:
    """Write a solved game to a new folder, all of it or nothing; `bound` is how close values were wanted.

    Raises InputError where that fails, LimitError where the game was not solved.
    """
    if not solved.complete:
        raise unsolved(game, solved)
    positions = solved.positions
    if not isinstance(positions, KeyedPositions):
        raise InputError(
            f"what {solved.engine} solves cannot be stored: choose {', '.join(registry.keepers())}"
        )
    if positions.coding.atoms:
        raise InputError(f"{game.name}: positions with atoms that the rules make themselves cannot be stored")
    check_target(folder)
    with writing(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    with ExitStack() as stack:
        stack.enter_context(writing(folder))
        stack.callback(shutil.rmtree, part, ignore_errors=True)
        coding, order = positions.coding, key_order(positions.coding, positions.keys)
        keys = taken(positions.keys, coding.size, order)
        tally = Tally()
        if solved.has_values:
            content = EXPECTATIONS
            bounds = (solved.values.lowers, solved.values.uppers)
            columns = [taken(array("d", some).tobytes(), 8, order) for some in bounds]
        else:
            assert isinstance(solved.players, Column)
            assert isinstance(solved.solutions, Column)
            content = SOLUTIONS
            (players,), (outcomes, plies) = solved.players.parts, solved.solutions.parts
            movers = taken(cast(bytes, players), 1, order)
            ends = taken(cast(bytes, outcomes), 1, order)
            columns = [ends, taken(cast("array[int]", plies).tobytes(), 4, order)]
            tally.add(coding, keys, movers, *columns)
        stored = replace(written(part / file_name(0), 0, coding, content, keys, columns), after=[0])
        about = _about(game, part, reading, coding, [stored], solved.leaves or 0, solved.seconds)
        card: AnyCard
        if solved.has_values:
            told = rows(replace(solved, roots=len(positions)), game.format_position)
            table = [row for row, _ in told if isinstance(row, ValueTable)]
            about |= {"bound": bound or BOUND, "gap": solved.values.gap, "sweeps": solved.sweeps}
            card = ValueCard(**about, table=table)
        else:
            card = _outcome_card(game, about, coding, tally)
        _write_card(game, part, card, tally)
        part.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        part.rename(folder)
    return Card.read(folder)


def unsolved(game: SessionGame, solved: Solved[Any]) -> LimitError:
    """What is said of a game that an engine could not solve."""
    what = "the memory is used up" if solved.status is Status.MEMORY else "time is up"
    return LimitError(f"{game.name} was not solved: {what}")


def _about(
    game: SessionGame,
    folder: Path,
    reading: Reading,
    coding: KeyCoding,
    files: Sequence[Stored],
    ends: int,
    seconds: float,
) -> dict[str, Any]:
    """What any card says of what is in a folder already; `source` is as it will be seen from its place."""
    return {
        "game": game.name,
        "source": _source(game, folder),
        "convention": reading.convention,
        "moves_again": reading.moves_again,
        "rules": rules_digest(game),
        "pydecl": __version__,
        "words": coding.words,
        "codes": coding.codes.hex(),
        "layering": coding.layering,
        "positions": sum(one.positions for one in files),
        "ends": ends,
        "files": files,
        "seconds": seconds,
        "fold": FOLD in game.defined,
    }


def _outcome_card(
    game: SessionGame, about: Mapping[str, Any], coding: KeyCoding, tally: Tally
) -> OutcomeCard:
    def text_of(key: bytes) -> str:
        return game.format_position(registry.keeper(game).positions(coding, key)[0])

    return OutcomeCard(**about, counts=tally.counts, table=tally.table(text_of))


def _write_card(game: SessionGame, folder: Path, card: AnyCard, tally: Tally) -> None:
    """Write the card of what is in a folder already, with what is looked up there."""
    with Database(folder, card, folded(game, fold=False)) as database:
        if isinstance(card, OutcomeCard):
            lines = []
            for outcome in (Outcome.WON, Outcome.LOST):
                if (found := tally.furthest(outcome)) is not None:
                    (position,) = database.runner.positions(card.coding, found[1])
                    shown = database.game.format_position(position)
                    lines.append(LongestLine(outcome.value, found[0], shown, database.line(position)))
            card = replace(card, longest=lines)
        starts = database.game.initial()[:1]
        for start, end in zip(starts, database.solutions(starts), strict=True):
            if end is not None:
                shown = database.game.format_position(start)
                told = {"position": shown, **end.to_json(), "said": str(end)}
                card = replace(card, start=told)
    card.write(folder)


def _source(game: SessionGame, folder: Path) -> str:
    """A bundled game's name with its options; or the path of the rules from the folder."""
    if game.name.partition(":")[0] in game_names():
        return game.name
    path, colon, options = game.name.partition(":")
    return os.path.relpath(path, folder) + colon + options
