/*  Tests of prolog/games/backgammon.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/backgammon.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/backgammon').

:- begin_tests(backgammon).

%   men(+Pairs, -Men): the men on each point and the bar, from Point-Count.

men(Pairs, Men) :-
    findall(Count, ( between(1, 25, Point), ( member(Point-Count, Pairs) -> true ; Count = 0 ) ), Men).

%   plays(+Dice, +Max, +Min, -Plays): what MAX can play.

plays(Dice, MaxPairs, MinPairs, Plays) :-
    men(MaxPairs, Max),
    men(MinPairs, Min),
    findall(Play, move(backgammon(max, Dice, Max, Min), Play, _), Plays).

test('who has the larger die begins with both: 15 rolls each', Rolls == [max-15,min-15]) :-
    initial(Start),
    findall(Mover, ( chance(Start, 1r30, backgammon(Mover,[L,S],_,_)), L > S ), Movers),
    findall(Mover-Count, aggregate(count, member(Mover, Movers), Count), Rolls).

test('then there are 21 rolls, and their probabilities add up to 1', Count-Sum == 21-1) :-
    men([6-1], Men),
    findall(Prob, chance(backgammon(min,[],Men,Men), Prob, _), Probs),
    length(Probs, Count),
    foldl([P,S0,S]>>(S is S0 + P), Probs, 0, Sum).

test('a man on the bar goes first', Plays == [[25/22,22/18],[25/22,10/6]]) :-
    plays([4,3], [25-1,10-1], [4-2,15-2,8-2], Plays).

test('two men of the opponent block a point, and nothing can be played', Plays == [[]]) :-
    plays([4,3], [25-1,10-1], [4-2,3-2], Plays).

test('one man alone is hit and goes to the bar, from each point on the way',
     Hits == [[9/8,8/4]-[20-1,25-1], [9/5,5/4]-[17-1,25-1]]) :-
    men([9-1], Max),
    men([20-1,17-1], Min),      % MAX's 5 and 8
    findall(Play-Left,
            (   move(backgammon(max,[4,1],Max,Min), Play, backgammon(min,[],_,Men)),
                findall(Point-Count, ( nth1(Point, Men, Count), Count > 0 ), Left)
            ),
            Hits).

%   With the 2 first the 6 cannot follow; with the 6 first the 2 can.

test('both dice rather than one', Plays == [[12/6,6/4]]) :-
    plays([6,2], [12-1], [15-2], Plays).

test('if only one can be played, the larger', Plays == [[12/6]]) :-
    plays([6,2], [12-1], [21-2], Plays).

test('else the smaller', Plays == [[12/10]]) :-
    plays([6,2], [12-1], [19-2,21-2], Plays).

test('as many of a double as can be played', Plays == [[20/17,17/14]]) :-
    plays([3,3,3,3], [20-1], [14-2], Plays).

test('a man leaves from the point of the die, or from the highest one below', Plays == [[4/0,3/0],[4/1,3/0]]) :-
    plays([5,3], [4-1,3-1], [20-1], Plays).

test('but it stays while there are men higher up', Plays == [[5/1,3/0,1/0]]) :-
    plays([4,4,4,4], [5-1,3-1], [20-1], Plays).

test('nobody leaves while a man is not at home', Plays == [[7/2,1/0],[7/2,2/1]]) :-
    plays([5,1], [7-1,1-1], [19-2], Plays).

value(MaxPairs, MinPairs, Val) :-
    men(MaxPairs, Max),
    men(MinPairs, Min),
    staticval(backgammon(min,[],Max,Min), Val).

test('a win counts 1, a gammon 2, a backgammon 3', Vals == [1,2,3,3,-3]) :-
    value([], [7-14], Plain),
    value([], [18-15], Gammon),
    value([], [19-1,1-14], AtHome),
    value([], [25-1,1-14], OnTheBar),
    value([19-15], [], Lost),
    Vals = [Plain,Gammon,AtHome,OnTheBar,Lost].

test('before the end the value is the lead in pips', Val == 5r375) :-
    value([6-2], [17-1], Val).

test('nothing follows an end') :-
    men([], None), men([1-1], One),
    forall(member(Pos, [backgammon(min,[],None,One), backgammon(max,[],One,None)]),
           ( \+ move(Pos, _, _), \+ chance(Pos, _, _) )).

test('the picture of a position',
     [nondet, Picture == "    24 23 22 21 20 19 18 17 16 15 14 13 12 11 10  9  8  7  6  5  4  3  2  1 bar\nmax  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  2  .  .  .  .  .   1\nmin  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . 12  .   .\nmax to move 3 1"]) :-
    men([6-2,25-1], Max),
    men([23-12], Min),
    phrase(position_text(backgammon(max,[3,1],Max,Min)), Codes),
    string_codes(Picture, Codes).

:- end_tests(backgammon).
