"""Random programs about control: cuts in every place, nested conditions, guards, failure, goals as data.

Terms are small here: numbers of mixed types, and lists of them. A predicate is a few clauses that should
exclude each other and do not quite, a recursion with a cut, a search that is driven by failure, an exception
from arithmetic where nobody expects it.
"""

from __future__ import annotations

from random_templates import Style

TERMS = r"""
small: 0 ; 1 ; 2 ; 3 ; 4
int: 0 ; 1 ; 2 ; 3 ; 4 ; 5 ; -1 ; -2 ; 7 ; 9
num: {int} ; {int} ; {int} ; 1.0 ; 2.0 ; 0.0 ; -0.0 ; 0.5 ; 3.0 ; 9007199254740993 ; 9007199254740992.0 ; 2.5
expr: {num} ; {num} ; {num} + {num} ; {num} - {num}
expr: {num} * 2 ; {int} // {int} ; {int} mod {int} ; abs({num})
expr: min({num}, {num}) ; 1r2 + {num} ; {num} / {num}
expr: - {num} ; {int} /\ 3 ; truncate({num}) ; max({num}, {num})
atom: a ; b ; c ; stop ; go ; []
ints: [] ; [1] ; [1, 2, 3] ; [3, 1, 2]
ints: [0, 1, 0] ; [{int}] ; [{int}, {int}] ; [{int}, {int}, {int}] ; [{int}|{ints}]
nums: [] ; [1, 1.0] ; [2, 0.5, 1] ; [{num}, {num}] ; [{num}, {num}, {num}] ; [{num}|{nums}] ; [0, -0.0, 0.0]
any: {num} ; {atom} ; {ints} ; f({any}) ; {num} ; g({any}, {any}) ; "a" ; {any}-{any}
anys: [] ; [{any}, {any}] ; [a, 1, 1.0] ; [{any}, {any}, {any}] ; {nums} ; [{any}|{anys}]
order: (<) ; (=) ; (>)
"""

WIDER = """
int: small
num: int small
nums: ints
expr: num int small
anys: nums ints
any: int small num atom ints nums anys order
"""

