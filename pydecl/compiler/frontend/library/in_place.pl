/*  Predicates whose clause is put in the place of each call (`calls.py`): what is known of the arguments there decides
    the conditions. A goal that is an argument stands in call/N, so that a cut in it is its own.
*/

not(G) :- \+ call(G).
once(G) :- ( call(G) -> true ; fail ).
A \= B :- \+ A = B.
forall(Condition, Action) :- \+ ( call(Condition), \+ call(Action) ).
repeat :- between(1, inf, _).
ignore(G) :- ( call(G) -> true ; true ).
nonvar(A) :- \+ var(A).
dif(A, B) :-
    (   ground(A), ground(B)
    ->  A \== B
    ;   A \= B
    ->  true
    ;   '$refused'('dif/2 on a term that is bound in part only')
    ).
type_error(Type, Culprit) :- throw(error(type_error(Type, Culprit), _)).
domain_error(Domain, Culprit) :- throw(error(domain_error(Domain, Culprit), _)).
existence_error(Kind, Culprit) :- throw(error(existence_error(Kind, Culprit), _)).
permission_error(Action, Kind, Culprit) :- throw(error(permission_error(Action, Kind, Culprit), _)).
representation_error(Limit) :- throw(error(representation_error(Limit), _)).
resource_error(Resource) :- throw(error(resource_error(Resource), _)).
instantiation_error :- throw(error(instantiation_error, _)).

%   All solutions

findall(Template, G, List, Tail) :- findall(Template, G, List0), append(List0, Tail, List).

bagof(Template, G, Bag) :-
    '$witness'(Template, G, G1, Witness),
    (   Witness == v
    ->  findall(Template, G1, List), List = [_|_], Bag = List
    ;   findall(Witness-Template, G1, Pairs), '$bags'(Pairs, Witness, Bag0), Bag = Bag0
    ).
setof(Template, G, Set) :-
    '$witness'(Template, G, G1, Witness),
    (   Witness == v
    ->  findall(Template, G1, List), List = [_|_], sort(List, Set)
    ;   findall(Witness-Template, G1, Pairs), sort(Pairs, Sorted), '$bags'(Sorted, Witness, Bag), sort(Bag, Set)
    ).

%   '$bags'(+Pairs, -Witness, -Bag): the templates of each witness of bagof/3 and setof/3.

'$bags'(Pairs, Witness, Bag) :-
    keysort(Pairs, Sorted), group_pairs_by_key(Sorted, Groups), member(Witness-Bag, Groups).

aggregate_all(What, G, Result) :-
    (   var(What)
    ->  '$refused'('an aggregate that is not known before the program runs')
    ;   count = What
    ->  '$count'([], G, Result)
    ;   sum(E) = What
    ->  '$total'(N, ( call(G), N is E ), Result)
    ;   bag(X) = What
    ->  findall(X, G, Result)
    ;   set(X) = What
    ->  findall(X, G, List), sort(List, Result)
    ;   max(X) = What
    ->  '$extreme'('$max_of', X, G, Result)
    ;   min(X) = What
    ->  '$extreme'('$min_of', X, G, Result)
    ;   max(X, Witness) = What
    ->  '$of_form'(Result, max(_, _)), '$witnessed'(max, X, Witness, G, Max, Witness1), Result = max(Max, Witness1)
    ;   min(X, Witness) = What
    ->  '$of_form'(Result, min(_, _)), '$witnessed'(min, X, Witness, G, Min, Witness1), Result = min(Min, Witness1)
    ;   '$refused'('an unusual aggregate')
    ).

%   '$extreme'(+Of, ?X, +Goal, ?Extreme): aggregate_all/3 for max(X) or min(X), by a predicate Of that gives the extreme
%   of a list. Without solutions it is X, and fails if X and the result are variables.

'$extreme'(Of, X, G, Extreme) :-
    findall(N, ( call(G), N is X ), Ns),
    (   call(Of, Ns, Extreme0)
    ->  Extreme = Extreme0
    ;   var(X), var(Extreme)
    ->  fail
    ;   ( ground(X) ; ground(Extreme) )
    ->  Extreme = X
    ;   '$uncovered'('the extreme of an expression where there is no solution'), fail
    ).

%   '$witnessed'(+Kind, ?X, ?Witness, +Goal, -Extreme, -Witness1): the same for max(X, Witness) or min(X, Witness).

'$witnessed'(Kind, X, Witness, G, Extreme, Witness1) :-
    findall(N-Witness, ( call(G), '$a_number'(X), N is X ), Pairs),
    '$first_best'(Kind, Pairs, Extreme, Witness1).

%   '$of_form'(?Result, ?Form): SWI-Prolog evaluates differently if a result is given that is not of the form.

'$of_form'(Result, Form) :-
    ( var(Result) -> true ; Result = Form -> true ; '$refused'('a given result of another form') ).

%   '$a_number'(?N): SWI-Prolog evaluates the number of a witness, but not that of the first solution.

'$a_number'(N) :- ( number(N) -> true ; '$uncovered'('the extreme of what is no number') ).

%   Lists

same_length(As, Bs) :-
    (   ground(As), var(Bs)
    ->  is_list(As), length(As, N), length(Bs, N)
    ;   ground(Bs), var(As)
    ->  is_list(Bs), length(Bs, N), length(As, N)
    ;   '$same_length'(As, Bs)
    ).

%   '$given_list'(?List, +Kind): a list that is given as a result has items of a kind, as far as it is known.

'$given_list'(List, Kind) :-
    (   var(List)
    ->  true
    ;   ground(List)
    ->  ( is_list(List) -> '$given_items'(List, Kind) ; '$uncovered'('a result that is no list') )
    ;   List = [A|As]
    ->  ( var(A) -> true ; '$given_item'(A, Kind) ), '$given_list'(As, Kind)
    ;   '$uncovered'('a result that is no list')
    ).
