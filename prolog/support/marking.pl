:- module(pydecl_marking,
          [ mark_recording/0
          ]).
:- use_module(library(lists)).
:- use_module(library(readutil)).
:- use_module(library(prolog_wrap), []).

/*  Which goal of a program belongs to each line of a recording (tracing.pl lists these lines): the program runs once
    more, on a game that answers from the recording, one line after the other. No rules are loaded and none are asked.
    It is a process of its own:

        swipl marking.pl  <  QUESTION. LINES  >  MARKS

    The programs are loaded from their own files, but before each of their goals stands here(Number), and after each
    comparison held(Number): term_expansion/4 puts them there, and knows the goal's place in the file. In place of
    attached.pl, which would ask a game, stands `script` below. So a cut, a condition and a negation do what they do
    in the program. Its twin is pydecl/workbench/stepping/python_marks.py.

    QUESTION is question(Program, Depth, Mover, Node, Alpha, Beta, Settings), Settings a list of Name = Value. The
    answer, line by line:

        g NUMBER FILE FROM TO TOP BOTTOM NAME/ARITY     a goal, with character offsets, of it and of its clause
        MAIN DECISIVE TRIED ...                         for each line of the recording: numbers of goals, -1 for none
*/

:- set_prolog_flag(optimise, true).

:- dynamic goal_at/7.                   % goal_at(Number, File, From, To, Top, Bottom, PI)

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
    marked(Clause0, Layout, File, Clause).

marked_file(File) :-
    file_directory_name(File, Folder),
    file_base_name(Folder, Name),
    memberchk(Name, [textbook, refined, naive]).

no_program(about(_)).
no_program(replaced(_)).
no_program(begin_of_file).
no_program(end_of_file).

%   marked(+Clause0, +Layout, +File, -Clause): heads have numbers too, for what is called from outside.

marked(Head, Layout, File, (Head :- pydecl_marking:here(Number))) :-
    Head \= (_ :- _), !,                % drops: the clauses with a body
    bounds(Layout, Top, Bottom),
    number_of(File, Top, Bottom, Top, Bottom, Head, Number).
marked((Head :- Body0), term_position(Top, Bottom, _, _, [HeadPlace, Place]), File, (Head :- Body)) :-
    bounds(HeadPlace, From, To),
    number_of(File, From, To, Top, Bottom, Head, _),
    body(Body0, Place, in(File, Top, Bottom), Body).

body(Goal, Place, In, Marked) :-
    var(Goal), !,                       % drops: what looks into the goal; so below
    leaf_goal(Goal, Place, In, Marked).
body(Goal, parentheses_term_position(_, _, Place), In, Marked) :-
    !,
    body(Goal, Place, In, Marked).
body(Goal, term_position(_, _, _, _, [Place1, Place2]), In, Marked) :-
    Goal =.. [Functor, A, B],
    memberchk(Functor, [',', ;, ->, *->]), !,
    body(A, Place1, In, A1),
    body(B, Place2, In, B1),
    Marked =.. [Functor, A1, B1].
body(\+ Goal, term_position(_, _, _, _, [Place]), In, \+ Marked) :-
    !,
    body(Goal, Place, In, Marked).
body(!, _, _, !) :- !.
body(true, _, _, true) :- !.
body(Goal, Place, In, Marked) :-
    leaf_goal(Goal, Place, In, Marked).

leaf_goal(Goal, Place, in(File, Top, Bottom), Marked) :-
    bounds(Place, From, To),
    number_of(File, From, To, Top, Bottom, Goal, Number),
    (   comparison(Goal)
    ->  Marked = ( pydecl_marking:tested(Number), Goal, pydecl_marking:held(Number) )
    ;   Marked = ( pydecl_marking:here(Number), Goal )
    ).

comparison(Goal) :-
    compound(Goal),
    compound_name_arity(Goal, Name, 2),
    memberchk(Name, [<, >, =<, >=, =:=, =\=]).

bounds(Place, From, To) :-
    arg(1, Place, From),
    arg(2, Place, To).

