/*  Tests of prolog/support/own_tracing.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/own_tracing.plt
*/

:- use_module(library(plunit)).
:- use_module(library(memfile)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/own').
:- use_module('../../../prolog/support/own_tracing').
:- use_module('../../../prolog/support/tracing').

:- begin_tests(own_tracing).

:- dynamic folder/1.

:- prolog_load_context(directory, Folder),
   assertz(folder(Folder)).

%   program_loaded: the textbook's alphabeta is a program of the rules file's own, and so is one that asks for the
%   moves by a predicate of another name.

program_loaded :-
    folder(Folder),
    findall(Text,
            ( member(Name, [minimax, alphabeta]),
              atomic_list_concat([Folder, '/../../../prolog/textbook/', Name, '.pl'], File),
              read_file_to_string(File, Text, []) ),
            Texts),
    Best = "bestmove(P, B) :- one(P, B, _).\n",
    One = "one(P, B, V) :- after(P, L), !, best_one(L, B, V).\none(P, _, V) :- staticval(P, V).\n",
    After = "after(P, L) :- moves(P, L).\n",
    List = "best_one([P], P, V) :- one(P, _, V).\nbest_one([_, P|Ps], B, V) :- best_one([P|Ps], B, V).\n",
    atomics_to_string([Best, One, After, List|Texts], Whole),
    pydecl_loader:load_rules('/nowhere/own.pl', Whole, [], loaded([], _, _, _, _)),
    forall(member(PI, [alphabeta/5, bestmove/2]), ( own_clauses(PI, Text), attach_own(PI, Text) )).

atomics_to_string(Parts, Whole) :-
    atomic_list_concat(Parts, '\n', Atom),
    atom_string(Atom, Whole).

%   lines(:Search, -Lines): what is told while Search runs, with a deadline as its last argument.

lines(Search, Lines) :-
    new_memory_file(Memory),
    open_memory_file(Memory, write, Stream),
    retractall(pydecl_events:events(_)),
    pydecl_events:events_opened(Stream),
    get_time(Now),
    Deadline is Now + 600,
    once(call(Search, Deadline)),
    close(Stream),
    memory_file_to_string(Memory, Text),
    split_string(Text, "\n", "", Lines).

own(Own, Pos, Deadline) :-
    own_tracing(Own, Pos, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, []), Deadline, 100000, _).

textbook(Pos, Deadline) :-
    search_tracing(alphabeta, Pos, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, []), Deadline, 100000, _).

test(nodes_are_the_calls_of_what_is_known_by_its_name, [setup(program_loaded)]) :-
    own_nodes(own(alphabeta, 5, attached), [node(own_alphabeta_5, alphabeta/5, 1, 2-3, 5)]).
test(or_of_what_is_recursive_and_asks_for_the_moves, [setup(program_loaded)]) :-
    own_nodes(own(bestmove, 2, attached), [node(own_bestmove_2, one/3, 1, none, any)]).
test(a_copy_of_a_program_tells_what_the_program_tells, [forall(root(Pos)), setup(program_loaded)]) :-
    lines(own(own(alphabeta, 5, attached), Pos), Lines),
    lines(textbook(Pos), Lines).
test(nothing_stays_wrapped, [forall(root(Pos)), setup(program_loaded)]) :-
    lines(own(own(alphabeta, 5, attached), Pos), _),
    \+ predicate_property(own_alphabeta_5:alphabeta(_, _, _, _, _), wrapped(_)),
    \+ predicate_property(pydecl_attached:staticval(_, _), wrapped(_)).

:- end_tests(own_tracing).
