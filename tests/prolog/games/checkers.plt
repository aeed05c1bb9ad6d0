/*  Tests of prolog/games/checkers.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/checkers.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/checkers').

:- begin_tests(checkers).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

%   played(+Moves, +Pos0, -Pos): Pos0 becomes Pos when Moves are played; each name
%   is the name of one move.

played([], Pos, Pos).
played([Move|Moves], Pos0, Pos) :-
    findall(Next, move(Pos0, Move, Next), [Pos1]),
    played(Moves, Pos1, Pos).

names(Pos, Names) :-
    findall(Name, move(Pos, Name, _), Names).

%   along(+Seed, +Count, +Pos0, -Pos): Pos is one of at most Count positions that
%   are played from Pos0; Seed chooses the moves.

along(_, _, Pos, Pos).
along(Seed0, Count, Pos0, Pos) :-
    Count > 0,
    findall(Next, move(Pos0, _, Next), Nexts),
    length(Nexts, Length),
    Length > 0,
    Seed is (Seed0 * 1103515245 + 12345) mod 2147483648,
    Index is (Seed // 65536) mod Length,
    nth0(Index, Nexts, Pos1),
    Count1 is Count - 1,
    along(Seed, Count1, Pos1, Pos).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start: black men on 1 to 12, white men on 21 to 32, black to move',
     all(B/W == [[1,2,3,4,5,6,7,8,9,10,11,12]/[21,22,23,24,25,26,27,28,29,30,31,32]])) :-
    initial(checkers(b, Blacks, Whites)),
    pairs_keys_values(Blacks, B, BlackRanks),
    pairs_keys_values(Whites, W, WhiteRanks),
    append(BlackRanks, WhiteRanks, Ranks),
    sort(Ranks, [man]).

test('the first moves, in the order of the squares',
     Names == ['9-13','9-14','10-14','10-15','11-15','11-16','12-16']) :-
    initial(Pos),
    names(Pos, Names).

%   Aart Bik, perft for 8x8 checkers, talkchess.com, thread 27814.

test('leaves by depth (Bik)', Leaves == [7,49,302,1469,7361,36768]) :-
    initial(Pos),
    findall(N, ( between(1, 6, Depth), leaves(Depth, Pos, N) ), Leaves).

%   Each of the 49 pairs of neighbours is a square and one below it: 7 for each of
%   the seven pairs of rows.

test('there are 49 pairs of neighbours, and each is found from both ends', Count == 49) :-
    findall(A-B, ( between(1, 32, A), member(S, [4,5]), neighbour(A, S, B) ), Downs),
    findall(A-B, ( between(1, 32, B), member(S, [-5,-4]), neighbour(B, S, A) ), Ups),
    sort(Downs, Pairs),
    sort(Ups, Pairs),
    length(Pairs, Count),
    forall(( member(A-B, Pairs) ), 1 is (B - 1) // 4 - (A - 1) // 4).

test('a man steps ahead, a king to all sides', Names == ['18-14','18-15','18-22','18-23','19-23','19-24']) :-
    names(checkers(b, [18-king,19-man], [1-king]), Names).

test('who can capture must, and may choose which',
     Names == ['9x18','10x17']) :-
    names(checkers(b, [1-man,9-man,10-man], [14-man]), Names).

test('a man does not capture backwards, a king does', Names == ['18x9']) :-
    names(checkers(b, [18-king,19-man], [11-man,14-man,15-man]), Names).

test('a capture goes on as long as it can',
     all(Name-Next == ['22x8'-checkers(b, [1-man], [8-man])])) :-
    move(checkers(w, [1-man,11-man,18-man], [22-man]), Name, Next).

test('where two captures have the same ends, all their squares are named',
     all(Name-Whites == [ '2x9x18'-[7-man,15-man], '2x11x18'-[6-man,14-man] ])) :-
    move(checkers(b, [2-man], [6-man,7-man,14-man,15-man]), Name, checkers(w, [18-man], Whites)).

test('a king may jump round to where it began, and over no piece twice',
     all(Name-Next == [ '2x9x18x11x2'-checkers(w, [2-king], [30-man]),
                        '2x11x18x9x2'-checkers(w, [2-king], [30-man])
                      ])) :-
    move(checkers(b, [2-king], [6-man,7-man,14-man,15-man,30-man]), Name, Next).

test('a man that reaches the last row becomes a king and jumps no further',
     all(Name-Next == ['22x31'-checkers(w, [31-king], [27-man])])) :-
    move(checkers(b, [22-man], [26-man,27-man]), Name, Next).

test('a king that reaches the last row jumps on',
     all(Name-Next == ['22x24'-checkers(w, [24-king], [])])) :-
    move(checkers(b, [22-king], [26-man,27-man]), Name, Next).

test('a man is crowned by a step too, at its own end of the board',
     Nexts == [ checkers(w, [5-man,32-king], [20-man]), checkers(w, [9-man,28-man], [20-man]) ]) :-
    findall(Next, member_move(checkers(b, [5-man,28-man], [20-man]), Next), Nexts).

member_move(Pos, Next) :-
    member(Name, ['28-32','5-9']),
    move(Pos, Name, Next).

test('one row earlier a man stays a man', Nexts == [[28-man],[5-man]]) :-
    findall(Blacks, move(checkers(b, [24-man], [1-king]), '24-28', checkers(_, Blacks, _)), Black),
    findall(Whites, move(checkers(w, [1-king], [9-man]), '9-5', checkers(_, _, Whites)), White),
    append(Black, White, Nexts).

test('who is blocked has lost, whatever the material',
     Val-Names == (-100)-[]) :-
    Pos = checkers(b, [1-man,2-man,5-man,6-king], [9-man,10-man,14-man,15-man,7-man,11-man,3-king,13-man]),
    names(Pos, Names),
    staticval(Pos, Val),
    terminallost(Pos),
    \+ terminalwon(Pos).

test('who has no piece has lost') :-
    terminallost(checkers(b, [], [1-king])),
    terminalwon(checkers(w, [30-man], [])),
    \+ terminalwon(checkers(b, [30-man], [])).

test('while there is a move the value is the material, a man 2 and a king 3',
     Vals == [0,-1,3]) :-
    initial(Start),
    Poss = [Start, checkers(w, [9-man], [32-king]), checkers(b, [1-king,9-man], [21-man])],
    maplist(staticval, Poss, Vals),
    \+ ( member(Pos, Poss), ( terminalwon(Pos) ; terminallost(Pos) ) ).

test('a position is turbulent exactly if the mover must capture') :-
    initial(Start),
    \+ turbulent(Start),
    turbulent(checkers(b, [9-man], [14-man])),
    turbulent(checkers(w, [9-man], [14-man])),
    \+ turbulent(checkers(b, [9-man], [14-man,18-man])),
    \+ turbulent(checkers(w, [11-man], [7-man])).

test('a third player never is to move') :-
    initial(checkers(b, Blacks, Whites)),
    Pos = checkers(z, Blacks, Whites),
    \+ max_to_move(Pos),
    \+ min_to_move(Pos),
    \+ move(Pos, _, _).

test('in play: one mover, movers alternate, one value, pieces in order, names differ',
     [forall(between(1, 10, Seed))]) :-
    initial(Start),
    forall(along(Seed, 80, Start, Pos), lawful(Pos)).

lawful(Pos) :-
    Pos = checkers(Mover, Blacks, Whites),
    findall(Player, player(Pos, Player), [_]),
    findall(Val, staticval(Pos, Val), [Val]),
    abs(Val) =< 100,
    sort(Blacks, Blacks),
    sort(Whites, Whites),
    names(Pos, Names),
    sort(Names, Sorted),
    same_length(Names, Sorted),
    forall(move(Pos, _, checkers(Next, _, _)), opponent(Mover, Next)),
    (   turbulent(Pos)
    ->  forall(member(Name, Names), sub_atom(Name, _, _, _, x))
    ;   forall(member(Name, Names), sub_atom(Name, _, 1, _, -))
    ).

player(Pos, max) :-
    max_to_move(Pos).
player(Pos, min) :-
    min_to_move(Pos).

%   Milhouse against Chinook (novice), April 2009, brainwagon.org, category Checkers;
%   up to the double jump 2x18.

test('a recorded game is played by these rules',
     Pos == checkers(w, [5-man,18-man,27-man,32-king], [4-king,11-man,21-man,26-man])) :-
    initial(Start),
    played([ '11-15','22-18', '15x22','25x18', '8-11','29-25', '4-8','24-20', '12-16','26-22',
             '8-12','28-24', '9-13','30-26', '10-15','24-19', '15x24','18-15', '11x18','20x11',
             '7x16','27x11', '18x27','31x24', '12-16','32-27', '6-10','24-20', '10-15','11-8',
             '3x12','20x11', '12-16','11-8', '15-19','21-17', '16-20','27-23', '19-24','23-19',
             '24-27','19-16', '27-32','17-14', '20-24','8-4', '24-27','25-21', '1-6','16-11',
             '13-17','22x13', '6-9','13x6', '2x18'
           ], Start, Pos).

test('the picture of a position: small letters are men, large ones kings',
     Picture == "       1       2       3      B4\n   5       6       7       8\n       9      10     b11      12\n  13      14      15      16\n      17     w18      19      20\n  21      22      23      24\n      25      26      27      28\n W29      30      31      32\nw to move"
     ) :-
    picture(checkers(w, [4-king,11-man], [18-man,29-king]), Picture).

:- end_tests(checkers).
