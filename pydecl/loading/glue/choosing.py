"""Which start and which rule of play belong together: each is played a little, and judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydecl.loading.glue import names
from pydecl.loading.glue.moves import Moves, listed, listers, part_of
from pydecl.loading.glue.players import Pair
from pydecl.loading.glue.program import Program
from pydecl.loading.glue.rule import BOARD, Position, Rule, inner, play
from pydecl.loading.glue.sampling import Sampler
from pydecl.loading.glue.shapes import at, paths
from pydecl.loading.glue.starts import Start, heads_of
from pydecl.model.term import Compound, PrologList, Term

MOST_STARTS = 6
MOST_RULES = 40

GOOD = 8.0
"""A score at which starts that are much less likely are not looked at."""

MOST_PLAYED = 7.5
"""What a rule may gain by being played, and by what it calls."""

ENOUGH = 9.0
"""A score at which no other start is looked at."""


Turn = tuple[tuple[int, ...], Pair]
"""Where in a board the player to move stands, and the two names."""


@dataclass(frozen=True)
class Chosen:
    """A start and a rule that make a game, as far as it was played; `turn` if the board says it."""

    start: Start
    rule: Rule
    score: float
    count: int
    """How many moves there are at the start."""
    turn: Turn | None = None

    @property
    def pair(self) -> Pair | None:
        """The players, as the moves or the board have them."""
        return self.rule.pair or (self.turn[1] if self.turn else None)


def chosen(
    program: Program, sampler: Sampler, pairs: Sequence[Pair], found: Sequence[Start]
) -> Chosen | None:
    """The likeliest game; None if no start has moves."""
    best: Chosen | None = None
    for start in found[:MOST_STARTS]:
        less = best is not None and best.score >= GOOD and start.score < best.start.score - 3.0
        if sampler.until.is_over or less:
            break
        one = _best_of(program, sampler, pairs, start)
        if one is not None and (best is None or one.score > best.score):
            best = one
        if best is not None and best.score >= ENOUGH:
            break
    return best


def _best_of(program: Program, sampler: Sampler, pairs: Sequence[Pair], start: Start) -> Chosen | None:
    sampler.heads = heads_of(start.facts)
    moves = Moves(program, sampler, pairs, start)
    rules = moves.rules()
    judged = _judged(program, sampler, moves, rules)
    legal = any(names.says(key.name, names.LEGAL) for key in program.predicates)
    passed_over = legal and bool(judged) and not _is_legal(program, judged[0].rule)
    worth = min(3.0, start.score / 3)
    if passed_over or not judged or judged[0].score < ENOUGH - worth:
        found = listers(moves)
        more = [
            given
            for rule in [*([one.rule for one in judged[:6]] or rules[:6]), *moves.untold()]
            for given in listed(rule, found)
        ]
        judged += _judged(program, sampler, moves, more)
        judged.sort(key=lambda one: -one.score)
    return replace(judged[0], score=judged[0].score + worth) if judged else None


def _judged(program: Program, sampler: Sampler, moves: Moves, rules: Sequence[Rule]) -> list[Chosen]:
    """The rules that have moves, with their scores, the best first."""
    start = Position(moves.board, 0)
    answers = sampler.all([rule.sample(start) for rule in rules])
    alive: list[tuple[Rule, int, float]] = []
    for rule, answer in zip(rules, answers, strict=True):
        nexts = rule.nexts(start, answer)
        if nexts:
            idle = len({after.board for _, after in nexts}) < len(nexts)  # a part of the move is for nothing
            endless = answer.end in ("more", "limit") and not rule.domains
            alive.append((rule, len(nexts), 5.0 * idle + 5.0 * endless))
    alive.sort(key=lambda one: -_first_score(program, *one[:2]))
    found: list[Chosen] = []
    for given, count, doubt in alive[:MOST_RULES]:
        most = _first_score(program, given, count) + MOST_PLAYED - doubt
        if found and most < max(one.score for one in found):
            continue
        rule = given
        score, turn = _played_score(sampler, moves.board, rule)
        if rule.pair is None and turn is None and (pair := moves.beside(rule.maker)) is not None:
            rule, score = replace(rule, pair=pair), score + 2.0
        doubt += 5.0 * (part_of(program, moves.start, rule.maker) is not None)
        score += _first_score(program, rule, count) - doubt
        found.append(Chosen(moves.start, rule, score, count, turn))
    return sorted(found, key=lambda one: -one.score)


def _first_score(program: Program, rule: Rule, count: int) -> float:
    score = -3.0 if count == 1 else 3.0 if count <= 150 else -2.0
    score += 2.0 * names.says(rule.maker.name, names.MOVE) + 1.5 * (rule.pair is not None)
    score -= 0.4 * len(rule.domains) + 0.2 * (len(rule.goals) - 1)
    score -= 1.0 * program.effects[rule.maker].prints + 0.5 * len(rule.result.path)
    score += 0.3 * bool(rule.moves) + 0.3 * (rule.pair is not None and rule.pair.by is not None)
    score += 2.0 * _is_legal(program, rule) + 0.5 * names.says(rule.maker.name, names.LEGAL)
    goal = inner(rule.goals[-1])
    if isinstance(goal, Compound) and {BOARD, rule.result.variable} <= set(goal.args):
        score -= 1.5 * (goal.args.index(rule.result.variable) < goal.args.index(BOARD))
    return score


def _is_legal(program: Program, rule: Rule) -> bool:
    """Whether the rule asks what is called legal, valid or possible."""
    return any(names.says(key.name, names.LEGAL) for key in program.reached_by(rule.goals))


def _played_score(sampler: Sampler, board: Term, rule: Rule) -> tuple[float, Turn | None]:
    """What the rule is worth when it is played, and where it tells the turn."""
    played = [play(rule, sampler, board, seed, 9) for seed in (1, 2)]
    score = 3.0 - 4.0 * any(one.overwritten for one in played)
    score -= 3.0 * any(one.stuck and len(one.positions) < 4 for one in played)
    score -= 2.0 * (max(map(max, (one.counts for one in played))) < 2)
    turn = None
    if rule.pair is None:
        turn = _turn_in([[position.board for position in one.positions] for one in played])
        score += 1.5 if turn is not None else -2.0
    elif not _players_matter(sampler, board, rule):
        score -= 1.5
    return score, turn


def _players_matter(sampler: Sampler, board: Term, rule: Rule) -> bool:
    one, other = Position(board, 0), Position(board, 1)
    answers = sampler.all([rule.sample(one), rule.sample(other)])
    first = {str(after.board) for _, after in rule.nexts(one, answers[0])}
    return first != {str(after.board) for _, after in rule.nexts(other, answers[1])}


def _turn_in(games: Sequence[Sequence[Term]]) -> Turn | None:
    """The place in boards at which two names alternate from move to move."""
    boards = games[0]
    if len(boards) < 3:
        return None
    for path, here in paths(boards[0], 400):
        there = at(boards[1], path)
        if here == there or isinstance(here, Compound | PrologList) or there is None:
            continue
        told = (
            at(board, path) == (there if i % 2 else here) for game in games for i, board in enumerate(game)
        )
        if all(told):
            return path, Pair(here, there)  # type: ignore[arg-type]
    return None
