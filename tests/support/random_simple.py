"""Random goals without goals inside, each of which binds its variables before they are read."""

from __future__ import annotations

from collections.abc import Sequence

from random_scope import ANY, ATOM, INT, NUM, RARE, Scope, Signature, Type, list_of, random_type

from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term

TYPES = (
    *("atom", "atomic", "integer", "number", "compound", "is_list", "callable", "float", "string"),
    *("var", "nonvar", "ground"),
)

_TABLE = """
    member(-T,+L) member(-T,+L) member(-T,+L) memberchk(+T,+L) append(+L,+L,-L) append(-L,-L,+L)
    append(+L,-L,+L) append(-L,+L,+L) append(+M,-L) select(-T,+L,-L) select(+T,+L,-L) selectchk(+T,+L,-L)
    select(+T,+L,+T,-L) subtract(+L,+L,-L) intersection(+L,+L,-L) union(+L,+L,-L) delete(+L,+T,-L)
    subset(+L,+L) nth0(+s,+L,-T) nth1(+s,+L,-T) nth0(-I,+L,-T) nth1(-I,+L,-T) nth0(-I,+L,+T)
    nth0(+s,+L,-T,-L) nth1(-I,+L,-T,-L) nth0(+s,-L,+T,+L) nth1(+s,-L,+T,+L) length(+L,-I) length(+L,+s)
    reverse(+L,-L) last(+L,-T) msort(+L,-L) sort(+L,-L) sort(+z,+o,+L,-L) sort(+k,+o,+Q,-Q)
    list_to_set(+L,-L) sum_list(+N,-I) max_list(+N,-I) min_list(+N,-I) numlist(+s,+s,-N)
    between(+s,+s,-I) between(+s,+s,+I) succ(+s,-I) succ(-I,+s) plus(+I,+I,-I) plus(+I,-I,+I)
    permutation(+L,-L) max_member(-T,+L) min_member(-T,+L) flatten(+M,-L) keysort(+Q,-Q)
    pairs_keys_values(+Q,-A,-B) pairs_keys(+Q,-A) pairs_values(+Q,-B) functor(+X,-X,-I) arg(+k,+C,-X)
    arg(-I,+C,-X) atom_length(+a,-I) atom_chars(+a,-W) =..(+C,-Y) exclude(+e,+L,-L) sumlist(+N,-I)
    nextto(-T,-T,+L) group_pairs_by_key(+Q,-G) predsort(+p,+L,-L) list_to_ord_set(+L,-L) ord_union(+L,+L,-L)
    ord_subtract(+L,+L,-L) ord_memberchk(+T,+L) between(+s,+s,+T) same_length(+L,+L) copy_term(+X,-X)
    atom_chars(-a,+W) atom_codes(+t,-C) atom_codes(-a,+h) char_code(+a,-I) char_code(-a,+c)
    number_codes(+I,-C) number_codes(-I,+d) atom_number(+t,-I) atom_number(-a,+I) atom_concat(+a,+t,-a)
    atom_concat(-a,-a,+t)
    atomic_list_concat(+W,-a) atomic_list_concat(+W,+a,-a) atomic_list_concat(-W,+v,+t) upcase_atom(+t,-a)
    sub_atom(+t,+s,+s,-I,-a) sub_atom(+t,-I,-I,-I,-a) sub_atom(+t,-I,-I,-I,+a) atom_length(+t,-I)
    length(+L,-I) atom_chars(+t,-W)
"""

LIBRARY = tuple(_TABLE.split())
"""Goals of the library. T, L, M: a type, lists of it, of those; N: integers; Q: pairs; A, B: their parts;
G: groups of pairs; X, Y: anything, lists of that; a, W: atoms, lists of them; C: codes."""

TEXTS = ("", "a", "ab", "abc", "a-b", "a-b-a", "12", "-3", "Ab", "o")


def conjunction(goals: Sequence[Term]) -> Term:
    """The goals joined by commas."""
    if not goals:
        return Atom("true")
    whole = goals[-1]
    for goal in reversed(goals[:-1]):
        whole = Compound(",", (goal, whole))
    return whole


