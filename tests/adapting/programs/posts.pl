/*  Six posts in a row, which are painted red and green in turn; three of a colour side by side win. The posts that are
    painted are facts, and whether the row is won is asked of the post that was painted last. */

:- dynamic painted/2.

begin :- retractall(painted(_, _)), red.

red :- read(Post), paint(Post, red), ( decided(Post, red) -> writeln(red) ; green ).

green :- read(Post), paint(Post, green), ( decided(Post, green) -> writeln(green) ; red ).

paint(Post, Colour) :-
    between(1, 6, Post),
    \+ painted(Post, _),
    assertz(painted(Post, Colour)).

decided(Post, Colour) :- won_from(Post, Colour).

won_from(Post, Colour) :-
    alike(Post, -1, Colour, Before),
    alike(Post, 1, Colour, After),
    Before + After >= 2.

alike(Post, Step, Colour, N) :-
    Next is Post + Step,
    painted(Next, Colour),
    !,
    alike(Next, Step, Colour, N0),
    N is N0 + 1.
alike(_, _, _, 0).
