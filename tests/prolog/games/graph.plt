/*  Tests of prolog/games/graph.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/graph.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/graph').

:- begin_tests(graph).

successors(Pos, Successors) :-
    findall(Move-Next, move(Pos, Move, Next), Successors).

%   position(?Pos): Pos is one of the 8 positions on the six edges.

position(at(Mover, Node)) :-
    member(Mover, [max,min]),
    between(1, 4, Node).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

with_edges(Edges, Start) :-
    retractall(user:edges(_)),
    assertz(user:edges(Edges)),
    retractall(user:start(_)),
    assertz(user:start(Start)).

six_edges :-
    with_edges([1-1,1-2,1-3,1-4,2-1,3-3], 1).

test('the start is the option start, with max to move', all(Pos == [at(max,1)])) :-
    initial(Pos).

test('other facts edges/1 and start/1 give another graph',
     [ setup(with_edges([a-b,b-'c d'], b)), cleanup(six_edges),
       true([Starts,Moves] == [[at(max,b)],['c d'-at(min,'c d')]])
     ]) :-
    findall(Pos, initial(Pos), Starts),
    successors(at(max,b), Moves).

test('moves come in the order of the edges and have the name of the node',
     Successors == [1-at(max,1),2-at(max,2),3-at(max,3),4-at(max,4)]) :-
    successors(at(min,1), Successors).

test('an edge leads one way', Successors == []) :-
    successors(at(max,4), Successors).

test('a move can be asked for by its name', all(Next == [at(min,3)])) :-
    move(at(max,1), 3, Next).

test('who cannot move has lost', Vals == [-1,1]) :-
    findall(Val, ( member(Mover, [max,min]), staticval(at(Mover,4), Val) ), Vals).

test('an end is won or lost for MAX, by the sign of its value') :-
    terminalwon(at(min,4)),
    \+ terminallost(at(min,4)),
    terminallost(at(max,4)),
    \+ terminalwon(at(max,4)).

test('while there is a move, the value is 0 and nobody has won') :-
    forall(( position(Pos), move(Pos, _, _) ),
           (   staticval(Pos, 0),
               \+ terminalwon(Pos),
               \+ terminallost(Pos)
           )).

test('a third player never is to move') :-
    Pos = at(nobody,1),
    \+ max_to_move(Pos),
    \+ min_to_move(Pos),
    \+ move(Pos, _, _).

test('in every position exactly one player is to move, and they alternate') :-
    forall(( position(Pos), move(Pos, _, Next) ),
           (   max_to_move(Pos)
           ->  min_to_move(Next), \+ max_to_move(Next)
           ;   min_to_move(Pos), max_to_move(Next), \+ min_to_move(Next)
           )).

test('staticval/2 has one solution in every position') :-
    forall(position(Pos), findall(Val, staticval(Pos, Val), [_])).

test('the picture of a position',
     Picture == "  1: 1 2 3 4\n  2: 1\n> 3: 3\n  4:\nmin to move") :-
    picture(at(min,3), Picture).

test('the picture shows the node where they are though no edge touches it',
     [ setup(with_edges([a-b], c)), cleanup(six_edges), true(Picture == "  a: b\n  b:\n> c:\nmax to move") ]) :-
    picture(at(max,c), Picture).

:- end_tests(graph).
