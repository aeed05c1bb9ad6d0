% A pile of stones; who takes one moves again; who takes the last has won.
moves_again.
init(s(7, first)).
current_player(s(_, P), P).
legal_actions(s(N, _), As) :- findall(A, (member(A, [1,2,3]), A =< N), As).
apply_action(s(N, P), 1, s(M, P)) :- !, M is N - 1.
apply_action(s(N, P), A, s(M, Q)) :- M is N - A, other(P, Q).
other(first, second).
other(second, first).
is_terminal(s(0, _)).
returns(s(0, P), P, 1). returns(s(0,P),Q,-1) :- other(P,Q).
