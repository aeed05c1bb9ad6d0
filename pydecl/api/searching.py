"""Search a position, and count the ways to play on from one."""

from __future__ import annotations

from collections.abc import Mapping

from pydecl.api.opening import AnyGame, AnyPosition, Engine, Program, opened
from pydecl.engines import counting, registry, searching
from pydecl.engines.counting import Perft
from pydecl.engines.searching import Default
from pydecl.errors import InputError
from pydecl.loading.rules_files import Reading
from pydecl.model.number import INFINITY, Number, whole
from pydecl.model.result import Order, Preferred, Result, Settings
from pydecl.sandbox.session import MEMORY
from pydecl.solving.looking_up import program_of


def search(
    game: AnyGame,
    program: Program | str = "minimax",
    *,
    engine: Engine | str = "prolog",
    position: AnyPosition | None = None,
    depth: int | Default | None = Default.DEPTH,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    seconds: float | None = 60.0,
    order: Order | str = "game",
    cores: int = 1,
    evaluated: bool = False,
    line: bool = True,
    convention: str | None = None,
    moves_again: bool = False,
    fold: bool = False,
    memory: int = MEMORY,
    rules: Preferred = Preferred.HAND,
    **settings: int,
) -> Result:
    """Search one position of a game for its value and the best move.

    Args:
        game: a game, a position of one, a bundled game's name with its options, or the path of a file.
        program: which program searches; "file:alphabeta" is one that the rules file brings itself,
            "database:DIR" looks up what `solve` has kept in a folder.
        engine: what executes the program.
        position: where to search: a position, a term, or a text in the game's notation; by default the start.
        depth: how many plies to look ahead, None for no limit; by default what the rules say.
        alpha: what MAX is sure of elsewhere, for the programs that take a window.
        beta: what MIN can hold MAX to elsewhere.
        seconds: wall time, None for no limit.
        order: the order in which the moves are searched.
        cores: how many search at the same time, on an engine that splits searches; nodes vary then.
        evaluated: whether to record the leaves in order.
        line: whether to look for best play after the best move, which takes some more searches.
        convention: the school of the rules file, where it cannot be told.
        moves_again: whether a player may move twice in a row.
        fold: whether symmetric positions are folded, as canonical/2 of the rules says.
        memory: what the rules may use, in MiB.
        rules: which rules the searches in Python take, where a game has both.
        settings: what single programs want to know besides, such as `seed`, `playouts` or `extension`.

    Returns:
        The answer, from MAX's point of view. A limit that is reached is no error: the answer is not complete.

    Raises:
        InputError: the question makes no sense.
        ContractError: the game breaks its contract.

    >>> result = search("tictactoe", "alphabeta", position="x.o/.x./..o", engine="python")
    >>> result.value, str(result.best_move), result.nodes
    (0, '6', 125)
    """
    late = not registry.engine(engine).needs_session
    reading = Reading(convention, moves_again, fold)
    with opened(game, position, depth, seconds, memory, reading, rules=rules, late=late) as (found, at):
        return searching.search(
            found,
            program_of(found, str(program)),
            engine=str(engine),
            position=at,
            depth=depth,
            alpha=alpha,
            beta=beta,
            seconds=seconds,
            settings=settings_of(order, settings),
            cores=cores,
            evaluated=evaluated,
            line=line,
        )


def settings_of(order: str | Order, settings: Mapping[str, int]) -> Settings:
    """The settings of a search. Raises InputError for an order or a setting that there is not."""
    if "time" in settings:
        raise InputError("the time limit is called seconds here")
    return Settings(order=order_of(order)).having(settings)


def order_of(order: str | Order) -> Order:
    """The order of moves of this name. Raises InputError if there is none."""
    try:
        return Order(order)
    except ValueError:
        known = ", ".join(one.value for one in Order)
        raise InputError(f"{order!r} is no order of moves: expected {known}") from None


def perft(
    game: AnyGame,
    depth: int,
    *,
    engine: Engine | str = "prolog",
    position: AnyPosition | None = None,
    seconds: float | None = 60.0,
    convention: str | None = None,
    moves_again: bool = False,
    memory: int = MEMORY,
) -> Perft:
    """Count the ways to play `depth` plies: the usual check of rules for their moves.

    The other arguments are those of `search`. Raises InputError for a game of chance, LimitError where the
    time is not enough, and NotCompiledError where the engine does not cover the rules.

    Source: https://www.chessprogramming.org/Perft.

    >>> perft("tictactoe", 3, engine="python").positions
    504
    """
    whole(0, depth=depth)
    reading = Reading(convention, moves_again)
    with opened(game, position, depth, seconds, memory, reading) as (found, at):
        return counting.perft(found, depth, engine=str(engine), position=at, seconds=seconds)
