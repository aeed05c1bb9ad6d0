"""What rules files of courses say beside their rules: they load, and mean what they mean in SWI-Prolog."""

from __future__ import annotations

from pathlib import Path

import pytest

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult

MOVES = "initial(a).\nmoves(a, [b]).\nmax_to_move(a).\nmin_to_move(b).\n"

THREE = "staticval(b, 3).\n"

FILES = {
    "helper.pl": "help(3).\n",
    "tools.pl": ":- module(tools, [tool/1]).\ntool(3).\n",
    "arrows.pl": ":- module(arrows, [op(700, xfx, ==>>), (==>>)/2]).\na ==>> 3.\n",
    "src/a/x.pl": ":- module(x, [val/1]).\n:- use_module('../b/y').\nval(V) :- w(V).\n",
    "src/b/y.pl": ":- module(y, [w/1]).\nw(3).\n",
    "src/game.pl": ":- module(game, [moves/2]).\nmoves(a, [b]).\n",
    "other.pl": ":- module(other, [o/1]).\n:- use_module(game).\no(V) :- h(V).\n",
    "asks.pl": ":- module(asks, [asked/1]).\nasked(V) :- \\+ user:seen(_), ( fail ; user:val(V) ).\n",
    "some.pl": ":- module(some, [o/1]).\n:- use_module(game, [h/1]).\no(V) :- h(V).\n",
}

LIBRARIES = (
    *("lists", "apply", "aggregate", "readutil", "random", "dcg/basics", "clpfd", "assoc", "ordsets"),
    *("ugraphs", "yall", "pairs", "option", "error", "debug", "strings", "gensym", "main"),
    *("solution_sequences", "terms", "occurs", "record", "rbtrees", "nb_set", "heaps", "plunit", "date"),
    *("ansi_term", "apply_macros", "statistics", "system", "varnumbers", "prolog_stack", "time"),
)

HELPED = "staticval(b, V) :- help(V).\n"

