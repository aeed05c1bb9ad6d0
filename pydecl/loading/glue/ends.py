"""How a game ends: what holds of its last boards and not before, and for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydecl.loading.glue import names
from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.moves import takes_board
from pydecl.loading.glue.players import Pair, goal_of
from pydecl.loading.glue.playing import Played, blank_of
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.rule import BOARD, Gives, Position, substituted
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.model.term import Compound, Term, Variable

WINNER = Variable("Winner")

EFFORT = 60_000

MOST_ARITY = 4

GAMES = 4
"""How many games are looked at in full."""


@dataclass(frozen=True)
class Ending:
    """A goal with BOARD, and WINNER if it says who has won.

    `players` are what it calls the first and the second player. `kind` says what the games showed:
    'line' if it holds at first after a move of the winner, 'count' if it may hold all the time, and counts
    when there are no moves.
    """

    key: Key
    goal: Term
    players: tuple[Term, Term] | None
    kind: str
    score: float
    why: str


@dataclass(frozen=True)
class Ends:
    """The predicates that end a game, the likeliest first."""

    program: Program
    winners: Sequence[Ending]
    overs: Sequence[Ending]


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
        self._sampler = sampler
        self._chosen = chosen
        self._games = list(games[:GAMES])
        own = [chosen.rule.pair] if chosen.rule.pair else [chosen.turn[1]] if chosen.turn else []
        self._pairs = [*own, *(pair for pair in pairs if pair not in own)][:3]
        self._state = chosen.rule.result.gives is Gives.FACTS

    def ends(self) -> Ends:
        """What ends the game."""
        last = [game.positions[-1] for game in self._games]
        candidates = [one for one in self._candidates() if self._holds_late(one, last)]
        winners: list[Ending] = []
        overs: list[Ending] = []
        for key, goal in candidates:
            if self._sampler.late:
                break
            given = {v.name: values[0] for v, values in self._domains(goal) if v != WINNER}
            goal = substituted(goal, given)
            told = self._told(goal)
            ending = self._winner(key, goal, told) if _has(goal, WINNER) else self._over(key, goal, told)
            if ending is not None:
                (winners if ending.players else overs).append(ending)
        return Ends(
            self._program,
            sorted(winners, key=lambda one: -one.score),
            sorted(overs, key=lambda one: -one.score),
        )

    def won(self, winner: Ending) -> list[tuple[Position, int]]:
        """Positions in which one player alone has won, with that player: 0 for the first."""
        found: list[tuple[Position, int]] = []
        assert winner.players is not None
        for game, row in zip(self._games, self._told(winner.goal), strict=True):
            for position, constants in zip(game.positions, row, strict=True):
                named = [constant for constant in constants or [] if constant in winner.players]
                if len(named) == 1 and (winner.kind == "line" or position is game.positions[-1]):
                    found.append((position, winner.players.index(named[0])))
                    break
        return found

    def _candidates(self) -> Iterator[tuple[Key, Term]]:
        """Goals about a board, with WINNER in the place of a player."""
        for key in self._program.predicates:
            effects = self._program.effects[key]
            if not effects.callable or effects.random or key.arity > MOST_ARITY:
                continue
            if key == self._chosen.rule.maker or names.says(key.name, names.CHOOSER):
                continue
            named = names.says(key.name, (*names.WIN, *names.LINE, *names.OVER))
            if self._state:
                if key.arity <= 1 and not effects.changes:
                    yield key, goal_of(key, [WINNER] * key.arity)
                continue
            for i in range(key.arity):
                if not takes_board(self._program, self._chosen.start, self._chosen.board, key, i):
                    continue
                free = [Variable(f"A{k}") for k in range(key.arity)]
                free[i] = BOARD
                if key.arity == 1:
                    yield key, goal_of(key, free)
                elif key.arity == 2 or named:
                    for k in range(key.arity):
                        if k != i:
                            yield key, goal_of(key, [WINNER if j == k else a for j, a in enumerate(free)])

    def _sample(self, goal: Term, position: Position) -> Sample:
        values: Mapping[str, Term] = {BOARD.name: position.board}
        return Sample(
            substituted(goal, values),
            (WINNER,) if _has(goal, WINNER) else (),
            self._domains(goal),
            position.board if self._state else None,
            12,
            4,
            EFFORT,
        )

    def _domains(self, goal: Term) -> tuple[tuple[Variable, tuple[Term, ...]], ...]:
        """What WINNER, and other arguments that a program gives constants, are tried with."""
        found: list[tuple[Variable, tuple[Term, ...]]] = []
        inner = goal.args[1] if isinstance(goal, Compound) and goal.name == ":" else goal
        module = str(goal.args[0]) if isinstance(goal, Compound) and goal.name == ":" else "rules"
        args = inner.args if isinstance(inner, Compound) else ()
        for i, arg in enumerate(args):
            constants = self._program.flow.constants((Key(module, inner.name, len(args)), i))  # type: ignore[union-attr]
            if arg == WINNER:
                players = [player for pair in self._pairs for player in pair.both]
                blanks = (blank_of(self._chosen.board),)
                values = [one for one in dict.fromkeys([*players, *constants]) if one not in blanks]
                found.append((WINNER, tuple(values[:8])))
            elif isinstance(arg, Variable) and arg != BOARD:
                sizes = [one for one in constants if isinstance(one, int)] or [3]
                found.append((arg, tuple(sizes[:1])))
        return tuple(found)

    def _holds_late(self, candidate: tuple[Key, Term], last: Sequence[Position]) -> bool:
        """Whether a goal holds of a last board, and says nothing of the first one."""
        _, goal = candidate
        start = Position(self._chosen.board, 0)
        answers = self._sampler.all([self._sample(goal, one) for one in (start, *last)])
        first, *late = answers
        if _has(goal, WINNER):
            if not any(_constants(answer.solutions) for answer in late):
                return False
            return names.says(candidate[0].name, (*names.WIN, *names.LINE, *names.OVER)) or not first.holds
        return not first.holds and first.end == "done" and any(answer.holds for answer in late)

    def _told(self, goal: Term) -> list[list[list[Term] | None]]:
        """For each game and position, the constants that WINNER may be; None if the goal fails."""
        told: list[list[list[Term] | None]] = []
        for game in self._games:
            answers = self._sampler.all([self._sample(goal, one) for one in game.positions])
            row: list[list[Term] | None] = []
            for answer in answers:
                constants = _constants(answer.solutions) if _has(goal, WINNER) else []
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
        score = 3.0 * line + 2.5 * names.says(key.name, names.WIN) - 0.3 * key.arity
        score += 0.7 * names.says(key.name, names.LINE) + held / len(told)
        score += 1.0 * (not names.says(key.name, names.NO_START)) + 0.2 * self._height(key)
        when = "after a move of that player" if line else "in the end"
        why = f"{key} names {players[0]} or {players[1]} {when}, in {held} of {len(self._games)} games"
        return Ending(key, goal, players, "line" if line else "count", score, why)

    def _players(self, votes: Mapping[Term, Sequence[int]]) -> tuple[Term, Term] | None:
        """What WINNER is for the first and the second player."""
        pair = self._chosen.rule.pair or (self._chosen.turn[1] if self._chosen.turn else None)
        if pair is not None and any(player in votes for player in pair.both):
            return pair.both
        firsts = [constant for constant, (one, other) in votes.items() if one > other]
        seconds = [constant for constant, (one, other) in votes.items() if other > one]
        if len(firsts) == 1 and len(seconds) == 1:
            return firsts[0], seconds[0]
        return None

    def _height(self, key: Key) -> int:
        return min(4, len(self._program.reached(key)))

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
        score = 3.0 * names.says(key.name, names.OVER) + held / len(told) + 0.2 * self._height(key)
        score -= 2.0 * names.says(key.name, ("valid", "is", "has", "can", "proper", "member", "check"))
        return Ending(
            key, goal, None, "over", score, f"{key} holds in the end, in {held} of {len(told)} games"
        )


def _has(goal: Term, variable: Variable) -> bool:
    return variable.name in str(goal).replace("(", ",").replace(")", ",").split(",")


def _constants(solutions: Sequence[tuple[Term, ...]]) -> list[Term]:
    found: dict[str, Term] = {}
    for (value,) in solutions:
        if not isinstance(value, Variable):
            found.setdefault(str(value), value)
    return list(found.values())
