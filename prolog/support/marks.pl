:- module(pydecl_marks,
          [ marked/5,                   % +Clause0, +Read, +Layout, +File, -Clause
            goals/1,                    % -Goals
            first_head/3                % +PI, ?File, -Number
          ]).

/*  Marks in the clauses of a program: before each goal stands pydecl_here(Number), around a comparison
    pydecl_tested(Number, A, B) and pydecl_held(Number); notes.pl says what they do.

        minimax(P, _, V) :- staticval(P, V), V > 0.

        minimax(P, _, V) :- pydecl_here(1), staticval(P, V), pydecl_tested(2, V, 0), V > 0, pydecl_held(2).

    A cut, a condition and a negation do what they did, and a goal within findall/3 and its like has its mark there.
*/

:- dynamic goal_at/7.                   % goal_at(Number, File, From, To, Top, Bottom, Head-Called)

%!  marked(+Clause0, +Read, +Layout, +File, -Clause) is semidet.
%
%   Clause0, Head :- Body, with its marks. Read is the same as the reader gave it, with the subterm positions Layout,
%   before goals were expanded. A goal that the reader has not seen has no mark; fails if that is so for the head.

marked((Head :- Body0), Read, Layout, File, (Head :- Body)) :-
    bounds(Layout, Top, Bottom),
    indicator(Head, PI),
    In = in(File, Top, Bottom, PI),
    (   Read = (_ :- BodyRead),
        Layout = term_position(_, _, _, _, [HeadPlace, BodyPlace])
    ->  true
    ;   HeadPlace = Layout,
        BodyRead = true
    ),
    number_of(Head, HeadPlace, In, Number),     % the head's before those of the goals
    body(In, Body0, BodyRead, BodyPlace, Body1),
    (   head_decides(Body0)
    ->  Body = ( pydecl_notes:pydecl_here(Number), Body1 )
    ;   Body = Body1
    ).

%   head_decides(+Body): when the clause comes to a cut or to its end, it has asked only whether its head fits.

head_decides(Body) :-
    (   nonvar(Body),
        Body = (First, _)
    ->  head_decides(First)
    ;   Body == true
    ->  true
    ;   Body == !
    ).

%   body(+In, +Goal, +Read, +Place, -Marked)

body(In, Goal, Read, Place0, Marked) :-
    nonvar(Place0),
    Place0 = parentheses_term_position(_, _, Place), !,         % drops: what looks into the goal; so below
    body(In, Goal, Read, Place, Marked).
body(_, Goal, _, _, Goal) :-
    ( Goal == ! ; Goal == true ), !.
body(In, Goal, Read, Place, Marked) :-
    control(Goal),
    arguments(Goal, Read, Place, Name, Args0, Reads, Places), !,
    arguments_marked(Args0, [0, 0], In, Reads, Places, Args),
    compound_name_arguments(Marked, Name, Args).
body(In, Goal, Read, Place, Marked) :-
    callable(Goal),
    predicate_property(user:Goal, meta_predicate(Specification)),
    arguments(Goal, Read, Place, Name, Args0, Reads, Places),
    compound_name_arguments(Specification, Name, Specifications), !,    % not that of m:Goal
    arguments_marked(Args0, Specifications, In, Reads, Places, Args),
    compound_name_arguments(Goal1, Name, Args),
    leaf_goal(In, Goal, Goal1, Place, Marked).
body(In, Goal, _, Place, Marked) :-
    leaf_goal(In, Goal, Goal, Place, Marked).

control(Goal) :-
    nonvar(Goal),
    memberchk(Goal, [(_, _), (_ ; _), (_ -> _), (_ *-> _), \+ _]).

%   arguments(+Goal, +Read, +Place, -Name, -Args, -Reads, -Places) is semidet: those of the goal, and of what was read.

arguments(Goal, Read, Place, Name, Args, Reads, Places) :-
    compound(Read),
    nonvar(Place),
    Place = term_position(_, _, _, _, Places),
    compound_name_arguments(Goal, Name, Args),
    compound_name_arguments(Read, Name, Reads),
    same_length(Args, Reads),
    is_list(Places),
    same_length(Args, Places).

