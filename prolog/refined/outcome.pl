:- module(pydecl_outcome,
          [ outcome/3,                  % +Pos, -Best, -Outcome
            outcomes/3,                 % +Roots, -Count, -Graph
            outcome_of/3,               % +N, +Graph, -Outcome
            reachable/2,                % +Pos, -Graph
            reachable/4                 % +Roots, :Follow, -Count, -Graph
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

    Nexts is nexts(N, …), the numbers of the successors, Left of which are not known to be bad for Mover; Before
    is before(N, …), those of the predecessors, or 0 where there is none. A successor that is there twice counts
    twice. Outcome is `unknown`, outcome(won, Plies) or outcome(lost, Plies).
*/

:- set_prolog_flag(optimise, true).

:- meta_predicate
    reachable(+, 4, -, -),
    nodes(+, +, ?, +, 4, -).

about(own_movers).

outcome(Pos, Best, Val) :-
    outcomes([Pos], _, Graph),
    outcome_of(1, Graph, Val),
    best(Val, Graph, Best).

%!  outcomes(+Roots, -Count, -Graph) is det.
%
%   The outcomes of all positions that can be reached from Roots, for outcome_of/3. The Count different ones
%   among Roots have the first numbers, in their order.

outcomes(Roots, Count, Graph) :-
    reachable(Roots, choices_left, Count, Graph),
    garbage_collect,                    % the queue: the stacks need not grow for what follows
    decided_ends(Graph, Numbers),
    count_back(1, Graph),
    link_back(1, Graph),
    retrograde(Numbers, 0, Graph).

%!  reachable(+Pos, -Graph) is det.
%
%   Graph is a term whose arguments are the node/6 of all positions that can be reached from Pos, as above,
%   before anything is known: Left is the number of successors, Before is 0, Outcome is `unknown`. Each
%   is entered, Pos first; an end is not yet counted as a leaf.

reachable(Pos, Graph) :-
    reachable([Pos], choices_left, _, Graph).

%!  reachable(+Roots, :Follow, -Count, -Graph) is det.
%
%   The same of several positions, the Count different ones of which come first. Follow(Pos, Mover, Succs, Left) says
%   who is to move and what follows; its Left is the node's.

reachable(Roots, Follow, Count, Graph) :-
    trie_new(Numbers),
    numbered(Roots, Numbers, _, News),
    length(News, Count),
    append(News, Tail, Queue),
    nodes(0, Queue, Tail, Numbers, Follow, Nodes),
    compound_name_arguments(Graph, graph, Nodes).

choices_left(Pos, Mover, Succs, Left) :-
    choices(Pos, Mover, Succs),
    length(Succs, Left).

%   nodes(+Done, +Queue, ?Tail, +Numbers, :Follow, -Nodes): Nodes are all but the first Done, whose positions wait in
%   the open list Queue, which ends in Tail, or are still to be met. A piece of the queue is looked at in one
%   findall/3, which leaves nothing on the stacks but what was found.

nodes(Done0, Queue0, Tail0, Numbers, Follow, Nodes0) :-
    trie_property(Numbers, value_count(Count)),
    (   Done0 =:= Count
    ->  Nodes0 = []
    ;   Size is min(Count - Done0, 1000),
        length(Piece, Size),
        append(Piece, Queue, Queue0),
        findall(found(Mover, Nexts, Left, News),
                ( member(Pos, Piece),
                  call(Follow, Pos, Mover, Succs, Left),
                  numbered(Succs, Numbers, Nexts0, News),
                  compound_name_arguments(Nexts, nexts, Nexts0) ),
                Founds),
        found_nodes(Piece, Founds, Tail0, Tail, Nodes0, Nodes),
        Done is Done0 + Size,
        nodes(Done, Queue, Tail, Numbers, Follow, Nodes)
    ).

found_nodes([], [], Tail, Tail, Nodes, Nodes).
found_nodes([Pos|Poss], [found(Mover, Nexts, Left, News)|Founds], Tail0, Tail,
            [node(Pos, Mover, Nexts, Left, 0, unknown)|Nodes0], Nodes) :-
    append(News, Tail1, Tail0),
    found_nodes(Poss, Founds, Tail1, Tail, Nodes0, Nodes).

%   numbered(+Succs, +Numbers, -Nexts, -News): Nexts are the numbers of Succs; News are those that had none
%   so far.

numbered([], _, [], []).
numbered([Pos|Succs], Numbers, [N|Nexts], News0) :-
    position(Pos, Key),
    (   trie_lookup(Numbers, Key, N)
    ->  News0 = News
    ;   acyclic_term(Key)
    ->  trie_property(Numbers, value_count(Count)),
        N is Count + 1,
        trie_insert(Numbers, Key, N),
        News0 = [Pos|News]
    ;   broken(position_not_ground, Pos)
    ),
    numbered(Succs, Numbers, Nexts, News).

%   decided_ends(+Graph, -Numbers): Numbers are those of the won and the lost ends, whose outcomes are set.

decided_ends(Graph, Numbers) :-
    compound_name_arity(Graph, _, Count),
    decided_ends(1, Count, Graph, Numbers).

decided_ends(N, Count, Graph, Numbers0) :-
    (   N > Count
    ->  Numbers0 = []
    ;   in_time,
        arg(N, Graph, Node),
        (   Node = node(Pos, _, _, 0, _, _),
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

%   count_back(+N, +Graph): set Before in each node to its size, as far as it is known from the nodes from N on.

count_back(N, Graph) :-
    (   arg(N, Graph, Node)
    ->  in_time,
        Node = node(_, _, Nexts, Count, _, _),
        count_back_each(Count, Nexts, Graph),
        N1 is N + 1,
        count_back(N1, Graph)
    ;   true
    ).

count_back_each(Count, Nexts, Graph) :-
    (   Count =:= 0
    ->  true
    ;   arg(Count, Nexts, Next),
        arg(Next, Graph, Node),
        arg(5, Node, Size0),
        Size is Size0 + 1,
        nb_setarg(5, Node, Size),
        Count1 is Count - 1,
        count_back_each(Count1, Nexts, Graph)
    ).

%   link_back(+N, +Graph): set Before in each node, now that its size is known, for the nodes from N on.
%   nb_linkarg/3 copies nothing, and nothing backtracks over it.

link_back(N, Graph) :-
    (   arg(N, Graph, Node)
    ->  in_time,
        Node = node(_, _, Nexts, Count, _, _),
        link_back_each(Count, Nexts, N, Graph),
        N1 is N + 1,
        link_back(N1, Graph)
    ;   true
    ).

link_back_each(Count, Nexts, N, Graph) :-
    (   Count =:= 0
    ->  true
    ;   arg(Count, Nexts, Next),
        arg(Next, Graph, Node),
        link(Node, N),
        Count1 is Count - 1,
        link_back_each(Count1, Nexts, N, Graph)
    ).

%   link(+Node, +N): N is one of Before. The last argument says how many there are so far, until it is the
%   last of them itself.

link(Node, N) :-
    arg(5, Node, Before0),
    (   integer(Before0)
    ->  functor(Before, before, Before0),
        nb_linkarg(5, Node, Before),
        Linked = 1
    ;   Before = Before0,
        functor(Before, _, Size0),
        arg(Size0, Before, Linked0),
        Linked is Linked0 + 1
    ),
    functor(Before, _, Size),
    nb_setarg(Size, Before, Linked),
    nb_setarg(Linked, Before, N).

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
    arg(N, Graph, Node),
    Node = node(_, _, _, _, Before, outcome(Outcome, _)),
    (   integer(Before)
    ->  Numbers1 = Numbers0
    ;   functor(Before, _, Size),
        step_back_each(Size, Before, outcome(Outcome, Plies), Graph, Numbers0, Numbers1)
    ),
    step_back(Ns, Plies, Graph, Numbers1, Numbers).

%   step_back_each(+Count, +Before, +Val, …): one successor of each of the first Count of Before has turned out
%   so that Val is what follows, if it decides.

step_back_each(Count, Before, Val, Graph, Numbers0, Numbers) :-
    (   Count =:= 0
    ->  Numbers = Numbers0
    ;   arg(Count, Before, N),
        arg(N, Graph, Node),
        arg(1, Val, Outcome),
        (   follows(Node, Outcome)
        ->  nb_linkarg(6, Node, Val),
            Numbers1 = [N|Numbers0]
        ;   Numbers1 = Numbers0
        ),
        Count1 is Count - 1,
        step_back_each(Count1, Before, Val, Graph, Numbers1, Numbers)
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

%!  outcome_of(+N, +Graph, -Val) is det.
%
%   What the position of number N is worth. What is still unknown is drawn.

outcome_of(N, Graph, Val) :-
    arg(N, Graph, Node),
    arg(6, Node, Outcome),
    (   Outcome == unknown
    ->  Val = outcome(drawn, none)
    ;   Val = Outcome
    ).

%   best(+Val, +Graph, -Best): the root is worth Val; Best stays free where it has no successor.

best(Val, Graph, Best) :-
    arg(1, Graph, node(_, _, Nexts, _, _, _)),
    (   one_ply_less(Val, Val1),
        arg(_, Nexts, N),
        outcome_of(N, Graph, Val1)
    ->  arg(N, Graph, node(Best, _, _, _, _, _))
    ;   true
    ).

one_ply_less(outcome(drawn, none), outcome(drawn, none)).
one_ply_less(outcome(Outcome, Plies0), outcome(Outcome, Plies)) :-
    integer(Plies0),
    Plies is Plies0 - 1.
