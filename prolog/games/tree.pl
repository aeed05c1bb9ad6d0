/*  An explicit tree, or any graph, such as a figure in a book, is played as a
    game: a move goes from a node to one of its children.

    A position is the name of a node. The tree itself comes as facts, which are
    supplied from outside:

        root(Name)
        inner(Name, Mover, Children)    Mover (max or min) is to move, and can
                                        go to the nodes in the list Children
        leaf(Name, Mover, Value)        nothing follows; Value is for MAX
        chance_node(Name, Pairs)        nobody moves: each Prob-Child in the
                                        list Pairs follows with probability Prob
        static(Name, Value)             an inner node's value, if it has one
        mark(Name, Mark)                won, lost or drawn: how the game ended
                                        at a leaf; turbulent; plausible

    A Value is a number, inf, -inf, or unknown. For example, the tree in which
    MAX chooses a, the better of 3 and what a coin decides:

        root(r).
        inner(r, max, [a,b]).   leaf(a, min, 3).   chance_node(b, [1r2-a, 1r2-c]).
        leaf(c, min, 1).        mark(c, drawn).

    A move has the name of the child that it goes to.

    Each node has one fact of inner/3, leaf/3 and chance_node/2, and no fact is
    there twice. So what is asked of one node has at most one answer, and the
    clauses below leave no choice points behind.
*/

:- use_module(library(aggregate)).
:- use_module(library(assoc)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).

:- dynamic root/1, inner/3, leaf/3, chance_node/2, static/2, mark/2.

default_depth(unlimited).
default_plies(2).

initial(Root) :-
    root(Root).

max_to_move(Name) :-
    mover(Name, max).

min_to_move(Name) :-
    mover(Name, min).

%   mover(+Name, ?Mover): fails for a chance node.

mover(Name, Mover) :-
    (   inner(Name, Mover0, _)
    ->  true
    ;   leaf(Name, Mover0, _)
    ),
    Mover = Mover0.

moves(Name, Children) :-
    inner(Name, _, Children).

move(Name, Child, Child) :-
    inner(Name, _, Children),
    member(Child, Children).

%   chance(+Name, ?Prob, ?Child): in the order of the children; fails where a
%   player moves, or none.

chance(Name, Prob, Child) :-
    chance_node(Name, Pairs),
    member(Prob-Child, Pairs).

%   It is an error to ask a node without a value for one: to a search 'unknown'
%   must not look like a draw, nor like 'no'.

staticval(Name, Val) :-
    (   value(Name, Value),
        Value \== unknown
    ->  Val is Value
    ;   throw(error(unknown_value(Name), _))
    ).

value(Name, Value) :-
    (   leaf(Name, _, Value0)
    ->  Value = Value0
    ;   static(Name, Value)
    ).

%   A leaf is won or lost as it is marked, else by the sign of its value.

terminalwon(Name) :-
    leaf(Name, _, _),
    (   end_mark(Name, Mark)
    ->  Mark == won
    ;   staticval(Name, Val),
        Val > 0
    ).

terminallost(Name) :-
    leaf(Name, _, _),
    (   end_mark(Name, Mark)
    ->  Mark == lost
    ;   staticval(Name, Val),
        Val < 0
    ).

end_mark(Name, Mark) :-
    mark(Name, Mark),
    end(Mark).

end(won).
end(lost).
end(drawn).

%   turbulent(+Name): quiescence search must not stop at this node.

turbulent(Name) :-
    marked(Name, turbulent).

%   plausible(+Name, ?Next): forward pruning must keep the move to Next.

plausible(Name, Next) :-
    inner(Name, _, Children),
    (   var(Next)
    ->  member(Next, Children),
        marked(Next, plausible)
    ;   marked(Next, plausible),
        memberchk(Next, Children)
    ).

%   marked(+Name, +Mark): the condition drops the choice point that a second
%   mark of the node would leave.

marked(Name, Mark) :-
    (   mark(Name, Mark)
    ->  true
    ).

%   The picture: what can be reached, each child indented below its parent. A
%   node that is there already is only named.
%
%       r: max
%           a: 3
%           b: chance
%               1r2 ^a
%               1r2 c: 1 drawn
%       max to move

position_text(Name) -->
    { empty_assoc(Drawn) },
    subtree_text(Name, '', 0, Drawn, _),
    { to_move(Name, Mover) },
    atom(Mover), " to move".

to_move(Name, Mover) :-
    (   mover(Name, Mover0)
    ->  Mover = Mover0
    ;   Mover = chance
    ).

%   subtree_text(+Name, +Odds, +Indent, +Drawn0, -Drawn)//: Drawn0 has the names
%   of the nodes that are there; Odds is the probability and a blank, or ''.

subtree_text(Name, Odds, Indent, Drawn0, Drawn) -->
    (   { get_assoc(Name, Drawn0, _) }
    ->  line_text('~t~*|~w^~w~n', [Indent, Odds, Name]),
        { Drawn = Drawn0 }
    ;   { label(Name, Label),
          put_assoc(Name, Drawn0, true, Drawn1),
          children(Name, Children),
          Indent1 is min(Indent + 4, 160)       % a deep tree stays readable
        },
        line_text('~t~*|~w~w: ~w~n', [Indent, Odds, Name, Label]),
        subtrees_text(Children, Indent1, Drawn1, Drawn)
    ).