TEXTS = {
    "a start": ":- initialization(main).\n" + MOVES + THREE + "main :- write(hi), nl.\n",
    "codes": ":- set_prolog_flag(double_quotes, codes).\n" + MOVES + 'staticval(b, V) :- length("abc", V).\n',
    "atoms": (
        ":- set_prolog_flag(double_quotes, atom).\n" + MOVES + 'staticval(b, V) :- atom_length("abc", V).\n'
    ),
    "strings": MOVES + 'staticval(b, V) :- string_length("abc", V).\n',
    "ensure_loaded": ":- ensure_loaded(helper).\n" + MOVES + HELPED,
    "consult": ":- consult('helper.pl').\n" + MOVES + HELPED,
    "a list of files": ":- [helper].\n" + MOVES + HELPED,
    "include": ":- include(helper).\n" + MOVES + HELPED,
    "moves of a module called game": (
        ":- use_module('src/game').\ninitial(a).\nmax_to_move(a).\nmin_to_move(b).\n" + THREE
    ),
    "a module": ":- use_module(tools).\n" + MOVES + "staticval(b, V) :- tool(V).\n",
    "a module by its way": ":- use_module('./tools').\n" + MOVES + "staticval(b, V) :- tool(V).\n",
    "operators of a header": (
        ":- module(m, [moves/2, op(700, xfx, ===>), staticval/2]).\n"
        + MOVES
        + "staticval(b, V) :- a ===> V.\na ===> 3.\n"
    ),
    "operators of a module": ":- use_module(arrows).\n" + MOVES + "staticval(b, V) :- a ==>> V.\n",
    "table": (
        ":- table f/2.\n"
        + MOVES
        + "staticval(b, V) :- f(3, V).\nf(0, 0).\nf(N, V) :- N > 0, M is N - 1, f(M, W), V is W + 1.\n"
    ),
    "dynamic": (
        ":- dynamic foo/1, bar/2.\n:- dynamic([baz/3]).\n:- discontiguous moves/2.\n"
        + MOVES
        + "staticval(b, 3) :- \\+ foo(_), \\+ bar(_, _), \\+ baz(_, _, _).\n"
    ),
    "format": MOVES + "staticval(b, V) :- format(atom(A), '~w~a', [1, bc]), atom_length(A, V).\n",
    "what is printed": MOVES + THREE + ":- format('~w~n', [loaded]).\n",
    "facts added": (
        ":- dynamic val/1.\nset :- retractall(val(_)), assertz(val(3)).\n:- set.\n"
        + MOVES
        + "staticval(b, V) :- val(V).\n"
    ),
    "a goal with empty brackets": MOVES + THREE + "again() :- true.\nplay :- again().\n",
    "a file in a folder that names one in another": (
        ":- use_module('src/a/x').\n" + MOVES + "staticval(b, V) :- val(V).\n"
    ),
    "modules that import each other": (
        ":- module(game, [moves/2, h/1]).\n:- use_module(other).\n"
        + MOVES
        + "staticval(b, V) :- o(V).\nh(3).\n"
    ),
    "a module that imports some": (
        ":- module(game, [moves/2, h/1]).\n:- use_module(some).\n"
        + MOVES
        + "staticval(b, V) :- o(V).\nh(3).\n"
    ),
    "user before heads and goals": (
        ":- dynamic user:seen/1.\n:- multifile user:portray/1.\nuser:portray(x) :- write(y).\n"
        + MOVES.replace("moves", "user:moves")
        + "user:staticval(b, V) :- user:val(V), \\+ user:seen(V).\nval(3).\n"
    ),
    "user in a module beside the file": (
        ":- dynamic seen/1.\n:- use_module(asks).\n" + MOVES + "staticval(b, V) :- asked(V).\nval(3).\n"
    ),
    "facts added to user": (
        ":- dynamic val/1.\n:- assertz(user:val(3)).\n:- user:assertz(val(4)).\n"
        + MOVES
        + "staticval(b, V) :- user:val(V), user:val(W), W > V.\n"
    ),
    **{f"library {name}": f":- use_module(library({name})).\n" + MOVES + THREE for name in LIBRARIES},
}


def loaded(folder: Path, text: str) -> SessionGame:
    """The game of a text with the other files beside it."""
    for name, other in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(other)
    path = folder / "game.pl"
    path.write_text(text)
    return consult(path)


@pytest.mark.parametrize("what", TEXTS)
@pytest.mark.sampled(12, "each file is searched")
def test_it_loads_and_its_value_is_3(tmp_path: Path, what: str) -> None:
    with loaded(tmp_path, TEXTS[what]) as game:
        assert [found.message for found in game.warnings if "is not run" not in found.message] == []
        for engine in ("prolog", "python"):
            assert search(game, "minimax", engine=engine).answer.value == 3


def test_a_file_beyond_the_folder_of_the_game_is_refused_from_a_folder_below_too(tmp_path: Path) -> None:
    inside = tmp_path / "game"
    (inside / "src").mkdir(parents=True)
    (tmp_path / "secret.pl").write_text("secret(1).\n")
    (inside / "src" / "x.pl").write_text(":- ['../../secret'].\n")
    path = inside / "game.pl"
    path.write_text(":- ['src/x'].\n" + MOVES + THREE)
    with pytest.raises(Exception, match="P406"):
        consult(path)


def test_another_file_that_has_the_name_of_the_rules_own_module_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rest.pl").write_text(":- module(rules, [val/1]).\nval(V) :- next(V).\nnext(3).\n")
    path = tmp_path / "game.pl"
    path.write_text(":- use_module(rest).\n" + MOVES + "next(a).\nstaticval(b, V) :- val(V).\n")
    with pytest.raises(Exception, match=r"rest\.pl:1:1: .*cannot be module rules \[P408\]"):
        consult(path)
