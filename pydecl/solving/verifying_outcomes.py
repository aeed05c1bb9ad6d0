"""Outcomes and plies verified: each from those of the successors."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydecl.engines.searching import search
from pydecl.errors import InputError
from pydecl.model.game import Outcome, Player
from pydecl.model.keyed import Due, Known, Unsolved, solution_of
from pydecl.model.program import Program
from pydecl.model.result import End, Solution
from pydecl.model.term import Term
from pydecl.solving.card import OutcomeCard
from pydecl.solving.files import LayerFile
from pydecl.solving.pieces import most_known
from pydecl.solving.tally import Tally
from pydecl.solving.verifier import OTHER, Verifier, Wrong


class OutcomeVerifier(Verifier):
    """What is won in N plies has a move to what is won in N - 1, and so on: that proves each solution."""

    def by_successors(self, roots: Mapping[int, bytes]) -> Wrong | None:
        tally = Tally()
        for file in self.database.files.values():
            wrong = self._of_layer(file, roots.get(file.stored.layer, b""), tally)
            if wrong is not None:
                return wrong
        card = self.database.card
        if not isinstance(card, OutcomeCard) or tally.counts != card.counts:
            raise InputError(
                f"{self.database.folder}: the card is damaged: its counts are not those of the files"
            )
        return None

    def _of_layer(self, file: LayerFile, roots: bytes, tally: Tally) -> Wrong | None:
        """The positions of a layer; `roots` are keys that must be among theirs."""
        coding, runner = self.database.card.coding, self.database.runner
        most = most_known(coding) // 4
        for keys, (outcomes, plies) in file.parts(most // 4):
            if roots:
                roots = runner.merged(coding, [roots], keys)
            folds = b""
            part: Sequence[Known] = ()
            for following in self._parts(file, most):
                if part:
                    folds = runner.due(coding, Unsolved(keys, part, folds, last=False)).folds
                part = following
            due = runner.due(coding, Unsolved(keys, part, folds))
            tally.add(coding, keys, due.movers, outcomes, plies)
            if due.missing is not None or (due.outcomes, due.plies) != (outcomes, plies):
                return self._first_wrong(keys, map(solution_of, outcomes, array("I", plies)), due)
        if roots:
            raise self.missing()
        return None

    def _parts(self, file: LayerFile, most: int) -> Iterator[Sequence[Known]]:
        """What is stored of the positions after those of a layer, so many at a time."""
        part: list[Known] = []
        for layer in file.stored.after:
            for keys, (outcomes, plies) in self.database.files[layer].parts(most // 4):
                if part and sum(map(len, part)) + len(outcomes) > most:
                    yield part
                    part = []
                part.append(Known(keys, outcomes, plies))
        if part:
            yield part

    def _first_wrong(self, keys: bytes, stored: Iterable[Solution], due: Due) -> Wrong | None:
        size = self.database.card.coding.size
        due_ones = map(solution_of, due.outcomes, array("I", due.plies))
        for number, (found, wanted) in enumerate(zip(stored, due_ones, strict=True)):
            if number == due.missing or found != wanted:
                written = self.written(keys[number * size :][:size])
                return Wrong(written, found, None if number == due.missing else wanted, "machine code")
        return None

    def follows(self, position: Term, stored: End, ends: Sequence[End]) -> bool:
        if not ends and isinstance(stored, Solution) and stored.plies in (0, None):
            return True
        return stored == self.due(position, ends)

    def due(self, position: Term, ends: Sequence[End]) -> Solution:
        known = [end for end in ends if isinstance(end, Solution)]
        is_max = self.database.game.player(position) is Player.MAX
        wanted, unwanted = (Outcome.WON, Outcome.LOST) if is_max else (Outcome.LOST, Outcome.WON)
        plies = {outcome: [end.plies or 0 for end in known if end.outcome is outcome] for outcome in Outcome}
        if plies[wanted]:
            return Solution(wanted, min(plies[wanted]) + 1)
        if len(plies[unwanted]) == len(known):
            return Solution(unwanted, max(plies[unwanted], default=-1) + 1)
        return Solution(Outcome.DRAWN, None)

    def searched(self, position: Term, seconds: float) -> Solution | None:
        answer = search(
            self.database.game,
            Program.OUTCOME,
            engine=OTHER,
            position=position,
            depth=None,
            seconds=seconds,
            line=False,
        ).answer
        if not answer.complete:
            return None
        assert isinstance(answer.value, Solution)
        return answer.value
