:- module(pydecl_marking,
          [ mark_recording/0
          ]).
:- use_module(library(lists)).
:- use_module(library(readutil)).
:- use_module(library(prolog_wrap), []).
:- use_module(marks).
:- use_module(notes).

/*  Which goal of a program belongs to each line of a recording (tracing.pl lists these lines): the program runs once
    more, on a game that answers from the recording, one line after the other. No rules are loaded and none are asked.
    It is a process of its own:

        swipl marking.pl  <  QUESTION. LINES  >  MARKS

    The programs are loaded from their own files, but with marks in their clauses (marks.pl): term_expansion/4 puts
    them there. In place of attached.pl, which would ask a game, stands `script` below.

    QUESTION is question(Program, Depth, Mover, Node, Alpha, Beta, Settings), Settings a list of Name = Value. The
    answer, line by line:

        g NUMBER FILE FROM TO TOP BOTTOM HEAD CALLED    a goal, as goals/1 of marks.pl tells it
        MAIN TRIED TESTS                                a row, see notes.pl, for each line of the recording
*/

:- set_prolog_flag(optimise, true).

%   The programs' text, with marks

:- multifile user:term_expansion/4.
:- dynamic user:term_expansion/4.

%   with_marks(+Clause0, +Layout, -Clause) is semidet: Clause0, of a program's file, with its marks.

with_marks(Clause0, Layout, Clause) :-
    nonvar(Layout),
    Clause0 \== [],                     % left out by another expansion
    Clause0 \= (:- _),
    Clause0 \= (_ --> _),
    prolog_load_context(file, File),
    marked_file(File),
    \+ no_program(Clause0),
    (   Clause0 = (_ :- _)
    ->  Clause1 = Clause0
    ;   Clause1 = (Clause0 :- true)
    ),
    marked(Clause1, Clause0, Layout, File, Clause).

marked_file(File) :-
    file_directory_name(File, Folder),
    file_base_name(Folder, Name),
    memberchk(Name, [textbook, refined, naive]).

no_program(about(_)).
no_program(replaced(_)).
no_program(begin_of_file).
no_program(end_of_file).

%   What is attached: the recording. The state, changed in place:
%
%       replay(At, Turn, Settings)
%
%   At is the number of the next line, from 1.

:- dynamic line/2.                      % line(Number, Words)

%   next(-Words): the next line of the recording; ends the replay where there is none.

next(Words) :-
    b_getval(pydecl_replay, Replay),
    arg(1, Replay, At),
    (   line(At, Words0)
    ->  Words = Words0
    ;   throw(pydecl_replay_over)
    ).

%   take: the next line is brought about by the goal that was tried last, or by Main.

take :-
    latest(Main),
    take(Main).

take(Main) :-
    row_told(Main, user_output),
    nl,
    row_done,
    b_getval(pydecl_replay, Replay),
    arg(1, Replay, At),
    At1 is At + 1,
    nb_setarg(1, Replay, At1).

%   entered(+At, -Main), left(+Main): what is called once a node; Main called it.

entered(at(_, _, Node), Main) :-
    next([e, Node|_]), !,               % drops: the end of the replay; so below
    latest(Main),
    take(Main).
entered(_, _) :-
    throw(pydecl_replay_over).

left(Main) :-
    (   next([v|_])
    ->  take(Main),
        go_back_to(Main)
    ;   throw(pydecl_replay_over)
    ).

%   The lines are told by pydecl_attached, which is loaded from this text in place of its own file.

