:- module(pydecl_tracing,
          [ search_tracing/9,           % …, +Deadline, +Most, -Answer
            % for programs of the file's own: see own_tracing.pl
            traced/3,                   % +Points, +Most, :Goal
            node_entered/2,             % +At, +Window
            successors/1,               % +Succs
            line/3,                     % +Size, +Format, +Args
            told_by/1                   % :Writer
          ]).
:- meta_predicate told_by(1), traced(+, +, 0).
:- use_module(contract).
:- use_module(events).
:- use_module(programs).
:- use_module(terms, [printable/1]).

/*  What a program does, as a text: attached from outside while one search runs, by wrapping the program's
    recursive predicate and what it asks. Its twin is pydecl/programs/tracing.py; docs/trace.md says what is
    made of the lines. One event a line:

        p POSITION                      a new position, numbered from 0 on; nothing if it cannot be told
        e NUMBER DEPTH MOVER [ALPHA BETA]       a node is entered: the window as the program has it
        m MOVER                         who is to move there, if MOVER was `any`
        s NUMBER ...                    its successors
        l VALUE                         it is a leaf: its static value; won, lost, drawn
        h                               its value comes from the table
        v VALUE                         it is left: its value as the program has it; true or false for won and and_or
        i DEPTH                         an iteration starts
        t                               more events than Most: this is the last line

    s, l, h, m and v are about the node that was entered last and has not been left. DEPTH is the number of
    plies that may be searched below, inf if all. Each successor counts as an event, so that Most bounds the
    positions too; p and m do not count. For won, a node where MIN is to move is entered and never left.

    They are sent line by line: what happened before a search is killed is there to be read. The state:

        trace(Stream, Numbers, Events, Positions, Most)

    Numbers is a trie of the positions' numbers; Events and Positions are changed in place.
*/

:- set_prolog_flag(optimise, true).

%!  search_tracing(+Program, +Pos, +Depth, +Alpha, +Beta, +Settings, +Deadline, +Most, -Answer) is det.
%
%   As search/8; the events go out on the stream of events.

search_tracing(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Most, Answer) :-
    findall(Point, point(Program, Point), Points),
    traced(Points, Most, search(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer)).

%!  traced(+Points, +Most, :Goal) is semidet.
%
%   Run Goal; the predicates of Points, wrap(Head, Wrapped, Body), are wrapped, and tell what they do.

traced(Points, Most, Goal) :-
    trie_new(Numbers),
    with_events(line, Stream, Points,
                ( b_setval(pydecl_trace, trace(Stream, Numbers, 0, 0, Most)),
                  Goal )).

%   once_a_node(+Program, -Module:Head, -At, -Window, -Val): what is called once a node, the program itself if its
%   file does not say more; see programs.pl.

once_a_node(Program, Module:Head, At, Window, Val) :-
    program(Program, Module0, Arity),
    (   about(Program, once_a_node(_, _, _, _))
    ->  about(Program, once_a_node(Head0, At, Window, Val)),
        strip_module(Module0:Head0, Module, Head)
    ;   Module = Module0,
        itself(Arity, Program, Head, At, Window, Val)
    ).                                  % none for X(At, Val): it gives no move, node by node

itself(1, Program, Head, At, none, succeeds) :-
    Head =.. [Program, At].
itself(3, Program, Head, At, none, Val) :-
    Head =.. [Program, At, _, Val].
itself(5, Program, Head, At, Alpha-Beta, Val) :-
    Head =.. [Program, At, Alpha, Beta, _, Val].

%   point(+Program, -wrap(Module:Head, Wrapped, Body)): what is wrapped while Program runs.

point(Program, wrap(Head, Wrapped, Body)) :-
    once_a_node(Program, Head, At, Window, Val),
    (   Val == succeeds
    ->  Body = ( pydecl_tracing:node_entered(At, Window),
                 (   Wrapped
                 ->  pydecl_tracing:left(true)
                 ;   pydecl_tracing:left(false),
                     fail
                 ) )
    ;   Body = ( pydecl_tracing:node_entered(At, Window), Wrapped, pydecl_tracing:left(Val) )
    ).
point(Program, Point) :-
    program(Program, _, 1),             % one call looks at a position of MAX and at the replies
    (   Point = wrap(pydecl_attached:terminalwon(_), Wrapped, ( Wrapped, pydecl_tracing:leaf(won) ))
    ;   Point = wrap(pydecl_attached:terminallost(_), Wrapped, ( Wrapped, pydecl_tracing:leaf(lost) ))
    ;   Point = wrap(pydecl_attached:move(At, _), Wrapped, ( pydecl_tracing:replies(At), Wrapped ))
    ).
point(Program, wrap(Module:moves(_, Succs), Wrapped, ( Wrapped, pydecl_tracing:successors(Succs) ))) :-
    asks(Program, Module).
point(_, wrap(pydecl_attached:staticval(_, Val), Wrapped, ( Wrapped, pydecl_tracing:leaf(Val) ))).
point(_, wrap(pydecl_attached:decided(_, Outcome), Wrapped, ( Wrapped, pydecl_tracing:leaf(Outcome) ))).
point(_, wrap(pydecl_attached:leaf(_), Wrapped, ( Wrapped, pydecl_tracing:leaf(drawn) ))).
point(_, wrap(pydecl_attached:table_hit(_), Wrapped, ( Wrapped, pydecl_tracing:hit ))).
point(_, wrap(pydecl_attached:iteration(_, Depth, _), Wrapped,
              ( pydecl_tracing:iteration(Depth), Wrapped ))).
