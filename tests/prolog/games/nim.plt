/*  Tests of prolog/games/nim.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/nim.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/nim').

:- begin_tests(nim).

successors(Pos, Successors) :-
    findall(Move-Next, move(Pos, Move, Next), Successors).

%   nodes_value(+Pos, -Nodes, -Value): plain minimax of the whole game.

nodes_value(Pos, Nodes, Val) :-
    findall(N-V, ( move(Pos, _, Next), nodes_value(Next, N, V) ), Pairs),
    pairs_keys_values(Pairs, Ns, Vals),
    sum_list([1|Ns], Nodes),
    (   Vals == []
    ->  staticval(Pos, Val)
    ;   max_to_move(Pos)
    ->  max_list(Vals, Val)
    ;   min_list(Vals, Val)
    ).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

reachable(Pos, Next) :-
    Next = Pos.
reachable(Pos, Last) :-
    move(Pos, _, Next),
    reachable(Next, Last).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

with_heaps(Heaps) :-
    retractall(user:heaps(_)),
    assertz(user:heaps(Heaps)).

test('the start is the option heaps, with max to move', all(Pos == [nim(max,[1,3,5])])) :-
    initial(Pos).

test('another fact heaps/1 gives another start',
     [ setup(with_heaps([1,2])), cleanup(with_heaps([1,3,5])),
       all(Pos == [nim(max,[1,2])])
     ]) :-
    initial(Pos).

test('moves go heap by heap and counts upwards; heaps keep their place',
     Successors == [ take(1,1)-nim(max,[1,0,1]),
                     take(1,2)-nim(max,[0,0,1]),
                     take(3,1)-nim(max,[2,0,0])
                   ]) :-
    successors(nim(min,[2,0,1]), Successors).

test('a move can be asked for by its name', all(Next == [nim(min,[3,2,5])])) :-
    move(nim(max,[3,4,5]), take(2,2), Next).

test('nobody can take from an empty heap, nor more than it holds', fail) :-
    member(Move, [take(1,1), take(2,3), take(2,0), take(3,1)]),
    move(nim(max,[0,2]), Move, _).

%   A heap of N gives N moves, and taking Count leaves 12 - Count of the 12:
%   (11+10+9) + (11+10+9+8) + (11+10+9+8+7) = 113.

test('leaves by depth', Leaves == [1,12,113]) :-
    findall(N, ( between(0, 2, Depth), leaves(Depth, nim(max,[3,4,5]), N) ), Leaves).

test('who has nothing to take has lost', Vals == [-1,1]) :-
    findall(Val, ( member(Mover, [max,min]), staticval(nim(Mover,[0,0,0]), Val) ), Vals).

test('an end is won or lost for MAX, by the sign of its value') :-
    terminalwon(nim(min,[0,0])),
    \+ terminallost(nim(min,[0,0])),
    terminallost(nim(max,[0,0])),
    \+ terminalwon(nim(max,[0,0])).

test('while something is left, the value is 0 and nobody has won') :-
    forall(member(Pos, [nim(max,[0,1]), nim(min,[3,4,5])]),
           (   staticval(Pos, 0),
               \+ terminalwon(Pos),
               \+ terminallost(Pos)
           )).

test('without heaps the game is over: max to move has lost') :-
    \+ move(nim(max,[]), _, _),
    terminallost(nim(max,[])).

test('a third player never is to move') :-
    Pos = nim(nobody,[1]),
    \+ max_to_move(Pos),
    \+ min_to_move(Pos),
    \+ move(Pos, _, _).

test('in every position exactly one player is to move, and they alternate') :-
    forall(( reachable(nim(max,[2,1,2]), Pos), move(Pos, _, Next) ),
           (   max_to_move(Pos)
           ->  min_to_move(Next), \+ max_to_move(Next)
           ;   min_to_move(Pos), max_to_move(Next), \+ min_to_move(Next)
           )).

test('staticval/2 has one solution in every position') :-
    forall(reachable(nim(max,[2,1,2]), Pos),
           findall(Val, staticval(Pos, Val), [_])).

%   Bouton, Nim, a game with a complete mathematical theory (1901).

test('the mover wins exactly if the XOR of the heaps is not 0 (Bouton)',
     [forall(( between(0, 3, A), between(0, A, B), between(0, 2, C) ))]) :-
    nodes_value(nim(max,[A,B,C]), _, Val),
    (   0 =:= A xor B xor C
    ->  Val == -1
    ;   Val == 1
    ).

%   Nodes(0) = 1 and Nodes(n) = 1 + Nodes(0) + ... + Nodes(n-1) = 2^n.

test('a single heap of N has a tree of 2^N nodes', [forall(between(0, 10, N))]) :-
    Expected is 2**N,
    nodes_value(nim(max,[N]), Nodes, _),
    Nodes =:= Expected.

test('the picture of a position',
     Picture == "1: |||    3\n2:        0\n3: |||||  5\nmin to move") :-
    picture(nim(min,[3,0,5]), Picture).

test('of a large heap, 100 counters are drawn') :-
    phrase(position_picture(nim(max, [3,101])), Parts),
    findall(Y, member(line(_,Y,_,_,_), Parts), Ys),
    length(Ys, 103),
    memberchk(text(_,2,101), Parts).

:- end_tests(nim).
