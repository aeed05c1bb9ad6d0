"""Random programs as students write games: positions as terms, helpers by recursion, cuts, `\\+`, `->`."""

from __future__ import annotations

from random_templates import Style

TERMS = r"""
int: 0 ; 1 ; 2 ; 3 ; 4 ; 5 ; 7
cell: x ; o ; e ; empty ; 0 ; '-'
who: x ; o ; max ; min
board: [x,o,e] ; [e,e,e] ; [x,x,o,o] ; [{cell},{cell},{cell}] ; [{cell},{cell},{cell},{cell},{cell}] ; []
rows: [[x,o],[e,e]] ; [{board},{board}] ; [{board},{board},{board}] ; [[1,2,3],[4,5,6],[7,8,9]]
ints: [] ; [1,2,3] ; [3,1,2] ; [{int}] ; [{int},{int},{int}] ; [5|{ints}]
moves: [] ; [a-1,b-2] ; [{who}-{int},{who}-{int}] ; [{who}-{int}|{moves}]
state: s({board},{who}) ; s({board},{who},{int}) ; state({int},{who}) ; pos({rows},{who})
state: ({int},{who}) ; {who}/{int}
any: {int} ; {cell} ; {who} ; {board} ; {ints} ; {state} ; {moves} ; {rows}
"""

WIDER = """
cell: who
board: ints
any: int cell who board rows ints moves state
"""

SORTS = r"""
goal: 6 {+int} is {int} {+|-|*|mod|//} {int}
goal: 3 {X} = {int}, {+int} is {X} + 1
goal: 5 {nth0|nth1}({int}, {board}, {?cell})
goal: 4 {nth0|nth1}({+int}, {board}, {cell})
goal: 4 length({any}, {?int})
goal: 4 findall({X}, member({X}, {board}), {+board})
goal: 4 findall({I}-{X}, ( nth1({I}, {board}, {X:cell}), {:test} ), {+moves})
goal: 4 findall({I}, ( between(1, {int}, {I:int}), {:test} ), {+ints})
goal: 3 findall({X}, ( member({X:cell}, {board}), {.call} ), {+board})
goal: 3 setof({X}, member({X}, {board}), {+board})
goal: 3 setof({I}-{X}, nth0({I}, {board}, {X}), {+moves})
goal: 3 aggregate_all({count|count|sum(1)}, ( member({X:cell}, {board}), {:test} ), {+int})
goal: 2 aggregate_all(max({X}), member({X}, {ints}), {+int})
goal: 3 {sum_list|max_list|min_list|last|sumlist}({ints}, {+int})
goal: 3 {append|subtract|union|intersection}({board}, {board}, {?board})
goal: 3 append({+board}, [{cell}|{+board}], {board})
goal: 3 {select|delete}({board}, {cell}, {+board})
goal: 3 select({cell}, {board}, {cell}, {+board})
goal: 3 select({+cell}, {board}, {+board})
goal: 3 exclude(==({cell}), {board}, {+board})
goal: 3 include([{X}]>>({X} \== {cell}), {board}, {+board})
goal: 3 maplist(nth0({int}), {rows}, {+board})
goal: 3 maplist([{X},{Y}]>>({X} == {cell} -> {Y} = {cell} ; {Y} = {X}), {board}, {+board})
goal: 2 foldl([{X},{A},{B}]>>({B} is {A} + {X}), {ints}, 0, {+int})
goal: 3 sort({any}, {+board})
goal: 2 reverse({board}, {+board})
goal: 2 {state} = s({+board}, {+who})
goal: 2 {state} =.. [{+who}|{+board}]
goal: 2 arg({?int}, {state}, {?any})
goal: 3 memberchk({who}-{+int}, {moves})
goal: 3 member({+cell}, {board})
goal: 3 member({+who}-{+int}, {moves})
goal: 2 not({:test})
goal: 3 \+ {:test}
goal: 2 \+ member({cell}, {board})
goal: 2 forall(member({X:cell}, {board}), {:test})
goal: 3 ( {:test} -> {R} = {any} ; {R} = {any} ), nonvar({R>any})
goal: 3 ( {:test} -> {R} = {int} ; {:test} -> {R} is {int} + 1 ; {R} = 0 ), integer({R>int})
goal: 2 ( {:test} ; {:test} ), !
goal: 2 once({.call})
goal: 1 true
goal: 6 {.call}
goal: 5 {:test}
test: 4 {int} {<|>|=<|>=|=:=|=\=} {int}
test: 4 {cell} {==|\==|=|\=} {cell}
test: 2 {any} {==|\==|@<} {any}
test: 2 {integer|number|atom|var|nonvar|is_list|ground}({any})
test: 2 memberchk({cell}, {board})
test: 1 0 is {int} mod 2
test: 1 {:test}, {:test}
"""

