:- module(pydecl_mtdf,
          [ mtdf/3                      % +Pos, -Best, -Val
          ]).
:- use_module('../support/attached').

/*  mtdf: MTD(f), a row of tests with a table, of which each halves what the value can be: the first begins with a
    guess, the others where the last one ended.

    Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, 'Best-first fixed-depth minimax algorithms', Artificial
    Intelligence 87, 1996. There a test is a search in the window (Bound - 1, Bound); here the question is put as it
    is, at least Bound or more than Bound, so that values need not be whole numbers. With a guess above all values it
    is MT-SSS*: the leaves that it evaluates are those of sss_star.

    Contract: exact.
    Ties: the first of the best.

    An entry of the table is Lower-Upper, between which the position's value is. The key is the position as the
    search sees it, with the plies that remain to be searched below it.
*/

:- set_prolog_flag(optimise, true).

about(once_a_node(test(At, _, Bound, _, _, Val), At, Bound-Bound, Val)).

mtdf(Pos, Best, Val) :-
    setting(guess, Guess),
    trie_new(Table),
    Lower is -inf,
    Upper is inf,
    rounds(Pos, at_least, Guess, Lower, Upper, Table, none, Best, Val).

%   rounds(+Pos, +Question, +Bound, +Lower, +Upper, +Table, +Best0, -Best, -Val): V(Pos) is from Lower to Upper;
%   Best0 is some(Succ), the move of the last test that says something of the best one, or none.

rounds(Pos, Question, Bound, Lower0, Upper0, Table, Best0, Best, Val) :-
    test(Pos, Question, Bound, Table, Succ, Val0),
    (   holds(Question, Val0, Bound)
    ->  Lower = Val0,
        Upper = Upper0,
        Question1 = more_than,
        chosen(max, Pos, Succ, Best0, Best1)
    ;   Lower = Lower0,
        Upper = Val0,
        Question1 = at_least,
        chosen(min, Pos, Succ, Best0, Best1)
    ),
    (   Lower < Upper
    ->  rounds(Pos, Question1, Val0, Lower, Upper, Table, Best1, Best, Val)
    ;   Val = Val0,
        given(Best1, Best)
    ).

%   chosen(+Mover, +Pos, +Succ, +Best0, -Best): a test that holds shows a move of MAX's, one that fails a move of
%   MIN's. Until there is one it is the last test's: it stays so only if the root is lost by infinity, where all
%   moves are equal.

chosen(Mover, Pos, Succ, Best0, Best) :-
    (   var(Succ)
    ->  Best = Best0
    ;   mover(Pos, Mover)
    ->  Best = shown(Succ)
    ;   Best0 = shown(_)
    ->  Best = Best0
    ;   Best = likely(Succ)
    ).

given(none, _).
given(shown(Best), Best).
given(likely(Best), Best).

mover(Pos, Mover) :-
    (   max_to_move(Pos)
    ->  Mover = max
    ;   Mover = min
    ).

%   test(+Pos, +Question, +Bound, +Table, -Best, -Val): is Pos worth at least, or more than, Bound? Val says it: a
%   lower bound of V(Pos) if so, else an upper bound.

test(Pos, Question, Bound, Table, _, Val) :-
    known(Table, Pos, Lower, Upper),
    answered(Question, Bound, Lower, Upper, Val), !,    % drops: the search
    table_hit(Pos).
test(Pos, Question, Bound, Table, Best, Val) :-
    (   moves(Pos, [First|PosList])
    ->  mover(Pos, Mover),
        test(First, Question, Bound, Table, _, Val0),
        each(Mover, PosList, Question, Bound, Table, First, Val0, Best, Val),
        store(Table, Pos, Question, Bound, Val)
    ;   staticval(Pos, Val),
        trie_update(Table, Pos, Val-Val)
    ).

each(Mover, PosList, Question, Bound, Table, Best0, Val0, Best, Val) :-
    (   PosList = [Pos|PosList1],
        \+ decides(Mover, Question, Val0, Bound)
    ->  test(Pos, Question, Bound, Table, _, Val1),
        (   better(Mover, Val1, Val0)
        ->  each(Mover, PosList1, Question, Bound, Table, Pos, Val1, Best, Val)
        ;   each(Mover, PosList1, Question, Bound, Table, Best0, Val0, Best, Val)
        )
    ;   Best = Best0,
        Val = Val0
    ).

holds(at_least, Val, Bound) :- Val >= Bound.
holds(more_than, Val, Bound) :- Val > Bound.

%   decides(+Mover, +Question, +Val, +Bound): a successor worth Val answers the question for the whole position.

decides(max, Question, Val, Bound) :- holds(Question, Val, Bound).
decides(min, Question, Val, Bound) :- \+ holds(Question, Val, Bound).

better(max, Val1, Val0) :- Val1 > Val0.
better(min, Val1, Val0) :- Val1 < Val0.

%   The table

known(Table, Pos, Lower, Upper) :-
    trie_lookup(Table, Pos, Lower-Upper).

answered(Question, Bound, Lower, Upper, Val) :-
    (   holds(Question, Lower, Bound)
    ->  Val = Lower
    ;   \+ holds(Question, Upper, Bound),
        Val = Upper
    ).

store(Table, Pos, Question, Bound, Val) :-
    (   known(Table, Pos, Lower0, Upper0)
    ->  true
    ;   Lower0 is -inf,
        Upper0 is inf
    ),
    (   holds(Question, Val, Bound)
    ->  trie_update(Table, Pos, Val-Upper0)
    ;   trie_update(Table, Pos, Lower0-Val)
    ).
