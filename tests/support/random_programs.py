"""Random programs that bind each variable before they read it, and that end: recursion of every kind.

Lists, trees and numbers are walked down, by one predicate or by two that call each other, a few steps or
thousands of them deep; grammars; closures; groups of solutions. Most goals are well typed, some are not, on
purpose.

>>> from random_templates import program_of
>>> from random import Random
>>> program = program_of(STYLE, "p", Random(7))
>>> program == program_of(STYLE, "p", Random(7)), len(program.clauses) > 1, len(program.goals) > 2
(True, True, True)
"""

from __future__ import annotations

from random_templates import Style

TERMS = r"""
small: 0 ; 1 ; 2 ; 3 ; 4
int: 0 ; 1 ; 2 ; 3 ; 5 ; 9 ; -1 ; -3 ; 7 ; 4 ; 2147483648 ; 4611686018427387903 ; 9223372036854775807
int: 0 ; 1 ; 2 ; 3 ; 4 ; 6 ; 8 ; -2 ; -9223372036854775808 ; 9223372036854775808 ; 100000000000000000000
num: {int} ; {int} ; {int} ; 0.0 ; 0.5 ; 1.0 ; -1.5 ; 100.25
atom: a ; b ; c ; x ; o ; e
text: {atom} ; '' ; ab ; 'a-b-a' ; '12' ; '-3' ; "ab" ; 'Ab'
any: {int} ; {num} ; {atom} ; f({any}) ; g({any}, {any}) ; {any}-{any} ; [{any}] ; "a" ; [] ; {tree} ; {ints}
ints: [] ; [{int}] ; [{int}, {int}] ; [{int}, {int}, {int}] ; [{int}|{ints}]
atoms: [] ; [{atom}] ; [{atom}, {atom}] ; [{atom}, {atom}, {atom}] ; [{atom}|{atoms}]
anys: [] ; [{any}] ; [{any}, {any}] ; [{any}, {any}, {any}] ; [{any}|{anys}]
pairs: [] ; [{any}-{int}] ; [{any}-{int}, {any}-{int}] ; [{atom}-{int}, {any}-{int}, {atom}-{int}]
rows: [] ; [{ints}] ; [{ints}, {ints}] ; [{ints}, {ints}, {ints}]
tree: nil ; leaf({int}) ; leaf({int}) ; node({tree}, {tree}) ; node({tree}, {tree})
expr: {int} ; {int} ; {int} + {expr} ; {expr} - {int} ; {int} * ({expr} mod 1000) ; {int} mod ({int} + 1)
expr: min({int}, {expr}) ; max({expr}, {int}) ; abs({expr}) ; -({expr}) ; sign({expr}) ; \({int})
expr: {int} // {int} ; {int} rem {int} ; {int} div {int} ; {int} /\ {int} ; {int} \/ {int} ; xor({int}, {int})
expr: ({int} mod 10) ^ {small} ; ({int} mod 10) ** {small} ; {int} << {small} ; {int} >> {small}
expr: msb({int}) ; gcd({int}, {int}) ; lcm({int}, {int}) ; popcount({int}) ; truncate({num}) ; round({num})
real: {num} ; {num} + {real} ; {real} - {num} ; {num} * {num} ; {num} / {num} ; max({num}, {num})
real: float({int}) ; sqrt({num}) ; sin({num}) ; atan2({num}, {num}) ; exp({small}) ; copysign({num}, {num})
real: {inf|nan|pi|e|epsilon} ; {num} ** {small} ; ceiling({num}) ; floor({num}) ; integer({num})
"""

WIDER = """
int: small
num: int small
text: atom
anys: ints atoms pairs rows
any: int small num atom text ints atoms anys pairs rows tree
"""