PREDICATES = r"""
5 who > who
{p}(x, o).
{p}(o, x).
{p}(max, min).
{p}(min, max).

6 board int cell > board
{p}([_|{T}], 0, {X}, [{X}|{T}]) :- !.
{p}([{H}|{T}], {N}, {X}, [{H}|{T2}]) :- {N} > 0, {N1} is {N} - 1, {p}({T}, {N1}, {X}, {T2}).

5 board > int
{p}([], 0).
{p}([{H:cell}|{T}], {N}) :- {:test}, !, {p}({T}, {M}), {N} is {M} + 1.
{p}([_|{T}], {N}) :- {p}({T}, {N}).

5 ints int > int
{p}([], {A}, {A}).
{p}([{X:int}|{Xs}], {A:int}, {R}) :- ( {X} {>|<|>=} {A} -> {p}({Xs}, {X}, {R}) ; {p}({Xs}, {int}, {R}) ).

5 board who > any
{p}({B:board}, {W:who}, {R}) :- member({L}, [[0,1,2],[0,2,1],[1,2,0]]),
    {p}_all({L}, {B}, {W}), !, {R} = {any}.
{p}({B:board}, {W:who}, {R}) :- {.goal*}, {R} = {any}.
{p}_all([], _, _).
{p}_all([{I}|{Is}], {B}, {W}) :- nth0({I}, {B}, {W}), {p}_all({Is}, {B}, {W}).

7 state > any
{p}(s({B:board}, {W:who}), {R}) :- {.goal+}, {.goal*}, {R} = {any}.
{p}(s({B:board}, {W:who}, {N:int}), {R}) :- {.goal*}, {R} = s({board}, {who}, {int}).
{p}(state({N:int}, {W:who}), state({M}, {V})) :- member({K:int}, [1,2,3]), {K} =< {N},
    {M} is {N} - {K}, {V} = {who}.
{p}({S:state}, {R}) :- {.goal+}, {R} = {any}.

7 state > int
{p}({S:state}, {V}) :- {.goal+}, !, {V} is {int} {+|-} 1.
{p}({S:state}, {V}) :- {.goal*}, {V} = {int}.
{p}(_, 0).

6 board int > any
{p}({B:board}, {N:int}, {R}) :- {.goal+}, {.goal+}, {R} = {any}.

4 int int > int
{p}(0, {A}, {A}) :- !.
{p}({N:int}, {A:int}, {R}) :- {.goal*}, {M} is {N} - 1, {B} is {A} {+|*} {int}, {p}({M}, {B}, {R}).

4 rows > any
{p}([], []).
{p}([{R:board}|{Rs}], [{V}|{Vs}]) :- {.goal*}, {V} = {any}, {p}({Rs}, {Vs}).

4 moves int > who
{p}([{W}-{N}|{T}], {N}, {W}) :- \+ member(_-{N}, {T}).
{p}([_|{T}], {N:int}, {W}) :- {p}({T}, {N}, {W}).
"""

STYLE = Style.of(TERMS, SORTS, PREDICATES, WIDER)
