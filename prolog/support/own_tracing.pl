:- module(pydecl_own_tracing,
          [ own_tracing/9,              % +Own, …, +Deadline, +Most, -Answer
            own_nodes/2,                % +Own, -Nodes
            interface/1,                % ?PI
            of_the_program/2            % +Module, +PI
          ]).
:- use_module(contract).
:- use_module(notes).
:- use_module(own).
:- use_module(tracing).

/*  What a program does that a rules file brings itself, as a text: the lines of tracing.pl, and a few more, for
    such a program may fail, be asked again, or leave a node by an exception that it catches.

        v VALUE, w NUMBER VALUE         a node is left; if by w, it may be gone back into: it is the NUMBER-th that
                                        was entered. VALUE is ? if it is no number
        f                               the program fails at the node that was entered last
        a NUMBER                        it goes back into that node, for another answer
        u PLY                           only so many nodes are still open: the others were left without a word
        k ROW                           before another line, if the program has marks: a row of notes.pl

    A node is a call of the program's recursive predicate: of one that is known by its name, or that asks what
    follows a position that it is given. A further call on the same position, by another such predicate, is the
    same node. Evaluating another position than that is a node, too.

    How deep the program is, and where, is a global variable that backtracking and exceptions undo; what was told
    is a term that is changed in place:

        path(Ply, At, PIs, Nexts)       Ply nodes are entered, the last by calls of PIs; Nexts follows it, if that
                                        is known at once, for a bare program
        told(Entered, Ply, Voice)       so many nodes were entered, so many are open; Voice is loud or quiet

    A node is entered and left by the goal that calls it, which goes on then.
*/

%!  own_tracing(+Own, +Pos, +Depth, +Alpha, +Beta, +Settings, +Deadline, +Most, -Answer) is det.
%
%   As own_search/8; the events go out on the stream of events. A further answer is told only if it is another one.

own_tracing(Own, Pos, Depth, Alpha, Beta, Settings, Deadline, Most, Answer) :-
    own_nodes(Own, Nodes),
    findall(Point, point(Own, Nodes, Point), Points),
    b_setval(pydecl_own_path, path(0, none, [], unknown)),
    b_setval(pydecl_own_told, told(0, 0, loud)),
    nothing_tried,
    traced(Points, Most,
           own_search(pydecl_own_tracing:heard, Own, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer)).

%   heard(+Why, +Goal): Goal is what own_search/9 runs. To do the same again is told from the first answer on.

heard(first, Goal) :-
    call(Goal).
heard(further, Goal) :-
    start(quiet),
    call(Goal).
heard(again, Goal) :-
    start(quiet),
    call(Goal),
    b_getval(pydecl_own_told, Told),
    nb_setarg(3, Told, loud),
    nothing_tried.

nothing_tried :-
    (   noting(First)
    ->  begin_notes(First)
    ;   begin_notes(-1)
    ).

start(Voice) :-
    b_getval(pydecl_own_told, Told),
    nb_setarg(1, Told, 0),
    nb_setarg(2, Told, 0),
    nb_setarg(3, Told, Voice).

%   What is wrapped

point(own(_, _, Manner), Nodes, wrap(Module:Head, Wrapped, Body)) :-
    member(node(Module, Name/Arity, Place, Window, Result), Nodes),
    functor(Head, Name, Arity),
    arg(Place, Head, At),
    arguments(Window, Head, Bounds),
    result(Result, Head, Val),
    Body = pydecl_own_tracing:node(Manner, Name/Arity, Wrapped, At, Bounds, Val).
point(own(_, _, bare), _, wrap(rules:staticval(Pos, Val), Wrapped, Body)) :-
    !,                                  % drops: what an attached program asks
    current_predicate(rules:staticval/2),
    Body = ( Wrapped, pydecl_own_tracing:evaluated(Pos, Val, Val) ).
point(own(won, 1, _), _, Point) :-
    !,                                  % drops: what other programs ask
    (   Point = wrap(pydecl_attached:terminalwon(At), Wrapped,
                     ( Wrapped, pydecl_own_tracing:evaluated(At, won, true) ))
    ;   Point = wrap(pydecl_attached:terminallost(At), Wrapped,
                     ( Wrapped, pydecl_own_tracing:evaluated(At, lost, false) ))
    ;   Point = wrap(pydecl_attached:move(At, _), Wrapped, ( pydecl_own_tracing:replies(At), Wrapped ))
    ).