number_of(File, From, To, Top, Bottom, Goal, Number) :-
    (   callable(Goal)
    ->  functor(Goal, Name, Arity)
    ;   Name = call,
        Arity = 1
    ),
    (   goal_at(Number0, File, From, To, Top, Bottom, Name/Arity)
    ->  Number = Number0                % included by two programs
    ;   flag(pydecl_goals, Number, Number + 1),
        assertz(goal_at(Number, File, From, To, Top, Bottom, Name/Arity))
    ).

%   What is attached: the recording. The state, changed in place:
%
%       replay(At, Tried, Decisive, Tested, Turn, Settings)
%
%   At is the number of the next line, from 1; Tried the goals since the one before, the last first; Decisive the
%   first comparison that held, Tested the last that was made.

:- dynamic line/2.                      % line(Number, Words)

here(Number) :-
    b_getval(pydecl_replay, Replay),
    arg(2, Replay, Tried),
    nb_linkarg(2, Replay, [Number|Tried]).

tested(Number) :-
    here(Number),
    b_getval(pydecl_replay, Replay),
    nb_setarg(4, Replay, Number).

held(Number) :-
    b_getval(pydecl_replay, Replay),
    (   arg(3, Replay, -1)
    ->  nb_setarg(3, Replay, Number)
    ;   true
    ).

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
    b_getval(pydecl_replay, Replay),
    arg(2, Replay, Tried),
    (   Tried = [Main|_]
    ->  true
    ;   Main = -1
    ),
    take(Main).

take(Main) :-
    b_getval(pydecl_replay, Replay),
    Replay = replay(At, Tried0, Decisive0, Tested, _, _),
    (   Decisive0 == -1
    ->  Decisive = Tested
    ;   Decisive = Decisive0
    ),
    first_of(24, Tried0, Tried1),
    reverse(Tried1, Tried),
    atomic_list_concat([Main, Decisive|Tried], ' ', Row),
    format("~w\n", [Row]),
    At1 is At + 1,
    nb_setarg(1, Replay, At1),
    nb_setarg(2, Replay, []),
    nb_setarg(3, Replay, -1),
    nb_setarg(4, Replay, -1).

first_of(Most, List, First) :-
    (   Most > 0,
        List = [Head|Tail]
    ->  First = [Head|First1],
        Most1 is Most - 1,
        first_of(Most1, Tail, First1)
    ;   First = []
    ).

%   entered(+At, -Main), left(+Main): what is called once a node; Main called it.

entered(at(_, _, Node), Main) :-
    next([e, Node|_]), !,               % drops: the end of the replay; so below
    b_getval(pydecl_replay, Replay),
    arg(2, Replay, Tried),
    (   Tried = [Main|_]
    ->  true
    ;   b_getval(pydecl_first_head, Main)
    ),
    take(Main).
entered(_, _) :-
    throw(pydecl_replay_over).

left(Main) :-
    (   next([v|_])
    ->  take(Main)
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
    b_getval(pydecl_replay, Replay),
    arg(6, Replay, Settings),
    memberchk(Name = Value, Settings).

told_followers(at(Depth, _, _), Turn, Nexts) :-
    next([m, Turn]),
    b_getval(pydecl_replay, Replay),
    arg(2, Replay, [Main|_]),
    nb_setarg(5, Replay, Turn),
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
    b_getval(pydecl_replay, Replay),
    arg(5, Replay, Turn),
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
    forall(goal_at(Number, File, From, To, Top, Bottom, PI),
           format("g ~w ~w ~w ~w ~w ~w ~w\n", [Number, File, From, To, Top, Bottom, PI])),
    Alpha is Alpha0,
    Beta is Beta0,
    b_setval(pydecl_replay, replay(1, [], -1, -1, none, Settings)),
    findall(Head-At, pydecl_tracing:once_a_node(Program, Head, At, _, _), Entries),
    Entries = [Entry-_|_],
    head_of(Entry, First),
    b_setval(pydecl_first_head, First),
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

%   head_of(+Head, -Number): the head of its first clause.

head_of(Module:Head, Number) :-
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    nth_clause(Module:General, 1, Clause),
    clause_property(Clause, file(File)),
    once(goal_at(Number, File, _, _, _, _, Name/Arity)).

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
