/*  Kalah (William Julius Champion, 1940): the players sow seeds around the board,
    and whoever has more in their store at the end wins. A last seed in one's own
    store gives another move, and one in an own empty house captures the house
    opposite.

    A position is kalah(Mover, Max, Min): Mover is max or min, and each side is
    Houses-Store, the seeds in its houses, from the player's left to the right,
    where the store lies, and those in the store. With 3 pits and 2 seeds:

        kalah(max, [0,3,3]-0, [2,2,2]-0)           3  2  1
                                                   2  2  2      min
                                                0           0
                                                   0  3  3      max
                                                   1  2  3

    A move is the number of a house that is not empty. Its seeds are sown one by
    one, counter-clockwise, into the houses that follow, the own store, the houses
    of the opponent, not the opponent's store, and the own houses again, the one
    that they came from included. If the last seed falls

        into the own store          the same player moves again;
        into an own empty house     it goes into the own store, with all seeds of
                                    the house opposite, even if there are none.

    When either player has no seed left in any house, the other one takes what is
    left into the store, and the game is over.

    These are the rules of Irving, Donkers and Uiterwijk (Solving Kalah, ICGA Journal
    23, 2000), whose Kalah(m,n) is this game with m pits a side and n seeds in each.

    The value is MAX's store less that of MIN. MAX moves first.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic pits/1, seeds/1.

pits(6).
seeds(4).

default_depth(4).
default_plies(1).

moves_again.

initial(kalah(max, Houses-0, Houses-0)) :-
    pits(Pits),
    seeds(Seeds),
    length(Houses, Pits),
    maplist(=(Seeds), Houses).

max_to_move(kalah(max, _, _)).

min_to_move(kalah(min, _, _)).

opponent(max, min).
opponent(min, max).

move(kalah(max, Max0, Min0), House, kalah(Next, Max, Min)) :-
    played(Max0, Min0, House, Last, Max, Min),
    next(Last, max, Next).
move(kalah(min, Max0, Min0), House, kalah(Next, Max, Min)) :-
    played(Min0, Max0, House, Last, Min, Max),
    next(Last, min, Next).

next(Last, Mover, Next) :-
    (   Last == store
    ->  Next = Mover
    ;   opponent(Mover, Next)
    ).

%   played(+Mine0, +Theirs0, -House, -Last, -Mine, -Theirs): the seeds of House are
%   sown, and Last is where the last one has fallen: house(N), store or theirs.

played(Houses0-Store0, Theirs0, House, Last, Mine, Theirs) :-
    emptied(Houses0, 1, House, Seeds, Left, Houses1),
    sown_on(Left, Houses1-Store0, Theirs0, Mine1, Theirs1),
    length(Houses0, Pits),
    last_seed(House, Seeds, Pits, Last),
    captured(Last, Mine1, Theirs1, Mine2, Theirs2),
    swept(Mine2, Theirs2, Mine, Theirs).

%   emptied(+Houses0, +House0, -House, -Seeds, -Left, -Houses): House held Seeds, of
%   which Left go on beyond the last house; the first of Houses0 is House0.

emptied([Seeds|Houses0], House, House, Seeds, Left, [0|Houses]) :-
    Seeds > 0,
    sown(Houses0, Seeds, Houses, Left).
emptied([Seeds0|Houses0], House0, House, Seeds, Left, [Seeds0|Houses]) :-
    House1 is House0 + 1,
    emptied(Houses0, House1, House, Seeds, Left, Houses).

%   sown(+Houses0, +Seeds, -Houses, -Left): one seed goes into each house, as long
%   as there are any.

sown([], Left, [], Left).
sown([House0|Houses0], Seeds, [House|Houses], Left) :-
    (   Seeds > 0
    ->  House is House0 + 1,
        Seeds1 is Seeds - 1
    ;   House = House0,
        Seeds1 = 0
    ),
    sown(Houses0, Seeds1, Houses, Left).

%   sown_on(+Seeds, +Mine0, +Theirs0, -Mine, -Theirs): the next seed goes into my store.

sown_on(Seeds, Mine0, Theirs0, Mine, Theirs) :-
    (   Seeds =:= 0
    ->  Mine = Mine0,
        Theirs = Theirs0
    ;   Mine0 = Houses0-Store0,
        Theirs0 = TheirHouses0-TheirStore,
        Store is Store0 + 1,
        Seeds1 is Seeds - 1,
        sown(TheirHouses0, Seeds1, TheirHouses, Seeds2),
        sown(Houses0, Seeds2, Houses, Left),
        sown_on(Left, Houses-Store, TheirHouses-TheirStore, Mine, Theirs)
    ).

%   Round the board there are 2 * Pits + 1 places, of which the store is the one
%   after the last house.

last_seed(House, Seeds, Pits, Last) :-
    Place is (House + Seeds) mod (2 * Pits + 1),
    (   Place >= 1,
        Place =< Pits
    ->  Last = house(Place)
    ;   Place =:= Pits + 1
    ->  Last = store
    ;   Last = theirs
    ).

%   A house with one seed was empty before that.

captured(Last, Houses0-Store0, TheirHouses0-TheirStore, Houses-Store, TheirHouses-TheirStore) :-
    (   Last = house(N),
        nth1(N, Houses0, 1)
    ->  length(Houses0, Pits),
        Opposite is Pits + 1 - N,
        cleared(N, Houses0, Mine, Houses),
        cleared(Opposite, TheirHouses0, Theirs, TheirHouses),
        Store is Store0 + Mine + Theirs
    ;   Houses = Houses0,
        Store = Store0,
        TheirHouses = TheirHouses0
    ).

%   cleared(+N, +Houses0, -Seeds, -Houses): the N-th house held Seeds, and is empty.

cleared(N, [House|Houses0], Seeds, Houses) :-
    (   N =:= 1
    ->  Seeds = House,
        Houses = [0|Houses0]
    ;   N1 is N - 1,
        Houses = [House|Houses1],
        cleared(N1, Houses0, Seeds, Houses1)
    ).

swept(Houses0-Store0, TheirHouses0-TheirStore0, Houses-Store, TheirHouses-TheirStore) :-
    sum_list(Houses0, Mine),
    sum_list(TheirHouses0, Theirs),
    (   Mine > 0,
        Theirs > 0
    ->  Houses-Store = Houses0-Store0,
        TheirHouses-TheirStore = TheirHouses0-TheirStore0
    ;   Store is Store0 + Mine,
        TheirStore is TheirStore0 + Theirs,
        length(Houses0, Pits),
        length(Houses, Pits),
        maplist(=(0), Houses),
        TheirHouses = Houses
    ).

staticval(kalah(_, _-Max, _-Min), Val) :-
    Val is Max - Min.

over(kalah(_, Max-_, Min-_)) :-
    sum_list(Max, 0),
    sum_list(Min, 0).

terminalwon(Pos) :-
    over(Pos),
    staticval(Pos, Val),
    Val > 0.

terminallost(Pos) :-
    over(Pos),
    staticval(Pos, Val),
    Val < 0.

move_text(Number) -->
    "house ", integer(Number).

%   The picture is that of the comment above, with a last line 'min to move'.

position_text(kalah(Mover, Max-MaxStore, Min-MinStore)) -->
    { length(Max, Pits),
      numlist(1, Pits, Numbers),
      reverse(Numbers, Backwards),
      reverse(Min, MinHouses)
    },
    row_text(Backwards), "\n",
    row_text(MinHouses), "      min\n",
    field(MinStore), row_of_blanks(Max), field(MaxStore), "\n",
    row_text(Max), "      max\n",
    row_text(Numbers), "\n",
    atom(Mover), " to move".

row_text(Fields) -->
    "   ",
    fields(Fields).

row_of_blanks([]) -->
    [].
row_of_blanks([_|Houses]) -->
    "   ",
    row_of_blanks(Houses).

fields([]) -->
    [].
fields([Field|Fields]) -->
    field(Field),
    fields(Fields).

field(Field) -->
    { format(codes(Codes), "~t~w~3|", [Field]) },
    string(Codes).

%   The same as a picture: MIN's houses are above, and its store is on the left.

position_picture(kalah(_, Max, Min)) -->
    { findall(Part, part(Max, Min, Part), Parts) },
    Parts.

part(Max-_, _, cell(X, Y, board)) :-
    length(Max, Pits),
    Right is Pits + 1,
    between(0, Right, X),
    between(1, 2, Y).
part(Max-_, _, piece(X, 2, max, Seeds)) :-
    nth1(X, Max, Seeds).
part(_, Min-_, piece(X, 1, min, Seeds)) :-
    reverse(Min, Backwards),
    nth1(X, Backwards, Seeds).
part(Max-Store, _, piece(X, 1.5, max, Store)) :-
    length([_|Max], X).
part(_, _-Store, piece(0, 1.5, min, Store)).
part(Max-_, _, Part) :-
    nth1(House, Max, _),
    length(Max, Pits),
    X is Pits + 1 - House,
    (   Part = text(House, 2.8, House)
    ;   Part = text(X, 0.2, House)
    ).
part(Max-_, _, text(X, 2.8, 'MAX')) :-
    length([_|Max], X).
part(_, _, text(0, 0.2, 'MIN')).
