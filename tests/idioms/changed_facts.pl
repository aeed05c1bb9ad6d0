/*  Facts that are changed in snapshot/1. */

:- dynamic n/1, at/2, flag/0, other/1.

n(1).
n(2).
n(3).

at(e, 1).
at(e, 2).
at(e, 3).

all(Ns) :- findall(N, n(N), Ns).

%? marked(x, 2, _)
%? marked(e, 1, _)
%? marked(x, 4, _)
marked(P, I, Facts) :-
    snapshot(( retract(at(e, I)), assertz(at(P, I)), findall(A-B, at(A, B), Facts) )).

%? put_back(_, _)
put_back(Within, Behind) :-
    snapshot(( asserta(n(0)), assertz(n(4)), all(Within) )),
    all(Behind).

%? put_back_after_failure(_)
put_back_after_failure(Ns) :-
    ( snapshot(( assertz(n(9)), fail )) -> true ; true ),
    all(Ns).

%? one_solution(_)
one_solution(N) :- snapshot(n(N)).

%? no_solution(_)
no_solution(N) :- snapshot(( n(N), N > 3 )).

%? nested(_, _, _)
nested(Inner, Outer, Behind) :-
    snapshot(( assertz(n(4)), snapshot(( assertz(n(5)), all(Inner) )), all(Outer) )),
    all(Behind).

% A call sees the facts as they were when it began.

%? added_meanwhile(_)
added_meanwhile(Ns) :-
    snapshot(( forall(n(N), ( M is N + 10, assertz(n(M)) )), all(Ns) )).

%? removed_meanwhile(_)
removed_meanwhile(Ns) :-
    snapshot(findall(N, ( n(N), retractall(n(_)) ), Ns)).

%? retracted_each(_, _)
retracted_each(Ns, Left) :-
    snapshot(( findall(N, retract(n(N)), Ns), all(Left) )).

%? retracted_meanwhile(_)
retracted_meanwhile(Ns) :-
    snapshot(findall(N, ( retract(n(N)), retractall(n(2)) ), Ns)).

%? retracted_unknown(_)
retracted_unknown(Ns) :-
    snapshot(findall(N, retract(N), Ns)).

%? retracted_and_added_again(_, _)
retracted_and_added_again(Ns, Left) :-
    snapshot(( findall(N, ( retract(n(N)), retractall(n(2)), assertz(n(2)) ), Ns), all(Left) )).

%? moved_on(_)
moved_on(Ns) :-
    snapshot(( forall(retract(n(N)), ( M is N * 2, assertz(n(M)) )), all(Ns) )).

%? twice_the_same(_, _)
twice_the_same(Ns, Left) :-
    snapshot(( assertz(n(1)), findall(N, ( retract(n(1)), N = 1 ), Ns), all(Left) )).

%? of_one_type(_)
of_one_type(Ns) :-
    snapshot(( assertz(n(1.0)), ( retract(n(1.0)) -> true ; true ), retractall(n(2.0)), all(Ns) )).

% Neither backtracking nor negation undoes a change.

%? kept_behind_failure(_)
kept_behind_failure(Ns) :-
    snapshot(( ( assertz(n(4)), fail ; true ), \+ \+ assertz(n(5)), all(Ns) )).

%? by_a_closure(_)
by_a_closure(Ns) :-
    snapshot(( maplist(assertz, [n(7), n(8)]), all(Ns) )).

%? of_several_predicates(_, _)
of_several_predicates(Ns, Others) :-
    snapshot(( forall(member(Fact, [n(7), other(a), n(8)]), assertz(Fact)), all(Ns), findall(X, other(X), Others) )).

%? raised(_)
raised(Flags) :-
    snapshot(( assertz(flag), ( flag -> A = yes ; A = no ), retract(flag), ( flag -> B = yes ; B = no ), Flags = [A, B] )).

% What a function of atoms gives depends on the facts.

%? counted(_, _, _)
counted(Before, Within, Behind) :-
    worth(e, Before),
    snapshot(( retract(at(e, 1)), worth(e, Within) )),
    worth(e, Behind).

worth(P, Number) :- aggregate_all(count, at(P, _), Number).

%? each_of(_)
each_of(Ns) :-
    member(N, [4, 5]),
    snapshot(( assertz(n(N)), all(Ns) )).

%? bound_later(_, _)
bound_later(N, M) :-
    snapshot(( assertz(n(4)), findall(A-B, ( n(A), B is A + 1 ), Pairs) )),
    member(N-M, Pairs).

%? looped(3, _)
looped(Most, Ns) :-
    snapshot(( retractall(n(_)), counted_up(0, Most), all(Ns) )).

counted_up(N, Most) :-
    (   N >= Most
    ->  true
    ;   N1 is N + 1,
        assertz(n(N1)),
        counted_up(N1, Most)
    ).

%? unbound(_)
unbound(Number) :-
    snapshot(( assertz(n(_)), aggregate_all(count, n(_), Number) )).

%? with_a_body(_)
with_a_body(Ns) :-
    snapshot(( retract((n(1) :- true)), all(Ns) )).

%? divided(_)
divided(N) :-
    snapshot(( assertz(n(4)), N is 1 / 0 )).

:- dynamic (-)/2.

a-1.

%? named_by_an_operator(_)
named_by_an_operator(Pairs) :-
    snapshot(( assertz(b-2), retract(a-1), assertz(a-3), findall(X+Y, X-Y, Pairs) )).

% What facts hold stays where a collection, a failure or a negation gives memory back.

:- dynamic board/1.

board([e, e, e]).

put(I, P) :-
    retract(board(Cells0)),
    nth1(I, Cells0, e, Rest),
    nth1(I, Cells, P, Rest),
    assertz(board(Cells)).

%? held(_, _)
held(Cells, Behind) :-
    snapshot(( put(1, x), put(2, o), board(Cells) )),
    board(Behind).

%? held_in_a_collection(40, _, _, _)
held_in_a_collection(N, Ps, Cells, Others) :-
    snapshot((
        findall(P, ( member(I-P, [1-x, 2-o]), put(I, P) ), Ps),
        numlist(1, N, Others),
        board(Cells)
    )).

%? held_behind_a_failure(40, _, _)
held_behind_a_failure(N, Cells, Others) :-
    snapshot((
        forall(member(I, [1, 2]), put(I, x)),
        ( \+ put(3, o) -> true ; true ),
        numlist(1, N, Others),
        board(Cells)
    )).

%? held_in_each(_)
held_in_each(Boards) :-
    findall(Cells, ( member(I, [1, 2, 3]), snapshot(( put(I, x), snapshot(put(1, o)), board(Cells) )) ), Boards).

%? held_in_each_nested(_, _)
held_in_each_nested(Inner, Outer) :-
    snapshot((
        put(1, x),
        ( snapshot(( put(2, o), findall(C, ( member(I, [3, 3]), snapshot(( put(I, x), board(C) )) ), Inner) )) -> true ; Inner = [] ),
        board(Outer)
    )).

%? first_of_all(_)
first_of_all(Ns) :-
    snapshot(( asserta(n(0)), retract(n(2)), asserta(n(-1)), assertz(n(4)), all(Ns) )).

%? loaded_within(_, _)
loaded_within(Inner, Outer) :-
    snapshot(( snapshot(( retract(n(1)), all(Inner) )), assertz(n(4)), all(Outer) )).
