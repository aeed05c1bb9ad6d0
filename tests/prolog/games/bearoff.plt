/*  Tests of prolog/games/bearoff.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/bearoff.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/bearoff').

:- begin_tests(bearoff).

%   homes(+Dice, +Home, -Homes): what playing Dice can leave.

homes(Dice, Home, Homes) :-
    findall(Left, move(bearoff(max, Dice, Home, [1]), Left, _), Homes).

reachable(Pos, Pos).
reachable(Pos, Last) :-
    (   move(Pos, _, Next)
    ;   chance(Pos, _, Next)
    ),
    reachable(Next, Last).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('both begin with the option home, and max is about to roll',
     all(Pos == [bearoff(max,[],[0,2,1],[0,2,1])])) :-
    initial(Pos).

test('the dice of three faces',
     Rolls == [1r9-[1,1,1,1], 2r9-[2,1], 1r9-[2,2,2,2], 2r9-[3,1], 2r9-[3,2], 1r9-[3,3,3,3]]) :-
    findall(Prob-Dice, chance(bearoff(max,[],[1],[1]), Prob, bearoff(max,Dice,[1],[1])), Rolls).

test('a number takes a man off from its own point, or moves one down from above it',
     all(Home == [[1,0,1],[2,1,0]])) :-
    used(2, [1,1,1], Home).

test('a number above all men takes one off from the highest point', all(Home == [[2,0,0]])) :-
    used(3, [2,1,0], Home).

test('but it moves down, where a man is above its point', all(Home == [[2,0,0]])) :-
    used(2, [1,0,1], Home).

test('a double is played four times, as long as there are men', Homes == [[0,0,0]]) :-
    homes([2,2,2,2], [1,1,1], Homes).

%   From the points 2 and 3: off from 2 and 3 to 2; 3 to 1 and off from 1; 3 to 1
%   and 2 to 1, in either order.

test('either die may be the first, and each home is told once', Homes == [[0,1,0],[2,0,0]]) :-
    homes([2,1], [0,1,1], Homes).

test('after the move the other is about to roll', all(Next == [bearoff(max,[],[1],[0,1])])) :-
    move(bearoff(min,[2,1],[1],[1,2]), [0,1], Next).

test('who has no men left has won, and nothing follows') :-
    Won = bearoff(min,[],[0,0],[0,1]),
    Lost = bearoff(max,[],[0,1],[0,0]),
    terminalwon(Won), \+ terminallost(Won),
    terminallost(Lost), \+ terminalwon(Lost),
    forall(member(Pos, [Won,Lost]), ( \+ move(Pos, _, _), \+ chance(Pos, _, _) )).

test('before, the value is the lead in pips, as a part of all pips', Val == 3r7) :-
    staticval(bearoff(min,[],[0,1],[1,2]), Val).

test('in every position there is one who decides, or the dice roll: never both, never neither') :-
    forall(reachable(bearoff(max,[],[1,1],[0,1]), Pos),
           (   findall(Who, ( max_to_move(Pos), Who = max ; min_to_move(Pos), Who = min
                            ; chance(Pos, _, _), Who = dice ), Found),
               sort(Found, [_])
           )).

test('the probabilities of a roll add up to 1') :-
    forall(( reachable(bearoff(max,[],[1,1],[0,1]), Pos), chance(Pos, _, _) ),
           aggregate_all(sum(Prob), chance(Pos, Prob, _), 1)).

test('a move takes pips away, and no more than the dice show') :-
    forall(( reachable(bearoff(max,[],[0,1,1],[1]), Pos), Pos = bearoff(max,Dice,Home0,_),
             move(Pos, Home, _) ),
           (   pips(Home0, 1, 0, Before),
               pips(Home, 1, 0, After),
               sum_list(Dice, Used),
               Before > After,
               Before - After =< Used
           )).

test('the picture of a position',
     Picture == "point  3  2  1\nmax    1  2  0\nmin    0  1  2\nmax to move 2 1") :-
    picture(bearoff(max,[2,1],[0,2,1],[2,1,0]), Picture).

test('the picture before a roll',
     Picture == "point  1\nmax    3\nmin    1\nmin to roll") :-
    picture(bearoff(min,[],[3],[1]), Picture).

:- end_tests(bearoff).
