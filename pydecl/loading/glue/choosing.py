"""Which start and which rule of play belong together: each is played a little, and judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydecl.loading.glue import names
from pydecl.loading.glue.dialogues import rules_of_dialogues
from pydecl.loading.glue.facts import heads_of
from pydecl.loading.glue.listing import Listers
from pydecl.loading.glue.moves import Moves
from pydecl.loading.glue.players import Pair
from pydecl.loading.glue.playing import Played, blank_of, play
from pydecl.loading.glue.program import Program
from pydecl.loading.glue.rule import BOARD, Gives, Position, Rule
from pydecl.loading.glue.sampling import Sampler
from pydecl.loading.glue.shapes import at, paths
from pydecl.loading.glue.starts import Start
from pydecl.loading.glue.twins import rules_of_twins, twins_of
from pydecl.model.term import Compound, PrologList, Term

MOST_STARTS = 6
MOST_RULES = 40

UNCHECKED = 4.0
"""What a rule loses that puts pieces on taken squares, if it is told not to."""

GOOD = 8.0
"""A score at which starts that are much less likely are not looked at."""

MOST_PLAYED = 7.5
"""What a rule may gain by being played, and by what it calls."""

ENOUGH = 9.0
"""A score at which no other start is looked at."""


@dataclass(frozen=True)
class Chosen:
    """A start and a rule that make a game, as far as it was played.

    `turn` is where in a board the player to move stands, with the two names; None if the board does not say.
    """

    start: Start
    rule: Rule
    board: Term
    score: float
    count: int
    """How many moves there are at the start."""
    others: Sequence[Rule]
    """Other rules, the next likely first."""
    turn: tuple[tuple[int, ...], Pair] | None = None


def chosen(
    program: Program, sampler: Sampler, pairs: Sequence[Pair], found: Sequence[Start]
) -> Chosen | None:
    """The likeliest game; None if no start has moves."""
    best: Chosen | None = None
    for start in found[:MOST_STARTS]:
        less = best is not None and best.score >= GOOD and start.score < best.start.score - 3.0
        if sampler.late or less:
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
    if start.facts:
        twins = [one for one in twins_of(program) if one.keys == start.facts]
        rules += rules_of_twins(program, sampler, twins, start.board)
    else:
        rules += rules_of_dialogues(moves)
    judged = _judged(program, sampler, moves, rules)
    passed_over = (
        bool(judged)
        and not _is_legal(program, judged[0][1])
        and any(names.says(key.name, names.LEGAL) for key in program.predicates)
    )
    if passed_over or not judged or judged[0][0] < ENOUGH - min(3.0, start.score / 3):
        listers = Listers(moves)
        more = [
            given
            for rule in [*([rule for _, rule, _, _ in judged[:6]] or rules[:6]), *moves.untold()]
            if not any(goal is not rule.goals[-1] for goal in rule.goals)
            for given in listers.given(rule)
        ]
        judged += _judged(program, sampler, moves, more)
        judged.sort(key=lambda one: -one[0])
    if not judged:
        return None
    score, rule, count, turn = judged[0]
    others = [other for _, other, _, _ in judged[1:6]]
    return Chosen(start, rule, moves.board, score + min(3.0, start.score / 3), count, others, turn)


Judged = tuple[float, Rule, int, tuple[tuple[int, ...], Pair] | None]


def _judged(program: Program, sampler: Sampler, moves: Moves, rules: Sequence[Rule]) -> list[Judged]:
    """The rules that have moves, with their scores, the best first."""
    board = moves.board
    start = Position(board, 0)
    answers = sampler.all([rule.sample(start) for rule in rules])
    alive: list[tuple[Rule, int, float]] = []
    for rule, answer in zip(rules, answers, strict=True):
        nexts = rule.nexts(start, answer)
        if nexts:
            idle = len({after.board for _, after in nexts}) < len(nexts)  # a part of the move is for nothing
            endless = answer.end in ("more", "limit") and not rule.domains
            alive.append((rule, len(nexts), 5.0 * idle + 5.0 * endless))
    alive.sort(key=lambda one: -_first_score(program, *one[:2]))
    found: list[Judged] = []
    for given, count, doubt in alive[:MOST_RULES]:
        most = _first_score(program, given, count) + MOST_PLAYED - doubt
        if found and most < max(score for score, *_ in found):
            continue
        rule, score, turn = _played_score(sampler, board, given)
        if rule.pair is None and turn is None and (pair := moves.beside(rule.maker)) is not None:
            rule, score = replace(rule, pair=pair), score + 2.0
        found.append((_first_score(program, rule, count) + score - doubt, rule, count, turn))
    makers = [rule.maker for _, rule, count, _ in found if count > 1]
    found = [(score + _above(program, rule, makers), rule, count, turn) for score, rule, count, turn in found]
    return sorted(found, key=lambda one: -one[0])


def _above(program: Program, rule: Rule, makers: Sequence[object]) -> float:
    """Credit for calling what else seems to make moves."""
    reached = program.reached(rule.maker)
    return 1.0 if any(maker in reached for maker in makers if maker != rule.maker) else 0.0


def _first_score(program: Program, rule: Rule, count: int) -> float:
    score = -3.0 if count == 1 else 3.0 if count <= 150 else -2.0
    score += 2.0 * names.says(rule.maker.name, names.MOVE) + 1.5 * (rule.pair is not None)
    score -= 0.4 * len(rule.domains) + 0.2 * (len(rule.goals) - 1)
    score -= 1.0 * program.effects[rule.maker].prints + 0.5 * len(rule.result.path)
    score -= 1.0 * rule.may_fail
    score += 0.3 * bool(rule.moves) + 0.3 * (rule.pair is not None and rule.pair.by is not None)
    score += 2.0 * _is_legal(program, rule)
    if rule.result.gives in (Gives.ONE, Gives.MANY):
        score -= 1.5 * _backwards(rule)
    return score


def _is_legal(program: Program, rule: Rule) -> bool:
    """Whether the rule asks what is called legal, valid or possible."""
    return any(names.says(key.name, names.LEGAL) for key in program.reached_by(rule.goals))


def _backwards(rule: Rule) -> bool:
    """Whether the next board stands before the board in the call."""
    goal = rule.goals[-1]
    goal = goal.args[1] if isinstance(goal, Compound) and goal.name == ":" else goal
    args = goal.args if isinstance(goal, Compound) else ()
    if BOARD not in args or rule.result.variable not in args:
        return False
    return args.index(rule.result.variable) < args.index(BOARD)


def _played_score(
    sampler: Sampler, board: Term, rule: Rule
) -> tuple[Rule, float, tuple[tuple[int, ...], Pair] | None]:
    """What the rule is worth when it is played, and where it tells the turn.

    A rule that puts pieces on taken squares as well as on empty ones must fill one with each move.
    """
    played = [play(rule, sampler, board, seed, 9) for seed in (1, 2)]
    score = 3.0
    if (blank := to_fill(board, played)) is not None:
        score -= UNCHECKED
        rule = replace(rule, blank=blank)
        played = [play(rule, sampler, board, seed, 9) for seed in (1, 2)]
    seen = sum(one.seen for one in played)
    overwritten = sum(one.overwritten for one in played)
    score -= 4.0 * (overwritten > 0) + 6.0 * overwritten / max(1, seen)
    score -= 3.0 * any(one.stuck and len(one.positions) < 4 for one in played)
    score -= 2.0 * (max(map(max, (one.counts for one in played))) < 2)
    turn = None
    if rule.pair is None:
        turn = _turn_in([[position.board for position in one.positions] for one in played])
        score += 1.5 if turn is not None else -2.0
    elif not _players_matter(sampler, board, rule):
        score -= 1.5
    return rule, score, turn


def to_fill(board: Term, games: Sequence[Played]) -> Term | None:
    """What an empty square looks like, if each move fills one or puts a piece in the place of another."""
    overwritten = sum(one.overwritten for one in games)
    filled, seen = sum(one.filled for one in games), sum(one.seen for one in games)
    return blank_of(board) if overwritten and filled and overwritten + filled == seen else None


def _players_matter(sampler: Sampler, board: Term, rule: Rule) -> bool:
    one, other = Position(board, 0), Position(board, 1)
    answers = sampler.all([rule.sample(one), rule.sample(other)])
    first = {str(after.board) for _, after in rule.nexts(one, answers[0])}
    return first != {str(after.board) for _, after in rule.nexts(other, answers[1])}


def _turn_in(games: Sequence[Sequence[Term]]) -> tuple[tuple[int, ...], Pair] | None:
    """The place in boards at which two names alternate from move to move."""
    boards = games[0]
    if len(boards) < 3:
        return None
    for path, here in paths(boards[0], 400):
        there = at(boards[1], path)
        if here == there or isinstance(here, Compound | PrologList) or there is None:
            continue
        if all(
            at(board, path) == (there if i % 2 else here) for game in games for i, board in enumerate(game)
        ):
            return path, Pair(here, there)  # type: ignore[arg-type]
    return None
