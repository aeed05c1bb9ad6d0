% Three of five squares, in bits: states are st(Mine, Theirs, Turn) with integers as sets of squares.

init(st(0, 0, 0), 0).

current_player(st(_, _, T), T).

legal_actions(st(A, B, _), Acts) :-
    Taken is A \/ B,
    findall(I, ( between(0, 4, I), Taken /\ (1 << I) =:= 0 ), Acts).

apply_action(st(A, B, 0), I, st(A1, B, 1)) :- A1 is A \/ (1 << I).
apply_action(st(A, B, 1), I, st(A, B1, 0)) :- B1 is B \/ (1 << I).

mask(0b00111).
mask(0b11100).
mask(0b10101).

has(Set) :- mask(M), Set /\ M =:= M, !.

is_terminal(st(A, _, _)) :- has(A).
is_terminal(st(_, B, _)) :- has(B).
is_terminal(st(A, B, _)) :- A \/ B =:= 0b11111.

returns(st(A, B, _), P, R) :-
    (   has(A) -> R0 = 1.0
    ;   has(B) -> R0 = -1.0
    ;   R0 = 0.0
    ),
    ( P =:= 0 -> R = R0 ; R is -R0 ).
