/*  Tests of prolog/games/krk.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/krk.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/krk').

:- begin_tests(krk).

names(Pos, Names) :-
    findall(Name, move(Pos, Name, _), Names).

with_board(Size) :-
    retractall(user:board(_)),
    assertz(user:board(Size)).

test('the start', all(Pos == [krk(w, 1/1, 2/2, 3/3)])) :-
    initial(Pos).

test('the rook goes straight, clockwise',
     Names == ['Ka2','Kb1','Rb3','Rb4','Rb5','Rb6','Rb7','Rb8','Rc2','Rd2','Re2','Rf2','Rg2','Rh2','Rb1','Ra2']) :-
    names(krk(w, 1/1, 2/2, 3/3), Names).

test('the rook attacks straight, and not through its king', nondet) :-
    attacks(2/2, 2/7, 4/4),
    attacks(2/2, 1/2, 4/4),
    \+ attacks(2/2, 5/5, 4/1),
    \+ attacks(2/2, 2/7, 2/4).

test('a rook that nothing guards is taken, which is a draw') :-
    once(move(krk(b, 4/6, 6/7, 5/8), 'Kf7', Next)),
    Next == krk(w, 4/6, none, 6/7),
    \+ move(Next, _, _),
    staticval(Next, 0).

test('mate is won, stalemate is not') :-
    terminalwon(krk(b, 5/6, 1/8, 5/8)),
    Stalemate = krk(b, 2/3, 2/2, 1/1),
    \+ move(Stalemate, _, _),
    staticval(Stalemate, 0),
    \+ terminalwon(Stalemate).

test('all positions on a board of 4', [ setup(with_board(4)), cleanup(with_board(8)), Counts == [1312,2184] ]) :-
    findall(Count, ( member(Mover, [w,b]), aggregate_all(count, position(krk(Mover, _, _, _)), Count) ), Counts).

test('players alternate, and moves lead to positions, or take the rook',
     [ setup(with_board(4)), cleanup(with_board(8)) ]) :-
    forall(( position(Pos), move(Pos, _, Next) ),
           (   ( max_to_move(Pos) -> min_to_move(Next) ; max_to_move(Next) ),
               ( position(Next) -> true ; Next = krk(w, _, none, _) )
           )).

test('the picture of a position',
     [ setup(with_board(4)), cleanup(with_board(8)),
       Picture == "4  . . . .\n3  . . k .\n2  . R . .\n1  K . . .\n   a b c d\nw to move"
     ]) :-
    phrase(position_text(krk(w, 1/1, 2/2, 3/3)), Codes),
    string_codes(Picture, Codes).

:- end_tests(krk).
