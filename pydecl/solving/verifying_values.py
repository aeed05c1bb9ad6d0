"""Values of a game of chance verified: the bounds of each from those of the successors."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from operator import mul

from pydecl.engines import registry
from pydecl.errors import InputError
from pydecl.model.expectation import ROUNDING, Expectation
from pydecl.model.game import Player
from pydecl.model.keyed import Fault
from pydecl.model.result import End
from pydecl.model.term import Term
from pydecl.model.valued import Expectations, decided
from pydecl.programs.solving import value
from pydecl.solving.card import ValueCard
from pydecl.solving.chance import BOUND
from pydecl.solving.verifier import OTHER, Verifier, Wrong


class ValueVerifier(Verifier):
    """That no value lies outside its bounds is proved from these alone, and from the rules.

    Machine code asks of every position that its upper bound be no less than what follows from the upper
    bounds of its successors, all of which are stored: the most of them where MAX is to move, the least where
    MIN is, the mean where chance is. So if MIN always goes for the least, he expects no more than the bound,
    as far as play ends. If it goes round for ever, it is worth 0: then bounds that are met again and again
    must not all be below 0. So of positions with bounds below 0 it is asked that MIN, by moves that do not
    raise the bound, have a way to an end or to a bound that is not below 0, whatever MAX does, if chance
    helps: in the end it does. The lower bounds are proved likewise, with MAX and MIN exchanged. An end's
    bounds hold what it is worth. All that is so but for the rounding of doubles, about 1e-15 for each number
    that is added up.

    The proof asks for no value iteration, and says nothing of how close the bounds are: the card does, and is
    compared with them.
    """

    def by_successors(self, roots: Mapping[int, bytes]) -> Wrong | None:
        database = self.database
        coding, runner = database.card.coding, database.runner
        (file,) = database.files.values()
        parts = [(part, *bounds) for part, bounds in file.parts(len(database))]
        keys, lowers, uppers = map(b"".join, zip(*parts, strict=True))
        left = roots.get(file.stored.layer, b"")
        if left and runner.merged(coding, [left], keys):
            raise self.missing()
        held = runner.held(coding, keys, [lowers, uppers])
        values = Expectations(array("d", lowers), array("d", uppers))
        if held.fault is not None:
            written = self.written(keys[held.at * coding.size :][: coding.size])
            due = held.due if held.fault is Fault.DIFFERENT else None
            return Wrong(written, values[held.at], due, "machine code", held.fault.value)
        if not self._is_told(values):
            raise InputError(f"{database.folder}: the card is damaged: its values are not those of the files")
        return None

    def _is_told(self, values: Expectations) -> bool:
        """Whether the card says of the values what is so."""
        card, gap = self.database.card, values.gap
        if not isinstance(card, ValueCard) or card.gap != gap:
            return False
        ends = Counter(decided(one, gap) for one in values.middles)
        return (ends[1], ends[-1]) == (
            sum(row.won for row in card.table),
            sum(row.lost for row in card.table),
        )

    def follows(self, position: Term, stored: End, ends: Sequence[End]) -> bool:
        assert isinstance(stored, Expectation)
        if not ends:
            return stored.lower == stored.upper and stored.lower in (-1, 0, 1)
        due = self.due(position, ends)
        return stored.lower <= due.lower + ROUNDING and stored.upper >= due.upper - ROUNDING

    def due(self, position: Term, ends: Sequence[End]) -> Expectation:
        bounds = [(end.lower, end.upper) for end in ends if isinstance(end, Expectation)]
        game = self.database.game
        lowers, uppers = zip(*bounds, strict=True)
        if chances := game.chance(position):
            odds = [float(probability) for probability, _ in chances]
            means = (fsum(map(mul, odds, some)) for some in (lowers, uppers))
            return Expectation(*means)
        best = max if game.player(position) is Player.MAX else min
        return Expectation(best(lowers), best(uppers))

    def searched(self, position: Term, seconds: float) -> Expectation | None:
        game = self.database.game
        rules = registry.full_runner(game, OTHER).verifying
        with game.session.within(seconds):
            found = value(rules, [rules.from_term(position)], BOUND, seconds)
        return found.values[0] if found.complete else None
