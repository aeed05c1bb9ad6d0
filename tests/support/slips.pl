/*  Whether programs are right, asked of SWI-Prolog alone.

    A position is n(Mover, Id, Static, Children): a whole tree. Each program is loaded into a module of its own,
    with the game, and asked about all trees; what is right follows from the definition of V(P).
*/

:- use_module(library(http/json)).
:- use_module(library(random)).

:- dynamic tree/2, leaves/1.

most(1000000).                          % inferences for one tree

judge(File) :-
    set_random(seed(1)),
    forall(between(1, 160, N), ( tree_of(N, plain, Tree), assertz(tree(plain, Tree)) )),
    forall(between(1, 80, N), ( tree_of(N, won, Tree), assertz(tree(won, Tree)) )),
    setup_call_cleanup(open(File, read, In), read_all(In, Asked), close(In)),
    findall(Said, ( nth0(At, Asked, Path-PI), judged(At, Path, PI, Said) ), All),
    json_write(current_output, All).

read_all(In, Terms) :-
    read_term(In, Term, []),
    (   Term == end_of_file
    ->  Terms = []
    ;   Terms = [Term|Rest],
        read_all(In, Rest)
    ).

%   Trees: small ones, wide ones, and long chains whose inner static values say nothing.

tree_of(N, Kind, Tree) :-
    (   N mod 4 =:= 0
    ->  Plies = 8, Wide = 2
    ;   Plies is 1 + N mod 5, Wide = 3
    ),
    ( ( Kind == won ; N mod 2 =:= 0 ) -> Mover = max ; Mover = min ),
    grown(Plies, Wide, Mover, Kind, root, Tree).

grown(Plies, Wide, Mover, Kind, Id, n(Mover, Id, Static, Children)) :-
    other(Mover, Other),
    (   Plies > 0,
        ( Id == root ; \+ maybe(0.25) ; Plies > 4 )
    ->  ( Wide == 2, \+ maybe(0.3) -> Number = 1 ; random_between(1, Wide, Number) ),
        Plies1 is Plies - 1,
        findall(Child,
                ( between(1, Number, At),
                  grown(Plies1, Wide, Other, Kind, Id/At, Child) ),
                Children)
    ;   Children = []
    ),
    (   Kind == plain
    ->  random_between(-3, 3, Static)
    ;   Mover == min
    ->  Static = 1
    ;   random_member(Static, [-1, 1])
    ).

other(max, min).
other(min, max).

v(n(_, _, V, []), V) :- !.
v(n(Mover, _, _, Children), V) :-
    maplist(v, Children, Vs),
    ( Mover == max -> max_list(Vs, V) ; min_list(Vs, V) ).

%   The game of each module

:- dynamic evaluated/1.

game([ ( moves(n(_, _, _, Cs), Cs) :- Cs = [_|_] ),
       ( staticval(n(_, _, V, _), V) :- user:count ),
       max_to_move(n(max, _, _, _)),
       min_to_move(n(min, _, _, _)),
       ( move(n(_, _, _, Cs), C) :- lists:member(C, Cs) ),
       ( terminalwon(n(_, _, V, [])) :- V > 0 ),
       ( terminallost(n(_, _, V, [])) :- V =< 0 ) ]).

count :-
    nb_getval(leaves, N0),
    N is N0 + 1,
    nb_setval(leaves, N).

judged(At, Path, PI, Said) :-
    atom_concat(m, At, Module),
    game(Clauses),
    forall(member(Clause, Clauses), assertz(Module:Clause)),
    catch(Module:load_files(Path, [silent(true)]), _, true),
    (   wrong(PI, Module, Said0)
    ->  Said = Said0
    ;   PI == alphabeta/5,
        prunes_nothing(Module)
    ->  Said = 'prunes nothing'
    ;   Said = right
    ).

wrong(won/1, Module, Said) :-
    !,
    tree(won, Tree),
    v(Tree, V),
    answers(Module:won(Tree), true, Answers),
    ( Answers = [true|_] -> Found = 1 ; Answers == [] -> Found = -1 ; Found = 0 ),
    ( V > 0 -> Found \== 1 ; Found \== -1 ), !,
    term_string(Answers, Said).
wrong(PI, Module, Said) :-
    tree(plain, Tree),
    v(Tree, V),
    Tree = n(_, _, _, Children),
    (   PI == minimax/3
    ->  Goal = minimax(Tree, Best, Val)
    ;   Goal = alphabeta(Tree, -1000, 1000, Best, Val)
    ),
    answers(Module:Goal, Val-Best, Answers),
    (   Answers = [First|Rest]
    ->  (   bad(First, V, Children)
        ;   member(Other-_, Rest),
            \+ ( number(Other), Other =:= V )
        )
    ;   true
    ), !,
    term_string(Answers, Said, [max_depth(8)]).

bad(Val-Best, V, Children) :-
    (   \+ ( number(Val), Val =:= V )
    ->  true
    ;   Children = [_|_],
        \+ ( member(Child, Children), Child == Best, v(Child, W), W =:= V )
    ).

%   The first answers, with `error` where there is an exception or no end.

answers(Goal, Answer, Answers) :-
    nb_setval(leaves, 0),
    most(Most),
    catch(call_with_inference_limit(findall(Answer, limit(3, Goal), Answers0), Most, Result), _, Result = error),
    (   memberchk(Result, [error, inference_limit_exceeded])
    ->  Answers = [error-none]
    ;   Answers = Answers0
    ).

prunes_nothing(Module) :-
    forall(tree(plain, Tree),
           ( answers(Module:alphabeta(Tree, -1000, 1000, _, _), true, _),
             nb_getval(leaves, Ours),
             ends(Tree, All),
             Ours >= All )).

ends(n(_, _, _, Cs), N) :-
    (   Cs == []
    ->  N = 1
    ;   maplist(ends, Cs, Ns),
        sum_list(Ns, N)
    ).