SORTS = r"""
goal: 8 {+int} is {expr}
goal: 2 {+num} is {real}
goal: 1 {int} is {expr}
goal: 3 {X} = {any}, {+any} = {X}
goal: 3 {any} = {any}
goal: 2 {any} = [{+any}|{+any}]
goal: 1 {tree} = node({+tree}, {+tree})
goal: 1 {T} = [{any}|{H}], {:test}, {H} = {anys}, {+anys} = {T}
goal: 9 {.call}
goal: 9 {:test}
goal: 3 {!|!|!|fail|true}
goal: 1 throw(ball({int}))
goal: 2 once(( {.gen}, {:test} ))
goal: 1 ignore(( {:gen}, {:test} ))
goal: 1 once(( between({small}, {inf|infinite}, {N>int}), {N} * {N} >= {small} ))
goal: 4 ( {:test} -> {R} = {any} ; {R} = {any} ), ground({R>any})
goal: 3 ( {:test} -> {R} is {expr} ; {:test} -> {R} = {int} ; {R} = {int} ), integer({R:int})
goal: 2 ( {:gen}, {R} = {any} ; {:test}, {R} = {any} ; {R} = {any} ), ground({R>any})
goal: 1 ( {:gen} *-> {R} = {any} ; {R} = {any} ), ground({R>any})
goal: 3 findall({X}, ( member({X:int}, {ints}), {:test} ), {?ints})
goal: 1 findall({X}-{Y}, ( member({X:any}, {anys}), member({Y}, {ints}) ), {?pairs})
goal: 1 findall({X}, member({X}, {ints}), {?ints}, {ints})
goal: 1 {setof|bagof}({X}, ( member({X:any}, {anys}), {:test} ), {?anys})
goal: 1 {setof|bagof}({X}, member({K>any}-{X}, {pairs}), {?ints})
goal: 2 aggregate_all({sum|max|min}({X}), ( member({X:int}, {ints}), {:test} ), {?int})
goal: 2 aggregate_all(count, {:gen}, {?int})
goal: 2 aggregate_all({bag|set}({X}), ( member({X:any}, {anys}), {:test} ), {?anys})
goal: 1 aggregate_all({max|min}({N}, {X}), member({X}-{N}, {pairs}), {max|min}({+int}, {+any}))
goal: 1 aggregate_all(r(count, sum({N}), bag({X})), member({X}-{N}, {pairs}), r({?int}, {?int}, {?anys}))
goal: 1 aggregate_all({max|sum|bag}({X}), {X}, member({X}, {ints}), {+any})
goal: 1 maplist([{X}]>>( {X} {<|>|=:=|=\=} {int} ), {ints})
goal: 2 {include|exclude}([{X}]>>( {X} {<|>|=:=|=\=} {int} ), {ints}, {?ints})
goal: 1 {include|exclude}(==({any}), {anys}, {?anys})
goal: 1 partition([{X}]>>( {X} {<|=<} {int} ), {ints}, {?ints}, {?ints})
goal: 1 partition([{X}, {O}]>>compare({O}, {X}, {int}), {ints}, {+ints}, {+ints}, {+ints})
goal: 2 maplist([{X}, {Y}]>>( {Y} is {X} + {expr} ), {ints}, {?ints})
goal: 1 maplist([{X}, {Y}, {Z}]>>( {Z} is {X} - {Y} ), {ints}, {ints}, {?ints})
goal: 2 foldl([{X}, {S}, {T}]>>( {T} is {X} - {S} ), {ints}, {int}, {?int})
goal: 1 foldl([{X}, {Y}, {S}, {T}]>>( {T} is {S} + {X} * {Y} ), {ints}, {ints}, {int}, {?int})
goal: 1 forall(member({X:int}, {ints}), {:test})
goal: 1 {T>any} =.. [{f|g}, {any}{, b|}]
goal: 1 functor({T>any}, {f|g}, 2), arg(1, {T}, {any}), arg(2, {T}, {any})
goal: 1 length({L}, {small}), maplist(=({any}), {L>anys})
goal: 5 {.gen}
goal: 4 {.library}
gen: 6 member({+any}, {anys})
gen: 4 member({+int}, {ints})
gen: 3 between({small}, {small}, {+int})
gen: 2 select({+any}, {anys}, {+anys})
gen: 2 append({+anys}, {+anys}, {anys})
gen: 2 {nth0|nth1}({+int}, {anys}, {?any})
gen: 1 permutation({ints}, {+ints})
gen: 1 atom_concat({+text}, {+text}, {text})
gen: 1 sub_atom({text}, {+int}, {+int}, {+int}, {?text})
gen: 1 nextto({+any}, {+any}, {anys})
gen: 4 {.call}
library: 1 {append|subtract|intersection|union}({anys}, {anys}, {?anys})
library: 1 {reverse|msort|sort|list_to_set|list_to_ord_set|permutation}({anys}, {?anys})
library: 1 {sum_list|max_list|min_list|length|last|sumlist}({ints}, {?int})
library: 1 {max_member|min_member}({?any}, {anys})
library: 1 {delete|ord_subtract|ord_union}({anys}, {anys}, {+anys})
library: 1 select({any}, {anys}, {any}, {+anys})
library: 1 {nth0|nth1}({small}, {anys}, {?any}{, _|})
library: 1 {nth0|nth1}({small}, {+anys}, {any}, {anys})
library: 1 sort({0|0|1}, {@<|@>|@=<|@>=}, {pairs}, {+pairs})
library: 1 keysort({pairs}, {S}), {group_pairs_by_key|pairs_keys|pairs_values}({S}, {+any})
library: 1 pairs_keys_values({pairs}, {+anys}, {+ints})
library: 1 predsort(compare, {anys}, {+anys})
library: 1 flatten({rows}, {+ints})
library: 1 numlist({small}, {small}, {+ints})
library: 1 plus({int}, {int}, {+int})
library: 1 succ({small}, {+int})
library: 1 {atom_length|atom_chars|atom_codes|upcase_atom|atom_number}({text}, {?any})
library: 1 atomic_list_concat({atoms}, {'-'|','|''}, {+text})
library: 1 atomic_list_concat({+atoms}, '-', {text})
library: 1 atom_concat({text}, {text}, {?text})
library: 1 number_codes({int}, {+ints})
library: 1 char_code({atom}, {+int})
library: 1 copy_term({any}, {+any})
test: 6 {expr} {<|>|=<|>=|=:=|=\=} {expr}
test: 1 {real} {<|>|=<|>=} {num}
test: 4 {any} {@<|@>|@=<|@>=|==|\==|=|\=} {any}
test: 2 compare({+atom}, {any}, {any})
test: 2 {X} = {any}, {atom|atomic|integer|number|compound|is_list|callable|float|string|nonvar|ground}({X})
test: 1 {memberchk|ord_memberchk}({any}, {anys})
test: 1 {same_length|subset}({anys}, {anys})
test: 1 \+ {:test}
test: 1 \+ ( {:gen}, {:test} )
"""

