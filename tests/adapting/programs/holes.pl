/*  Noughts and crosses on a sheet of paper whose empty squares are free variables. What the players write is up to
    them. Nothing keeps one from writing on what is there, and a line of free variables is one of anything. */

sheet(p(_, _, _, _, _, _, _, _, _)).

signed(p(_, B, C, D, E, F, G, H, I), 1, Sign, p(Sign, B, C, D, E, F, G, H, I)).
signed(p(A, _, C, D, E, F, G, H, I), 2, Sign, p(A, Sign, C, D, E, F, G, H, I)).
signed(p(A, B, _, D, E, F, G, H, I), 3, Sign, p(A, B, Sign, D, E, F, G, H, I)).
signed(p(A, B, C, _, E, F, G, H, I), 4, Sign, p(A, B, C, Sign, E, F, G, H, I)).
signed(p(A, B, C, D, _, F, G, H, I), 5, Sign, p(A, B, C, D, Sign, F, G, H, I)).
signed(p(A, B, C, D, E, _, G, H, I), 6, Sign, p(A, B, C, D, E, Sign, G, H, I)).
signed(p(A, B, C, D, E, F, _, H, I), 7, Sign, p(A, B, C, D, E, F, Sign, H, I)).
signed(p(A, B, C, D, E, F, G, _, I), 8, Sign, p(A, B, C, D, E, F, G, Sign, I)).
signed(p(A, B, C, D, E, F, G, H, _), 9, Sign, p(A, B, C, D, E, F, G, H, Sign)).

triple(1, 2, 3).
triple(4, 5, 6).
triple(7, 8, 9).
triple(1, 4, 7).
triple(2, 5, 8).
triple(3, 6, 9).
triple(1, 5, 9).
triple(3, 5, 7).

wins(Sheet, Sign) :-
    triple(A, B, C),
    arg(A, Sheet, Sign),
    arg(B, Sheet, Sign),
    arg(C, Sheet, Sign).
