/*  The game of win/move: the players take turns to follow an edge of a directed
    graph, and whoever is at a node without an edge loses. Play can go on for
    ever.

    A position is at(Mover, Node): Mover is max or min, and Node, an integer or
    an atom, is where they are:

        at(max, 1)      the start
        at(min, 3)      after the move 3

    A move has the name of the node that it leads to. The edges are From-To, and
    the moves come in their order. On those below, SWI-Prolog 9.0.4 loses its
    way (see prolog/refined/win.pl): from 2 one can only go to 1, from where
    the other goes to 4 and has won.
*/

:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic edges/1, start/1.

edges([1-1,1-2,1-3,1-4,2-1,3-3]).

start(1).

default_depth(6).
default_plies(2).

initial(at(max, Start)) :-
    start(Start).

max_to_move(at(max, _)).

min_to_move(at(min, _)).

opponent(max, min).
opponent(min, max).

move(at(Mover, From), To, at(Opponent, To)) :-
    opponent(Mover, Opponent),
    edges(Edges),
    member(From-To, Edges).

%   Who cannot move has lost. While there is a move, nothing is known: 0.

staticval(at(Mover, Node), Val) :-
    (   starts_an_edge(Node)
    ->  Val = 0
    ;   without_a_move(Mover, Val)
    ).

starts_an_edge(Node) :-
    edges(Edges),
    memberchk(Node-_, Edges).

without_a_move(max, -1).
without_a_move(min, 1).

terminalwon(Pos) :-
    staticval(Pos, 1).

terminallost(Pos) :-
    staticval(Pos, -1).

move_text(Node) -->
    "to ", atom(Node).

%   The picture: each node, and where one can go from there; > is before the
%   node where they are.
%
%       > 1: 1 2 3 4
%         2: 1
%         3: 3
%         4:
%       max to move

position_text(at(Mover, At)) -->
    { edges(Edges),
      findall(Node, ( member(From-To, Edges), member(Node, [From,To]) ), Nodes0),
      sort([At|Nodes0], Nodes)
    },
    nodes_text(Nodes, At, Edges),
    atom(Mover), " to move".

nodes_text([], _, _) -->
    [].
nodes_text([Node|Nodes], At, Edges) -->
    { findall(To, member(Node-To, Edges), Nexts) },
    mark_text(Node, At), atom(Node), ":", nexts_text(Nexts), "\n",
    nodes_text(Nodes, At, Edges).

mark_text(Node, At) -->
    (   { Node == At }
    ->  "> "
    ;   "  "
    ).

nexts_text([]) -->
    [].
nexts_text([Next|Nexts]) -->
    " ", atom(Next),
    nexts_text(Nexts).
