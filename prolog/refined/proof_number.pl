:- module(pydecl_proof_number,
          [ proof_number/3              % +Pos, -Best, -Val
          ]).
:- use_module('../support/attached').

/*  proof_number: proof-number search for a proof that MAX wins, or for a refutation. It goes where the fewest leaves
    are still to be proved.

    Source: L. V. Allis, 'Searching for solutions in games and artificial intelligence', 1994, chapter 2; there called
    proof-number search with delayed evaluation: a position is asked when it is developed. Each position is asked who
    is to move there.

    Contract: as and_or. Val is true where MAX wins whatever MIN does, false where not, and unknown where it is not
    true and the depth limit was met. Each end is a leaf.
    Ties: any successor that is proved.

    The tree is in memory: open(Pos), which is not developed; solved(Pn, Dn), which is proved or refuted; or
    inner(Turn, Pn, Dn, Children), where Children are the pairs Pos-Tree. Pn, the proof number, says how many leaves
    must be proved at the least to prove that MAX wins, Dn, the disproof number, to refute it.
*/

:- set_prolog_flag(optimise, true).

about(own_movers).

proof_number(Pos, Best, Val) :-
    search(Pos, open(Pos), Best, Val).

%   infinite(-N): more than there are leaves; a whole number, for SWI-Prolog adds nothing to inf.

infinite(N) :-
    N is 1 << 200.

search(Pos, Tree, Best, Val) :-
    numbers(Tree, Pn, Dn),
    (   Pn =:= 0
    ->  Val = true,
        ignore(proved(Tree, Best))
    ;   Dn > 0
    ->  developed(Tree, Pos, Tree1),
        search(Pos, Tree1, Best, Val)
    ;   horizon_seen
    ->  Val = unknown
    ;   Val = false
    ).

proved(inner(max, _, _, Children), Best) :-
    member(Best-Tree, Children),
    numbers(Tree, 0, _), !.             % drops: other proofs, of which there is none

numbers(open(_), 1, 1).
numbers(solved(Pn, Dn), Pn, Dn).
numbers(inner(_, Pn, Dn, _), Pn, Dn).

%   developed(+Tree0, +Pos, -Tree): the most-proving leaf of Tree0, whose position is Pos, is developed.

developed(open(_), Pos, Tree) :-
    (   followers(Pos, Turn, Nexts)
    ->  (   Turn == chance
        ->  broken(neither_to_move, Pos)
        ;   opened(Nexts, Children),
            backed_up(Turn, Children, Tree)
        )
    ;   infinite(Inf),
        (   is_won(Pos)
        ->  Tree = solved(0, Inf)
        ;   Tree = solved(Inf, 0)
        )
    ).
developed(inner(Turn, Pn, Dn, Children0), _, Tree) :-
    developed_child(Children0, Turn, Pn, Dn, Children),
    backed_up(Turn, Children, Tree).

opened([], []).
opened([Pos|PosList], [Pos-open(Pos)|Children]) :-
    opened(PosList, Children).

is_won(Pos) :-
    end(Pos, _, over),
    (   decided(Pos, Outcome)
    ->  Outcome == won
    ;   leaf(Pos),
        fail
    ).

%   developed_child(+Children0, +Turn, +Pn, +Dn, -Children): the first child with the numbers of its parent that
%   counts: the least proof number where MAX chooses, the least disproof number where MIN does.

developed_child([Pos-Tree0|Children0], Turn, Pn, Dn, Children) :-
    numbers(Tree0, Pn0, Dn0),
    (   counts(Turn, Pn0, Dn0, Pn, Dn)
    ->  developed(Tree0, Pos, Tree),
        Children = [Pos-Tree|Children0]
    ;   Children = [Pos-Tree0|Children1],
        developed_child(Children0, Turn, Pn, Dn, Children1)
    ).

counts(max, Pn, _, Pn0, _) :- Pn =:= Pn0.
counts(min, _, Dn, _, Dn0) :- Dn =:= Dn0.

%   backed_up(+Turn, +Children, -Tree)

backed_up(Turn, Children, inner(Turn, Pn, Dn, Children)) :-
    infinite(Inf),
    (   Turn == max
    ->  least_and_sum(Children, Turn, Inf, 0, Pn, Dn)
    ;   least_and_sum(Children, Turn, Inf, 0, Dn, Pn)
    ).

least_and_sum([], _, Least, Sum, Least, Sum).
least_and_sum([_-Tree|Children], Turn, Least0, Sum0, Least, Sum) :-
    numbers(Tree, Pn, Dn),
    (   Turn == max
    ->  First = Pn,
        Second = Dn
    ;   First = Dn,
        Second = Pn
    ),
    (   First < Least0
    ->  Least1 = First
    ;   Least1 = Least0
    ),
    Sum1 is Sum0 + Second,
    least_and_sum(Children, Turn, Least1, Sum1, Least, Sum).