SORTS = r"""
gen: 6 member({+num}, {nums})
gen: 6 member({+int}, {ints})
gen: 3 member({+any}, {anys})
gen: 4 between({small}, {small}, {+int})
gen: 4 ( {X} = {num} ; {X} = {num} ), integer({X>num})
gen: 4 ( {:test}, {X} = {num} ; {:test}, {X} = {num} ; {X} = {num} ), ground({X>num})
gen: 3 select({+num}, {nums}, {+nums})
gen: 2 append({+nums}, [{+num}|_], {nums})
gen: 2 nth1({+small}, {nums}, {+num})
gen: 5 {.call}
test: 8 {num} {<|>|=<|>=|=:=|=\=} {num}
test: 4 {expr} {<|>|=<|>=|=:=|=\=} {expr}
test: 5 {any} {==|\==|@<|@>|@=<|@>=} {any}
test: 3 {num} {=|\=|==|\==} {num}
test: 2 {integer|number|float|atom|is_list|compound|atomic|var|nonvar|callable|rational}({any})
test: 3 \+ {:test}
test: 2 catch({:test}, {_|error(_, _)|error(type_error(_, _), _)|ball}, {fail|true})
test: 1 catch(( {:gen}, {:test}{, !|} ), {_|ball|error(_, _)}, {:test})
test: 2 \+ ( {:gen}, {:test} )
test: 2 \+ ( {:gen}, !, {:test} )
test: 2 \+ \+ ( {:gen}, {:test} )
test: 1 \+ ( {:test} -> fail ; true )
test: 2 ( {:test} ; {:test} )
test: 2 ( {:test}, ! ; {:test} )
test: 2 ( {:test}, !, fail ; true )
test: 2 ( {:test} -> fail ; true )
test: 2 ( {:test} -> {:test} ; {:test} )
test: 1 ( {:test} -> true )
test: 1 ( \+ {:test} -> ! ; {:test} )
test: 1 ( {:gen} *-> {:test} ; {:test} )
test: 3 once(( {:gen}, {:test} ))
test: 1 once(( {:gen}, !, {:test} ; true ))
test: 2 forall({:gen}, {:test})
test: 2 forall(( {:gen}, ! ), {:test})
test: 1 forall({:test}, ( {:test} ; fail ))
test: 1 ignore(( {:gen}, {:test} ))
test: 1 ignore(( {:gen}, {!|fail|true} ))
test: 2 call(( {:gen}, {:test}, ! ))
test: 1 call(( {:test}, ! ; {:test} ))
test: 2 {G} = ( {:gen}, ! ), {G}
test: 1 {G} = ( {:test}, ! ; {:test} ), call({G})
test: 1 not(( {:gen}, {:test} ))
test: 1 maplist([{X}]>>( {X} {<|>|=:=|\==} {num}, ! ), {nums})
test: 1 maplist([{X:num}]>>( {:test} -> true ; {:test} ), {nums})
test: 1 memberchk({num}, {nums})
test: 1 compare({order}, {num}, {num})
goal: 6 {.gen}
goal: 5 {.gen}, !
goal: 4 !
goal: 7 {:test}
goal: 6 {+num} is {expr}
goal: 2 {num} is {expr}
goal: 3 {+num} is {num} {/|//|mod} {num}
goal: 1 {+num} is {num} + {atom}
goal: 1 {+num} is {any} + 1
goal: 4 once(( {.gen}, {:test} ))
goal: 3 once({.gen})
goal: 2 ( {.gen} -> true )
goal: 3 call(( {.gen}, ! ))
goal: 2 call(( {.gen}, {:test}, ! ))
goal: 3 {G} = ( {.gen}, ! ), {G}
goal: 3 {G} = ( {.gen}, {:test}, {!|true} ), call({G})
goal: 2 {G} = member({X>num}), call({G}, {nums})
goal: 2 {G} = {once|call|ignore}(( {:gen}, {:test} )), {G}
goal: 2 {G} = {==|\==|<|=<|@<|=:=}({num}), call({G}, {num})
goal: 2 {G} = [{X}]>>( {X} {<|>|==|=:=} {num}, {!|true} ), {include|exclude}({G}, {nums}, {+nums})
goal: 5 ( {:test} -> {R} = {num} ; {R} = {num} ), ground({R>num})
goal: 5 ( {:gen}, {:test} -> {R} = {any} ; {:test}, ! -> {R} = {any} ; {R} = {any} ), ground({R>any})
goal: 4 ( {:test} -> {:gen}, !, {R} = {any} ; {R} = {any} ), ground({R>any})
goal: 4 ( {:test}, {R} = {num} ; {:test}, !, {R} = {num} ; {R} = {num} ), ground({R>num})
goal: 3 ( {num} = {X:num}, {:gen}, {R} = {X} ; {:test}, !, fail ; {R} = {num} ), ground({R>num})
goal: 3 ( member({X:num}, {nums}) *-> {:test}, {R} = {X} ; {R} = {any} ), ground({R>any})
goal: 2 ( member({X:num}, {nums}), {:test} *-> {R} = {X}, {!|true|fail} ; {R} = {num} ), ground({R>num})
goal: 2 ( {:gen} *-> ( {:test} -> {R} = {num} ; {R} = {num}, ! ) ; {R} = {num} ), ground({R>num})
goal: 3 ( ( {:test} -> {R} = {num} ; {:test} -> {R} = {num} ) ; {R} = {num} ), ground({R>num})
goal: 2 ( {:test} -> ( {:test} -> {R} = {num} ; {:test}, {R} = {num} ; {R} = {num} ) ; fail ), ground({R>num})
goal: 5 findall({X}, ( member({X:num}, {nums}), {:test} ), {+nums})
goal: 4 findall({X}, ( member({X:num}, {nums}), {:test}, ! ), {+nums})
goal: 3 findall({X}, ( member({X}, {nums}), ( {X} {>|==|@<} {num} -> {!|fail} ; {true|!} ) ), {+nums})
goal: 3 findall({X}, ( {X} = {num} ; {:test}, !, {X} = {num} ; {X} = {num} ), {+nums})
goal: 2 findall({X}-{Y}, ( member({X:num}, {nums}), once(( member({Y:num}, {nums}), {:test} )) ), {+anys})
goal: 2 findall({X}, ( between({small}, {small}, {X:int}), \+ {:test} ), {+ints})
goal: 2 {setof|bagof}({X}, ( member({X:num}, {nums}), {:test} ), {+nums})
goal: 2 bagof({X}, ( member({X:num}, {nums}), {X} {>|<} {num}, ! ), {+nums})
goal: 2 aggregate_all({max|sum|min}({X}), ( member({X:num}, {nums}), {:test} ), {+num})
goal: 2 aggregate_all(count, ( member({X:num}, {nums}), {:test} ), {+num})
goal: 2 aggregate_all(count, ( {:gen}, ( {:test} -> ! ; true ) ), {+int})
goal: 2 aggregate_all({max|min}({X}), ( member({X}, {nums}), {X} > {num}, {!|true} ), {+num})
goal: 2 {include|exclude}([{X}]>>( {X} {<|>|=:=|==|\==|@<} {num}, ! ), {nums}, {+nums})
goal: 2 {include|exclude}([{X:num}]>>( {:test}, {!|true} ; fail ), {nums}, {+nums})
goal: 2 partition([{X:num}]>>( {:test} -> true ; {:test} ), {nums}, {+nums}, {+nums})
goal: 2 maplist([{X:num}, {Y}]>>( {:test} -> {Y} = {num} ; {Y} = {X} ), {nums}, {+nums})
goal: 2 maplist([{X:num}, {Y}]>>( {:test}, !, {Y} = {X} ; {Y} = {num} ), {nums}, {+nums})
goal: 2 foldl([{X:num}, {A:num}, {B}]>>( {:test} -> {B} is {A} + {X} ; {B} = {A} ), {nums}, 0, {+num})
goal: 1 foldl([{X:num}, {A:num}, {B}]>>( {:test}, {B} = {A} ; {B} = {X}, ! ), {nums}, {num}, {+num})
goal: 1 catch({:gen}, _, true)
goal: 2 catch({.gen}, {_|error(_, _)}, fail)
goal: 2 catch(( {.gen}, {:test} ), {_|error(_, _)|error(type_error(_, _), _)|ball|found(_)}, fail)
goal: 2 catch({.call}, {_|error(_, _)|found(_)|stop}, {fail|throw(again)})
goal: 2 catch(( {:test} -> {R} = {num} ; throw({atom}) ), {_|stop|go|a}, {R} = {num}), ground({R>num})
goal: 2 catch({R} is {expr}, error({_|type_error(_, _)|evaluation_error(_)}, _), {R} = {num}), ground({R>num})
goal: 2 catch(( {:gen}, {:test}, throw(found({any})) ; {R} = {any} ), found({R}), true), ground({R>any})
goal: 2 catch(catch(( {.gen}, {:test}{, !|} ), {found(_)|ball}, fail), {_|error(_, _)}, {fail|true, fail})
goal: 1 findall({X}, ( member({X:num}, {nums}), catch({:test}, _, {fail|true}) ), {+nums})
goal: 2 \+ fail, {.gen}
goal: 1 {fail|throw(ball)|true|false}
goal: 1 {:test}, throw(found({any}))
goal: 5 {.call}
goal: 1 once({.call})
goal: 1 ( {.call}, ! ; fail )
"""