%   arguments_marked(+Args0, +Specifications, +In, +Reads, +Places, -Args): those that are called as they stand.

arguments_marked([], _, _, _, _, []).
arguments_marked([Arg0|Args0], [Specification|Specifications], In, [Read|Reads], [Place|Places], [Arg|Args]) :-
    (   Specification == 0
    ->  body(In, Arg0, Read, Place, Arg)
    ;   Specification == (^)
    ->  quantified(In, Arg0, Read, Place, Arg)
    ;   Arg = Arg0
    ),
    arguments_marked(Args0, Specifications, In, Reads, Places, Args).

%   quantified(+In, +Goal, +Read, +Place, -Marked): it may begin with Var^.

quantified(In, Goal, Read, Place, Marked) :-
    (   nonvar(Goal),
        Goal = _^_,
        arguments(Goal, Read, Place, _, [Var, Inner0], [_, InnerRead], [_, InnerPlace])
    ->  quantified(In, Inner0, InnerRead, InnerPlace, Inner),
        Marked = Var^Inner
    ;   body(In, Goal, Read, Place, Marked)
    ).

leaf_goal(In, Goal, Goal1, Place, Marked) :-
    (   number_of(Goal, Place, In, Number)
    ->  (   compared(Goal, A, B)
        ->  Marked = ( pydecl_notes:pydecl_tested(Number, A, B), Goal1, pydecl_notes:pydecl_held(Number) )
        ;   Marked = ( pydecl_notes:pydecl_here(Number), Goal1 )
        )
    ;   Marked = Goal1
    ).

%   compared(+Goal, -A, -B) is semidet: the goal compares A and B, or takes the greater or the lesser one.

compared(Goal, A, B) :-
    compound(Goal),
    (   Goal = compare(_, A, B)
    ->  true
    ;   Goal = (_ is Expression)
    ->  once(( sub_term(Chosen, Expression), compound(Chosen), ( Chosen = max(A, B) ; Chosen = min(A, B) ) ))
    ;   compound_name_arguments(Goal, Name, [A, B]),
        memberchk(Name, [<, >, =<, >=, =:=, =\=, @<, @>, @=<, @>=, ==, \==])
    ).

%   number_of(+Goal, +Place, +In, -Number) is semidet: fails if the goal has no text.

number_of(Goal, Place, in(File, Top, Bottom, Head), Number) :-
    bounds(Place, From, To),
    Top =< From,
    From < To,
    To =< Bottom,
    indicator(Goal, Called),
    (   goal_at(Number0, File, From, To, Top, Bottom, Head-Called)
    ->  Number = Number0                % included by two programs
    ;   flag(pydecl_goals, Number, Number + 1),
        assertz(goal_at(Number, File, From, To, Top, Bottom, Head-Called))
    ).

bounds(Place, From, To) :-
    compound(Place),
    arg(1, Place, From),
    arg(2, Place, To),
    integer(From),
    integer(To).

indicator(Goal, Name/Arity) :-
    (   callable(Goal)
    ->  functor(Goal, Name, Arity)
    ;   Name = call,
        Arity = 1
    ).

%!  goals(-Goals) is det.
%
%   Goals lists goal(Number, File, From, To, Top, Bottom, Head, Called) in the order of their numbers, from 0: a goal,
%   and its clause, from and to which character they stand. Head and Called are texts, name/arity.

goals(Goals) :-
    findall(goal(Number, File, From, To, Top, Bottom, Head, Called),
            ( goal_at(Number, File, From, To, Top, Bottom, HeadPI-CalledPI),
              indicator_text(HeadPI, Head),
              indicator_text(CalledPI, Called) ),
            Goals).

%!  first_head(+PI, ?File, -Number) is det.
%
%   The head of the first clause of a predicate, -1 if it has no mark.

first_head(PI, File, Number) :-
    (   goal_at(Number0, File, _, _, _, _, PI-PI)
    ->  Number = Number0
    ;   Number = -1
    ).

indicator_text(Name/Arity, Text) :-
    format(string(Text), '~w/~d', [Name, Arity]).
