"""Many matches of one game, stepped at once in machine code: numpy's arrays in and out.

>>> with Batch("nim:heaps=[1,2]", 3) as batch:
...     print(batch.counts, batch.movers)
...     print(*batch.step([2, 2, 1]))
...     print(batch.counts, batch.position(2))
[3 3 3] [1 1 1]
[0. 0. 0.] [False False False] [False False False]
[1 1 2] 1/1 min
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from random import Random
from typing import Any

from pydecl.adapters.extras import MissingExtraError
from pydecl.adapters.matches import PLIES
from pydecl.api.opening import AnyGame, AnyPosition, made_of
from pydecl.engines.numbered import matches, walked
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.model.closing import Closeable
from pydecl.model.game import Game
from pydecl.model.position import Position

try:
    import numpy as np

    from pydecl.adapters.planes import Array, Form, form_of
except ModuleNotFoundError as error:
    raise MissingExtraError("numpy", error) from None

LOOKED_AT = 2_000
"""So many positions of random play say what observations are like."""


class Batch(Closeable):
    """So many matches of a game, whose moves are numbers in the order of the rules; a context manager.

    A match that is over begins again within the same step. Chance moves by itself. If a player moves again,
    the same player is simply to move. The arrays show memory that the next step fills: copy what you keep.
    """

    counts: Array
    """How many moves each position has: the actions are the numbers below."""
    movers: Array
    """Who is to move: 1 for MAX, -1 for MIN."""
    plies: Array
    """How many moves were made in each match so far."""
    actions: Array
    """What the last step played."""
    rewards: Array
    """1 if MAX has won by the last step, -1 if MIN has, else 0."""
    terminated: Array
    """Whether the match was over after the last step."""
    truncated: Array
    """Whether the last step was the last of as many plies as a match may take."""

    def __init__(
        self,
        game: AnyGame,
        count: int,
        *,
        position: AnyPosition | None = None,
        seed: int | Sequence[int] = 0,
        plies: int = PLIES,
        observation: int | None = None,
        **reading: Any,
    ) -> None:
        """Open a game whose rules compile, and begin all matches.

        Args:
            game: a bundled game's name with its options, the path of a file, a consulted game, or a position.
            count: how many matches.
            position: where they begin; by default at the first start of the rules.
            seed: for chance and random play; a number is counted up from match to match.
            plies: how many moves a match may take.
            observation: observe positions as texts of so many bytes; by default as planes if they are grids.
            reading: what `pydecl.consult` takes besides.

        Raises:
            NotCompiledError: the rules do not compile.
            InputError: there is no such game or position, or a number is wrong.
            ContractError: the game breaks its contract, here or at a later step, which closes the batch.
        """
        if count < 1 or plies < 1:
            raise InputError(f"there must be at least 1 match of 1 ply, not {count} of {plies}")
        make = partial(_opened, count, plies)
        self._game, self._matches, self._is_own, self._start = made_of(game, position, make, reading)
        self._observation = observation
        self._shown = {name: np.asarray(memory) for name, memory in self._matches.arrays.items()}
        for name, array in self._shown.items():
            shown = array.view()
            shown.flags.writeable = False
            setattr(self, name, shown)
        try:
            self.reset(seed)
        except BaseException:
            self.close()
            raise

    def __len__(self) -> int:
        return len(self.counts)

    def close(self) -> None:
        """End what runs it, and the game unless it was open before; twice does no harm."""
        self._matches.close()
        if self._is_own:
            self._game.close()

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Let all matches begin anew; without a seed, chance and random play go on as they are."""
        if seed is not None:
            each = [seed + i for i in range(len(self))] if isinstance(seed, int) else list(seed)
            if len(each) != len(self):
                raise InputError(f"there must be {len(self)} seeds, one for each match, not {len(each)}")
            self._shown["random"][:] = [one % (1 << 64) for one in each]
        self._matches.begin()

    def step(self, actions: Sequence[int] | Array | None = None) -> tuple[Array, Array, Array]:
        """Make a move in each match, by its number, or all at random: `rewards`, `terminated`, `truncated`.

        A match that was over when it began has no moves; it ends whatever the action is.

        Raises InputError where an action is no move; then nothing has moved.
        """
        if actions is not None:
            self._shown["actions"][:] = self._checked(np.asarray(actions))
        self._matches.step(at_random=actions is None)
        return self.rewards, self.terminated, self.truncated

    def masks(self, actions: int) -> Array:
        """For each match, which of so many actions are moves."""
        return np.arange(actions, dtype=np.uint32) < self.counts[:, None]

    def observations(self, *, ended: bool = False) -> Array:
        """The positions as arrays of `form.shape`: a new array each time.

        With `ended` they are those that ended a match in the last step; elsewhere the present ones. Raises
        InputError for a text that is too long.
        """
        rows = np.frombuffer(self._matches.observed(self.form.width, ended=ended), np.uint8)
        return self.form.seen(rows.reshape(len(self), -1))

    @cached_property
    def form(self) -> Form:
        """What an observation is like: one-hot planes if positions are a grid, else a text in bytes."""
        if self._observation is not None:
            return Form(self._observation, np.zeros(0, np.uint8), np.zeros(0, np.uint8))
        return form_of(self._looked_at[0])

    @property
    def most_moves(self) -> int:
        """A power of two, at least as large as the number of moves of any position of some random games."""
        return 1 << (self._looked_at[1] - 1).bit_length()

    @cached_property
    def _looked_at(self) -> tuple[list[bytes], int]:
        """Texts of positions in random games, and the most moves that one of them has."""
        rules = walked(self._game, self._start)
        assert rules is not None, "they compile"
        random, state, most, texts = Random(0), rules.root, 1, []
        for _ in range(LOOKED_AT):
            texts.append(rules.format_position(state).encode())
            most = max(most, len(rules.nexts[state]))
            following = rules.following(state)
            state = random.choice(following) if following else rules.root
        rules.close()
        return texts, most

    def position(self, match: int) -> Position[Any]:
        """The position of a match, which may be searched and drawn."""
        if not 0 <= match < len(self):
            raise InputError(f"there is no match {match!r}: they are the numbers below {len(self)}")
        return Position(self._game, self._game.from_term(self._matches.term(match)))

    def _checked(self, actions: Array) -> Array:
        if actions.shape != self.counts.shape or actions.dtype.kind not in "iu":
            raise InputError(f"actions are {len(self)} whole numbers, one for each match")
        legal = (actions.astype(np.uint64) < self.counts) | (self.counts == 0)
        if not legal.all():
            match = int(legal.argmin())
            most = f"its actions are the numbers below {self.counts[match]}"
            raise InputError(f"match {match} has no action {actions[match]}: {most}")
        return actions


def _opened(
    count: int, plies: int, game: Game[Any], position: AnyPosition | None, is_own: bool
) -> tuple[SessionGame, Any, bool, Position[Any]]:
    if not isinstance(game, SessionGame):
        raise InputError(f"{game.name} has no rules in Prolog, and only those are compiled")
    start = game.start if position is None else game.position(position)
    return game, matches(game, start, count, plies), is_own, start
