/*  An explicit tree, such as a figure in a book, is played as a game: a move
    goes from a node to one of its children.

    A position is the name of a node. The tree itself comes as facts, which are
    supplied from outside:

        root(Name)
        inner(Name, Mover, Children)    Mover (max or min) is to move, and can
                                        go to the nodes in the list Children
        leaf(Name, Mover, Value)        nothing follows; Value is for MAX

    A Value is a number, inf, -inf, or unknown. For example, the tree in which
    MAX chooses a, the better of 3 and 2:

        root(r).
        inner(r, max, [a,b]).   leaf(a, min, 3).   leaf(b, min, 2).

    A move has the name of the child that it goes to.
*/

:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic root/1, inner/3, leaf/3.

default_depth(unlimited).
default_plies(2).

initial(Root) :-
    root(Root).

max_to_move(Name) :-
    mover(Name, max).

min_to_move(Name) :-
    mover(Name, min).

mover(Name, Mover) :-
    inner(Name, Mover, _).
mover(Name, Mover) :-
    leaf(Name, Mover, _).

move(Name, Child, Child) :-
    inner(Name, _, Children),
    member(Child, Children).

%   Only a leaf has a value of its own. It is an error to ask for another: to a
%   search 'unknown' must not look like a draw, nor like 'no'.

staticval(Name, Val) :-
    (   leaf(Name, _, Value),
        Value \== unknown
    ->  Val is Value
    ;   throw(error(unknown_value(Name), _))
    ).

terminalwon(Name) :-
    leaf(Name, _, _),
    staticval(Name, Val),
    Val > 0.

terminallost(Name) :-
    leaf(Name, _, _),
    staticval(Name, Val),
    Val < 0.

%   The picture: the subtree, each child indented below its parent.
%
%       r: max
%           a: 3
%           b: 2
%       max to move

position_text(Name) -->
    subtree_text(Name, 0),
    { once(mover(Name, Mover)) },
    atom(Mover), " to move".

subtree_text(Name, Indent) -->
    line_text(Name, Indent),
    { Indent1 is Indent + 4,
      findall(Child, move(Name, Child, _), Children)
    },
    subtrees_text(Children, Indent1).

subtrees_text([], _) -->
    [].
subtrees_text([Name|Names], Indent) -->
    subtree_text(Name, Indent),
    subtrees_text(Names, Indent).

line_text(Name, Indent) -->
    { label(Name, Label),
      format(codes(Codes), "~t~*|~w: ~w~n", [Indent, Name, Label])
    },
    string(Codes).

label(Name, Mover) :-
    inner(Name, Mover, _).
label(Name, Value) :-
    leaf(Name, _, Value).
