% Two gardeners plant a row of ten beds in turn; three plants of one kind side by side win.
% What a move is, only the dialogue says; the gardeners have numbers, and their plants have names.

bare(soil).

follows(1, 2).
follows(2, 1).

plant(1, rose).
plant(2, tulip).

start :-
    bare(S),
    season(row([S, S, S, S, S, S, S, S, S, S]), 1).

season(Row, _) :-
    won(Row, Winner), !,
    write(Winner), writeln(' has three side by side.').
season(Row, Gardener) :-
    writeln(Row),
    dig(Gardener, Row, Later),
    follows(Gardener, Other),
    season(Later, Other).

dig(Gardener, Row, Later) :-
    format("Gardener ~w, which bed? ", [Gardener]),
    read(Bed),
    bare(S),
    bed(Row, Bed, S),
    plant(Gardener, Plant),
    planted(Row, Bed, Plant, Later), !.
dig(Gardener, Row, Later) :-
    writeln('Not there.'),
    dig(Gardener, Row, Later).

bed(row(Beds), Bed, What) :-
    nth1(Bed, Beds, What).

planted(row(Beds), Bed, Plant, row(Later)) :-
    nth1(Bed, Beds, _, Rest),
    nth1(Bed, Later, Plant, Rest).

won(row(Beds), Gardener) :-
    plant(Gardener, Plant),
    append(_, [Plant, Plant, Plant|_], Beds).
