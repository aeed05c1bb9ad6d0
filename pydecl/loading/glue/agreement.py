"""Whether what was found is the program's own game: it is held against what the program asks when it plays.

The program's own play is what calls both the first board and what makes the moves, and takes turns. What it
tests before a move must hold of every move of the glue, and what it asks to see whether somebody has won must
hold nowhere in the middle of a game. What cannot be held against anything is a question.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from pydecl.engines.prolog.game import SessionGame
from pydecl.loading.glue import names
from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.ends import Looking, has_variable
from pydecl.loading.glue.moves import LIST, takes_board
from pydecl.loading.glue.players import goal_of
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.rule import (
    BOARD,
    ME,
    OTHER,
    Gives,
    Played,
    Position,
    Result,
    Rule,
    inner,
    substituted,
)
from pydecl.loading.glue.sampling import Sampler
from pydecl.loading.glue.shapes import leaves, parts
from pydecl.loading.glue.writing import Found
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable

POSITIONS = 120
"""How many positions of the glue are looked at."""

PLIES = 60

MOST_WAYS = 8
"""How many ways through the disjunctions of a clause are followed."""

EARLY, FEW = 4, 16
"""In how many plies a test must leave moves, and in how many later positions it is tried."""

DENIED = ("\\+", "once", "not")

LOCAL = frozenset(f"A{n}" for n in range(800, 820))
"""The names of variables that stand in one goal alone."""

NO_MOVE = (*names.CHOOSER, *names.WIN, *names.LINE)
"""What says that a predicate is about something else than which moves there are."""


def own_play(program: Program, game: Chosen) -> frozenset[Key]:
    """What calls the maker of the moves in the course of play."""
    maker = game.rule.maker
    callers = (key for key in program.predicates if key != maker and maker in program.reached(key))
    return frozenset(key for key in callers if not set(names.words(key.name)) & set(names.TRIAL))


def unheld(program: Program, game: Chosen) -> list[str]:
    """The questions about a start, or a turn, that nothing in the program confirms."""
    rule, start = game.rule, game.start
    play = own_play(program, game)
    if not takes_turns(program, game):
        made = f"Nothing in the program takes turns by {rule.maker}"
        return [f"Is that how a game goes on? {made}, so its moves were held against nothing."]
    written = (start.board in parts(goal) for key in play for way in slices(program, key) for goal in way)
    called = any(start.by in program.reached(key) for key in play)
    if start.by is not None and not called and not any(written):
        return [f"Is that the first board? Nothing in the program calls {start.by} and then {rule.maker}."]
    return []


def takes_turns(program: Program, game: Chosen) -> bool:
    """Whether something in the program makes one move after the other."""
    play = own_play(program, game)
    again = any(key in program.reached(called) for key in play for called in program.calls[key])
    return again or any(str(goal) == "repeat" for key in play for _, goal in program.goals_of(key))


# What the program tests before a move


def tested(
    program: Program, sampler: Sampler, game: Chosen, games: Sequence[Played]
) -> tuple[Rule, list[str]]:
    """The rule with the tests that the program itself makes of a move, and questions about others."""
    rule = game.rule
    early = [position for one in games[:2] for position in one.positions[:-1][:EARLY]]
    later = [position for one in games for position in one.positions[EARLY:-1]]
    positions = [*early, *later[:: len(later) // FEW + 1]]
    untested = [one for one in _legal(program, game) if one not in program.reached_by(rule.goals)]
    for goal, key in [*_beside(program, game), *_fitting(game, untested)]:
        if sampler.until.is_over or key in program.reached_by(rule.goals):
            continue
        known = {BOARD.name, ME.name, OTHER.name, *(v.name for v, _ in rule.domains)}
        known = known.union(*map(variables, rule.goals[:-1]))
        order = (goal, rule.goals[-1]) if variables(goal) <= known | LOCAL else (rule.goals[-1], goal)
        stricter = replace(rule, goals=(*rule.goals[:-1], *order))
        before, after = (_nexts(sampler, one, positions) for one in (rule, stricter))
        some = len(after[0]) > 1 and all(after[n] or not before[n] for n in range(len(early)))
        if some and before != after:
            rule = stricter
        if some:
            untested = [one for one in untested if one != key]
    asked = program.reached_by(rule.goals)
    untested = [one for one in untested if one not in asked]
    listed = _counted(program, sampler, rule, positions, untested)
    return rule, [
        f"Are all of these moves legal? {key} is not asked, and no way was found to ask it."
        for key in untested
        if key not in listed
    ]


def _counted(
    program: Program, sampler: Sampler, rule: Rule, positions: Sequence[Position], keys: Sequence[Key]
) -> set[Key]:
    """The predicates that list as many moves as the rule has, everywhere, and what they call."""
    counts = [len(nexts) for nexts in _nexts(sampler, rule, positions)] if keys else []
    found: set[Key] = set()
    for goal, key in _asking(keys, (LIST, ME, OTHER)) if len(set(counts)) > 1 else ():
        asking = replace(rule, goals=(goal,), domains=(), moves=(), result=Result(Gives.ONE, LIST))
        answers = sampler.all([asking.sample(one, 1) for one in positions])
        lists = [answer.solutions[0][0] if answer.holds else None for answer in answers]
        if counts == [len(set(one.items)) if isinstance(one, PrologList) else 0 for one in lists]:
            found |= program.reached(key)
    return found


def _nexts(sampler: Sampler, rule: Rule, positions: Sequence[Position]) -> list[frozenset[str]]:
    answers = sampler.all([rule.sample(one) for one in positions])
    pairs = zip(positions, answers, strict=True)
    return [frozenset(_text(after.board) for _, after in rule.nexts(*pair)) for pair in pairs]


def _legal(program: Program, game: Chosen) -> Iterator[Key]:
    """The predicates about a board that are called legal, valid or possible."""
    for key in program.predicates:
        effects = program.effects[key]
        if not names.says(key.name, names.LEGAL) or names.says(key.name, NO_MOVE):
            continue
        boards = [i for i in range(key.arity) if takes_board(program, game.start, key, i)]
        if effects.callable and not (effects.random or effects.changes) and boards and key.arity > 1:
            yield key


def _beside(program: Program, game: Chosen) -> Iterator[tuple[Term, Key]]:
    """What clauses of the own play call before the maker, of the same board and move."""
    mine = parts(inner(game.rule.goals[-1]))
    seen: set[str] = set()
    for caller in sorted(own_play(program, game)):
        if names.says(caller.name, names.CHOOSER):
            continue
        for goals in slices(program, caller):
            for n, made in enumerate(map(_bare, goals)):
                if program.key_of(caller.module, made) != game.rule.maker:
                    continue
                theirs = made.args if isinstance(made, Compound) else ()
                pairs = zip(theirs, mine, strict=True)
                values = {arg.name: own for arg, own in pairs if isinstance(arg, Variable)}
                for goal in _before(program, caller, goals, n):
                    key = _tests(program, caller, goal)
                    local = variables(goal) & LOCAL
                    if key is None or not variables(goal) <= values.keys() | local:
                        continue
                    test = substituted(Compound("once", (goal,)) if local else goal, values)
                    held = game.rule.result.gives is Gives.FACTS or has_variable(test, BOARD)
                    if held and str(test) not in seen:
                        seen.add(str(test))
                        yield test if key.module == "rules" else Compound(":", (Atom(key.module), test)), key


def _before(program: Program, caller: Key, goals: Sequence[Term], n: int) -> Iterator[Term]:
    """The first goals of a clause, and those of the dialogues among them."""
    for goal in goals[:n]:
        yield _apart(goal, goals)
        key = program.key_of(caller.module, _bare(goal))
        if key is None or not key.arity or not program.effects[key].reads:
            continue
        for args, body in program.predicates[key].clauses:
            pairs = zip(args, parts(_bare(goal)), strict=True)
            given = {arg.name: own for arg, own in pairs if isinstance(arg, Variable)}
            body = substituted(body, {name: Variable(f"{name} there") for name in variables(body)} | given)
            for way in _ways(body)[:MOST_WAYS]:
                yield from (_apart(one, (*way, goal)) for one in way)


def _apart(goal: Term, goals: Sequence[Term]) -> Term:
    """The goal without its module, with other variables in the place of those that no other goal has."""
    met = Counter(leaf for one in goals for leaf in leaves(one))
    alone = (name for name in sorted(variables(goal)) if met[Variable(name)] == 1)
    free = zip(alone, map(Variable, sorted(LOCAL)), strict=False)
    return substituted(_bare(goal), dict(free))


def _bare(goal: Term) -> Term:
    if isinstance(goal, Compound) and goal.name in (":", *DENIED):
        bare = _bare(goal.args[-1])
        return bare if goal.name == ":" else Compound(goal.name, (bare,))
    return goal


def _tests(program: Program, caller: Key, goal: Term) -> Key | None:
    """The predicate that a goal asks, denied or not, if it is a test and does not end the game."""
    key = next((program.key_of(*called) for called in program.goals(goal, caller.module)), None)
    if key is None or names.says(key.name, (*NO_MOVE, *names.OVER)):
        return None
    return key if program.effects[key].quiet else None


def _fitting(game: Chosen, keys: Sequence[Key]) -> Iterator[tuple[Term, Key]]:
    """The ways to ask tests of a board about the parts of a move and the players."""
    rule = game.rule
    told = [*(v for v, _ in rule.domains), *rule.moves, *parts(inner(rule.goals[-1]))]
    move = [one for one in dict.fromkeys(told) if isinstance(one, Variable) and one not in (BOARD, ME, OTHER)]
    players = (ME, OTHER) if rule.pair is not None else ()
    given = [*[one for one in move if one != rule.result.variable][:4], *players]
    return _asking(keys, given)


def _asking(keys: Sequence[Key], given: Sequence[Variable]) -> Iterator[tuple[Term, Key]]:
    for key in keys:
        for i in range(key.arity):
            for chosen in permutations(given, key.arity - 1):
                yield goal_of(key, [*chosen[:i], BOARD, *chosen[i:]]), key


# The glue itself


def disagreements(
    program: Program, sampler: Sampler, found: Found, looking: Looking, glue: SessionGame
) -> list[str]:
    """The questions that the written glue raises when it is played."""
    places = list(_played(found, glue))
    going = [(told, position) for told, position, after in places if after]
    answers = sampler.all([found.rule.sample(position) for _, position in going])
    questions: list[str] = []
    for (told, position), answer, after in zip(going, answers, (a for *_, a in places if a), strict=True):
        theirs = {_text(board) for _, board in found.rule.boards(answer)}
        same = {_text(position.board)} - after  # no move, or the program failed
        if theirs and theirs - same != after:
            here = f"{len(after)} there, {len(theirs)} by {found.rule.maker}"
            questions.append(f"Are these the moves? The glue has others at {told}: {here}.")
            break
    if not going:
        questions.append("Is there a game? The glue has no move at the start.")
    return [*questions, *_still_won(program, found, looking, going)]


def _played(found: Found, glue: SessionGame) -> Iterator[tuple[Term, Position, set[str]]]:
    """Positions of the glue, from games at random: as they are, as the program has them, what follows."""
    choose = random.Random(7)
    pair = found.pair
    starts = list(glue.initial())
    left = POSITIONS if starts else 0
    while left > 0:
        here = starts[0]
        for _ in range(PLIES):
            nexts = [after for _, after in glue.successors(here)]
            board, player = (here, None) if found.turn is not None else here.args  # type: ignore[union-attr]
            turn = int(pair is not None and player == pair.second)
            after = {_text(one if found.turn is not None else one.args[0]) for one in nexts}  # type: ignore[union-attr]
            yield here, Position(board, turn), after
            left -= 1
            if not nexts or left <= 0:
                break
            here = choose.choice(nexts)


def _text(board: Term) -> str:
    """A board as text; facts are a set."""
    if isinstance(board, PrologList) and all(isinstance(item, Compound) for item in board.items):
        return str(sorted(map(str, board.items)))
    return str(board)


def _still_won(
    program: Program, found: Found, looking: Looking, going: Sequence[tuple[Term, Position]]
) -> Iterator[str]:
    """Who has won, or that it is over, by what the program asks, where the glue goes on."""
    known: set[Key] = set()
    if found.winner is not None and (found.winner.is_late or found.winner.asks_mover):
        known |= program.reached(found.winner.key)  # what it answers counts in the end, or for who is to move
    asked = frozenset().union(*map(program.reached, own_play(program, looking.chosen)))
    for key, goal in looking.candidates():
        ends = names.says(key.name, names.ENDED) and not names.says(key.name, (*names.MOVE, *names.AHEAD))
        if key in known or key not in asked or not ends:
            continue
        holds = looking.named([position for _, position in going], goal)
        if holds and not holds[0] and any(holds) and sum(holds) < len(holds) / 2:
            place = going[holds.index(True)][0]
            known.add(key)
            yield f"Is the game over at {place}? {key} holds there, and the glue goes on."


def slices(program: Program, key: Key) -> Iterator[tuple[Term, ...]]:
    """The goals of each way through the clauses of a predicate.

    The condition of an if-then-else stands denied before what is called otherwise.
    """
    for _, body in program.predicates[key].clauses:
        yield from _ways(body)[:MOST_WAYS]


def variables(term: Term) -> frozenset[str]:
    """The names of the variables in a term."""
    return frozenset(leaf.name for leaf in leaves(term) if isinstance(leaf, Variable))


def _ways(body: Term) -> list[tuple[Term, ...]]:
    if isinstance(body, Compound) and len(body.args) == 2:
        one, other = body.args
        if body.name in (",", "->", "*->"):
            pairs = product(_ways(one)[:MOST_WAYS], _ways(other)[:MOST_WAYS])
            return [first + second for first, second in pairs]
        if body.name == ";":
            otherwise = _ways(other)
            if isinstance(one, Compound) and one.name == "->":
                otherwise = [(Compound("\\+", one.args[:1]), *way) for way in otherwise]
            return _ways(one) + otherwise
    return [(body,)]
