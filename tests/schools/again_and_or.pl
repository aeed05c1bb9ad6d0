% A stack of plates; who takes the top one from an odd number takes again.
moves_again.

initial(stack(6, us)).

tomove(stack(_, Who), Who).

terminal(stack(0, us), them).
terminal(stack(0, them), us).

moves(stack(N, Who), one, stack(M, Whose)) :-
    N > 0,
    M is N - 1,
    (   N mod 2 =:= 1,
        M > 0
    ->  Whose = Who
    ;   turned(Who, Whose)
    ).
moves(stack(N, Who), two, stack(M, Whose)) :-
    N > 1,
    M is N - 2,
    turned(Who, Whose).

turned(us, them).
turned(them, us).
