/*  Tests of prolog/games/kqk.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/kqk.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/kqk').

:- begin_tests(kqk).

names(Pos, Names) :-
    findall(Name, move(Pos, Name, _), Names).

with_board(Size) :-
    retractall(user:board(_)),
    assertz(user:board(Size)).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

%   'Forcing progress in winning positions' (ICS 180, February 2, 1999)

test('the start is the lecture''s', all(Pos == [kqk(w, 4/6, 1/7, 5/8)])) :-
    initial(Pos).

test('White has 27 moves, the king''s first, clockwise',
     Names == ['Ke6','Ke5','Kd5','Kc5','Kc6','Kc7',
               'Qa8','Qb8','Qb7','Qc7','Qd7','Qe7','Qf7','Qg7','Qh7','Qb6','Qc5','Qd4','Qe3','Qf2','Qg1',
               'Qa6','Qa5','Qa4','Qa3','Qa2','Qa1']) :-
    names(kqk(w, 4/6, 1/7, 5/8), Names).

test('of these only Qe7 mates', all(Name == ['Qe7'])) :-
    move(kqk(w, 4/6, 1/7, 5/8), Name, Next),
    terminalwon(Next).

test('after Ke6 Black can go only to d8 and f8, and there is a mate then', Names == ['Kf8','Kd8']) :-
    once(move(kqk(w, 4/6, 1/7, 5/8), 'Ke6', Pos)),
    names(Pos, Names),
    forall(move(Pos, _, Next),
           ( move(Next, _, Last), terminalwon(Last) )).

test('a queen that nothing guards is taken, which is a draw', Next == kqk(w, 4/6, none, 6/7)) :-
    once(move(kqk(b, 4/6, 6/7, 5/8), 'Kf7', Next)),
    \+ move(Next, _, _),
    staticval(Next, 0),
    \+ terminalwon(Next),
    \+ terminallost(Next).

test('a guarded queen is not taken', Names == []) :-
    names(kqk(b, 4/6, 5/7, 5/8), Names).

test('stalemate is a draw, and mate is won') :-
    Stalemate = kqk(b, 6/7, 7/6, 8/8),
    Mate = kqk(b, 6/7, 7/7, 8/8),
    \+ move(Stalemate, _, _),
    staticval(Stalemate, 0),
    \+ terminalwon(Stalemate),
    \+ move(Mate, _, _),
    staticval(Mate, 1),
    terminalwon(Mate),
    \+ terminallost(Mate).

test('White''s king is in the way of his queen') :-
    attacks(1/1, 1/8, 2/2),
    \+ attacks(1/1, 1/8, 1/4),
    attacks(1/1, 1/3, 1/4).

test('a king in check cannot go along the line of its attacker', Names == ['Kb2','Kc2','Ka2']) :-
    names(kqk(b, 4/8, 8/1, 2/1), Names).

test('all positions on a board of 4',
     [ setup(with_board(4)), cleanup(with_board(8)), Counts == [812,2184] ]) :-
    findall(Count, ( member(Mover, [w,b]), aggregate_all(count, position(kqk(Mover, _, _, _)), Count) ), Counts).

test('in a position, pieces are apart, kings too, and who is not to move is not in check', fail) :-
    member(Pos, [kqk(w, 1/1, 1/1, 5/5), kqk(w, 1/1, 2/2, 2/2), kqk(b, 1/1, 8/1, 2/2), kqk(w, 1/1, 5/1, 5/8)]),
    position(Pos).

test('on a smaller board the start is the first position',
     [ setup(with_board(5)), cleanup(with_board(8)), all(Pos == [kqk(w, 1/1, 1/2, 2/4)]) ]) :-
    initial(Pos).

test('players alternate, and moves lead to positions, or take the queen',
     [ setup(with_board(4)), cleanup(with_board(8)) ]) :-
    forall(( position(Pos), move(Pos, _, Next) ),
           (   ( max_to_move(Pos) -> min_to_move(Next) ; max_to_move(Next) ),
               ( position(Next) -> true ; Next = kqk(w, _, none, _) )
           )).

test('the picture of a position',
     [ setup(with_board(4)), cleanup(with_board(8)),
       Picture == "4  . . k .\n3  . . . .\n2  Q . . .\n1  K . . .\n   a b c d\nb to move"
     ]) :-
    picture(kqk(b, 1/1, 1/2, 3/4), Picture).

:- end_tests(kqk).
