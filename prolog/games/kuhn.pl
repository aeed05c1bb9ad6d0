/*  Kuhn poker with OPEN cards: each player gets one of three cards and may bet
    once, and the higher card takes the pot unless a player gives up. Each player
    puts one chip into the pot and gets j, q or k. Then they pass or bet, MAX
    first; a bet is one chip more. Whoever passes after a bet has given up. If
    both pass, or both bet, the higher card takes the pot.

    A position is deal, or kuhn(Max, Min, Said): Max and Min are the cards of the
    two, and Said is what was said, the first word first:

        deal                        the start: chance is to move
        kuhn(q, k, [])              MAX has q, MIN has k
        kuhn(q, k, [pass,bet])      MAX has passed, MIN has bet

    A move is pass or bet; a bet after a bet is a call.

    In the real game each player sees the own card alone. A position, as a search
    of games knows it, holds both: so expectiminimax searches a game in which the
    cards lie open, and its value, 0, is not that of the real game, which is
    -1r18 for MAX (H. W. Kuhn, A simplified two-person poker, Contributions to
    the Theory of Games 1, 1950). Backgammon can be searched so, poker cannot:
    what one bluffs with is a position that the other does not know.
    pydecl/games/kuhn.py has the real game's value.
*/

:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

default_depth(unlimited).
default_plies(4).

initial(deal).

%   chance(+Pos, ?Prob, ?Next): all deals are equally likely.

chance(deal, 1r6, kuhn(Max, Min, [])) :-
    card(Max, _),
    card(Min, _),
    Max \== Min.

card(j, 1).
card(q, 2).
card(k, 3).

max_to_move(kuhn(_, _, Said)) :-
    turn(Said, max).

min_to_move(kuhn(_, _, Said)) :-
    turn(Said, min).

%   turn(+Said, ?Mover): they take turns, at the end too.

turn([], max).
turn([_], min).
turn([_,_], max).
turn([_,_,_], min).

move(kuhn(Max, Min, Said0), Word, kuhn(Max, Min, Said)) :-
    goes_on(Said0),
    member(Word, [pass,bet]),
    append(Said0, [Word], Said).

goes_on([]).
goes_on([_]).
goes_on([pass,bet]).

%   The value is what MAX gains in chips. While the game goes on, nothing is
%   known: 0.

staticval(deal, 0).
staticval(kuhn(Max, Min, Said), Val) :-
    (   end(Said, Who, Chips)
    ->  gain(Who, Max, Min, Chips, Val)
    ;   Val = 0
    ).

%   end(+Said, -Who, -Chips): Who, max, min or the higher card, gains Chips.

end([pass,pass],     higher, 1).
end([pass,bet,pass], min,    1).
end([pass,bet,bet],  higher, 2).
end([bet,pass],      max,    1).
end([bet,bet],       higher, 2).

gain(max, _, _, Chips, Chips).
gain(min, _, _, Chips, Val) :-
    Val is -Chips.
gain(higher, Max, Min, Chips, Val) :-
    card(Max, MaxRank),
    card(Min, MinRank),
    Val is sign(MaxRank - MinRank) * Chips.

terminalwon(Pos) :-
    staticval(Pos, Val),
    Val > 0.

terminallost(Pos) :-
    staticval(Pos, Val),
    Val < 0.

%   The picture: the cards, and what was said in turn.
%
%       max  q
%       min  k
%       said pass, bet
%       max to move

position_text(deal) -->
    "the cards are dealt".
position_text(kuhn(Max, Min, Said)) -->
    { atomic_list_concat(Said, ', ', Words),
      turn(Said, Mover)
    },
    "max  ", atom(Max), "\n",
    "min  ", atom(Min), "\n",
    "said ", atom(Words), "\n",
    atom(Mover), " to move".

%   The same as a picture: the cards lie on the left, and what was said stands on
%   the right, in turn.

position_picture(deal) -->
    { findall(Part, card_part(Part), Parts) },
    Parts.
position_picture(kuhn(Max, Min, Said)) -->
    { findall(Part, part(Max, Min, Said, Part), Parts) },
    Parts.

card_part(Part) :-
    card(Card, Rank),
    X is Rank * 1.2,
    laid(Card, X, 0, white, Part).

part(Max, _, _, Part) :-
    laid(Max, 1, 0, max, Part).
part(_, Min, _, Part) :-
    laid(Min, 1, 1.2, min, Part).
part(_, _, _, text(0, 0, 'MAX')).
part(_, _, _, text(0, 1.2, 'MIN')).
part(_, _, Said, text(X, Y, Word)) :-
    nth0(N, Said, Word),
    X is 2 + N,
    Y is N mod 2 * 1.2.

laid(_, X, Y, _, cell(X, Y, white)).
laid(Card, X, Y, Colour, piece(X, Y, Colour, Letter)) :-
    upcase_atom(Card, Letter).
