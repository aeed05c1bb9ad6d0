/*  Nim: a move takes one or more counters from one heap, and whoever finds
    nothing to take loses.

    A position is nim(Mover, Heaps): Mover is max or min, and Heaps are the
    sizes of the heaps. A heap keeps its place when it is empty:

        nim(max, [1,3,5])     the start
        nim(min, [3,0,5])     after take(2, 4)

    The move take(N, Count) takes Count counters from the N-th heap.

    The mover wins exactly if the bitwise XOR of the heaps is not 0 (Bouton
    1901). The rules below do not know that: a search has to find it.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic heaps/1.

heaps([1,3,5]).

default_depth(unlimited).
default_plies(2).

initial(nim(max, Heaps)) :-
    heaps(Heaps).

max_to_move(nim(max, _)).

min_to_move(nim(min, _)).

opponent(max, min).
opponent(min, max).

move(nim(Mover, Heaps0), take(N, Count), nim(Opponent, Heaps)) :-
    opponent(Mover, Opponent),
    taken(Heaps0, 1, N, Count, Heaps).

%   taken(+Heaps0, +N0, ?N, ?Count, ?Heaps): Heaps are Heaps0 less Count
%   counters of the N-th heap, where the first of Heaps0 is number N0.

taken([Heap0|Heaps], N, N, Count, [Heap|Heaps]) :-
    between(1, Heap0, Count),
    Heap is Heap0 - Count.
taken([Heap|Heaps0], N0, N, Count, [Heap|Heaps]) :-
    N1 is N0 + 1,
    taken(Heaps0, N1, N, Count, Heaps).

%   Who cannot move has lost. While something is left, nothing is known: 0.

staticval(nim(Mover, Heaps), Val) :-
    (   nothing_left(Heaps)
    ->  without_a_move(Mover, Val)
    ;   Val = 0
    ).

nothing_left([]).
nothing_left([0|Heaps]) :-
    nothing_left(Heaps).

without_a_move(max, -1).
without_a_move(min, 1).

terminalwon(Pos) :-
    staticval(Pos, 1).

terminallost(Pos) :-
    staticval(Pos, -1).

move_text(take(N, Count)) -->
    "take ", integer(Count), ", heap ", integer(N).

%   The picture: each heap with its number, its counters and its size.
%
%       1: |||    3
%       2:        0
%       3: |||||  5
%       min to move

position_text(nim(Mover, Heaps)) -->
    { foldl(larger, Heaps, 0, Largest) },
    heaps_text(Heaps, 1, Largest),
    atom(Mover), " to move".

larger(Heap, Largest0, Largest) :-
    Largest is max(Heap, Largest0).

heaps_text([], _, _) -->
    [].
heaps_text([Heap|Heaps], N, Largest) -->
    { Blanks is Largest - Heap },
    integer(N), ": ", copies(Heap, 0'|), copies(Blanks, 0'\s), "  ", integer(Heap), "\n",
    { N1 is N + 1 },
    heaps_text(Heaps, N1, Largest).

copies(Count, Code) -->
    { length(Codes, Count),
      maplist(=(Code), Codes)
    },
    string(Codes).

%   The same as a picture: five counters stand closer together. Of a heap with
%   more than 100 counters, 100 are drawn.

position_picture(nim(_, Heaps)) -->
    { findall(Part, part(Heaps, Part), Parts) },
    Parts.

part(Heaps, Part) :-
    nth1(N, Heaps, Heap),
    Shown is min(Heap, 100),
    (   atom_concat(N, ':', Name),
        Part = text(0, N, Name)
    ;   between(1, Shown, Counter),
        counter_place(Counter, X),
        Top is N - 0.3,
        Bottom is N + 0.3,
        Part = line(X, Top, X, Bottom, black)
    ;   foldl(larger, Heaps, 0, Largest),
        Widest is min(Largest, 100),
        counter_place(Widest, Last),
        X is Last + 0.8,
        Part = text(X, N, Heap)
    ).

counter_place(Counter, X) :-
    X is 0.5 + Counter * 0.25 + (Counter - 1) // 5 * 0.2.