script('
:- module(pydecl_attached,
          [ broken/2, moves/2, staticval/2, max_to_move/1, min_to_move/1, terminalwon/1, terminallost/1, move/2,
            enter/1, remaining/2, successors/2, at_horizon/1, decided/2, setting/2, turbulent/1, plausible/2,
            followers/3, choices/3, leaf/1, end/3, names_mover/1, table_hit/1, iteration/3, position/2, finished/3,
            horizon_seen/0, in_time/0, attach/3 ]).
:- use_module(marking, []).

broken(_, _) :- throw(pydecl_replay_over).
attach(_, _, _).
enter(_).
at_horizon(_).
in_time.
names_mover(_).
finished(_, _, _).
plausible(_, _).
choices(_, _, _) :- throw(pydecl_replay_over).

max_to_move(at(_, max, _)).
min_to_move(at(_, min, _)).
remaining(at(Depth, _, _), Depth).
position(at(_, _, Node), Node).

moves(At, Succs) :- pydecl_marking:told_successors(At, Succs).
successors(At, Succs) :- pydecl_marking:told_successors(At, Succs).
staticval(_, Val) :- pydecl_marking:next([l, Val]), pydecl_marking:take.
leaf(_) :- pydecl_marking:next([l|_]), pydecl_marking:take.
decided(_, Outcome) :-
    pydecl_marking:next([l, Outcome]), memberchk(Outcome, [won, lost]), pydecl_marking:take.
terminalwon(_) :- pydecl_marking:next([l, won]), pydecl_marking:take.
terminallost(_) :- pydecl_marking:next([l, lost]), pydecl_marking:take.
table_hit(_) :- pydecl_marking:next([h]), pydecl_marking:take.
iteration(at(_, Mover, Node), Depth, at(Depth, Mover, Node)) :-
    pydecl_marking:next([i|_]), pydecl_marking:take.
horizon_seen :- pydecl_marking:next([i|_]).
turbulent(_) :- pydecl_marking:next([s|_]).
setting(Name, Value) :- pydecl_marking:told_setting(Name, Value).
followers(At, Turn, Nexts) :- pydecl_marking:told_followers(At, Turn, Nexts).
end(_, Player, End) :- pydecl_marking:told_end(Player, End).
move(At, Next) :- pydecl_marking:told_move(At, Next).
').

told_successors(at(Depth, Mover, _), Succs) :-
    next([s|Nodes]),
    take,
    other(Mover, Other),
    less_deep(Depth, Depth1),
    nodes(Nodes, Depth1, Other, Succs).

nodes([], _, _, []).
nodes([Node|Nodes], Depth, Mover, [at(Depth, Mover, Node)|Succs]) :-
    nodes(Nodes, Depth, Mover, Succs).

other(max, min).
other(min, max).

less_deep(Depth0, Depth) :-
    (   Depth0 < 576460752303423488
    ->  Depth is Depth0 - 1
    ;   Depth = Depth0
    ).

told_setting(Name, Value) :-
    b_getval(pydecl_replay, replay(_, _, Settings)),
    memberchk(Name = Value, Settings).

told_followers(at(Depth, _, _), Turn, Nexts) :-
    next([m, Turn]),
    b_getval(pydecl_replay, Replay),
    nb_setarg(2, Replay, Turn),
    latest(Main),
    take(Main),
    next([s|Nodes]),
    take(Main),
    less_deep(Depth, Depth1),
    (   Turn == chance
    ->  length(Nodes, Count),
        Prob is 1 rdiv Count,
        nodes(Nodes, Depth1, any(max), Succs),
        findall(Prob, member(_, Nodes), Probs),
        pairs_keys_values(Nexts, Probs, Succs)
    ;   other(Turn, Due),
        nodes(Nodes, Depth1, any(Due), Nexts)
    ).

told_end(Turn, End) :-
    b_getval(pydecl_replay, replay(_, Turn, _)),
    (   next([l|_])
    ->  End = over
    ;   End = horizon
    ).

%   told_move(+At, -Next): won asks for the moves one by one; MIN's position is entered here, MAX's by won itself.

told_move(at(Depth, Mover, Node), at(Depth1, Other, Next)) :-
    (   Mover == min
    ->  entered(at(Depth, Mover, Node), _)
    ;   true
    ),
    other(Mover, Other),
    less_deep(Depth, Depth1),
    repeat,
    (   next([e, Next0, _, Other|_])
    ->  Next = Next0
    ;   !,                              % drops: asking on
        fail
    ).

:- set_prolog_flag(generate_debug_info, false).

attached_as_script :-
    module_property(pydecl_marking, file(This)),
    file_directory_name(This, Here),
    atom_concat(Here, '/attached.pl', File),
    script(Text),
    setup_call_cleanup(
        open_string(Text, Stream),
        load_files(pydecl_marking:File, [stream(Stream), if(true), imports([])]),
        close(Stream)).

:- initialization(mark_recording, main).

%!  mark_recording is det.
%
%   Reads a question and a recording, and writes the marks.

mark_recording :-
    set_stream(user_output, encoding(utf8)),
    attached_as_script,
    assertz((user:term_expansion(Clause0, Layout, Clause, _) :-
                 pydecl_marking:with_marks(Clause0, Layout, Clause))),
    module_property(pydecl_marking, file(This)),
    file_directory_name(This, Here),
    atom_concat(Here, '/tracing', Tracing),
    use_module(Tracing, []),
    read_term(user_input, question(Program, Depth, Mover, Node, Alpha0, Beta0, Settings), []),
    read_lines(0),
    goals(Goals),
    forall(( member(Goal, Goals), Goal =.. [_|Facts] ),
           ( atomic_list_concat(Facts, ' ', Row), format("g ~w\n", [Row]) )),
    Alpha is Alpha0,
    Beta is Beta0,
    b_setval(pydecl_replay, replay(1, none, Settings)),
    findall(Head-At, pydecl_tracing:once_a_node(Program, Head, At, _, _), Entries),
    Entries = [Entry-_|_],
    head_of(Entry, First),
    begin_notes(First),
    forall(member(Head-At, Entries), wrapped(Head, At)),
    catch(( pydecl_programs:run(Program, at(Depth, Mover, Node), Alpha, Beta, _, _)
          -> true
          ;  true
          ),
          Ball,
          ended(Ball)).

ended(Ball) :-
    (   memberchk(Ball, [pydecl_replay_over, error(resource_error(_), _), error(evaluation_error(_), _)])
    ->  true
    ;   throw(Ball)
    ).

%   head_of(+Head, -Number): that of the first clause.

head_of(Module:Head, Number) :-
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    nth_clause(Module:General, 1, Clause),
    clause_property(Clause, file(File)),
    first_head(Name/Arity, File, Number).

wrapped(Head, At) :-
    wrap_predicate(Head, marks, Wrapped,
                   ( pydecl_marking:entered(At, Main),
                     (   Wrapped
                     ->  pydecl_marking:left(Main)
                     ;   pydecl_marking:left(Main),
                         fail
                     ) )).

read_lines(Count) :-
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  true
    ;   Line == ""
    ->  read_lines(Count)
    ;   split_string(Line, " ", "", Strings),
        maplist(word, Strings, Words),
        Count1 is Count + 1,
        assertz(line(Count1, Words)),
        read_lines(Count1)
    ).

word(String, Word) :-
    (   number_string(Number, String)
    ->  Word = Number
    ;   memberchk(String, ["inf", "-inf"])
    ->  term_string(Term, String),
        Word is Term
    ;   sub_string(String, _, _, _, "r"),
        catch(term_string(Term, String), _, fail),
        rational(Term)
    ->  Word = Term
    ;   atom_string(Word, String)
    ).
