:- module(pydecl_outcome,
          [ outcome/3,                  % +Pos, -Best, -Outcome
            reachable/2                 % +Pos, -Graph
          ]).
:- use_module('../support/attached').

/*  outcome: won, drawn or lost for MAX, and in how many plies, by counting retrograde over all positions that
    can be reached. Play may be endless.

    Source: retrograde analysis, as endgame tables are made by (K. Thompson, 'Retrograde analysis of certain
    endgames', ICCA Journal 9:3, 1986).

    Contract: the outcome under best play. Val is outcome(won, Plies) or outcome(lost, Plies), where the
    winner hurries and the loser delays, or outcome(drawn, none): drawn ends and endless play are drawn, and
    no plies are counted to a draw. A position without successors is an end: won or lost where
    terminalwon/1 or terminallost/1 holds, else drawn. Each position is asked who is to move there: players
    need not alternate. A chance node is refused. Where the depth limit is touched, the whole answer is unknown.
    Ties: the first of the best: of the nearest wins, of the farthest losses, of the draws.

    Each reachable position is one node, each end one leaf.

    The positions are numbered from 1, breadth first, and are the arguments of one term; what is found out is
    changed in place:

        node(Pos, Mover, Nexts, Left, Before, Outcome)

    Nexts are the numbers of the successors, Left of which are not known to be bad for Mover; Before are the
    numbers of the predecessors. A successor that is there twice counts twice. Outcome is `unknown`,
    outcome(won, Plies) or outcome(lost, Plies).
*/

:- set_prolog_flag(optimise, true).

outcome(Pos, Best, Val) :-
    reachable(Pos, Graph),
    decided_ends(Graph, Numbers),
    link_back(1, Graph),
    retrograde(Numbers, 0, Graph),
    outcome_of(1, Graph, Val),
    best(Val, Graph, Best).

%!  reachable(+Pos, -Graph) is det.
%
%   Graph is a term whose arguments are the node/6 of all positions that can be reached from Pos, as above,
%   before anything is known: Left is the number of successors, Before is [], Outcome is `unknown`. Each
%   is entered, Pos first; an end is not yet counted as a leaf.

reachable(Pos, Graph) :-
    trie_new(Numbers),
    position(Pos, Key),
    trie_insert(Numbers, Key, 1),
    nodes(1, 1, [Pos|Queue], Queue, Numbers, Nodes),
    compound_name_arguments(Graph, graph, Nodes).

%   nodes(+N, +Count, +Queue, ?Tail, +Numbers, -Nodes): Nodes are those of number N and above. Count positions
%   have a number, and those from N on wait in the open list Queue, which ends in Tail.

nodes(N, Count0, Queue0, Tail0, Numbers, Nodes0) :-
    (   N > Count0
    ->  Nodes0 = []
    ;   Queue0 = [Pos|Queue],
        choices(Pos, Mover, Succs),
        numbered(Succs, Numbers, Count0, Count, Tail0, Tail, Nexts),
        length(Nexts, Left),
        Nodes0 = [node(Pos, Mover, Nexts, Left, [], unknown)|Nodes],
        N1 is N + 1,
        nodes(N1, Count, Queue, Tail, Numbers, Nodes)
    ).

%   numbered(+Succs, +Numbers, +Count0, -Count, ?Tail0, -Tail, -Nexts): Nexts are the numbers of Succs; those
%   that are new get one, and join the queue.

numbered([], _, Count, Count, Tail, Tail, []).
numbered([Pos|Succs], Numbers, Count0, Count, Tail0, Tail, [N|Nexts]) :-
    position(Pos, Key),
    (   trie_lookup(Numbers, Key, N)
    ->  numbered(Succs, Numbers, Count0, Count, Tail0, Tail, Nexts)
    ;   acyclic_term(Key)
    ->  N is Count0 + 1,
        trie_insert(Numbers, Key, N),
        Tail0 = [Pos|Tail1],
        numbered(Succs, Numbers, N, Count, Tail1, Tail, Nexts)
    ;   broken(position_not_ground, Pos)
    ).

%   decided_ends(+Graph, -Numbers): Numbers are those of the won and the lost ends, whose outcomes are set.

decided_ends(Graph, Numbers) :-
    functor(Graph, _, Count),
    decided_ends(1, Count, Graph, Numbers).

