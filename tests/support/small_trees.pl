:- module(small_trees,
          [ root/1,                     % ?Pos
            value/2,                    % +Pos, -Val
            searched/3,                 % +Program, +Pos, -Found
            searched/5,                 % +Program, +Pos, +Alpha, +Beta, -Found
            best_of/2,                  % +Best, +Pos
            ply_value/2,                % +Pos, -Val
            window/3,                   % +Pos, -Alpha, -Beta
            keeps_window/4              % +Val, +Alpha, +Beta, +Found
          ]).
:- use_module('../../prolog/support/worker', []).
:- use_module('../../prolog/support/loader', [load_facts/1]).
:- use_module('../../prolog/support/programs', [search/8]).

/*  Trees of a few nodes as the game of a session, for the tests of the programs that search them. A node is the
    list of the moves to it, the last one first, in front of its root's name: [2,1|deep] is the second successor
    of the first one of `deep`.
*/

%   tree(?Root, ?Tree): a tree is a value or a list of trees; MAX is to move at the root, and players alternate.

tree(even, [[3,5],[2,9]]).
tree(equal, [[4,4],[4,4]]).
tree(deep, [[[1,7],[-2,3]],[[6,-5],[8,2]],[[0,-1],[4,-3]]]).
tree(uneven, [5,[[2,8],-6],[[1],[9,[7,-4]]]]).
tree(end, 3).

root(Pos) :-
    tree(Pos, _).

%   value(+Pos, -Val): the minimax value by its definition.

value(Pos, Val) :-
    (   pydecl_game:moves(Pos, Nexts)
    ->  maplist(value, Nexts, Vals),
        (   pydecl_game:max_to_move(Pos)
        ->  max_list(Vals, Val)
        ;   min_list(Vals, Val)
        )
    ;   once(pydecl_game:staticval(Pos, Val))
    ).

%   best_of(+Best, +Pos) is semidet: Best may be what a program gives as the best successor of Pos.

best_of(Best, Pos) :-
    (   pydecl_game:moves(Pos, Nexts)
    ->  memberchk(Best, Nexts),
        value(Pos, Val),
        value(Best, Val)
    ;   Best == none
    ).

%   searched(+Program, +Pos, +Alpha, +Beta, -Found): Found is found(Val, Best, Nodes); Best is none, or a position.

searched(Program, Pos, Found) :-
    searched(Program, Pos, -1000, 1000, Found).

searched(Program, Pos, Alpha, Beta, found(Val, Best, Nodes)) :-
    get_time(Now),
    Deadline is Now + 600,
    search(Program, Pos, 100, Alpha, Beta, settings(game, 7, 1000, 100, 0, [guess=0,playouts=2000,(table)=0]), Deadline,
           answer(complete, Val, Best0, Nodes, _, _, _, _, _, _)),
    (   Best0 = succ(Best)
    ->  true
    ;   Best = none
    ).

%   ply_value(+Pos, -Val): the value where a win in N plies is worth 1000 - N, and a loss the same below 0.

ply_value(Pos, Val) :-
    ply_value(Pos, 0, Val).

ply_value(Pos, Ply, Val) :-
    (   pydecl_game:moves(Pos, Nexts)
    ->  Ply1 is Ply + 1,
        findall(V, ( member(Next, Nexts), ply_value(Next, Ply1, V) ), Vals),
        (   pydecl_game:max_to_move(Pos)
        ->  max_list(Vals, Val)
        ;   min_list(Vals, Val)
        )
    ;   pydecl_game:terminalwon(Pos)
    ->  Val is 1000 - Ply
    ;   pydecl_game:terminallost(Pos)
    ->  Val is Ply - 1000
    ;   Val = 0
    ).

%   window(+Pos, -Alpha, -Beta): windows around, below and above a value of Pos.

window(Pos, Alpha, Beta) :-
    value(Pos, Val),
    member(Below-Above, [1-1, 3-0, 0-3, 9-(-1), -1-9, 1000-1000]),
    Alpha is Val - Below,
    Beta is Val + Above,
    Alpha < Beta.

%   keeps_window(+Val, +Alpha, +Beta, +Found) is semidet: what a program may say where the value is Val.

keeps_window(Val, Alpha, Beta, found(Found, _, _)) :-
    (   Val =< Alpha
    ->  Found =< Alpha
    ;   Val >= Beta
    ->  Found >= Beta
    ;   Found =:= Val
    ).

facts(Tree, Pos, Mover) -->
    mover(Mover, Pos),
    (   { is_list(Tree) }
    ->  [staticval(Pos, 0)],            % what an iteration sees that ends there
        { findall(Next-Sub, ( nth1(N, Tree, Sub), next(N, Pos, Next) ), Pairs),
          pairs_keys(Pairs, Nexts),
          other(Mover, Other) },
        [moves(Pos, Nexts)],
        each(Pairs, Other)
    ;   [staticval(Pos, Tree)],
        end(Tree, Pos)
    ).

each([], _) --> [].
each([Pos-Tree|Pairs], Mover) -->
    facts(Tree, Pos, Mover),
    each(Pairs, Mover).

next(N, Pos, [N|Pos]).

other(max, min).
other(min, max).

mover(max, Pos) --> [max_to_move(Pos)].
mover(min, Pos) --> [min_to_move(Pos)].

end(Val, Pos) --> { Val > 0 }, !, [terminalwon(Pos)].      % drops: the other ends
end(Val, Pos) --> { Val < 0 }, !, [terminallost(Pos)].
end(_, _) --> [].

:- findall(Fact,
           ( tree(Root, Tree), phrase(facts(Tree, Root, max), Facts0), member(Fact, [initial(Root)|Facts0]) ),
           Facts),
   load_facts(Facts).