def build(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    kind = random_type(scope.rng)
    term = scope.make(kind)
    return [Compound("=", (scope.new(kind), term))]


def take_apart(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    if not scope.bound:
        return []
    variable, kind = scope.rng.choice(scope.bound)
    return [Compound("=", (variable, scope.pattern(kind)))]


def compute(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    if scope.chance(0.15):
        term = expression(scope, NUM)
        return [Compound("is", (scope.new(NUM), term))]
    term = expression(scope, INT)
    result = scope.make(INT, 0) if scope.chance(0.08) else scope.new(INT)
    return [Compound("is", (result, term))]


def test_numbers(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    op = scope.rng.choice(("<", ">", "=<", ">=", "=:=", "=\\="))
    kind = NUM if scope.chance(0.15) else INT
    return [Compound(op, (expression(scope, kind, 1), expression(scope, kind, 1)))]


def test_order(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    kind = random_type(scope.rng)
    left, right = scope.make(kind), scope.make(kind)
    if scope.chance(0.2):
        order = Atom(scope.rng.choice("<=>")) if scope.chance(0.2) else scope.new(ATOM)
        return [Compound("compare", (order, left, right))]
    op = scope.rng.choice(("@<", "@>", "@=<", "@>=", "==", "\\==", "\\=", "="))
    if op in ("==", "\\==") and str(left) == str(right):
        return []  # SWI-Prolog warns of what always holds
    return [Compound(op, (left, right))]


def test_type(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    """Of a variable: SWI-Prolog warns where a constant is tested."""
    if not scope.bound:
        return []
    variable, _ = scope.rng.choice(scope.bound)
    return [Compound(scope.rng.choice(TYPES), (variable,))]


def call_predicate(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    if not scope.callable:
        return []
    return call(scope, scope.rng.choice(scope.callable))


def call(scope: Scope, signature: Signature) -> list[Term]:
    """A call of a predicate; a result is a new variable, a pattern, or what is known."""
    inputs = tuple(scope.make(kind) for kind in signature.inputs)
    outputs = tuple(result(scope, kind) for kind in signature.outputs)
    arguments = inputs + outputs
    return [Compound(signature.name, arguments) if arguments else Atom(signature.name)]


def result(scope: Scope, kind: Type) -> Term:
    if scope.chance(0.8):
        return scope.new(kind)
    return scope.pattern(kind) if scope.chance(0.6) else scope.make(kind)


def call_again(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    return scope.again.pop()(scope) if scope.again else []


def call_library(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    name, _, rest = scope.rng.choice(LIBRARY).partition("(")
    item = random_type(scope.rng, 1)
    key, other = random_type(scope.rng, 0), random_type(scope.rng, 0)
    types: dict[str, Type] = {
        "T": item,
        "L": list_of(item),
        "M": list_of(list_of(item)),
        "N": list_of(INT),
        "Q": list_of(("pair", key, other)),
        "A": list_of(key),
        "B": list_of(other),
        "G": list_of(("pair", key, list_of(other))),
        "W": list_of(ATOM),
        "C": list_of(INT),
        "Y": list_of(ANY),
        "X": ANY,
        "I": INT,
        "a": ATOM,
    }
    arguments: list[Term | None] = []
    wanted: list[tuple[int, Type]] = []
    for part in rest.rstrip(")").split(","):
        mode, letter = part[0], part[1]
        if mode == "-":
            wanted.append((len(arguments), types[letter]))
            arguments.append(None)
        else:
            arguments.append(_given(scope, letter, types))
    for index, kind in wanted:
        arguments[index] = result(scope, kind)
    return [Compound(name, tuple(argument for argument in arguments if argument is not None))]


def _given(scope: Scope, letter: str, types: dict[str, Type]) -> Term:
    """An argument of mode `+` of a goal of the library."""
    choice = scope.rng.choice
    if letter == "s":
        return scope.rng.randint(0, 4)
    if letter == "k":
        return choice((1, 1, 2))
    if letter == "z":
        return 0
    if letter == "o":
        return Atom(choice(("@<", "@>", "@=<", "@>=")))
    if letter == "t":
        text = choice(TEXTS)
        return (
            PrologString(text) if scope.chance(0.1) else scope.make(ATOM) if scope.chance(0.3) else Atom(text)
        )
    if letter in "cv":
        return scope.rng.randint(97, 101) if letter == "c" else Atom("-")
    if letter in "hd":
        codes = range(97, 101) if letter == "h" else range(48, 58)
        return PrologList(tuple(choice(codes) for _ in range(choice((1, 1, 2, 3)))))
    if letter == "p":
        return Atom("compare")
    if letter == "C":
        return Compound(choice("fg"), tuple(scope.make(ANY, 1) for _ in range(choice((1, 2, 2, 3)))))
    if letter == "e":
        return Compound("==", (scope.make(types["T"], 1),))
    return scope.make(types[letter])


def stop(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    """A cut, failure or an exception."""
    if scope.may_cut and scope.chance(0.75):
        return [Atom("!")]
    if scope.chance(0.12):
        return [Compound("throw", (Compound("ball", (scope.make(INT),)),))]
    return [Atom("fail")] if scope.chance(0.4) else [Atom("true")]


ARITHMETIC = ("+", "+", "+", "-", "-", "*", "*", "//", "mod", "min", "max", "rem", "div", "/\\", "\\/", "xor")


OF_FLOATS = (
    *("abs", "-", "sqrt", "sin", "cos", "atan", "exp", "log", "atan2", "copysign", "sign"),
    *("float_integer_part", "float_fractional_part"),
)


def expression(scope: Scope, kind: Type, depth: int = 2) -> Term:
    """What is/2 evaluates."""
    if scope.chance(RARE):
        return scope.make(random_type(scope.rng), 0)
    if depth <= 0 or scope.chance(0.3):
        return scope.make(kind, 0)
    if scope.chance(0.12):
        name = scope.rng.choice(
            ("abs", "sign", "-", "\\", "msb", "gcd", "lcm", "popcount") if kind == INT else OF_FLOATS
        )
        count = 2 if name in ("gcd", "lcm", "atan2", "copysign") else 1
        return Compound(name, tuple(expression(scope, kind, depth - 1) for _ in range(count)))
    if scope.chance(0.06):
        base = expression(scope, INT, 0)
        if scope.chance(0.5):
            base = Compound("mod", (base, 10))
            return Compound(scope.rng.choice(("^", "**")), (base, scope.rng.randint(0, 30)))
        return Compound(scope.rng.choice(("<<", ">>")), (base, scope.rng.randint(0, 40)))
    if kind == NUM and scope.chance(0.05):
        return Atom(scope.rng.choice(("inf", "nan", "pi", "e", "epsilon")))
    if kind == NUM and scope.chance(0.3):
        unary = scope.rng.choice(("truncate", "float", "round", "integer", "ceiling", "floor"))
        return Compound(unary, (expression(scope, NUM, depth - 1),))
    name = scope.rng.choice(ARITHMETIC if kind == INT else ("+", "-", "*", "/", "min", "max", "**"))
    right = expression(scope, kind, depth - 1)
    if name == "**":
        right = scope.rng.randint(-2, 3)
    elif name == "*" and kind == INT:  # numbers may grow, but not explode
        right = Compound("mod", (right, 1000)) if scope.chance(0.5) else scope.rng.randint(-9, 99)
    return Compound(name, (expression(scope, kind, depth - 1), right))


def closure(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    """maplist, foldl, include and their like, on predicates of the program and on lambdas."""
    fitting = [signature for signature in scope.callable if signature.inputs and len(signature.outputs) <= 1]
    if not fitting or scope.chance(0.3):
        return lambda_goal(scope)
    chosen = scope.rng.choice(fitting)
    *extra, item = chosen.inputs
    given = tuple(scope.make(kind) for kind in extra)
    goal: Term = Compound(chosen.name, given) if given else Atom(chosen.name)
    if not chosen.outputs:
        items = scope.make(list_of(item))
        return filtered(scope, goal, items, list_of(item))
    (output,) = chosen.outputs
    if extra and extra[-1] == output and scope.chance(0.6):
        # foldl(p(E), Items, S0, S) calls p(E, Item, S0, S): the item comes before the state
        if item != output or len(extra) < 1:
            return mapped(scope, goal, item, output)
        folded: Term = Compound(chosen.name, given[:-1]) if given[:-1] else Atom(chosen.name)
        items, start = scope.make(list_of(extra[-1])), scope.make(output)
        return [Compound("foldl", (folded, items, start, result(scope, output)))]
    return mapped(scope, goal, item, output)


def mapped(scope: Scope, goal: Term, item: Type, output: Type) -> list[Term]:
    items = scope.make(list_of(item))
    return [Compound("maplist", (goal, items, result(scope, list_of(output))))]


def filtered(scope: Scope, goal: Term, items: Term, kind: Type) -> list[Term]:
    if scope.chance(0.25):
        return [Compound("maplist", (goal, items))]
    if scope.chance(0.3):
        return [Compound("partition", (goal, items, scope.new(kind), scope.new(kind)))]
    name = scope.rng.choice(("include", "exclude"))
    return [Compound(name, (goal, items, result(scope, kind)))]


def lambda_goal(scope: Scope) -> list[Term]:
    """A yall lambda, the variables of which are its own or bound."""
    place = scope.inner()
    parameter, image, state = scope.fresh(), scope.fresh(), scope.fresh()
    items = scope.make(list_of(INT))
    place.bind(parameter, INT)
    if scope.chance(0.4):
        body = Compound(scope.rng.choice(("<", ">", "=:=", "=\\=")), (parameter, place.make(INT, 0)))
        return filtered(scope, Compound(">>", (PrologList((parameter,)), body)), items, list_of(INT))
    if scope.chance(0.6):
        body = Compound("is", (image, Compound("+", (parameter, expression(place, INT, 1)))))
        goal = Compound(">>", (PrologList((parameter, image)), body))
        return [Compound("maplist", (goal, items, scope.new(list_of(INT))))]
    place.bind(state, INT)
    body = Compound("is", (image, Compound("+", (parameter, Compound("-", (state, place.make(INT, 0)))))))
    goal = Compound(">>", (PrologList((parameter, state, image)), body))
    return [Compound("foldl", (goal, items, scope.make(INT, 0), scope.new(INT)))]