point(_, _, wrap(pydecl_attached:moves(At, Succs), Wrapped,
                 ( Wrapped, pydecl_own_tracing:followed(At, Succs) ))).
point(_, _, wrap(pydecl_attached:staticval(At, Val), Wrapped,
                 ( Wrapped, pydecl_own_tracing:evaluated(At, Val, Val) ))).
point(_, _, wrap(pydecl_attached:decided(At, Outcome), Wrapped,
                 ( Wrapped, pydecl_own_tracing:evaluated(At, Outcome, none) ))).

arguments(none, _, none).
arguments(A-B, Head, Alpha-Beta) :-
    arg(A, Head, Alpha),
    arg(B, Head, Beta).

result(none, _, none).
result(succeeds, _, succeeds).
result(any, Head, any(Head)).
result(Place, Head, value(Val)) :-
    integer(Place),
    arg(Place, Head, Val).

%!  own_nodes(+Own, -Nodes) is det.
%
%   Nodes are node(Module, Name/Arity, Place, Window, Result) for each predicate that is called at a node: Place is
%   the argument that is the position, Window is Alpha-Beta for those of the bounds, or none. Result is that of the
%   value, succeeds, any for the last argument that becomes a number, or none.

own_nodes(Own, Nodes) :-
    whole(Own, Module, PI),
    reached(program_calls(Module), [PI], PIs),
    findall(Node, ( member(One, PIs), node_of(Module, PIs, One, Node) ), Nodes0),
    (   Nodes0 = [_|_]
    ->  Nodes = Nodes0
    ;   known(PI, Window, Result)
    ->  Nodes = [node(Module, PI, 1, Window, Result)]
    ).

node_of(Module, PIs, PI, node(Module, PI, Place, Window, Result)) :-
    recursive(Module, PIs, PI),
    (   known(PI, Window, Result)
    ->  Place = 1
    ;   asks(Module, PIs, PI, Place)
    ->  Window = none,
        Result = any
    ).

known(won/1, none, succeeds).
known(minimax/3, none, 3).
known(alphabeta/5, 2-3, 5).
known(alphabeta/3, none, 3).
known(bestmove/2, none, none).
known(best_move/2, none, none).

%   program_calls(+Module, +PI, -Called): without what the game is asked.

program_calls(Module, PI, Called) :-
    calls(Module, PI, Called),
    of_the_program(Module, Called).

%!  of_the_program(+Module, +PI) is semidet.
%
%   PI is neither what a game is asked, nor a library's.

of_the_program(Module, Name/Arity) :-
    \+ interface(Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, imported_from(_)),
    \+ predicate_property(Module:Head, built_in).

%!  interface(?PI) is nondet.
%
%   What a game is asked.

interface(moves/2).
interface(move/2).
interface(move/3).
interface(staticval/2).
interface(max_to_move/1).
interface(min_to_move/1).
interface(terminalwon/1).
interface(terminallost/1).

recursive(Module, PIs, PI) :-
    findall(Called, ( calls(Module, PI, Called), memberchk(Called, PIs) ), Todo),
    reached(program_calls(Module), Todo, Found),
    memberchk(PI, Found).

%   asks(+Module, +PIs, +PI, -Place): PI asks what follows its argument at Place, itself or by a predicate that is
%   not recursive.

asks(Module, PIs, Name/Arity, Place) :-
    functor(Head, Name, Arity),
    clause(Module:Head, Body),
    sub_term(Goal, Body),
    compound(Goal),
    asked(Goal, Module, PIs, Pos),
    var(Pos),
    arg(Place, Head, Arg),
    Arg == Pos, !.                      % drops: the same, asked again

