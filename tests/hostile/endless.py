"""Rules that never end, wherever they are asked, and rules that take all memory: a limit, and no value."""

from dataclasses import replace

from hostile.case import GAME, MOVERS, VALUES, Case
from pydecl.errors import Exit

STOPPED = (Exit.LIMIT,)


def endless(text: str, says: str = "", **given: str | tuple[str, ...] | None) -> Case:
    return Case(text, STOPPED, says, time=0.5, **given)  # type: ignore[arg-type]


def asked(goal: str, more: str = "") -> Case:
    """The game, where the goal runs before the successors of a are told."""
    return endless(f"moves(a, [b,c]) :- {goal}.\n" + MOVERS + VALUES + more)


FOR_EVER = {
    "in moves/2": asked("repeat, fail"),
    "in move/2": endless("move(a, b) :- repeat, fail.\n" + MOVERS + VALUES),
    "in move/3": endless("move(a, m, b) :- repeat, fail.\n" + MOVERS + VALUES),
    "in staticval/2": endless(GAME.replace("(b, 1)", "(b, 1) :- repeat, fail")),
    "after a static value": endless(GAME + "staticval(b, V) :- repeat, V = 1, fail.\n"),
    "in max_to_move/1": endless(GAME + "max_to_move(c) :- repeat, fail.\n"),
    "in min_to_move/1": endless(GAME.replace("min_to_move(b)", "min_to_move(b) :- repeat, fail")),
    "in initial/1": endless(GAME + "initial(a) :- repeat, fail.\n", "within|time", position=None),
    "in terminalwon/1": endless(
        GAME + "terminalwon(_) :- repeat, fail.\nterminallost(_) :- fail.\n", program="won"
    ),
    "while the file is loaded": endless(":- repeat, fail.\n" + GAME, "loading it takes more than 0.5 s"),
    "in a condition": endless(":- if((repeat, fail)).\n:- endif.\n" + GAME, "loading it takes more"),
    "in term_expansion/2": endless("term_expansion(_, _) :- repeat, fail.\n" + GAME, "loading it takes more"),
    "in goal_expansion/2": endless(
        "goal_expansion(_, _) :- repeat, fail.\nx :- y.\n" + GAME, "loading it takes more"
    ),
    "in an infinite game": endless(
        "move(N, M) :- M is N + 1.\nstaticval(_, 0).\n"
        "max_to_move(N) :- 0 is N mod 2.\nmin_to_move(N) :- 1 is N mod 2.\n",
        position="0",
        options=("--depth", str(10**9)),  # without a depth it deepens, and has an answer
    ),
    "in a frozen goal": asked("freeze(X, (repeat, fail)), X = 1"),
    "in a goal that waits for two": asked("when((ground(X), ground(Y)), (repeat, fail)), X = 1, Y = 2"),
    "in an attribute's hook": asked(
        "put_attr(X, rules, 1), X = 2", "attr_unify_hook(_, _) :- repeat, fail.\n"
    ),
    "in a goal with a cleanup": asked("setup_call_cleanup(true, (repeat, fail), true)"),
    "in a cleanup": asked("setup_call_cleanup(true, true, (repeat, fail))"),
    "in a cleanup after the limit": asked("setup_call_cleanup(true, (repeat, fail), (repeat, fail))"),
    "with exceptions caught": asked("catch((repeat, fail), _, true)"),
    "with exceptions caught again and again": asked("again", "again :- catch((repeat, fail), _, again).\n"),
    "with exceptions caught and taken for success": asked(
        "findall(x, (between(1, 100, _), catch((repeat, fail), _, true)), _)"
    ),
    "counting": asked("between(1, inf, X), X < 0"),
    "with longer and longer lists": asked("length(_, N), N < 0"),
    "with itself": asked("again", "again :- again.\n"),
    "with each other": asked("one", "one :- other.\nother :- one.\n"),
    "taking strings apart": asked(
        "numlist(1, 20000, L), atomic_list_concat(L, A), forall(sub_atom(A, _, _, _, S), atom_length(S, _))"
    ),
    "collecting": asked("findall(X, (repeat, X = 1, fail), _)"),
    "asleep": asked("sleep(1.0e9)"),
    "waiting for a message": asked("thread_get_message(_)"),
    "waiting for a queue": asked("message_queue_create(Q), thread_get_message(Q, _)"),
    "in a table": asked("count(_)", ":- table count/1.\ncount(0).\ncount(N) :- count(M), N is M + 1.\n"),
    "in one long step": asked("numlist(1, 3000000, L), forall(between(1, inf, _), msort(L, _))"),
    "in a huge power": asked("X is 7 ** 77777777 mod 10, X > 20"),
    "in a term that doubles": asked("double(t)", "double(T) :- ground(T), double(t(T, T)).\n"),
    "in a grammar": asked("phrase(more, _, _)", "more --> more, [x].\n"),
    "printing": asked("repeat, writeln(xxxxxxxxxxxxxxxxxxxx), fail"),
    "complaining": asked("repeat, print_message(error, format(xxxxxxxxxxxxxx, [])), fail"),
}


