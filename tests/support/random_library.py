"""Random calls of the library's predicates: arguments of every type, given, free or known in part.

>>> program = random_program(7)
>>> program == random_program(7), len(program.clauses) == len(program.goals)
(True, True)
"""

from __future__ import annotations

from random import Random

from prolog_text import parts, variables, with_part, with_parts
from random_templates import RandomProgram
from swi_solutions import Goal

from pydecl.model.term import Atom, Compound, Term, Variable
from pydecl.rules.reader import read_rules, term_of

_TABLE = """
    member(T,L) memberchk(T,L) append(L,L,L) append(M,L) select(T,L,L) selectchk(T,L,L) select(T,L,T,L)
    selectchk(T,L,T,L) subtract(L,L,L) intersection(L,L,L) union(L,L,L) delete(L,T,L) subset(L,L) nth0(I,L,T)
    nth1(I,L,T) nth0(I,L,T,L) nth1(I,L,T,L) length(L,I) reverse(L,L) last(L,T) list_to_set(L,L) sum_list(N,I)
    max_list(N,I) min_list(N,I) max_member(T,L) min_member(T,L) numlist(I,I,N) msort(L,L) sort(L,L)
    sort(I,O,P,P) keysort(P,P) pairs_keys_values(P,L,L) pairs_keys(P,L) pairs_values(P,L)
    group_pairs_by_key(P,P)
    between(I,I,I) succ(I,I) plus(I,I,I) arg(I,T,T) functor(T,A,I) compare(C,T,T) '=..'(T,L) permutation(L,L)
    flatten(M,L) exclude('='(T),L,L) is_set(L) proper_length(L,I) nextto(T,T,L) same_length(L,L) prefix(L,L)
    clumped(P,P) transpose_pairs(P,P) sumlist(N,I) list_to_ord_set(L,L) ord_union(L,L,L) ord_union(M,L)
    ord_subtract(L,L,L) ord_intersection(L,L,L) ord_symdiff(L,L,L) ord_memberchk(T,L) ord_subset(L,L)
    ord_seteq(L,L) ord_disjoint(L,L) ord_del_element(L,T,L) ord_add_element(L,T,L)
    ord_selectchk(T,L,L) list_to_assoc(P,T) atom_length(A,I) atom_chars(A,S) atom_codes(A,N) char_code(A,I)
    atom_number(A,I) number_codes(I,N) atom_concat(A,A,A) string_concat(A,A,A) atomic_list_concat(S,A)
    atomic_list_concat(S,A,A) sub_atom(A,I,I,I,A) sub_string(A,I,I,I,A) upcase_atom(A,A) downcase_atom(A,A)
    string_upper(A,A) string_lower(A,A) string_length(A,I) string_chars(A,S) string_codes(A,N)
    string_code(I,A,I) atom_string(A,A) string_to_atom(A,A) text_to_string(A,A) number_string(I,A)
    split_string(A,A,A,S) char_type(A,K) code_type(I,K)
"""


def _terms(texts: str) -> tuple[Term, ...]:
    """Terms as a rules file writes them, between commas."""
    (clause,) = read_rules(f"p({texts}).", "terms").clauses
    return parts(term_of(clause.term))


GOALS = _terms(",".join(_TABLE.split()))
"""Each predicate with the kinds of its arguments: what these mostly are."""

_KINDS = {
    "I": "0, 1, 2, 3, -1, 4",
    "A": 'a, ab, \'\', é, \'a,b\', "ab", "", "a b", 12, x, \' a\', aba, "12"',
    "L": '[], [a], [a,b], [b,a,b], [1,2,3], [3,1,2,1], [1.0,1], [a,1,f(a),"a"], [[1],[]], [a,b,c,d]',
    "N": "[], [1], [3,1,2], [97,98], [1.5,2], [2,1.0,2.0]",
    "M": "[], [[]], [[a],[b,a]], [[1,2],[2,3],[0]], [[],[a]]",
    "S": "[], [a], [a,b], [\"a\",b], [a,1], ['',é]",
    "P": "[], [a-1], [b-1,a-2,b-3], [1-a,1.0-b], [a-[1],a-x], [f(1)-2,c-2]",
    "O": "(@<), (@=<), (@>), (@>=), (<)",
    "C": "(<), (=), (>)",
    "K": "digit(_), digit(1), upper, lower(_), upper(a), csym, alnum, punct, white, csymf, space, digit",
    "T": 'a, 1, 1.0, b, f(a), g(1,b), [a], "a", 2, f(x,y,z), [], a-1',
    "X": "foo, f(a), [a|b], 1.5, 'A', 9223372036854775807, [1,2|x], \"b\", s(s(z)), 1r3, g(1), {}, [a,_]",
    "Y": "[_|_], [_,_], _, [a|_], f(_), _-1",
}
KINDS = {kind: _terms(texts) for kind, texts in _KINDS.items()}
"""What an argument of a kind may be. X and Y are for all: what it should not be, what is known in part."""

FREE, ODD, GIVEN, PARTLY, SHARED = 0.25, 0.1, 0.6, 0.3, 0.1
"""How often an argument is free, of any type, given by the question, known in part; two are one variable."""

CALLS = 6
"""How many calls of its predicate a program has."""


def random_program(number: int) -> RandomProgram:
    """The program of a number: calls of one predicate, each a clause; the numbers go round the table."""
    rng = Random(number)
    template = GOALS[number % len(GOALS)]
    assert isinstance(template, Compound)
    made = [_asked(rng, f"library{number}_{index}", template) for index in range(CALLS)]
    return RandomProgram(tuple(clause for clause, _ in made), tuple(goal for _, goal in made))


def _asked(rng: Random, name: str, template: Compound) -> tuple[Term, Goal]:
    """A clause that calls a predicate, and a question to it, which gives some of the arguments."""
    shown: list[Variable] = []
    given: list[Term | None] = []
    args: list[Term] = []

    def fresh(value: Term | None) -> Variable:
        if value is None and given.count(None) and rng.random() < SHARED:
            return rng.choice([one for one, there in zip(shown, given, strict=True) if there is None])
        shown.append(Variable(f"X{len(shown)}"))
        given.append(value)
        return shown[-1]

    def argument(kind: str) -> Term:
        if rng.random() < FREE:
            return fresh(None)
        value = rng.choice(KINDS[rng.choice("XY") if rng.random() < ODD else kind])
        if any(True for _ in variables(value)):
            return opened(value)
        if rng.random() < GIVEN:
            return fresh(value)
        return part_free(value) if rng.random() < PARTLY else value

    def opened(term: Term) -> Term:
        """The term with variables of the clause for its own."""
        if isinstance(term, Variable):
            return fresh(None)
        return with_parts(term, opened)

    def part_free(term: Term) -> Term:
        """The term with a variable for one of its parts."""
        inner = parts(term)
        if not inner:
            return fresh(None) if rng.random() < PARTLY else term
        at = rng.randrange(len(inner))
        return with_part(term, at, fresh(None) if rng.random() < PARTLY else part_free(inner[at]))

    for kind in template.args:
        if isinstance(kind, Atom | Variable):
            args.append(argument(kind.name))
        else:  # a closure
            assert isinstance(kind, Compound)
            args.append(Compound(kind.name, tuple(argument(str(part)) for part in kind.args)))
    head: Term = Compound(name, tuple(shown)) if shown else Atom(name)
    return Compound(":-", (head, Compound(template.name, tuple(args)))), Goal(name, tuple(given))
