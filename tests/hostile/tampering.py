"""Rules that reach, while a search runs, for the programs, for Prolog, for files and processes.

Either nothing comes of it and the value is right, or the search ends with a fault or a limit: none may
have another value, and none may touch a file or leave a process (which `Place.run` sees to).
"""

from hostile.case import GAME, MOVERS, VALUES, Case
from pydecl.errors import Exit

ANY = (Exit.FINE, Exit.BROKEN_CONTRACT, Exit.LIMIT)
BROKEN = (Exit.BROKEN_CONTRACT,)


def meanwhile(goal: str, *codes: Exit, more: str = "", says: str = "") -> Case:
    """The game, where the goal runs before the successors of a are told, whatever comes of it."""
    clause = f"moves(a, [b,c]) :- ( catch(({goal}), _, true) -> true ; true ).\n"
    return Case(clause + MOVERS + VALUES + more, codes or ANY, says, time=3, alike=False)


def of_the_engine(goal: str, *codes: Exit) -> Case:
    """As `meanwhile`; M is the module of what attaches the programs, T the one of minimax and alphabeta."""
    modules = "atom_concat(py, decl_attached, M), atom_concat(py, decl_textbook, T)"
    return meanwhile(f"{modules}, {goal}", *codes)


PROGRAMS = {
    "a clause more for the textbook": of_the_engine("assertz(T:minimax(_, b, 42))"),
    "a clause before the textbook's": of_the_engine("asserta(T:minimax(_, b, 42))"),
    "betterof abolished": of_the_engine("abolish(T:betterof/5)"),
    "betterof retracted": of_the_engine("retractall(T:betterof(_, _, _, _, _))"),
    "betterof redefined": of_the_engine(
        "R = redefine_system_predicate, call(R, T:betterof(_, _, _, _, _)),"
        " assertz(T:betterof(A, B, _, _, A-B))"
    ),
    "static values wrapped": of_the_engine(
        "W = wrap_predicate, call(W, M:staticval(_, V), w, Was, (Was, V = 9))"
    ),
    "the checks made dynamic": of_the_engine("dynamic(M:check/2), asserta(M:check(_, _))"),
    "the counters changed": of_the_engine("atom_concat(py, decl_count, K), b_setval(K, none)"),
    "the counters without end": of_the_engine(
        "atom_concat(py, decl_count, K), nb_setval(K, count(0,0,false,1.0e20,0,game,0,none,none))"
    ),
    "the answer in the counters": of_the_engine(
        "atom_concat(py, decl_count, K), b_getval(K, C), nb_setarg(9, C, finished(9, at(0, min, b), 42))"
    ),
    "the game's interface replaced": meanwhile(
        "atom_concat(ga, me, G), abolish(G:staticval/2), assertz(G:staticval(_, 42))"
    ),
    "the game's movers replaced": meanwhile("atom_concat(ga, me, G), abolish(G:min_to_move/1)"),
    "the game's moves replaced": meanwhile("atom_concat(ga, me, G), assertz(G:moves(_, [z]))"),
    "operators of the user": meanwhile("atom_concat(us, er, U), op(700, fx, U:answer)"),
    "operators of comparison gone": meanwhile("op(0, xfx, >), op(0, xfx, is)"),
    "comparison redefined": meanwhile("atom_concat(sys, tem, S), assertz(S:(_ > _))"),
    "comparison redefined for the programs": of_the_engine("assertz(T:(_ > _))"),
    "unknown procedures that fail": meanwhile("call(set_prolog_flag, unknown, fail)"),
    "exact arithmetic switched": meanwhile("call(set_prolog_flag, iso, true)"),
    "cycles everywhere": meanwhile("call(set_prolog_flag, occurs_check, error)"),
    "a stack limit of nothing": meanwhile("call(set_prolog_flag, stack_limit, 100000)"),
    "a stack limit of all": meanwhile("call(set_prolog_flag, stack_limit, 1000000000000)"),
    "the message hook": meanwhile("atom_concat(us, er, U), assertz((U:message_hook(_, _, _) :- true))"),
    "the hook of printing": meanwhile("atom_concat(us, er, U), assertz((U:portray(_) :- halt))"),
    "an expansion of goals": meanwhile("atom_concat(us, er, U), assertz(U:goal_expansion(_, fail))"),
    "a hook of exceptions": meanwhile("atom_concat(us, er, U), assertz(U:exception(_, _, retry))"),
}