asked(moves(Pos, _), _, _, Pos).
asked(move(Pos, _), _, _, Pos).
asked(move(Pos, _, _), _, _, Pos).
asked(Goal, Module, PIs, Pos) :-
    compound_name_arity(Goal, Name, Arity),
    memberchk(Name/Arity, PIs),
    \+ recursive(Module, PIs, Name/Arity),
    asks(Module, PIs, Name/Arity, Place),
    arg(Place, Goal, Pos).

%   The events

%   node(+Manner, +PI, :Wrapped, +At, +Window, +Val): a call of PI, on the position At. It is a node, unless other
%   predicates were called for the node At, and not yet PI.

node(Manner, PI, Wrapped, At, Window, Val) :-
    b_getval(pydecl_own_path, Path),
    Path = path(Ply0, At0, PIs, Nexts),
    (   Ply0 > 0,
        At0 == At,
        \+ memberchk(PI, PIs)
    ->  b_setval(pydecl_own_path, path(Ply0, At, [PI|PIs], Nexts)),
        call(Wrapped)
    ;   expected(Val, Free),
        latest(Caller),
        entered(Manner, PI, At, Window, Number, Ply),
        visited(Wrapped, Caller, Number, Ply, Path, Val, Free)
    ).

%   The box of Byrd: a node is left by success or by failure, and backtracking enters it again.

visited(Wrapped, Caller, Number, Ply, Path, Val, Free) :-
    call_cleanup(Wrapped, Done = true),
    value(Val, Free, Value),
    b_setval(pydecl_own_path, Path),
    (   Done == true
    ->  !,                              % drops: the failure, for there is nothing to go back to
        left(Ply, Caller, "v ~w\n", [Value])
    ;   left(Ply, Caller, "w ~d ~w\n", [Number, Value])
    ;   go_back_to(Caller),
        again(Ply, Number),
        fail
    ).
visited(_, Caller, _, Ply, _, Val, _) :-
    (   Val == succeeds
    ->  left(Ply, Caller, "v false\n", [])
    ;   latest(Failed),
        left(Ply, Failed, "f\n", []),
        go_back_to(Caller)
    ),
    fail.

%   expected(+Val, -Free): the arguments, the last first, of which one may become the value.

expected(Val, Free) :-
    (   Val = any(Head)
    ->  findall(Place, ( arg(Place, Head, Arg), var(Arg) ), Places),
        reverse(Places, Free)
    ;   Free = []
    ).

value(succeeds, _, true).
value(none, _, ?).
value(value(Val), _, Value) :-
    number_or_not(Val, Value).
value(any(Head), Free, Value) :-
    (   member(Place, Free),
        arg(Place, Head, Val),
        number(Val)
    ->  Value = Val
    ;   Value = ?
    ).

number_or_not(Val, Value) :-
    (   number(Val)
    ->  Value = Val
    ;   Value = ?
    ).

entered(Manner, PI, At, Window0, Number, Ply) :-
    b_getval(pydecl_own_path, path(Ply0, _, _, _)),
    b_getval(pydecl_own_told, Told),
    closed(Ply0, Told),
    Told = told(Number0, Ply1, Voice),
    Number is Number0 + 1,
    Ply is Ply1 + 1,
    nb_setarg(1, Told, Number),
    nb_setarg(2, Told, Ply),
    place(At, Place),
    window(Window0, Window),
    (   Voice == loud
    ->  noted,
        node_entered(Place, Window)
    ;   true
    ),
    known_at_once(Manner, At, Nexts),
    b_setval(pydecl_own_path, path(Ply, At, [PI], Nexts)).

%   place(+At, -Place): at(Depth, Mover, Pos) for whatever the program calls a position.

place(At, Place) :-
    (   nonvar(At),
        At = at(Depth, Mover, _),
        integer(Depth),
        atom(Mover)
    ->  Place = At
    ;   ground(At),
        acyclic_term(At),
        catch(player(At, Mover), _, fail)
    ->  Place = at(576460752303423488, Mover, At)
    ;   Place = at(576460752303423488, any(any), At)
    ).

window(Alpha0-Beta0, Alpha-Beta) :-
    bound(Alpha0, Alpha),
    bound(Beta0, Beta), !.              % drops: a window that is none
window(_, none).

bound(Bound0, Bound) :-
    (   number(Bound0)
    ->  Bound = Bound0
    ;   ground(Bound0),
        catch(Bound is Bound0, _, fail) % such as -inf, which is a compound
    ).

