/*  Tests of prolog/games/pig.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/pig.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/pig').

:- begin_tests(pig).

successors(Pos, Successors) :-
    findall(Move-Next, move(Pos, Move, Next), Successors).

outcomes(Pos, Outcomes) :-
    findall(Prob-Next, chance(Pos, Prob, Next), Outcomes).

%   within(+Plies, +Pos, -Next): Next follows Pos within so many plies.

within(_, Pos, Pos).
within(Plies, Pos, Last) :-
    Plies > 0,
    Plies1 is Plies - 1,
    (   move(Pos, _, Next)
    ;   chance(Pos, _, Next)
    ),
    within(Plies1, Next, Last).

with_options(Goal, Faces) :-
    retractall(user:goal(_)),
    retractall(user:faces(_)),
    assertz(user:goal(Goal)),
    assertz(user:faces(Faces)).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('max begins without points', all(Pos == [pig(max,0,0,0)])) :-
    initial(Pos).

test('there is nothing to hold before the first roll',
     Successors == [roll-die(min,3,4,0)]) :-
    successors(pig(min,3,4,0), Successors).

test('who holds banks the total, and the turn goes on to the other',
     Successors == [roll-die(min,3,4,2), hold-pig(max,3,6,0)]) :-
    successors(pig(min,3,4,2), Successors).

test('a 1 loses the total; other numbers add to it, and reaching the goal ends the game',
     Outcomes == [1r6-pig(min,3,4,0), 1r6-pig(max,3,4,4), 1r6-pig(max,3,4,5),
                  1r6-pig(max,3,4,6), 1r6-pig(min,10,4,0), 1r6-pig(min,10,4,0)]) :-
    outcomes(die(max,3,4,2), Outcomes).

test('other facts goal/1 and faces/1 give another game',
     [ setup(with_options(4, 2)), cleanup(with_options(10, 6)),
       Outcomes == [1r2-pig(max,2,0,0), 1r2-pig(max,2,4,0)]
     ]) :-
    outcomes(die(min,2,0,2), Outcomes).

test('the one who has the goal has won', Vals == [1,-1]) :-
    findall(Val, ( member(Pos, [pig(min,10,9,0), pig(max,9,10,0)]), staticval(Pos, Val) ), Vals).

test('before, the value is the lead in safe points, as a part of the goal', Vals == [0,-1r10,1r2]) :-
    findall(Val,
            ( member(Pos, [pig(max,0,0,9), pig(max,3,4,2), die(min,7,2,0)]), staticval(Pos, Val) ),
            Vals).

test('a finished game has no moves, and is won or lost') :-
    \+ move(pig(min,10,9,0), _, _),
    terminalwon(pig(min,10,9,0)),
    \+ terminallost(pig(min,10,9,0)),
    terminallost(pig(max,9,10,0)),
    \+ terminalwon(pig(max,9,10,0)).

test('in every position there is one who decides, or the die rolls: never both, never neither') :-
    forall(within(5, pig(max,0,0,0), Pos),
           (   findall(Who, ( max_to_move(Pos), Who = max ; min_to_move(Pos), Who = min
                            ; chance(Pos, 1r6, _), Who = die ), Found),
               sort(Found, [_])
           )).

test('the probabilities of a roll add up to 1') :-
    forall(( within(5, pig(max,0,0,0), Pos), Pos = die(_,_,_,_) ),
           aggregate_all(sum(Prob), chance(Pos, Prob, _), 1)).

test('staticval/2 has one solution in every position') :-
    forall(within(5, pig(max,0,0,0), Pos), findall(Val, staticval(Pos, Val), [_])).

test('the pictures of a decision and of a roll', Pictures == [
         "max  4 of 10\nmin  0 of 10\nmax to move, 3 points in this turn",
         "max  4 of 10\nmin  0 of 10\nmin rolls, 0 points in this turn"
     ]) :-
    findall(Picture, ( member(Pos, [pig(max,4,0,3), die(min,4,0,0)]), picture(Pos, Picture) ), Pictures).

:- end_tests(pig).