subtrees_text([], _, Drawn, Drawn) -->
    [].
subtrees_text([Odds-Name|Children], Indent, Drawn0, Drawn) -->
    subtree_text(Name, Odds, Indent, Drawn0, Drawn1),
    subtrees_text(Children, Indent, Drawn1, Drawn).

line_text(Format, Arguments) -->
    { format(codes(Codes), Format, Arguments) },
    string(Codes).

children(Name, Children) :-
    (   moves(Name, Names)
    ->  findall(''-Child, member(Child, Names), Children)
    ;   findall(Odds-Child,
                ( chance(Name, Prob, Child), format(atom(Odds), '~w ', [Prob]) ),
                Children)
    ).

%   label(+Name, -Label): what a line says of a node: who is to move, or a leaf's
%   value; an inner node's value; the marks.

label(Name, Label) :-
    (   inner(Name, Mover, _)
    ->  findall(Value, static(Name, Value), Values),
        Words = [Mover|Values]
    ;   leaf(Name, _, Value)
    ->  Words = [Value]
    ;   Words = [chance]
    ),
    findall(Mark, mark(Name, Mark), Marks),
    append(Words, Marks, All),
    atomic_list_concat(All, ' ', Label).

%   The same as a picture: the whole tree, if it has at most eight levels and sixty
%   nodes, with a square behind the node Name; else the levels below Name that have.
%   A node's successors stand below it, and the value of a leaf below the leaf. MAX's
%   nodes are blue, MIN's orange, those of chance green.

position_picture(Name) -->
    { top(Name, Top, Levels) },
    subtree_parts(Top, Name, Levels, 0, 0, _, _).

top(Name, Top, Levels) :-
    (   root(Top),
        levels(Top, Levels),
        below(Top, Levels, Name)
    ->  true
    ;   Top = Name,
        levels(Top, Levels)
    ).

levels(Name, Levels) :-
    once(( between(0, 8, Hidden),
           Levels is 8 - Hidden,
           aggregate_all(count, limit(61, below(Name, Levels, _)), Count),
           Count =< 60
         )).

%   below(+Top, +Levels, ?Name): Top itself, and what so many moves can reach.

below(Name, _, Name).
below(Top, Levels, Name) :-
    Levels > 0,
    Levels1 is Levels - 1,
    children(Top, Children),
    member(_-Child, Children),
    below(Child, Levels1, Name).

%   subtree_parts(+Name, +Here, +Levels, +Y, +Left, -Right, -X)//: the node is at X, Y;
%   what is drawn of it and below it lies between Left and Right.

subtree_parts(Name, Here, Levels, Y, Left, Right, X) -->
    { children(Name, Children),
      words(Name, Children, Levels, Mark, Below),
      Below1 is Y + 0.65
    },
    (   { Levels > 0, Children = [_|_] }
    ->  { Levels1 is Levels - 1 },
        subtrees_parts(Children, Here, Levels1, Y, Left, Right, Xs),
        { Xs = [First|_],
          last(Xs, Last),
          X is (First + Last) / 2
        },
        edges_parts(Children, Xs, X, Y)
    ;   { atom_length(Below, Length),
          Wide is max(1.2, 0.2 * Length),
          Right is Left + Wide,
          X is Left + Wide / 2
        }
    ),
    { node_colour(Name, Colour) },
    [piece(X, Y, Colour, Mark), text(X, Below1, Below)],
    (   { Name == Here }
    ->  [cell(X, Y, light)]
    ;   []
    ).

subtrees_parts([], _, _, _, Right, Right, []) -->
    [].
subtrees_parts([_-Child|Children], Here, Levels, Y, Left, Right, [X|Xs]) -->
    { Y1 is Y + 1.8 },
    subtree_parts(Child, Here, Levels, Y1, Left, Right0, X),
    subtrees_parts(Children, Here, Levels, Y, Right0, Right, Xs).

edges_parts([], [], _, _) -->
    [].
edges_parts([Odds-_|Children], [ChildX|Xs], X, Y) -->
    { Y1 is Y + 1.8,
      OddsX is (X + 2 * ChildX) / 3,
      OddsY is Y + 1.2
    },
    [line(X, Y, ChildX, Y1), text(OddsX, OddsY, Odds)],
    edges_parts(Children, Xs, X, Y).

%   words(+Name, +Children, +Levels, -Mark, -Below): what stands on a node and below
%   it. A long name stands below.

words(Name, Children, Levels, Mark, Below) :-
    format(atom(Text), '~w', [Name]),
    atom_length(Text, Length),
    (   Length =< 3
    ->  Mark = Text,
        Words = Ends
    ;   Mark = '',
        Words = [Text|Ends]
    ),
    (   leaf(Name, _, Value)
    ->  Ends = [Value]
    ;   Levels =:= 0, Children = [_|_]
    ->  Ends = ['…']
    ;   Ends = []
    ),
    atomic_list_concat(Words, ' ', Below).

node_colour(Name, Colour) :-
    (   mover(Name, Colour0)
    ->  Colour = Colour0
    ;   Colour = green
    ).