def wrapping(goal: str, *, at_load: bool = False) -> Case:
    """The game, where a goal that calls W to wrap and U to unwrap does its work: there is no answer, ever."""
    named = "W = wrap_predicate, U = unwrap_predicate, atom_concat(py, decl, P)"
    work = f"work :- catch(({named}, {goal}), _, true), fail.\nwork.\n"
    if at_load:
        text = GAME + work + ":- work.\n"
    else:
        text = GAME.replace("moves(a, [b,c]).", "moves(a, [b,c]) :- work.") + work
    return Case(text, BROKEN, "changed the programs that search them", time=5, engines=("prolog",))


_VALUE = "atom_concat(P, '_attached', M), call(W, M:staticval(_, V), w, Was, (Was, V = 9))"

WRAPS = {
    "static values wrapped while the game is loaded": wrapping(_VALUE, at_load=True),
    "static values wrapped for a while": wrapping(f"{_VALUE}, call(U, M:staticval/2, w)"),
    "what is compared wrapped, and a clause more": wrapping(
        "atom_concat(P, '_seal', S), call(W, S:programs(_), w, _, true),"
        " atom_concat(P, '_textbook', T), assertz(T:minimax(_, b, 42))"
    ),
    "the reply forged": wrapping(
        "atom_concat(P, '_worker', M), F = 'ok answer(complete,42,none,1,1,false,0.0,0,none,\\'\\')',"
        " atom_string(F, R), call(W, M:request(_, A), w, _, A = R)"
    ),
    "every predicate of the contract wrapped": wrapping(
        "atom_concat(P, '_contract', M), forall((current_predicate(M:N/A), functor(H, N, A)),"
        " catch(call(W, M:H, w, _, true), _, true))"
    ),
    "a predicate of a library wrapped": wrapping("call(W, lists:append(_, _, _), w, _, fail)"),
    "what is built in wrapped": wrapping("call(W, system:ground(_), w, _, true)"),
    "what tells of wrappers wrapped": wrapping(
        f"call(W, system:'$wrapped_predicate'(_, _), w, _, fail), {_VALUE}"
    ),
    "the game's values wrapped": wrapping("call(W, rules:staticval(_, V), w, _, V = 42)"),
    "a predicate of a library abolished": wrapping("abolish(lists:reverse/2), assertz(lists:reverse(X, X))"),
}


def thrown(goals: str, *codes: Exit) -> Case:
    """The game, where these goals run in the place of the moves, and throw."""
    return Case(f"moves(a, _) :- {goals}.\n" + MOVERS + VALUES, codes or BROKEN)


BALLS = {
    **{
        name: thrown(f"atom_concat(py, {functor}, F), Ball =.. [F, {detail}], throw(Ball)")
        for name, functor, detail in (
            ("time is up", "decl_stop", "time"),
            ("the horizon is reached", "decl_stop", "horizon"),
            ("a fault of another", "decl", "no_value(z)"),
            ("a fault without details", "decl", "several_values"),
            ("a fault that is none", "decl", "_"),
        )
    },
    "memory is used up": thrown("throw(error(resource_error(memory), _))", Exit.LIMIT),
    "an abort": thrown("throw('$aborted')"),
    "an unwinding": thrown("throw(unwind(halt(0)))"),
    "a variable": thrown("throw(_)"),
    "a cycle": thrown("X = f(X), throw(X)"),
    "an error with a cycle": thrown("X = f(X), throw(error(X, X))"),
    "an error that is none": thrown("throw(error(_, _))"),
    "a term of many shares": thrown("length(L, 60), foldl([_, T, t(T, T)]>>true, L, b, X), throw(X)"),
    "an atom of two million letters": thrown("format(atom(X), '~*c', [2000000, 0'b]), throw(X)"),
    "a text that looks like an answer": thrown("throw('\\nok answer(complete,42,none)')"),
    "a static value that throws": Case(GAME.replace("(b, 1)", "(b, _) :- throw(ball)"), BROKEN),
}

