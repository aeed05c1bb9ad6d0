/*  Goals that mutants get: on X and Y, which a clause has, with results N and M, which it does not have. */

goal(is_list(X)).
goal(var(X)).
goal(nonvar(X)).
goal(ground(X)).
goal(atom(X)).
goal(integer(X)).
goal(number(X)).
goal(float(X)).
goal(compound(X)).
goal(callable(X)).
goal(atomic(X)).
goal(X == Y).
goal(X \== Y).
goal(X = Y).
goal(X \= Y).
goal(X @< Y).
goal(X @=< Y).
goal(X =:= Y).
goal(X < Y).
goal(X =< Y).
goal(X =:= 1).
goal(X == 1).
goal(X \== 1).
goal(X =\= 1).
goal(X = 1).
goal(X = 1.0).
goal(X == 0).
goal(X > 0).
goal(X =< 0).
goal(X \== 0.0).
goal(X = []).
goal(X == []).
goal(X \= []).
goal(X = [_|_]).
goal(X \= f(_)).
goal(X \== a).
goal(X = a).
goal(compare(<, X, Y)).
goal(compare(=, X, Y)).
goal(compare(N, X, Y)).
goal(member(X, Y)).
goal(memberchk(X, Y)).
goal(member(N, X)).
goal(member(1, X)).
goal(memberchk(N, X)).
goal(length(X, N)).
goal(length(N, 2)).
goal(length(X, 2)).
goal(same_length(X, N)).
goal(copy_term(X, N)).
goal(X =.. N).
goal(functor(X, N, M)).
goal(arg(1, X, N)).
goal(arg(N, X, M)).
goal(sort(X, N)).
goal(msort(X, N)).
goal(append(X, Y, N)).
goal(append(N, M, X)).
goal(append(X, [a], N)).
goal(append(N, [M], X)).
goal(nth0(0, X, N)).
goal(nth1(N, X, M)).
goal(last(X, N)).
goal(sum_list(X, N)).
goal(max_list(X, N)).
goal(reverse(X, N)).
goal(list_to_set(X, N)).
goal(select(N, X, M)).
goal(delete(X, Y, N)).
goal(subtract(X, Y, N)).
goal(sort(0, @>=, X, N)).
goal(atom_length(X, N)).
goal(atom_number(X, N)).
goal(atom_chars(X, N)).
goal(number_codes(X, N)).
goal(atom_concat(X, Y, N)).
goal(N is X + 1).
goal(N is X * 1.0).
goal(N is abs(X) // 2).
goal(N is max(X, Y)).
goal(N is X / 2).
goal(N is -X).
goal(X is Y).
goal(X is N + 1).
goal(succ(X, N)).
goal(succ(N, X)).
goal(plus(1, X, N)).
goal(between(0, 2, N)).
goal(between(0, 2, X)).
goal(between(1, X, N)).
goal(N = f(X, Y)).
goal(N = [X|Y]).
goal(N = [X, Y|M]).
goal(N = X).
goal(f(N, M) = X).
goal([N|M] = X).
goal(X-N = Y).
goal(exclude(==(X), [X, Y, 1], N)).
goal(maplist(=(X), [N, M])).
goal(maplist(==(X), [Y])).
goal(foldl([A, B, C]>>( C is A + B), [1, 2], 0, N)).
goal(findall(N, member(N, X), M)).
goal(findall(A-X, member(A, [1, 2.0]), N)).
goal(bagof(N, member(N, X), M)).
goal(setof(A, A^member(A, X), N)).
goal(aggregate_all(count, member(_, X), N)).
goal(aggregate_all(max(A), member(A, X), N)).
goal(aggregate_all(max(A-B), member(A-B, X), N)).
goal(aggregate_all(sum(A), member(A, [X, Y]), N)).
goal(forall(member(A, X), A == Y)).
goal(\+ X = Y).
goal(\+ member(X, Y)).
goal(once(member(X, Y))).
goal(ignore(X = Y)).
goal(( X == Y -> true ; fail )).
goal(( X = Y -> true ; N = 1 )).
goal(( X == 1, !, fail ; true )).
goal(( var(X) -> N = 1 ; N = X )).
goal(( member(N, [1, 2]), N > 1 -> true ; N = 0 )).
goal(( member(N, [1, 2, 3]), ! ; N = 4 )).
goal(( N = 1 ; N = 2 )).
goal(( N = 1 ; N = X )).
goal(( X = 1, ! ; X = 2 ; true )).
goal(call(=, X, N)).
goal(( G = member(N, [1, 2]), call(G) )).
goal(( G = (!), call(G) )).
goal(( G = ( member(N, [1, 2]), ! ), G )).
goal(( G = (N = 1 ; N = 2), once(G) )).
goal(exclude([A]>>(A = X), [1, X], N)).
goal(pairs_keys_values(N, [X], [Y])).
goal(keysort([X-1, Y-2, X-3], N)).
goal(sumlist([X, Y], N)).
goal(max_member(N, [X, Y])).
goal(ground(f(X, N))).
goal(X \== N).
goal(( X =:= 1 -> N = one ; X == 1.0 -> N = float ; N = no )).
goal(true).
goal(fail).
goal(!).
goal(( repeat, ! )).
goal(catch(N = X, _, true)).
goal(atom_string(X, N)).
goal(string(X)).
goal(term_variables(X, N)).
goal(number_vars(X)).
goal(X =@= Y).
goal(setof(A-B, member(A-B, X), N)).
goal(( between(1, inf, N), N > 2, ! )).
goal(( length(N, M), M >= 2, ! )).
goal(same_length(N, X)).
goal(permutation(X, N)).
goal(exclude(number, X, N)).
goal(sort(1, @<, X, N)).
goal(predsort([O, A, B]>>compare(O, A, B), X, N)).
goal(last([X, Y], N)).
goal(sumlist(X, N)).
goal(flatten([X, [Y]], N)).
goal(partition([A]>>(A @< X), [X, Y, 1], N, M)).
goal(nth0(N, [X, Y], Y)).
goal(msort([X, Y, 1, 1.0], N)).
goal(sort([X, Y, 1, 1.0], N)).