PREDICATES = r"""
8 atom > any int
{p}({~atom}, {~any}, {~int}).
{p}({~atom}, {~any}, {~int}).
{p}({~atom}, {~any}, {~int}).
{p}({~atom}, {~any}, {~int}).

8 any int > any
{p}({X:any}, {N:int}, {R}) :- {.goal+}, {.goal*}, {R} = {any}.
{p}(f({X:any}), {N:int}, {any}) :- {.goal*}.
{p}({any}, {_}, {R}) :- {.goal+}, {R} = {any}.

8 anys any > any int
{p}({L:anys}, {X:any}, {any}, {N}) :- {.goal+}, {.goal+}, {N} = {int}.
{p}([{X:any}|{_}], {Y:any}, {R}, {N}) :- {.goal*}, {R} = {any}, {N} is {expr}.

4 ints
{p}({L:ints}) :- {.goal+}, {.goal*}.
{p}([{X:int}|{L:ints}]) :- {.goal*}, {:test}.

8 ints int > int any
{p}([], {A:int}, {A}, {any}).
{p}([{X:int}|{Xs:ints}], {A:int}, {R}, {S}) :- {.goal*}, {p}({Xs}, {int}, {R:int}, {T:any}), {.goal*},
    {S} = {any}.
{p}([{X:int}, {Y:int}|{Xs:ints}], {A:int}, {R}, {any}) :- {:test}{, !|}, {p}({Xs}, {A}, {R}, {_}).

8 anys any > anys
{p}([], {A:any}, [{any}]) :- {.goal*}.
{p}([{X:any}|{Xs:anys}], {A:any}, [{any}|{R}]) :- {.goal*}, {p}({Xs}, {any}, {R}).
{p}([{_}|{Xs:anys}], {A:any}, {R}) :- {.goal*}, {p}({Xs}, {A}, {R}).

4 tree any > any int
{p}(nil, {A:any}, {any}, {~int}){ :- !|}.
{p}(leaf({N:int}), {A:any}, {R}, {S}) :- {.goal*}, {R} = {any}, {S} is {expr}.
{p}(node({L}, {R}), {A:any}, {X}, {S}) :- {.goal*}, {p}({L}, {any}, {Y:any}, {M:int}),
    {p}({R}, {any}, {Z:any}, {N:int}), {X} = {any}, {S} is {expr}.

8 small any > int any
{p}(0, {A:any}, {~int}, {any}){ :- !|}.
{p}({N:small}, {A:any}, {R}, {S}) :- {N} > 0, {N} < 12, {M} is {N} - 1, {.goal*}, {p}({M}, {any}, {T:int},
    {S}), {.goal*}, {R} is {expr}.

3 anys > any
{p}([], {any}).
{p}([{X:any}|{Xs:anys}], {R}) :- {.goal*}, {p}_other({Xs}, {S:any}), {R} = {any}.
{p}_other([], {any}) :- {.goal*}.
{p}_other([{X:any}|{Xs:anys}], {R}) :- {p}({Xs}, {R}){, !|}.
{p}_other({Xs:anys}, {any}) :- {.goal*}.

0.5 > int
{p}({R}) :- {p}_deep({500|1200|2500}, {~int}, {R}).
{p}_deep(0, {S}, {S}){ :- !|}.
{p}_deep({N}, {S}, {R}) :- {N} > 0, {M} is {N} - 1, {T} is {S} {+|-} {1|7|1152921504606846976},
    {p}_deep({M}, {T}, {R}).

0.5 > int
{p}({R}) :- {p}_deep({500|1200|2500}, {R}).
{p}_deep(0, 0){ :- !|}.
{p}_deep({N}, {R}) :- {N} > 0, {M} is {N} - 1, {p}_deep({M}, {S}), {R} is {max|min|xor}({S}, {N}).

0.5 > int
{p}({R}) :- {p}_deep({500|1200|2500}, {L}), sum_list({L}, {R}).
{p}_deep(0, []){ :- !|}.
{p}_deep({N}, [{N}|{Ns}]) :- {N} > 0, {M} is {N} - 1, {p}_deep({M}, {Ns}).

3 atoms > any
{p}({L:atoms}, {X}) :- phrase({p}_text({X}), {L}).
{p}_text({any}) --> [{X:atom}], { {:test} }, {p}_text({_}).
{p}_text({X}) --> {[a]|[]|\+ [b]}, ( [{X}] ; [{atom}, {X}] ), {!|[]}.
{p}_text({any}) --> ( [{atom}] -> [] ; { {:test} } ).
{p}_text({any}) --> [].

3 atoms > any atoms
{p}({L:atoms}, {X}, {R}) :- phrase({p}_text({X}), {L}, {R}).
{p}_text([{X}|{Xs}]) --> [{X:atom}], { {:test} }, {p}_text({Xs}).
{p}_text([]) --> {[]|[]|\+ [a]|!}.

4 ints > any
{p}({L:ints}, {R}) :- {maplist|maplist|convlist}({p}_each({int}), {L}, {M:ints}), {.goal*}, {R} = {any}.
{p}_each({A:int}, {X:int}, {Y}) :- {:test}, {Y} is {expr}.
{p}_each({A:int}, {X:int}, {Y}) :- {Y} is {expr}.

4 ints int > int ints
{p}({L:ints}, {N:int}, {R}, {S}) :- foldl({p}_step({int}), {L}, {int}, {R}),
    {include|exclude}({p}_fits({N}), {L}, {S}).
{p}_step({A:int}, {X:int}, {S0:int}, {S}) :- {S} is {expr}.
{p}_fits({A:int}, {X:int}) :- {:test}.

2 any any > any
{p}({X:any}, {Y:any}, {R}) :- {G} = {p}_called({any}), call({G}, {any}, {R}).
{p}_called({X:any}, {Y:any}, {any}) :- {.goal*}.
{p}_called({X:any}, {X}, {X}).
"""

STYLE = Style.of(TERMS, SORTS, PREDICATES, WIDER)
