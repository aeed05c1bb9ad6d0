% Other names, another order of clauses.
value_or_best(Node, Low, High, Reply, Worth) :- fail, alphabeta(Node, Low, High, Reply, Worth).

newer(Low, High, Node, Worth, Worth, High) :- min_to_move(Node), Worth > Low, !.
newer(Low, High, Node, Worth, Low, Worth) :- max_to_move(Node), Worth < High, !.
newer(Low, High, _, _, Low, High).

enough([], _, _, Node, Worth, Node, Worth) :- !.
enough(_, _, High, Node, Worth, Node, Worth) :- min_to_move(Node), Worth > High, !.
enough(_, Low, _, Node, Worth, Node, Worth) :- max_to_move(Node), Worth < Low, !.
enough(Nodes, Low, High, Node, Worth, Good, GoodWorth) :-
    newer(Low, High, Node, Worth, Low1, High1),
    best_of(Nodes, Low1, High1, Node1, Worth1),
    better(Node, Worth, Node1, Worth1, Good, GoodWorth).

best_of([Node|Nodes], Low, High, Good, GoodWorth) :-
    alphabeta(Node, Low, High, _, Worth),
    enough(Nodes, Low, High, Node, Worth, Good, GoodWorth).

better(Node, Worth, _, Worth1, Node, Worth) :- min_to_move(Node), Worth > Worth1, !.
better(Node, Worth, _, Worth1, Node, Worth) :- max_to_move(Node), Worth < Worth1, !.
better(_, _, Node1, Worth1, Node1, Worth1).

alphabeta(Node, Low, High, Reply, Worth) :- moves(Node, Nodes), !, best_of(Nodes, Low, High, Reply, Worth).
alphabeta(Node, _, _, _, Worth) :- staticval(Node, Worth).
