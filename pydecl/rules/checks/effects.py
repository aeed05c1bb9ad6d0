"""What rules do besides answering: they change state, print, read, or ask chance or the clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydecl.rules.catalogue.meaning import ARBITRARY, CHANGES_STATE, PRINTS, REACHES_OUT, READS
from pydecl.rules.checks.goals import Call, Indicator, functor
from pydecl.rules.checks.interface import roots
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.finding import Code, Finding
from pydecl.rules.syntax import Constant, Span, Structure


def _table(**names: tuple[int, ...]) -> set[Indicator]:
    return {(name, arity) for name, arities in names.items() for arity in arities}


STATE = _table(
    **dict.fromkeys(("assert", "asserta", "assertz"), (1, 2)),
    **dict.fromkeys(("retract", "retractall", "erase", "reset_gensym"), (1,)),
    **dict.fromkeys(("abolish", "gensym"), (1, 2)),
    **dict.fromkeys(("nb_setval", "b_setval"), (2,)),
    **dict.fromkeys(("recorda", "recordz"), (2, 3)),
    flag=(3,),
)

OUTPUT = _table(
    **dict.fromkeys(
        ("write", "print", "writeln", "writeq", "write_canonical", "display", "put_char"), (1, 2)
    ),
    write_term=(2, 3),
    **dict.fromkeys(("tab", "portray_clause", "listing", "put_byte", "writef"), (1, 2)),
    **dict.fromkeys(("put", "put_code"), (1,)),
    ansi_format=(3,),
    **dict.fromkeys(("nl", "flush_output"), (0, 1)),
    format=(1, 2, 3),
    print_message=(2,),
    print_message_lines=(3,),
)

INPUT = _table(
    **dict.fromkeys(("read", "get_char", "get_code", "get_byte", "peek_char", "peek_code"), (1, 2)),
    read_term=(2, 3),
    **dict.fromkeys(("get_single_char", "get0", "get", "skip"), (1,)),
    read_string=(3, 5),
    read_line_to_string=(2,),
    read_line_to_codes=(2, 3),
    prompt=(2,),
    prompt1=(1,),
)

CHANCE = _table(
    **dict.fromkeys(("get_time", "random_float"), (1,)),
    **dict.fromkeys(("random_member", "random_permutation", "statistics"), (2,)),
    **dict.fromkeys(("random_between", "random_select", "randseq", "randset"), (3,)),
    **dict.fromkeys(("set_random", "setrand"), (1,)),
    random=(1, 3),
)

OUTSIDE = _table(
    shell=(0, 1, 2),
    process_create=(3,),
    pipe=(1, 2),
    open=(3, 4),
    **dict.fromkeys(("see", "tell", "append", "delete_file", "delete_directory", "make_directory"), (1,)),
    **dict.fromkeys(("rename_file", "copy_file", "setenv", "getenv", "directory_files"), (2,)),
    **dict.fromkeys(("exists_file", "exists_directory", "chdir"), (1,)),
    **dict.fromkeys(("http_open", "tcp_connect"), (2, 3, 4)),
)

KINDS: Mapping[Indicator, tuple[Code, str]] = {
    **dict.fromkeys(STATE, (CHANGES_STATE, "changes what later calls see")),
    **dict.fromkeys(OUTPUT, (PRINTS, "prints")),
    **dict.fromkeys(INPUT, (READS, "reads input")),
    **dict.fromkeys(CHANCE, (ARBITRARY, "gives another answer each time")),
}

CAPTURES = {("with_output_to", 2), ("with_output_to", 3)}


def reaching_out(predicates: Predicates) -> Iterator[Finding]:
    """Calls, anywhere in the file's clauses, of what is outside of Prolog."""
    for clause in predicates.rules.clauses:
        for call in predicates.calls_of(clause) if clause.indicator is not None else ():
            if call.indicator in OUTSIDE and call.indicator not in predicates.clauses:
                message = f"{shown(call.indicator)} reaches for what is outside of Prolog"
                yield predicates.rules.finding(REACHES_OUT, call.place, message)


def effects(predicates: Predicates) -> Iterator[Finding]:
    """Calls with an effect in what a search may call."""
    reached = predicates.reached(sorted(roots(predicates)))
    for clause in predicates.rules.clauses:
        if clause.indicator is None or clause.module is not None or clause.indicator not in reached:
            continue
        captured = [call.goal.span for call in predicates.calls_of(clause) if call.indicator in CAPTURES]
        for call in predicates.calls_of(clause):
            if call.indicator not in KINDS.keys() - predicates.clauses or _is_caught(call, captured):
                continue
            (code, what), root = KINDS[call.indicator], reached[clause.indicator]
            by = "" if root == clause.indicator else f", on behalf of {shown(root)}"
            yield predicates.rules.finding(code, call.place, f"{shown(call.indicator)} {what}{by}")


def _is_caught(call: Call, captured: list[Span]) -> bool:
    """Whether what a call prints goes into a term."""
    if any(span.start <= call.place.start < span.end for span in captured):
        return KINDS[call.indicator][0] is PRINTS
    sink = call.goal.args[0] if isinstance(call.goal, Structure) and call.goal.args else None
    if call.indicator == ("format", 3):
        return not (
            isinstance(sink, Constant) and (functor(sink) or ("",))[0] in ("user_output", "user_error")
        )
    return False


CHECKS = (effects, reaching_out)