%   known_at_once(+Manner, +At, -Nexts): what follows is told at once where nobody sees the program ask for it.

known_at_once(bare, Pos, Nexts) :-
    !,                                  % drops: a program that asks
    (   ground(Pos),
        catch(pydecl_game:moves(Pos, Nexts0), _, fail)
    ->  Nexts = Nexts0,
        findall(at(0, any, Next), member(Next, Nexts), Succs),
        successors_told(Succs)
    ;   Nexts = []
    ).
known_at_once(_, _, unknown).

followed(At, Succs) :-
    b_getval(pydecl_own_path, path(Ply, At0, _, _)),
    (   At == At0
    ->  b_getval(pydecl_own_told, Told),
        closed(Ply, Told),
        successors_told(Succs)
    ;   true
    ).

successors_told(Succs) :-
    b_getval(pydecl_own_told, Told),
    (   arg(3, Told, loud)
    ->  noted,
        successors(Succs)
    ;   true
    ).

%   evaluated(+At, +Leaf, +Val): the position is evaluated; if it is not that of the node, it is a node of its own.

evaluated(At, Leaf0, Val) :-
    b_getval(pydecl_own_path, Path),
    Path = path(Ply, At0, _, Nexts),
    leaf_text(Leaf0, Leaf),
    (   At == At0
    ->  b_getval(pydecl_own_told, Told),
        closed(Ply, Told),
        told("l ~w\n", [Leaf])
    ;   is_list(Nexts),
        \+ ( member(Next, Nexts), Next == At )
    ->  true                            % the rules ask, not the program
    ;   latest(Caller),
        entered(attached, none, At, none, _, Ply1),
        told("l ~w\n", [Leaf]),
        leaf_text(Val, Value),
        left(Ply1, Caller, "v ~w\n", [Value]),
        b_setval(pydecl_own_path, Path)
    ).

leaf_text(Val, Text) :-
    (   ( number(Val) ; memberchk(Val, [won, lost, drawn, true, false]) )
    ->  Text = Val
    ;   Text = ?
    ).

%   replies(+At): won/1 asks for the moves of At, and if they are MIN's, At is a node.

replies(At) :-
    b_getval(pydecl_own_path, path(_, At0, _, _)),
    (   At == At0
    ->  true
    ;   entered(attached, none, At, none, _, _)
    ).

%   left(+Ply, +Goal, +Format, +Args): a node is left, at which Ply nodes were open; Goal brings it about, and goes on.

left(Ply, Goal, Format, Args) :-
    b_getval(pydecl_own_told, Told),
    closed(Ply, Told),
    go_back_to(Goal),
    told(Format, Args),
    Ply1 is Ply - 1,
    nb_setarg(2, Told, Ply1).

again(Ply, Number) :-
    b_getval(pydecl_own_told, Told),
    Ply1 is Ply - 1,
    closed(Ply1, Told),
    told("a ~d\n", [Number]),
    nb_setarg(2, Told, Ply).

%   closed(+Ply, +Told): all nodes but the first Ply were left.

closed(Ply, Told) :-
    arg(2, Told, Open),
    (   Open > Ply
    ->  left_without_a_word(Ply, Told),
        nb_setarg(2, Told, Ply)
    ;   true
    ).

left_without_a_word(Ply, Told) :-
    (   arg(3, Told, loud)
    ->  (   noting(_)
        ->  latest(Main),
            told_by(row_written(Main))  % what was tried belongs to the line that follows, too
        ;   true
        ),
        line(1, "u ~d\n", [Ply])
    ;   true
    ).

told(Format, Args) :-
    b_getval(pydecl_own_told, Told),
    (   arg(3, Told, loud)
    ->  noted,
        line(1, Format, Args)
    ;   true
    ).

%   noted: what was tried, for the line that follows.

noted :-
    (   noting(_)
    ->  latest(Main),
        told_by(row_written(Main)),
        row_done
    ;   true
    ).

row_written(Main, Stream) :-
    write(Stream, 'k '),
    row_told(Main, Stream),
    nl(Stream).
