/*  Arguments that stay unbound: patterns that are only compared with, places that nobody reads, and clauses that
    would leave one open but are not taken.
*/

%? count_of([f(a, 1), f(b, 2), f(a, 3), g], a, _)
%? count_of([], a, _)
count_of(List, Kind, N) :- count_like(List, f(Kind, _), N).

count_like([], _, 0).
count_like([X|Xs], Pattern, N) :- \+ X \= Pattern, !, count_like(Xs, Pattern, M), N is M + 1.
count_like([_|Xs], Pattern, N) :- count_like(Xs, Pattern, N).

%? unified_count([f(a, 1), f(b, 2), f(a, 3), g], a, _)
unified_count(List, Kind, N) :- unified_like(List, f(Kind, _), N).

unified_like([], _, 0).
unified_like([X|Xs], Pattern, N) :- \+ X \= Pattern, !, unified_like(Xs, Pattern, M), N is M + 1.
unified_like([_|Xs], Pattern, N) :- unified_like(Xs, Pattern, N).

%? replaced_at(0, z, [a, b, c], _)
%? replaced_at(2, z, [a, b, c], _)
%? replaced_at(3, z, [a, b, c], _)
replaced_at(_, _, [], []).
replaced_at(I, X, [Y|Ys], [Y|Zs]) :- I > 0, J is I - 1, replaced_at(J, X, Ys, Zs).
replaced_at(I, X, [_|Ys], [X|Zs]) :- I == 0, J is I - 1, replaced_at(J, _, Ys, Zs).
replaced_at(I, _, [Y|Ys], [Y|Zs]) :- I < 0, replaced_at(I, _, Ys, Zs).

%? beams([a, b, c, d], _)
beams(Cells, Beams) :- findall(D/I/Beam, beam(D, Cells, I, Beam), Beams).

beam(D, _, I, []) :- \+ next_cell(D, I, _).
beam(D, Cells, I, [Cell|Beam]) :- next_cell(D, I, J), nth1(J, Cells, Cell), beam(D, Cells, J, Beam).

next_cell(up, 1, 2).
next_cell(up, 2, 3).
next_cell(down, 3, 2).
next_cell(down, 2, 1).

%? some_beam(up, 1, [a, b, c], _)
%? some_beam(down, 2, [a, b, c], _)
some_beam(D, I, Cells, Beam) :- beam(D, Cells, I, Beam).

%? left_open_or_not([1], _)
%? left_open_or_not([], _)
left_open_or_not(L, Y) :- open_at_end(L, X), Y = X.

open_at_end([], _).
open_at_end([X|Xs], X) :- open_at_end(Xs, _).
