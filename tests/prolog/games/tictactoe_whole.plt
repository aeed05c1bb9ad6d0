/*  More tests of prolog/games/tictactoe.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/tictactoe_whole.plt

    Published counts: sethcoulson.com/tic-tac-toe and nishioka.com.
*/

% Thorough ring: half a million nodes

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/tictactoe').

:- begin_tests(tictactoe_whole).

%   totals(+Pos, -Totals): of the whole tree below Pos, the nodes, the games that
%   x wins, that o wins, and that are drawn, and the minimax value.

totals(Pos, t(Nodes, Xs, Os, Draws, Val)) :-
    findall(Totals, ( move(Pos, _, Next), totals(Next, Totals) ), List),
    (   List == []
    ->  staticval(Pos, Val),
        Nodes = 1,
        game(Val, Xs, Os, Draws)
    ;   foldl(sum, List, s(1,0,0,0), s(Nodes,Xs,Os,Draws)),
        findall(V, member(t(_,_,_,_,V), List), Vals),
        (   max_to_move(Pos)
        ->  max_list(Vals, Val)
        ;   min_list(Vals, Val)
        )
    ).

game(1, 1, 0, 0).
game(-1, 0, 1, 0).
game(0, 0, 0, 1).

sum(t(N,X,O,D,_), s(N0,X0,O0,D0), s(N1,X1,O1,D1)) :-
    N1 is N0 + N,
    X1 is X0 + X,
    O1 is O0 + O,
    D1 is D0 + D.

test('the whole tree: 549,946 nodes, 131,184 games won by x, 77,904 by o, 46,080 drawn; value 0',
     Totals == t(549946, 131184, 77904, 46080, 0)) :-
    initial(Start),
    totals(Start, Totals).

:- end_tests(tictactoe_whole).
