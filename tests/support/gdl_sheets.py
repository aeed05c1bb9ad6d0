"""Sheets of the Game Description Language at random: small games, and the same game in other words."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from gdl_interpreter import Term, read

Chance = random.Random


def text_of(term: Term) -> str:
    return term if isinstance(term, str) else f"({' '.join(map(text_of, term))})"


# The same game in other words


def rewritten(text: str, chance: Chance) -> str:
    """A sheet that means the same: rules and conditions in another order, other variables, other cases.

    Only the roles stay in their order, for the first one is MAX.
    """
    rules = read(text)
    chance.shuffle(rules)
    roles = [rule for rule in read(text) if rule.head[0] == "role"]
    rules = [*roles, *(rule for rule in rules if rule not in roles)]
    sentences = []
    for head, body in rules:
        conditions = [_other_words(one, chance) for one in body]
        chance.shuffle(conditions)
        sentence = text_of(("<=", head, *conditions) if conditions else head)
        for number, name in enumerate(
            sorted(set(re.findall(r"\?[^\s()]+", sentence)), key=len, reverse=True)
        ):
            style = chance.choice(["?V{}", "?{}x", "?some-thing{}", "?X_{}"]).format(number)
            sentence = re.sub(re.escape(name) + r"(?=[\s()])", f"\0{style[1:]}", sentence)
        sentences.append(_shown(sentence.replace("\0", "?"), chance))
    return "\n".join(sentences)


def _other_words(condition: Term, chance: Chance) -> Term:
    """A condition that holds if this one does."""
    kind = condition[0] if isinstance(condition, tuple) else ""
    if kind in ("and", "or"):
        parts = [_other_words(part, chance) for part in condition[1:]]
        chance.shuffle(parts)
        if chance.random() < 0.3:
            dual = {"and": "or", "or": "and"}[kind]
            return ("not", (dual, *(("not", part) for part in parts)))
        return (kind, *parts)
    return chance.choice([condition, condition, ("not", ("not", condition)), ("and", condition)])


def _shown(sentence: str, chance: Chance) -> str:
    """The sentence with other blanks, comments and upper case."""
    words = re.findall(r"[()]|[^\s()]+", sentence)
    between = [" ", " ", "\n  ", "\t", " ; a comment (with parentheses\n"]
    shown = [word.upper() if chance.random() < 0.1 else word for word in words]
    return "".join(word + chance.choice(between) for word in shown)


# Small games


def random_sheet(chance: Chance) -> str:
    """A game of two who take turns, of at most eight moves: relations in strata, recursion, or, not."""
    made = _Sheet(chance)
    return "\n".join(made.sentences())


class _Sheet:
    """What is there to ask, as it grows: each relation with the number of its arguments."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.things = [f"t{number}" for number in range(chance.randrange(3, 5))]
        self.binding: list[tuple[str, int]] = [("edge", 2), ("thing", 1)]
        """The relations that may be asked, and that are told already."""
        self.facts = [("at", 2), ("mark", 1)]

    def sentences(self) -> list[str]:
        chance, things = self.chance, self.things
        told = ["(role a) (role b)", *(f"(thing {one})" for one in things)]
        told += [f"(edge {chance.choice(things)} {chance.choice(things)})" for _ in range(4)]
        told += [f"(init (at {chance.choice('ab')} {chance.choice(things)}))" for _ in range(2)]
        told += [f"(init (mark {chance.choice(things)}))", "(init (control a))", "(init (step 0))"]
        told += [f"(after {number} {number + 1})" for number in range(8)]
        told += [self._recursive("path", ("edge",))]
        self.binding.append(("path", 2))
        for number in range(chance.randrange(2, 5)):
            name, arity = f"r{number}", chance.randrange(1, 3)
            told += [self._rule((name, arity), state=True) for _ in range(chance.randrange(1, 3))]
            if arity == 2 and chance.random() < 0.5:
                told.append(f"(<= ({name} ?x ?z) ({name} ?x ?y) ({name} ?y ?z))")
            self.binding.append((name, arity))
        return told + self._game()

    def _game(self) -> list[str]:
        last = self.chance.randrange(3, 7)
        return [
            *(self._legal() for _ in range(2)),
            "(<= (legal ?r stay) (true (control ?r)))",
            "(<= (legal ?r noop) (role ?r) (not (true (control ?r))))",
            "(<= (next (at ?r ?x)) (does ?r (go ?x ?y)))",
            f"(<= (next (mark ?y)) (does ?r (go ?x ?y)) {self._test(['?x', '?y'])})",
            f"(<= (next (at ?r ?x)) (true (at ?r ?x)) {self._test(['?x'])})",
            "(<= (next (mark ?x)) (true (mark ?x)) (not (does a (go ?x ?x))) (not (does b (go ?x ?x))))",
            "(<= (next (control ?r)) (true (control ?s)) (role ?r) (distinct ?r ?s))",
            "(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))",
            f"(<= terminal (true (step {last})))",
            self._rule(("terminal", 0), state=True),
            f"(<= won {self._bind('?x')} {self._test(['?x'])})",
            "(<= (goal a 65) won) (<= (goal a 15) (not won)) (<= (goal b 40) (role b))",
        ]

    def _legal(self) -> str:
        binders = [self._bind("?x"), self._bind("?y")]
        body = [*binders, self._test(["?x", "?y"]), "(true (control ?r))"]
        self.chance.shuffle(body)
        return f"(<= (legal ?r (go ?x ?y)) {' '.join(body)})"

    def _recursive(self, name: str, over: Sequence[str]) -> str:
        (edge,) = over
        first = f"({name} ?x ?y) ({edge} ?x ?y)"
        second = self.chance.choice(
            [
                f"({name} ?x ?y) ({edge} ?y ?z)",
                f"({edge} ?x ?y) ({name} ?y ?z)",
                f"({name} ?x ?y) ({name} ?y ?z)",
            ]
        )
        return f"(<= {first}) (<= ({name} ?x ?z) {second})"

    def _rule(self, head: tuple[str, int], *, state: bool) -> str:
        name, arity = head
        variables = ["?x", "?y"][:arity] or ["?x"]
        body = [self._bind(one, state=state) for one in variables] + [self._test(variables)]
        self.chance.shuffle(body)
        told = f"({name} {' '.join(variables)})" if arity else name
        return f"(<= {told} {' '.join(body)})"

    def _bind(self, variable: str, *, state: bool = True) -> str:
        """A condition that binds a variable."""
        ways: list[Any] = [lambda: self._atom(variable)]
        if state:
            ways += [
                lambda: f"(true (at {self.chance.choice('ab')} {variable}))",
                lambda: f"(true (mark {variable}))",
            ]
            ways.append(lambda: f"(or {self._atom(variable)} (true (mark {variable})))")
        made: str = self.chance.choice(ways)()
        return made

    def _atom(self, variable: str) -> str:
        name, arity = self.chance.choice(self.binding)
        args = [self.chance.choice([variable, *self.things]) for _ in range(arity)]
        args[self.chance.randrange(arity)] = variable
        return f"({name} {' '.join(args)})"

    def _test(self, variables: Sequence[str]) -> str:
        """A condition that binds nothing, or nothing new."""
        one = self.chance.choice(variables)
        other = self.chance.choice([*variables, *self.things])
        atom = self._atom(one)
        return self.chance.choice(
            [
                f"(distinct {one} {other})",
                f"(not {atom})",
                f"(or (distinct {one} {other}) (true (mark {one})))",
                f"(not (and (thing {one}) (distinct {one} {other})))",
                f"(not (or {atom} (true (at a {one}))))",
                atom,
            ]
        )