PREDICATES = r"""
6 num > atom
{p}({X:num}, a) :- {X} {<|=<|=:=|>|>=|==|=|@<} {~num}.
{p}({X:num}, b) :- {X} {<|=<|=\=|>|>=|\==|\=|@>=} {~num}.
{p}({X:num}, c) :- {X} {<|=:=|==|>} {~num}.

6 num num > atom
{p}({X:num}, {Y:num}, a) :- {X} {<|=<|=:=|==|@<|=} {Y}.
{p}({X:num}, {Y:num}, b) :- {X} {>|>=|=\=|\==|@>=|\=} {Y}.
{p}({X:num}, {Y:num}, c) :- {X} {=:=|==|<|@=<} {Y}{, !|}.
{p}({X:num}, {Y:num}, d) :- {Y} {=<|@<|<} {X}.

4 any num > any
{p}({T:any}, {X:num}, {R}) :- {integer|number|atomic|compound|atom|is_list}({T}){, !|}, {.goal*}, {R} = {any}.
{p}({T:any}, {X:num}, {R}) :- {integer|number|float|\+ atom|\+ is_list|callable}({T}), {:test}, {R} = {any}.
{p}({T:any}, {X:num}, {R}) :- {.goal*}, {R} = {T}.

4 num > any
{p}({X:num}, {R}) :- {:test}{, !|}, {.goal*}, {R} = {any}.
{p}({X:num}, {R}) :- {X} {>|=:=|==} {num}{, !, fail|, !|}, {.goal*}, {R} = {any}.
{p}({X:num}, {R}) :- {.goal+}, {R} = {any}.

8 nums > any
{p}({L:nums}, {R}) :- {.goal+}, {.goal+}, {R} = {any}.
{p}({L:nums}, {R}) :- {.goal*}, {R} = {any}.

8 nums num > any any
{p}({L:nums}, {X:num}, {R}, {S}) :- {.goal+}, {.goal+}, {R} = {any}, {.goal*}, {S} = {any}.
{p}({L:nums}, {X:num}, {R}, {S}) :- {.gen}, {:test}{, !|}, {R} = {any}, {.goal*}, {S} = {any}.
{p}({L:nums}, {X:num}, {X}, {L}){ :- !|}.
{p}({L:nums}, {X:num}, {R}, none) :- {.goal*}, {R} = {any}.

4 anys num
{p}({L:anys}, {X:num}) :- {.goal+}, {.goal+}.
{p}({L:anys}, {X:num}) :- {:test}, {.goal*}, {:test}.

4 nums > nums
{p}([], []){ :- !|}.
{p}([{X:num}|{Xs}], [{X}|{Ys}]) :- {:test}{, !|}, {p}({Xs}, {Ys}).
{p}([{X:num}|{Xs}], {Ys}) :- {:test}{, !|}, {p}({Xs}, {Ys}).
{p}([{X:num}|{Xs}], [{num}|{Ys}]) :- {p}({Xs}, {Ys}).

4 nums num > num
{p}([], {A}, {A}).
{p}([{X:num}|{Xs}], {A:num}, {R}) :- {X} {>|<|=:=|=\=|==|@>} {A}, {!|true}, {.goal*}, {p}({Xs}, {num}, {R}).
{p}([{X:num}|{Xs}], {A:num}, {R}) :- {X} {=<|>=|=\=|=:=|\==|@=<} {A}{, !|}, {p}({Xs}, {A}, {R}).

4 nums num > any
{p}({L:nums}, {_}, none) :- {L} = []{, !|}.
{p}([{X:num}|{L:nums}], {A:num}, {R}) :- ( {:test} -> {R} = {any} ; {:test}, {!|true} -> {p}({L},
    {X}, {R}) ; {p}({L}, {A}, {R}) ).

3 small > any
{p}(0, {any}){ :- !|}.
{p}({N:small}, {R}) :- {N} > 0, {N} < 9, {M:int} is {N} - 1, {.goal*}, {p}({M}, {T:any}), {.goal*},
    {R} = {any}.
{p}({N:small}, {R}) :- {N} {>|=:=|<} {small}{, !|}, {.goal*}, {R} = {any}.

3 small num > num
{p}(0, {A}, {A}){ :- !|}.
{p}({N:small}, {A:num}, {R}) :- {N} > 0, {N} < 9, {M:int} is {N} - 1, {B:num} is {expr}, {.goal*},
    {p}({M}, {B}, {R}).

3 nums > num
{p}({L:nums}, {X}) :- {p}_each({L}, {X}), {.test}{, !|}.
{p}({_}, {~num}).
{p}_each([{X}|{_}], {X}).
{p}_each([{Y:num}|{L}], {X}) :- {:test}{, !|}, {p}_each({L}, {X}).
{p}_each([{Y:num}|{_}], {X}) :- {:test}, {X} is {expr}.

3 nums > num
{p}({L:nums}, {X}) :- \+ ( member({Y:num}, {L}), {:test}, ( {:test} -> {!|fail|true} ; fail ) ), {X} = {num}.
{p}({L:nums}, {X}) :- ( member({X:num}, {L}), {:test}, ! ; {X} = {num} ).

3 ints > num
{p}({L:ints}, {R}) :- {p}_loop({L}, 0, {R}).
{p}_loop([], {S}, {S}).
{p}_loop([{X:int}|_], {S}, {S}) :- {:test}, !.
{p}_loop([{X:int}|{Xs}], {S:num}, {R}) :- {T} is {S} {+|-|*} {expr}, {p}_loop({Xs}, {T}, {R}).

3 nums num > any
{p}({L:nums}, {X:num}, {R}) :- {p}_try({L}, {X}, {R}){, !|}.
{p}({L:nums}, {X:num}, fallback({X})).
{p}_try({L:nums}, {X:num}, {R}) :- member({Y:num}, {L}), ( {:test}, {R} = {Y} ; {:test}, !, {R} = {X} ).
{p}_try({L:nums}, {X:num}, {R}) :- {.gen}, !, {.goal*}, {R} = {any}.

2 nums > any
{p}({L:nums}, {R}) :- ( member({X:num}, {L}), {p}_bad({X}), ! -> {R} = bad({X}) ; {R} = {any} ).
{p}_bad({X:num}) :- {:test}, !, {:test}.
{p}_bad({X:num}) :- {X} {<|>|=:=|==} {num}.

0.5 num > num
{p}({X:num}, {R}) :- repeat, {+num} is {X} + {num}, {!|true}, {R} = {num}, !.
{p}({X:num}, {R}) :- {.gen}, {R} is {expr}.

2 anys > anys
{p}([], []).
{p}([{X:any}|{Xs}], {R}) :- {p}_kind({X}, {K}), ( {K} == {1|2|3} -> {R} = [{X}|{Ys}], {p}({Xs},
    {Ys}) ; {K} > 2, ! -> {R} = [] ; {p}({Xs}, {R}) ).
{p}_kind({X:any}, 1) :- {integer|atom|number}({X}), !.
{p}_kind({X:any}, 2) :- {float|compound|number|atomic}({X}).
{p}_kind({X:any}, 3) :- {X} {@<|@>=|\==} {~any}{, !|}.
{p}_kind({_}, 0).

2 ints > any
{p}({L:ints}, {R}) :- member({X:int}, {L}), !, member({Y:int}, {L}), {:test}, !, {R} = {X}-{Y}.
{p}({L:ints}, {R}) :- {:test}, !, {R} = {any}.
{p}({_}, last).

3 nums > any
{p}({L:nums}, {R}) :- {p}_even({L}, {X:num}), {.goal*}, {R} = {any}.
{p}_even([], {~num}).
{p}_even([{Y:num}|{T}], {X}) :- {:test}, {!|true}, {p}_odd({T}, {X}).
{p}_even([{_}|{T}], {X}) :- {p}_even({T}, {X}).
{p}_odd([], {~num}){ :- !|}.
{p}_odd([{Y:num}|{T}], {X}) :- ( {:test} -> {p}_even({T}, {X}) ; {:test}, !, {X} = {Y} ; {X} = {num} ).
"""

STYLE = Style.of(TERMS, SORTS, PREDICATES, WIDER)