decided_ends(N, Count, Graph, Numbers0) :-
    (   N > Count
    ->  Numbers0 = []
    ;   in_time,
        arg(N, Graph, Node),
        (   Node = node(Pos, _, [], _, _, _),
            won_or_lost(Pos, Outcome)
        ->  nb_setarg(6, Node, outcome(Outcome, 0)),
            Numbers0 = [N|Numbers]
        ;   Numbers0 = Numbers
        ),
        N1 is N + 1,
        decided_ends(N1, Count, Graph, Numbers)
    ).

won_or_lost(Pos, Outcome) :-
    (   decided(Pos, Outcome)
    ->  true
    ;   leaf(Pos),
        fail
    ).

%   link_back(+N, +Graph): set Before in each node, for the successors of the nodes from N on.
%   nb_linkarg/3 copies nothing, and nothing backtracks over it.

link_back(N, Graph) :-
    (   arg(N, Graph, node(_, _, Nexts, _, _, _))
    ->  in_time,
        link_back_all(Nexts, N, Graph),
        N1 is N + 1,
        link_back(N1, Graph)
    ;   true
    ).

link_back_all([], _, _).
link_back_all([Next|Nexts], N, Graph) :-
    arg(Next, Graph, Node),
    arg(5, Node, Before),
    nb_linkarg(5, Node, [N|Before]),
    link_back_all(Nexts, N, Graph).

%   retrograde(+Numbers, +Plies, +Graph): Numbers are all positions that are won or lost in Plies; find those
%   that are so in Plies + 1, and go on.

retrograde([], _, _).
retrograde([N|Ns], Plies, Graph) :-
    Plies1 is Plies + 1,
    step_back([N|Ns], Plies1, Graph, [], Numbers),
    retrograde(Numbers, Plies1, Graph).

step_back([], _, _, Numbers, Numbers).
step_back([N|Ns], Plies, Graph, Numbers0, Numbers) :-
    in_time,
    arg(N, Graph, node(_, _, _, _, Before, outcome(Outcome, _))),
    step_back_each(Before, Outcome, Plies, Graph, Numbers0, Numbers1),
    step_back(Ns, Plies, Graph, Numbers1, Numbers).

%   step_back_each(+Before, +Outcome, +Plies, …): one successor of each of Before has turned out as Outcome.

step_back_each([], _, _, _, Numbers, Numbers).
step_back_each([N|Ns], Outcome, Plies, Graph, Numbers0, Numbers) :-
    arg(N, Graph, Node),
    (   follows(Node, Outcome)
    ->  nb_setarg(6, Node, outcome(Outcome, Plies)),
        step_back_each(Ns, Outcome, Plies, Graph, [N|Numbers0], Numbers)
    ;   step_back_each(Ns, Outcome, Plies, Graph, Numbers0, Numbers)
    ).

%   follows(+Node, +Outcome): Outcome decides Node: Mover chooses it, or nothing else is left.

follows(Node, Outcome) :-
    Node = node(_, Mover, _, Left0, _, unknown),
    (   chooses(Mover, Outcome)
    ->  true
    ;   Left is Left0 - 1,
        nb_setarg(4, Node, Left),
        Left =:= 0
    ).

chooses(max, won).
chooses(min, lost).

%   outcome_of(+N, +Graph, -Val): what is still unknown is drawn.

outcome_of(N, Graph, Val) :-
    arg(N, Graph, node(_, _, _, _, _, Outcome)),
    (   Outcome == unknown
    ->  Val = outcome(drawn, none)
    ;   Val = Outcome
    ).

%   best(+Val, +Graph, -Best): the root is worth Val; Best stays free where it has no successor.

best(Val, Graph, Best) :-
    arg(1, Graph, node(_, _, Nexts, _, _, _)),
    (   one_ply_less(Val, Val1),
        member(N, Nexts),
        outcome_of(N, Graph, Val1)
    ->  arg(N, Graph, node(Best, _, _, _, _, _))
    ;   true
    ).

one_ply_less(outcome(drawn, none), outcome(drawn, none)).
one_ply_less(outcome(Outcome, Plies0), outcome(Outcome, Plies)) :-
    integer(Plies0),
    Plies is Plies0 - 1.