point(_, wrap(pydecl_attached:followers(At, Turn, Nexts), Wrapped,
                           (   Wrapped
                           ->  pydecl_tracing:turns(Turn, Nexts)
                           ;   pydecl_tracing:turns(At),
                               fail
                           ))).

%   asks(+Program, -Module): whose moves/2 it is that the program asks.

asks(Program, Module) :-
    program(Program, Own, _),
    (   predicate_property(Own:moves(_, _), defined),
        \+ predicate_property(Own:moves(_, _), imported_from(_))
    ->  Module = Own
    ;   Module = pydecl_attached
    ).

%   The events, in the order of the table above

%!  node_entered(+At, +Window) is det.

node_entered(at(Depth0, Mover0, Pos), Window) :-
    b_getval(pydecl_trace, Trace),
    (   kept(1, Trace)
    ->  numbered(Pos, Trace, Number),
        (   Depth0 < 576460752303423488
        ->  Depth = Depth0
        ;   Depth = inf
        ),
        (   Mover0 = any(_)
        ->  Mover = any
        ;   Mover = Mover0
        ),
        arg(1, Trace, Stream),
        (   Window = Alpha-Beta
        ->  format(Stream, "e ~d ~w ~w ~w ~w\n", [Number, Depth, Mover, Alpha, Beta])
        ;   format(Stream, "e ~d ~w ~w\n", [Number, Depth, Mover])
        )
    ;   true
    ).

%   replies(+At): won asks for the moves of At, one of MIN's; it enters MAX's by itself.

replies(At) :-
    (   At = at(_, min, _)
    ->  node_entered(At, none)
    ;   true
    ).

turns(Turn, Nexts) :-
    line(0, "m ~w\n", [Turn]),
    (   Turn == chance
    ->  pairs_values(Nexts, Succs)
    ;   Succs = Nexts
    ),
    successors(Succs).

%   turns(+At): nothing follows.

turns(at(_, any(Due), Pos)) :-
    turn(Pos, Due, Turn, _),
    line(0, "m ~w\n", [Turn]).

%!  successors(+Succs) is det.
%
%   Succs are at/3 terms, whose positions alone are told.

successors(Succs) :-
    b_getval(pydecl_trace, Trace),
    length(Succs, Count),
    Size is Count + 1,
    (   kept(Size, Trace)
    ->  all_numbered(Succs, Trace, Numbers),
        atomic_list_concat([s|Numbers], ' ', Line),
        arg(1, Trace, Stream),
        format(Stream, "~w\n", [Line])
    ;   true
    ).

leaf(Val) :-
    line(1, "l ~w\n", [Val]).

hit :-
    line(1, "h\n", []).

left(Val) :-
    line(1, "v ~w\n", [Val]).

iteration(Depth) :-
    line(1, "i ~w\n", [Depth]).

%!  line(+Size, +Format, +Args) is det.
%
%   An event that counts as so many.

line(Size, Format, Args) :-
    b_getval(pydecl_trace, Trace),
    (   kept(Size, Trace)
    ->  arg(1, Trace, Stream),
        format(Stream, Format, Args)
    ;   true
    ).

%!  told_by(:Writer) is det.
%
%   call(Writer, Stream) tells what is no event.

told_by(Writer) :-
    b_getval(pydecl_trace, Trace),
    (   kept(0, Trace)
    ->  arg(1, Trace, Stream),
        call(Writer, Stream)
    ;   true
    ).

%   kept(+Size, +Trace): an event of this size is still to be written, and is counted.

kept(Size, Trace) :-
    arg(3, Trace, Events0),
    arg(5, Trace, Most),
    Events0 =< Most,
    Events is Events0 + Size,
    nb_setarg(3, Trace, Events),
    (   Events =< Most
    ->  true
    ;   arg(1, Trace, Stream),
        format(Stream, "t\n", []),
        fail
    ).

%   numbered(+Pos, +Trace, -Number): a position that is not ground, or too large, gets a new
%   number each time.

numbered(Pos, Trace, Number) :-
    arg(2, Trace, Numbers),
    (   ground(Pos),
        acyclic_term(Pos),
        catch(printable(Pos), pydecl(_), fail)
    ->  (   trie_lookup(Numbers, Pos, Number)
        ->  true
        ;   new_number(Trace, Number),
            trie_insert(Numbers, Pos, Number),
            arg(1, Trace, Stream),
            write(Stream, 'p '),
            write_term(Stream, Pos, [quoted(true), ignore_ops(true), numbervars(false)]),
            nl(Stream)
        )
    ;   new_number(Trace, Number),
        arg(1, Trace, Stream),
        format(Stream, "p\n", [])
    ).

new_number(Trace, Number) :-
    arg(4, Trace, Number),
    Next is Number + 1,
    nb_setarg(4, Trace, Next).

all_numbered([], _, []).
all_numbered([at(_, _, Pos)|Succs], Trace, [Number|Numbers]) :-
    numbered(Pos, Trace, Number),
    all_numbered(Succs, Trace, Numbers).