WORLD = {
    name: meanwhile(goal)
    for name, goal in {
        "a shell": "shell('touch PWNED')",
        "a shell by another name": "G =.. [shell, 'touch PWNED'], G",
        "a process": "process_create(path(touch), ['PWNED'], [])",
        "a secret": "open('/etc/passwd', read, S), read_string(S, _, T), throw(T)",
        "a compiled file": "qcompile('game.pl')",
        "a signal": "current_prolog_flag(pid, P), kill(P, 9)",
        "a thread": "thread_create((repeat, fail), _, [detached(true)])",
        "many threads": "forall(between(1, 50, _), thread_create((repeat, fail), _))",
        "an exit": "halt",
        "an exit with a code": "halt(0)",
        "an exit by another name": "atom_concat(ha, lt, H), call(H, 0)",
        "an exit in a cleanup": "setup_call_cleanup(true, true, halt)",
        "a goal at the exit": "atom_concat(at_, halt, A), call(A, (repeat, fail)), halt",
        "an abort": "abort",
        "a top level": "prolog",
        "a break": "break",
        "a file consulted": "consult('/etc/passwd')",
        "a library loaded": "use_module(library(lists))",
        "a module unloaded": "G =.. [unload_file, library(lists)], G",
        "garbage collected": "garbage_collect, garbage_collect_atoms, garbage_collect_clauses, trim_stacks",
        "output closed": "close(user_output), close(user_error)",
        "input closed": "close(user_input)",
        "all streams closed": "forall(stream_property(S, mode(_)), catch(close(S, [force(true)]), _, true))",
        "output to the answers": "forall(stream_property(S, output), catch(write(S, 'ok 42'), _, true))",
        "streams swapped": "G =.. [set_prolog_IO, user_input, user_output, user_output], G",
        "another encoding": "set_stream(user_output, encoding(octet))",
        "a protocol": "protocol('PWNED'), writeln(x), noprotocol",
        "a lot on the terminal": "forall(between(1, 200000, _), write(user_error, xxxxxxxxxx))",
        "the tracer": "trace, X = 1, atom(X)",
        "a spy point": "spy(moves/2)",
        "the profiler": "profile(true)",
        "a cut to elsewhere": "prolog_current_choice(C), prolog_cut_to(C)",
        "a parent's frame": "prolog_current_frame(F), prolog_frame_attribute(F, parent, P), integer(P)",
        "a frame's goal changed": (
            "prolog_current_frame(F), prolog_frame_attribute(F, parent_goal, M:minimax(_, B, V)),"
            " B = b, V = 42, atom(M)"
        ),
        "a continuation": "reset(shift(x), x, _)",
        "a continuation without a reset": "shift(ball)",
        "an engine": "engine_create(x, member(x, [x, y]), E), engine_next(E, _), engine_destroy(E)",
        "tables dropped": "abolish_all_tables",
    }.items()
}

THEMSELVES = {
    "own moves abolished": meanwhile("abolish(moves/2)"),
    "own moves retracted": meanwhile("retractall(moves(_, _))"),
    "own values changed": Case(
        ":- dynamic staticval/2.\n"
        + GAME.replace("(b, 1)", "(b, V) :- retractall(staticval(b, _)), assertz(staticval(b, 1)), V = 1"),
        ANY,
        time=3,
        alike=False,
    ),
    "a hook of the terminal in the file": Case(
        GAME + "portray(_) :- halt.\nmessage_hook(_, _, _) :- halt.\n"
    ),
    "a goal expansion in the file": Case("goal_expansion(quit, halt).\n" + GAME + "x :- quit.\n"),
    "a term expansion to a directive": Case(
        "term_expansion(boom, (:- shell('touch PWNED'))).\nboom.\n" + GAME,
        (*ANY, Exit.BAD_INPUT),
        alike=False,
    ),
    "a term expansion to another module": Case(
        "term_expansion(boom, system:boom).\nboom.\n" + GAME, (*ANY, Exit.BAD_INPUT), alike=False
    ),
    "a halt in a condition": Case(":- if(halt).\n:- endif.\n" + GAME, BROKEN),
    "a shell in a condition": Case(
        ":- if(shell('touch PWNED')).\n:- endif.\n" + GAME, (*ANY, Exit.BAD_INPUT), alike=False
    ),
    "a halt by a composed name at load": Case(
        ":- atom_concat(ha, lt, H), call(H).\n" + GAME, BROKEN, "do the rules call halt"
    ),
    "a name of the engine, composed at load": Case(
        ":- atom_concat(py, decl_textbook, T), assertz(T:minimax(_, b, 42)).\n" + GAME,
        (*BROKEN, Exit.BAD_INPUT),
    ),
}

CASES = PROGRAMS | WRAPS | {f"thrown: {n}": case for n, case in BALLS.items()} | WORLD | THEMSELVES