def greedy(goal: str, more: str = "") -> Case:
    """As `asked`, with time enough to take all memory that there is."""
    return replace(asked(goal, more), time=1.5, options=("--memory", "128"))


EXHAUSTING = {
    "a list": greedy("endless(_)", "endless([x|L]) :- endless(L).\n"),
    "a recursion": greedy("deep(0)", "deep(N) :- M is N + 1, deep(M), true.\n"),
    "atoms": greedy(
        "between(1, inf, N), atom_concat(aaaaaaaaaaaaaaaaaaaaaaaaaaaaa, N, A), assertz(s(A)), fail"
    ),
    "strings": greedy('grow("x")', "grow(S) :- string_concat(S, S, T), grow(T).\n"),
    "integers": greedy("grow(7)", "grow(N) :- M is N * N, grow(M).\n"),
    "facts": greedy("repeat, assertz(fact(xxxxxxxxxxxxxxxxxxxxxxxxx)), fail", ":- dynamic fact/1.\n"),
    "answers": greedy("findall(f(X, X, X, X), (repeat, X = 1), _)"),
    "a table": greedy("grown(_)", ":- table grown/1.\ngrown([]).\ngrown([x|L]) :- grown(L).\n"),
    "a global variable": greedy("nb_setval(v, []), repeat, nb_getval(v, L), nb_setval(v, [xxx, L, L]), fail"),
    "copies": greedy("grow([x])", "grow(L) :- append(L, L, M), copy_term(M, N), grow(N).\n"),
    "numbers": greedy("X is 7 ** (7 ** (7 ** 7)), X > 0"),
    "one long atom": greedy("format(atom(_), '~*c', [2000000000, 0'x])"),
    "a long list": greedy("numlist(1, 1000000000, _)"),
    "a wide term": greedy("functor(_, f, 2000000000)"),
    "streams": greedy("repeat, open_null_stream(_), fail"),
    "queues": greedy("repeat, message_queue_create(_), fail"),
    "messages to itself": greedy("thread_self(M), repeat, thread_send_message(M, xxxxxxxxxxxx), fail"),
    "a trie": greedy("trie_new(T), between(1, inf, N), trie_insert(T, f(N)), fail"),
    "records": greedy("repeat, recordz(r, f(xxxxxxxxxxxxxxxxxxx)), fail"),
    "flags": greedy("between(1, inf, N), atom_concat(f, N, A), flag(A, _, 1), fail"),
    "operators": greedy("between(1, inf, N), atom_concat(f, N, A), op(200, xfx, A), fail"),
    "modules": greedy("between(1, inf, N), atom_concat(m, N, A), assertz(A:x), fail"),
}

CASES = {f"for ever {name}": case for name, case in FOR_EVER.items()} | {
    f"memory for {name}": case for name, case in EXHAUSTING.items()
}
