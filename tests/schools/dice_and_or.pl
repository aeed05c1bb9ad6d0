% A duel of numbers: each adds a digit not used yet; terminal/2 gives a number, what the end is worth to us.

tomove(duel(_, _, Player), Player).

initial(duel([1,2,3,4], 0, max)).

terminal(duel([], Sum, _), Worth) :-
    Worth is Sum mod 7 - 3.

moves(duel(Digits, Sum, Player), Digit, duel(Rest, Sum1, Other)) :-
    select(Digit, Digits, Rest),
    ( Player == max -> Other = min, Sum1 is Sum + Digit * Digit ; Other = max, Sum1 is Sum - Digit ).

staticval(duel(_, Sum, _), Sum).
