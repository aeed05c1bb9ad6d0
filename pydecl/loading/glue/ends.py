"""How a game ends: what holds of its last boards and not before, and for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydecl.loading.glue import names
from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.moves import takes_board
from pydecl.loading.glue.players import Pair, goal_of, is_player
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.rule import BOARD, ME, Gives, Played, Position, blank_of, inner, substituted
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.loading.glue.shapes import leaves, parts
from pydecl.model.term import Term, Variable

WINNER, ANYBODY = Variable("Winner"), Variable("Anybody")

EFFORT = 60_000

MOST_ARITY = 4

FEWEST_LOST = 3
"""In how many games a goal must name who is to move, to name who has lost."""

GAMES = 4
"""How many games are looked at in full."""


@dataclass(frozen=True)
class Ending:
    """A goal with BOARD, and WINNER if it says who has won; ME in it is whose turn it is.

    `players` are what it calls the first and the second player. `kind` says what the games showed:
    'line' if it holds at first after a move of the winner, 'told' if it goes on to hold once it does, 'lost'
    if it is asked of who is to move, and names that one: then `players` is what each one's loser is called,
    'count' if it may hold all the time, and counts when there are no moves.
    """

    key: Key
    goal: Term
    players: tuple[Term, Term] | None
    kind: str
    score: float
    why: str
    is_open: bool = False
    """Whether it holds with anything in the place of WINNER when the game is over, and only then."""

    @property
    def is_late(self) -> bool:
        """Whether it says who has won only when there are no moves."""
        return self.kind == "count"

    @property
    def asks_mover(self) -> bool:
        """Whether it must be told whose turn it is."""
        return has_variable(self.goal, ME) or self.kind == "lost"


class Looking:
    """Looks for them among the positions of some games."""

    def __init__(
        self,
        program: Program,
        sampler: Sampler,
        chosen: Chosen,
        games: Sequence[Played],
        pairs: Sequence[Pair] = (),
    ) -> None:
        self._program = program
        self.sampler = sampler
        self.chosen = chosen
        self._games = list(games[:GAMES])
        own = [chosen.pair] if chosen.pair else []
        self._pairs = [*own, *(pair for pair in pairs if pair not in own)][:3]
        self._state = chosen.rule.result.gives is Gives.FACTS

    def ends(self) -> tuple[list[Ending], list[Ending]]:
        """What names a winner, and what else ends the game, the likeliest first."""
        last = [game.positions[-1] for game in self._games]
        asked = list(self.candidates())
        likely = sorted(asked, key=lambda one: not names.says(one[0].name, names.WIN))
        candidates = [one for one in likely if self._holds_late(*one, last)]
        winners: list[Ending] = []
        overs: list[Ending] = []
        for key, goal in candidates:
            if self.sampler.until.is_over:
                break
            given = {v.name: values[0] for v, values in self._domains(goal) if v != WINNER}
            goal = substituted(goal, given)
            told = self._told(goal)
            names_winner = has_variable(goal, WINNER)
            ending = self._winner(key, goal, told) if names_winner else self._over(key, goal, told)
            if ending is not None:
                (winners if ending.players else overs).append(ending)
        winners.sort(key=lambda one: self._called(one, list(winners)) - one.score)
        return winners, sorted(overs, key=lambda one: -one.score)

    def _called(self, one: Ending, winners: Sequence[Ending]) -> float:
        """What a predicate loses that another one calls which names the winner, too: it looks at a part."""
        callers = [other for other in winners if other.key != one.key and other.kind == one.kind]
        return 2.0 * any(one.key in self._program.reached(other.key) for other in callers)

    def named(self, positions: Sequence[Position], goal: Term) -> list[bool]:
        """Of which positions a goal holds, and names somebody if it has WINNER."""
        answers = self.sampler.all([self._sample(goal, one) for one in positions])
        if has_variable(goal, WINNER):
            return [len(_constants(answer.solutions)) == 1 for answer in answers]
        return [answer.holds for answer in answers]

    def candidates(self) -> Iterator[tuple[Key, Term]]:
        """Goals about a board, with WINNER in the place of a player."""
        for key in self._program.predicates:
            effects = self._program.effects[key]
            if not effects.callable or effects.random or key.arity > MOST_ARITY:
                continue
            if key == self.chosen.rule.maker or names.says(key.name, names.CHOOSER):
                continue
            named = names.says(key.name, (*names.WIN, *names.LINE, *names.OVER))
            if self._state:
                if key.arity <= 1 and not effects.changes:
                    yield key, goal_of(key, [WINNER] * key.arity)
                continue
            for i in range(key.arity):
                if not takes_board(self._program, self.chosen.start, key, i):
                    continue
                free = [Variable(f"A{k}") for k in range(key.arity)]
                free[i] = BOARD
                if key.arity == 1:
                    yield key, goal_of(key, free)
                elif key.arity == 2 or named:
                    for k in range(key.arity):
                        if k != i:
                            yield key, goal_of(key, [WINNER if j == k else a for j, a in enumerate(free)])
                    for k in reversed(range(key.arity)) if key.arity > 2 and named else ():
                        if k != i:
                            yield from self._told_mover(key, free, k)

    def _told_mover(self, key: Key, free: Sequence[Term], winner: int) -> Iterator[tuple[Key, Term]]:
        """The goal with WINNER at an argument, and whose turn it is at another one."""
        pair = self.chosen.rule.pair
        for k, arg in enumerate(free) if pair is not None else ():
            assert pair is not None
            if k != winner and arg != BOARD and is_player(self._program, pair, (key, k)):
                yield key, goal_of(key, [{winner: WINNER, k: ME}.get(j, a) for j, a in enumerate(free)])

    def _sample(self, goal: Term, position: Position) -> Sample:
        return Sample(
            substituted(goal, self.chosen.rule.values(position)),
            (WINNER,) if has_variable(goal, WINNER) else (),
            self._domains(goal),
            position.board if self._state else None,
            12,
            4,
            EFFORT,
        )

    def _domains(self, goal: Term) -> tuple[tuple[Variable, tuple[Term, ...]], ...]:
        """What WINNER, and other arguments that a program gives constants, are tried with."""
        found: list[tuple[Variable, tuple[Term, ...]]] = []
        key = self._program.key_in(goal)
        for i, arg in enumerate(parts(inner(goal)) if key is not None else ()):
            assert key is not None
            if arg == WINNER:
                found.append((WINNER, tuple(self._named(key, i)[:8])))
            elif isinstance(arg, Variable) and arg not in (BOARD, ME, ANYBODY):
                constants = self._program.flow.constants((key, i))
                sizes = [one for one in constants if isinstance(one, int)] or [3]
                found.append((arg, tuple(sizes[:1])))
        return tuple(found)

    def _named(self, key: Key, i: int) -> list[Term]:
        """Whom an argument may name: the players, and what else the text has there.

        If it has the players of the moves, it does not mean other players.
        """
        constants = self._program.flow.constants((key, i))
        own = self.chosen.rule.pair
        sure = own is not None and is_player(self._program, own, (key, i))
        players = [player for pair in self._pairs[: 1 if sure else None] for player in pair.both]
        others = [player for pair in self._pairs[1:] if sure for player in pair.both if player not in players]
        left_out = (blank_of(self.chosen.start.board), *others)
        return [one for one in dict.fromkeys([*players, *constants]) if one not in left_out]

    def _holds_late(self, key: Key, goal: Term, last: Sequence[Position]) -> bool:
        """Whether a goal holds of a last board, and says nothing of the first one."""
        start = Position(self.chosen.start.board, 0)
        first, *late = self.sampler.all([self._sample(goal, one) for one in (start, *last)])
        if has_variable(goal, WINNER):
            if not any(_constants(answer.solutions) for answer in late):
                return False
            return names.says(key.name, (*names.WIN, *names.LINE, *names.OVER)) or not first.holds
        return not first.holds and first.end == "done" and any(answer.holds for answer in late)

    def _told(self, goal: Term) -> list[list[list[Term] | None]]:
        """For each game and position, the constants that WINNER may be; None if the goal fails."""
        told: list[list[list[Term] | None]] = []
        for game in self._games:
            answers = self.sampler.all([self._sample(goal, one) for one in game.positions])
            row: list[list[Term] | None] = []
            for answer in answers:
                constants = _constants(answer.solutions) if has_variable(goal, WINNER) else []
                row.append(constants if answer.holds else None)
            told.append(row)
        return told

    def _winner(self, key: Key, goal: Term, told: list[list[list[Term] | None]]) -> Ending | None:
        """The goal as one that names the winner, if it names two players in all."""
        votes: dict[Term, list[int]] = {}
        sole = held = early = 0
        for game, row in zip(self._games, told, strict=True):
            first = next((i for i, one in enumerate(row) if one), None)
            if first is None:
                continue
            held += 1
            early += first < 3
            constants = row[first] or []
            sole += len(constants) == 1
            mover = 1 - game.positions[first].turn
            for constant in constants:
                votes.setdefault(constant, [0, 0])[mover] += 1
        if not held:
            return None
        players = self._players(votes)
        if players is None:
            return None
        line = sole == held and not early and all(sum(v) in v for v in votes.values())
        loses = self._loses(key, players, told)
        lasts = not early and names.says(key.name, names.OVER) and all(map(_lasts, told))
        score = 3.0 * (line or lasts or loses) + 2.5 * names.says(key.name, names.WIN) - 0.3 * key.arity
        score += 0.7 * names.says(key.name, names.LINE) + held / len(told)
        score += 1.0 * (not names.says(key.name, names.NO_START)) + self._above(key)
        kind = "lost" if loses else "line" if line else "told" if lasts else "count"
        when = "after a move of that player" if kind == "line" else "in the end"
        why = f"{key} names {players[0]} or {players[1]} {when}, in {held} of {len(self._games)} games"
        if loses:
            why = f"{why}: who cannot go on then, and has lost"
            players = players[1], players[0]
        is_open = names.says(key.name, names.OVER) and self._holds_open(goal, told)
        return Ending(key, goal, players, kind, score, why, is_open)

    def _holds_open(self, goal: Term, told: list[list[list[Term] | None]]) -> bool:
        """Whether the goal holds with anything for WINNER where it names somebody, and nowhere else."""
        free = substituted(goal, {WINNER.name: ANYBODY})
        for game, row in zip(self._games, told, strict=True):
            answers = self.sampler.all([self._sample(free, one) for one in game.positions])
            if any(answer.holds != bool(one) for answer, one in zip(answers, row, strict=True)):
                return False
        return True

    def _loses(self, key: Key, players: Sequence[Term], told: list[list[list[Term] | None]]) -> bool:
        """Whether the goal names who is to move in last positions alone, and there at times nobody else."""
        if self.chosen.rule.pair is None or names.says(key.name, names.WIN):
            return False
        last = sole = 0
        for game, row in zip(self._games, told, strict=True):
            named = [players[one.turn] in (row[i] or ()) for i, one in enumerate(game.positions)]
            if any(named[:-1]) or (game.stuck and not named[-1]):
                return False
            last += named[-1]
            sole += named[-1] and players[1 - game.positions[-1].turn] not in (row[-1] or ())
        return last >= FEWEST_LOST and sole > 0

    def _players(self, votes: Mapping[Term, Sequence[int]]) -> tuple[Term, Term] | None:
        """What WINNER is for the first and the second player."""
        pair = self.chosen.pair
        if pair is not None and any(player in votes for player in pair.both):
            return pair.both
        firsts = [constant for constant, (one, other) in votes.items() if one > other]
        seconds = [constant for constant, (one, other) in votes.items() if other > one]
        if len(firsts) == 1 and len(seconds) == 1:
            return firsts[0], seconds[0]
        return None

    def _above(self, key: Key) -> float:
        return 0.2 * min(4, len(self._program.reached(key)))

    def _over(self, key: Key, goal: Term, told: list[list[list[Term] | None]]) -> Ending | None:
        """The goal as one that says that the game is over: once it holds it goes on to hold."""
        held = 0
        for row in told:
            first = next((i for i, one in enumerate(row) if one is not None), None)
            if first is None:
                continue
            if first < 3 or any(one is None for one in row[first:]):
                return None
            held += 1
        if not held:
            return None
        score = 3.0 * names.says(key.name, names.OVER) + held / len(told) + self._above(key)
        score -= 2.0 * names.says(key.name, ("valid", "is", "has", "can", "proper", "member", "check"))
        why = f"{key} holds in the end, in {held} of {len(told)} games"
        return Ending(key, goal, None, "over", score, why)


def has_variable(goal: Term, variable: Variable) -> bool:
    """Whether a variable is in a goal."""
    return variable in leaves(goal)


def _lasts(row: Sequence[Sequence[Term] | None]) -> bool:
    """Whether what holds somewhere in a game goes on to hold."""
    first = next((i for i, one in enumerate(row) if one), len(row))
    return all(row[first:])


def _constants(solutions: Sequence[tuple[Term, ...]]) -> list[Term]:
    found: dict[str, Term] = {}
    for (value,) in solutions:
        if not isinstance(value, Variable):
            found.setdefault(str(value), value)
    return list(found.values())
