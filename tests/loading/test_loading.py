"""What a rules file may do while it is loaded, and what is said of the rest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file

from pydecl.engines.searching import search
from pydecl.errors import ContractError, LimitError, SourceError
from pydecl.loading.consulting import consult, game_files
from pydecl.model.term import Atom
from pydecl.rules.catalogue.codes import codes_of
from pydecl.rules.catalogue.loading import TWO_READINGS
from pydecl.rules.finding import Code, Severity
from pydecl.rules.source import visible

GAME = "initial(a).\nmoves(a, [b,c]).\nmax_to_move(a). min_to_move(b). min_to_move(c).\n"
GAME += "staticval(b, 1). staticval(c, 2).\n"


@pytest.mark.sampled(6, "each case loads rules")
@pytest.mark.parametrize(
    "code", [code for code in codes_of("P4") if code is not TWO_READINGS], ids=lambda code: code.name
)
def test_each_code_has_its_example(tmp_path: Path, code: Code) -> None:
    path, (line, column) = rules_file(tmp_path, code.wrong), code.at
    if code.severity is Severity.ERROR:
        with pytest.raises(
            (SourceError, ContractError), match=rf"game\.pl:{line}:{column}: .*\[{code.name}\]"
        ):
            consult(path)
    else:
        with consult(path) as game:
            assert [(one.code, one.line, one.column) for one in game.warnings] == [(code.name, line, column)]
    path.write_text(code.right)
    with consult(path) as game:
        assert list(game.warnings) == []


@pytest.mark.sampled(14, "each case loads rules")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (":- halt(3).", "P403", "halt/1"),
        (":- true, (fail ; halt).", "P403", "halt/0"),
        (":- forall(true, shell(ls)).", "P402", "shell/1"),
        (":- catch(delete_file(x), _, true).", "P402", "delete_file/1"),
        (":- open('out', write, _).", "P402", "open/3"),
        (":- set_prolog_flag(stack_limit, 1).", "P402", "stack_limit"),
        (":- use_module(library(process)).", "P402", "library(process)"),
        (":- use_module(library(http/http_open)).", "P402", "library(http/http_open)"),
        (":- use_module([library(lists), library(unix)]).", "P402", "library(unix)"),
        (":- ['/etc/passwd'].", "P406", "'/etc/passwd'"),
        (":- consult('../other').", "P406", "'../other'"),
        (":- ensure_loaded('sub/../../other').", "P406", "sub/../../other"),
        (":- op(700, xfx, user:(==>)).", "P404", "user"),
        (":- system:assertz(x).", "P404", "system"),
        (":- lists:append([], _, _), unix:kill(1, 0).", "P402", "unix"),
        ("system:goal_expansion(true, fail).", "P404", "system"),
        ("user:message_hook(_, _, _).", "P404", "user"),
        ("user:message_hook(_, _, _) :- true.", "P404", "user"),
        ("user:term_expansion(a, b).", "P404", "user"),
        ("pydecl_game:greeting --> [].", "P405", "pydecl_game"),
        ("p :- pydecl_game:moves(a, _).", "P405", "pydecl_game"),
        ("p :- \\+ system:halt.", "P404", "system"),
        ("p :- nb_setval(pydecl_count, 0).", "P405", "pydecl_count"),
        ("p :- throw(pydecl_stop(time)).", "P405", "pydecl_stop"),
        (":- abolish(pydecl_textbook:minimax/3).", "P405", "pydecl_textbook"),
        ("p :- '$set_predicate_attribute'(p, system, true).", "P409", "$set_predicate_attribute"),
        ("p :- findall(x, wrap_predicate(p, w, W, W), _).", "P409", "wrap_predicate/4"),
        (":- wrap_predicate(p, w, W, W).", "P402", "wrap_predicate/4"),
    ],
)
def test_what_reaches_beyond_the_rules_is_refused_at_its_place(
    tmp_path: Path, line: str, code: str, said: str
) -> None:
    path = rules_file(tmp_path, GAME + line + "\n")
    with pytest.raises((SourceError, ContractError)) as raised:
        consult(path)
    message = str(raised.value)
    assert message.startswith(f"{path}:5:1: ")
    assert said in message.splitlines()[0]
    assert message.splitlines()[0].endswith(f"[{code}]")
    assert message.splitlines()[1] == f"  {line}"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("?- staticval(b, _).", "P401"),
        (":- initialization(loops).\nloops :- loops.", "P401"),
        (":- initialization(loops, main).\nloops :- loops.", "P401"),
        (
            ":- dynamic n/1.\n:- initialization(main).\nmain :- assertz(n(1)), loops.\nloops :- nl, loops.",
            "P401",
        ),
        (":- dynamic n/1.\n:- initialization((assertz(n(1)), shell(ls))).", "P401"),
        (":- trace.", "P401"),
        (":- listing(moves/2).", "P401"),
        ("play :- ask(X), X == yes.\nask(X) :- read(X).\n:- play.", "P407"),
        ("main :- staticval(b, V), print(V), halt.\n:- main.", "P407"),
        (":- use_module(library(between)).", "P410"),
    ],
)
def test_what_starts_something_is_left_out_with_a_note(tmp_path: Path, line: str, code: str) -> None:
    with consult(rules_file(tmp_path, GAME + line + "\n")) as game:
        assert [(found.code, found.message.startswith("note: ")) for found in game.warnings] == [(code, True)]
        assert game.initial() == [Atom("a")]


def test_an_initialization_that_makes_facts_is_run_when_the_file_is_loaded(tmp_path: Path) -> None:
    text = ":- initialization(set_up).\n:- dynamic n/1.\n" + GAME
    text += "set_up :- forall(member(X, [1,2]), add(X)).\nadd(X) :- Y is X * X, assertz(n(Y)).\n"
    text += ":- \\+ n(_).\nstaticval(a, V) :- n(V), V > 1.\n"
    with consult(rules_file(tmp_path, text)) as game:
        assert game.static_value(Atom("a")) == 4


@pytest.mark.sampled(8, "each case loads rules")
@pytest.mark.parametrize(
    "line",
    [
        ":- table reach/1.\nreach(a).",
        ":- op(700, xfx, ==>).\na ==> b.",
        ":- style_check(-singleton).\nq(X).",
        ":- multifile user_hook/1.\nuser_hook(1).",
        ":- abolish(old/1).",
        ":- forall(member(X, [1,2]), X > 0).",
        "p :- lists:append([], _, _).",
        "p :- read(X), write(X), halt.",
        "save :- open('out.txt', write, S), close(S).",
        "helper --> [a], {true}, rest.\nrest --> [].",
    ],
)
def test_what_declares_or_computes_is_taken_without_a_word(tmp_path: Path, line: str) -> None:
    with consult(rules_file(tmp_path, GAME + line + "\n")) as game:
        assert list(game.warnings) == []


@pytest.mark.parametrize(
    "goal",
    [
        "distinct(X, member(X, [b,c,b]))",
        "distinct(member(X, [b,c,b]))",
        "reduced(member(X, [b,c,b]))",
        "order_by([asc(X)], member(X, [c,b]))",
        "group_by(K, Y, member(K-Y, [1-b,2-c]), [X])",
    ],
)
def test_a_library_that_loads_another_as_it_is_called_is_no_tampering(tmp_path: Path, goal: str) -> None:
    with consult(rules_file(tmp_path, GAME.replace("moves(a, [b,c])", f"move(a, X) :- {goal}"))) as game:
        assert [str(after) for _, after in game.successors(Atom("a"))] == ["b", "c"]
        assert search(game, "minimax").value == 2


def test_a_declaration_of_no_predicate_is_a_warning_for_nothing_of_the_file_is_lost(tmp_path: Path) -> None:
    with consult(rules_file(tmp_path, GAME + ":- dynamic foo.\n:- discontiguous bar.\n")) as game:
        assert [str(found).split(":")[1] for found in game.warnings] == ["5", "6"]
        assert "`predicate_indicator' expected, found `foo' (an atom)" in str(game.warnings[0])


def test_what_a_file_beside_it_may_not_is_said_with_its_own_place(tmp_path: Path) -> None:
    (tmp_path / "more.pl").write_text("% nothing here\n:- shell('touch out').\n")
    path = rules_file(tmp_path, GAME + ":- include(more).\n")
    with pytest.raises(SourceError, match=r"more\.pl:2:1: a directive calls shell/1.*P402"):
        consult(path)


@pytest.mark.parametrize("char", ["\u202e", "\u200b", "\u00a0", "\ufeff", "\u2066"])
def test_an_invisible_character_reads_as_a_blank_and_is_said(tmp_path: Path, char: str) -> None:
    path = rules_file(tmp_path, GAME.replace("[b,c]", f"[b{char},c]"))
    with consult(path) as game:
        (warning,) = game.warnings
        assert (warning.line, warning.column) == (2, 12)
        assert f"U+{ord(char):04X}" in warning.message
        assert len(game.successors(Atom("a"))) == 2


def test_an_invisible_character_in_quotes_stays_and_is_said(tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME + "name('x\u200by').\n")
    with consult(path) as game:
        assert [found.line for found in game.warnings] == [5]
        assert game.session.query("rules:name(X)") == [{"X": Atom("x\u200by")}]


@pytest.mark.parametrize(
    ("clause", "reading"),
    [
        ("name('👨\u200d👩\u200d👧').", None),
        ("name(x). % क्\u200dष, نمی\u200cخواهم", None),
        ("name('x\u200dy').", "it is a part of what stands in quotes"),
        ("name(x). % \u202e", "the comment may not read as it looks"),
        ("name(x\u200d).", "outside quotes it is read as a blank"),
        ("name(['👨',\u200d'👩']).", "outside quotes it is read as a blank"),
    ],
)
def test_joiners_of_signs_in_quotes_are_no_fault(clause: str, reading: str | None) -> None:
    found = [warning.message.rpartition(": ")[2] for warning in visible(f"a.\n{clause}\n", "game.pl")[1]]
    assert found == ([] if reading is None else [reading])


@pytest.mark.parametrize("engine", ["prolog", "python"])
@pytest.mark.parametrize(
    ("rule", "place"),
    [
        ("staticval(d, V) :-\n    helper(X),\n    V is X + 1.\nhelper(foo).\n", "game.pl:5, in staticval/2"),
        ("staticval(d, V) :-\n    undefined_here(V).\n", "game.pl:5, in staticval/2"),
        ("staticval(d, V) :- deeper(V).\ndeeper(V) :-\n    V is foo + 1.\n", "game.pl:6, in deeper/1"),
    ],
)
def test_an_exception_of_the_rules_has_its_place(
    pydecl: Run, tmp_path: Path, rule: str, place: str, engine: str
) -> None:
    path = rules_file(tmp_path, GAME.replace("[b,c]", "[b,c,d]") + rule)
    path.write_text(path.read_text().replace("min_to_move(c).", "min_to_move(c). min_to_move(d)."))
    done = pydecl("search", path, "--engine", engine)
    assert done.code == 3
    assert f"({place})" in done.err


def test_a_recursion_without_end_is_named(pydecl: Run, tmp_path: Path) -> None:
    text = "initial(a).\nmove(X, Y) :- move(X, Z), move(Z, Y).\nmove(a, b).\nstaticval(_, 0).\n"
    path = rules_file(tmp_path, text + "max_to_move(a).\nmin_to_move(b).\n")
    done = pydecl("search", path, "--memory", "128")
    assert done.code == 4
    assert "move/2 calls itself without end" in done.out


@pytest.mark.parametrize(
    ("rule", "culprit"),
    [
        ("evil :- length(L, 1000000000), L = [].", ""),
        ("evil :- numlist(1, 1000000000, L), L = [].", ""),
        ("evil :- grow([]).\ngrow(L) :- grow([x|L]).", "grow/1"),
        ("evil :- evil, true.", "evil/0"),
    ],
)
def test_only_what_calls_itself_is_said_to(tmp_path: Path, rule: str, culprit: str) -> None:
    path = rules_file(tmp_path, GAME.replace("moves(a, [b,c]).", "moves(a, [b,c]) :- evil.") + rule + "\n")
    with consult(path, memory=64) as game, pytest.raises(LimitError) as raised:
        game.successors(Atom("a"))
    assert str(raised.value).partition("stack")[2] == (
        f", {culprit} calls itself without end" if culprit else ""
    )


def test_a_file_is_read_once(tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME)
    with consult(path) as game:
        path.write_text("nonsense(")
        game.session.close()  # the next request starts another child
        assert game.initial() == [Atom("a")]


def test_a_file_beside_it_that_is_not_there_is_named(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, ":- include(values).\n" + GAME)
    done = pydecl("check", "--about", path)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"pydecl: {path}: source_sink `values' does not exist\n"


def test_what_rules_print_is_shown_at_the_end(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME.replace("moves(a, [b,c]).", "moves(a, [b,c]) :- print(hello), nl."))
    done = pydecl("search", path)
    assert done.code == 0
    assert re.fullmatch(r"pydecl: the rules printed:\n(hello\n)+", done.err)  # whenever they are asked
    assert "hello" not in done.out


def test_a_flood_is_cut(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(
        tmp_path,
        GAME.replace("moves(a, [b,c]).", "moves(a, [b,c]) :- forall(between(1, 100000, _), print(x))."),
    )
    done = pydecl("search", path)
    assert done.code == 0
    shown = done.err.split("\n", 1)[1]
    assert re.fullmatch(r"x{65536}\n\[… and [\d,]+ more bytes\]\n", shown)


def test_the_first_warnings_of_a_file_come_before_its_search(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME + "extra(X, Y) :- X = 1.\n")
    done = pydecl("search", path)
    assert done.code == 0
    assert done.err.startswith(f"pydecl: {path}:5:1: warning: Singleton variables: [Y]")
    path.write_text(path.read_text() + "more(X, Y) :- X = 1.\n" * 3)
    said = pydecl("search", path).err
    assert said.startswith(done.err)
    assert said.endswith(f"\npydecl: note: 2 more warnings: 'pydecl check {path}' shows all\n")


def test_the_files_of_a_game_are_those_that_it_is_read_from(own_folder: Path) -> None:
    (own_folder / "sub").mkdir()
    (own_folder / "sub" / "game.pl").write_text(":- [board].\nmove(a, b\n.")
    (own_folder / "sub" / "board.pl").write_text(":- include('more.pl').\n")
    (own_folder / "sub" / "more.pl").write_text("at(a).\n")
    (own_folder / "small.tree").write_text("a max (b 3  c 2)")
    named = [str(file) for file in game_files("sub/game.pl")]
    assert sorted(named) == ["sub/board.pl", "sub/game.pl", "sub/more.pl"]
    assert game_files("small.tree") == [Path("small.tree")]
    assert game_files("nim:heaps=[1]") == game_files("lecture19") == game_files("nosuch.pl") == []
