"""What SWI-Prolog itself defines, asked of SWI-Prolog."""

from __future__ import annotations

from collections.abc import Iterable

from pydecl.engines.prolog.session import Session
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text
from pydecl.rules.checks import Known
from pydecl.rules.checks.goals import Indicator
from pydecl.sandbox.replies import arguments, integer, items

COMMON = ("lists", "apply", "pairs", "ordsets")
"""The libraries of what every textbook defines itself."""

_SYSTEM = "predicate_property(system:Head, defined), functor(Head, Name, Arity)"

_AUTOLOADED = "'$in_library'(Name, Arity, _)"

_EXPORTED = """
    member(Library, {libraries}),
    absolute_file_name(library(Library), File, [file_type(prolog), access(read), file_errors(fail)]),
    setup_call_cleanup(open(File, read, Stream), (read(Stream, First), read(Stream, Second)), close(Stream)),
    (   First = (:- encoding(_))
    ->  Header = Second
    ;   Header = First
    ),
    Header = (:- module(_, Exports)),
    member(Export, Exports),
    (   Export = Name/Arity
    ->  true
    ;   Export = Name//Arity0,
        Arity is Arity0 + 2
    )
"""


def known_predicates(session: Session, libraries: Iterable[str]) -> Known:
    """All that a file can call without defining it, where it loads these libraries.

    >>> with Session() as session:
    ...     known = known_predicates(session, ["dcg/basics"])
    ...     ("is", 2) in known.system, ("append", 3) in known.library, ("white", 2) in known.library
    (True, True, True)
    """
    system, library = _found(session, _SYSTEM), _found(session, _AUTOLOADED)
    common = _exported(session, COMMON)
    return Known(system, library | common | _exported(session, libraries), common)


def _exported(session: Session, libraries: Iterable[str]) -> frozenset[Indicator]:
    paths = term_text(PrologList(tuple(map(_path, libraries))))
    return _found(session, _EXPORTED.format(libraries=paths))


def _found(session: Session, goal: str) -> frozenset[Indicator]:
    """The Name and Arity of each answer of a goal."""
    (answer,) = session.query(f"findall(Name/Arity, ({goal}), Found)")
    return frozenset(map(_indicator, items(answer["Found"])))


def _indicator(term: Term) -> Indicator:
    name, arity = arguments(term, "/", 2)
    return (name.name if isinstance(name, Atom) else str(name)), integer(arity)


def _path(library: str) -> Term:
    first, *others = library.split("/")
    term: Term = Atom(first)
    for part in others:
        term = Compound("/", (term, Atom(part)))
    return term
