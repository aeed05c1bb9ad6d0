"""How a game ends: what holds of its last boards and not before, and for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pydecl.loading.glue import names
from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.moves import takes_board
from pydecl.loading.glue.players import Pair, goal_of, is_player
from pydecl.loading.glue.playing import Played, blank_of
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.rule import BOARD, ME, Gives, Position, substituted
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.loading.glue.shapes import changes, filled, leaves
from pydecl.loading.glue.squares import taken_tests
from pydecl.loading.glue.twins import twins_of
from pydecl.model.term import Compound, Term, Variable

WINNER, ANYBODY = Variable("Winner"), Variable("Anybody")

CLOSED = Variable("ClosedBoard")
"""The board as a position has it, where the program's own has free variables."""

EFFORT = 60_000

MOST_ARITY = 4

FEWEST_LOST = 3
"""In how many games a goal must name who is to move, to name who has lost."""

GAMES = 4
"""How many games are looked at in full."""


@dataclass(frozen=True)
class Ending:
    """A goal with BOARD, or CLOSED, and WINNER if it says who has won; ME in it is whose turn it is.

    `players` are what it calls the first and the second player. `kind` says what the games showed:
    'line' if it holds at first after a move of the winner, 'told' if it goes on to hold once it does, 'lost'
    if it is asked of who is to move, and names that one: then `players` is what each one's loser is called,
    'count' if it may hold all the time, and counts when there are no moves. 'pieces' is no predicate of the
    program's: who has more pieces when there are no moves.
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
        return self.kind in ("count", "pieces")

    @property
    def asks_mover(self) -> bool:
        """Whether it must be told whose turn it is."""
        return has_variable(self.goal, ME) or self.kind == "lost"

    def narrows(self, other: Ending) -> bool:
        """Whether it asks what another one asks, and more."""
        return isinstance(self.goal, Compound) and self.goal.name == "," and self.goal.args[0] == other.goal


@dataclass(frozen=True)
class Ends:
    """The predicates that end a game, the likeliest first."""

    program: Program
    winners: Sequence[Ending]
    overs: Sequence[Ending]


def turned(games: Sequence[Played], maker: Key, pair: Pair | None) -> Ending | None:
    """More pieces win, if moves turn the other player's pieces into those of who moves."""
    if pair is None:
        return None
    moves = turning = 0
    for game in games:
        for before, after in pairwise(game.positions):
            mine, other = pair.both[before.turn], pair.both[1 - before.turn]
            moves += 1
            turning += (other, mine) in (changes(before.board, after.board) or ())
    if moves < 4 or turning < 0.8 * moves:
        return None
    why = "Nothing names the winner; moves turn the other player's pieces over, and more pieces win"
    return Ending(maker, BOARD, pair.both, "pieces", 0.0, why)


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
        own = [chosen.rule.pair] if chosen.rule.pair else [chosen.turn[1]] if chosen.turn else []
        self._pairs = [*own, *(pair for pair in pairs if pair not in own)][:3]
        self._state = chosen.rule.result.gives is Gives.FACTS

    def ends(self) -> Ends:
        """What ends the game."""
        last = [game.positions[-1] for game in self._games]
        asked = list(self.candidates())
        if self.chosen.start.holes:
            asked += [(key, substituted(goal, {BOARD.name: CLOSED})) for key, goal in asked]
        likely = sorted(asked, key=lambda one: not names.says(one[0].name, names.WIN))
        candidates = [one for one in likely if self._holds_late(one, last)]
        winners: list[Ending] = []
        overs: list[Ending] = []
        for key, goal in candidates:
            if self.sampler.late:
                break
            given = {v.name: values[0] for v, values in self._domains(goal) if v != WINNER}
            goal = substituted(goal, given)
            told = self._told(goal)
            names_winner = has_variable(goal, WINNER)
            ending = self._winner(key, goal, told) if names_winner else self._over(key, goal, told)
            if ending is not None:
                (winners if ending.players else overs).append(ending)
        return Ends(
            self._program,
            sorted(winners, key=lambda one: self._called(one, winners) - one.score),
            sorted(overs, key=lambda one: -one.score),
        )

    def _called(self, one: Ending, winners: Sequence[Ending]) -> float:
        """What a predicate loses that another one calls which names the winner, too: it looks at a part."""
        callers = [other for other in winners if other.key != one.key and other.kind == one.kind]
        return 2.0 * any(one.key in self._program.reached(other.key) for other in callers)

    def won(self, winner: Ending) -> list[tuple[Position, int]]:
        """Positions in which one player alone has won, with that player: 0 for the first."""
        found: list[tuple[Position, int]] = []
        assert winner.players is not None
        if winner.kind == "pieces":
            for game in self._games:
                last = game.positions[-1]
                first, second = map(leaves(last.board).count, winner.players)
                if first != second:
                    found.append((last, int(second > first)))
            return found
        for game in self._games:
            told = [self._holds(winner, player, game.positions) for player in winner.players]
            for position, *holds in zip(game.positions, *told, strict=True):
                if sum(holds) == 1 and (not winner.is_late or position is game.positions[-1]):
                    found.append((position, holds.index(True)))
                    break
        return found

    def first_held(self, ending: Ending, games: Sequence[Played]) -> list[Position]:
        """In each game the first position of which an ending holds."""
        found: list[Position] = []
        for game in games:
            holds = self._holds(ending, None, game.positions)
            found += [position for position, one in zip(game.positions, holds, strict=True) if one][:1]
        return found

    def _holds(self, ending: Ending, player: Term | None, positions: Sequence[Position]) -> list[bool]:
        """Of which positions an ending holds, for a player if it says who has won."""
        goal = ending.goal if player is None else substituted(ending.goal, {WINNER.name: player})
        return [answer.holds for answer in self.sampler.all([self._sample(goal, one) for one in positions])]

    def named(self, positions: Sequence[Position], goal: Term) -> list[bool]:
        """Of which positions a goal holds, and names somebody if it has WINNER."""
        answers = self.sampler.all([self._sample(goal, one) for one in positions])
        if has_variable(goal, WINNER):
            return [len(_constants(answer.solutions)) == 1 for answer in answers]
        return [answer.holds for answer in answers]

    def candidates(self) -> Iterator[tuple[Key, Term]]:
        """Goals about a board, with WINNER in the place of a player."""
        all_twins = twins_of(self._program) if self._state else []
        twins = next((one for one in all_twins if one.pair == self.chosen.rule.pair), None)
        for key, goal in twins.lines if twins is not None else ():
            yield key, substituted(goal, {ME.name: WINNER})
        if self._state and twins is None and self.chosen.rule.pair is not None:
            facts = self.chosen.start.facts
            yield from taken_tests(self._program, facts, self.chosen.rule.pair, WINNER)
        for key in self._program.predicates:
            effects = self._program.effects[key]
            if not effects.callable or effects.random or key.arity > MOST_ARITY:
                continue
            if key == self.chosen.rule.maker or names.says(key.name, names.CHOOSER):
                continue
            named = names.says(key.name, (*names.WIN, *names.LINE, *names.OVER))
            if self._state:
                likely = key.arity == 0 or (key.arity == 1 and (named or twins is None))
                if likely and not effects.changes:
                    yield key, goal_of(key, [WINNER] * key.arity)
                continue
            for i in range(key.arity):
                if not takes_board(self._program, self.chosen.start, self.chosen.board, key, i):
                    continue
                free = [Variable(f"A{k}") for k in range(key.arity)]
                free[i] = BOARD
                if key.arity == 1:
                    yield key, goal_of(key, free)
                elif key.arity == 2 or named:
                    for k in range(key.arity):
                        if k != i:
                            yield key, goal_of(key, [WINNER if j == k else a for j, a in enumerate(free)])
                            for told in self._parts_told(key, k):
                                yield key, goal_of(key, [told if j == k else a for j, a in enumerate(free)])
                    for k in reversed(range(key.arity)) if key.arity > 2 and named else ():
                        if k != i:
                            yield from self._told_mover(key, free, k)

    def _parts_told(self, key: Key, i: int) -> Iterator[Term]:
        """What all clauses tell at an argument, if it is a compound, with WINNER for a part."""
        heads = [args[i] for args, _ in self._program.predicates[key].clauses]
        forms = {(head.name, len(head.args)) if isinstance(head, Compound) else None for head in heads}
        form = forms.pop() if len(forms) == 1 else None
        for k in range(form[1]) if form is not None else ():
            assert form is not None
            rest = (Variable(f"A{i}{j}") for j in range(form[1]))
            yield Compound(form[0], tuple(WINNER if j == k else part for j, part in enumerate(rest)))

    def _told_mover(self, key: Key, free: Sequence[Term], winner: int) -> Iterator[tuple[Key, Term]]:
        """The goal with WINNER at an argument, and whose turn it is at another one."""
        pair = self.chosen.rule.pair
        for k, arg in enumerate(free) if pair is not None else ():
            assert pair is not None
            if k != winner and arg != BOARD and is_player(self._program, pair, (key, k)):
                yield key, goal_of(key, [{winner: WINNER, k: ME}.get(j, a) for j, a in enumerate(free)])

    def _sample(self, goal: Term, position: Position) -> Sample:
        values = {**self.chosen.rule.values(position), CLOSED.name: filled(position.board)}
        return Sample(
            substituted(goal, values),
            (WINNER,) if has_variable(goal, WINNER) else (),
            self._domains(goal),
            position.board if self._state else None,
            12,
            4,
            EFFORT,
        )

    def _domains(self, goal: Term) -> tuple[tuple[Variable, tuple[Term, ...]], ...]:
        """What WINNER, and other arguments that a program gives constants, are tried with."""
        if isinstance(goal, Compound) and goal.name in (",", "call"):  # a line of twins, or a sign
            return ((WINNER, self._pairs[0].both),) if has_variable(goal, WINNER) else ()
        found: list[tuple[Variable, tuple[Term, ...]]] = []
        inner = goal.args[1] if isinstance(goal, Compound) and goal.name == ":" else goal
        module = str(goal.args[0]) if isinstance(goal, Compound) and goal.name == ":" else "rules"
        args = inner.args if isinstance(inner, Compound) else ()
        for i, arg in enumerate(args):
            constants = self._program.flow.constants((Key(module, inner.name, len(args)), i))  # type: ignore[union-attr]
            if arg == WINNER:
                values = self._named(Key(module, inner.name, len(args)), i)  # type: ignore[union-attr]
                found.append((WINNER, tuple(values[:8])))
            elif isinstance(arg, Variable) and arg not in (BOARD, CLOSED, ME, ANYBODY):
                sizes = [one for one in constants if isinstance(one, int)] or [3]
                found.append((arg, tuple(sizes[:1])))
        inside = any(isinstance(arg, Compound) and has_variable(arg, WINNER) for arg in args)
        if inside:
            found.append((WINNER, tuple(player for pair in self._pairs for player in pair.both)))
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
        left_out = (blank_of(self.chosen.board), *others)
        return [one for one in dict.fromkeys([*players, *constants]) if one not in left_out]

    def _holds_late(self, candidate: tuple[Key, Term], last: Sequence[Position]) -> bool:
        """Whether a goal holds of a last board, and says nothing of the first one."""
        _, goal = candidate
        start = Position(self.chosen.board, 0)
        answers = self.sampler.all([self._sample(goal, one) for one in (start, *last)])
        first, *late = answers
        if has_variable(goal, WINNER):
            if not any(_constants(answer.solutions) for answer in late):
                return False
            return names.says(candidate[0].name, (*names.WIN, *names.LINE, *names.OVER)) or not first.holds
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
        score += 1.0 * (not names.says(key.name, names.NO_START)) + 0.2 * self._height(key)
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
        pair = self.chosen.rule.pair or (self.chosen.turn[1] if self.chosen.turn else None)
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


def has_variable(goal: Term, variable: Variable) -> bool:
    """Whether a variable is in a goal."""
    return variable.name in str(goal).replace("(", ",").replace(")", ",").split(",")


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
