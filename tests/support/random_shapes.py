"""Random programs about data: boards, records, tables with keys of mixed types, trees, text, parts of terms.

They hold no deep control: a predicate is a few goals on large terms, as someone writes it who comes from
data bases. Numbers of different types that are equal, and terms that hold them, are everywhere.
"""

from __future__ import annotations

from random_templates import Style

TERMS = r"""
small: 0 ; 1 ; 1 ; 2 ; 2 ; 3 ; 4
int: 0 ; 1 ; 1 ; 2 ; 3 ; 4 ; 5 ; -1 ; -2 ; 7 ; 12 ; 100 ; 4611686018427387904 ; 9223372036854775807
int: 2 ; 3 ; 9 ; 10 ; -9223372036854775808 ; 6 ; 8 ; -3 ; 100000000000000000000
num: {int} ; {int} ; {int} ; 1.0 ; 2.0 ; 0.0 ; -0.0 ; 0.5
num: -1.5 ; 2.5e15 ; 1.0e22 ; 3.0 ; 0.1 ; 1.5 ; 3 ; 1.0e-7
key: 1 ; 1.0 ; "a" ; a ; f(1) ; f(1.0) ; -0.0 ; 0.0
key: 0 ; 1r3 ; 100000000000000000000 ; b ; "b" ; [] ; '[]' ; x
key: a ; b ; 1 ; 2 ; [a] ; f(a, 1) ; f(b)
key: g(1) ; 2.0 ; 'b c' ; 9007199254740993 ; 9007199254740992.0 ; {atom} ; -1
atom: a ; b ; c ; x ; o ; e ; k ; red ; 'Big' ; 'a b' ; '' ; '12' ; '-3' ; é
text: abc ; 'a-b-c' ; '' ; "abc" ; "a-b" ; '12' ; "7" ; 42 ; 1.5 ; ab ; ' x ' ; 'Über' ; {atom} ; 0.1 ; 1.0e10
txt: abc ; 'a-b-c' ; ab ; 'x-y' ; '12' ; 'A1' ; one ; 'hello world'
str: "abc" ; "a-b-c" ; "ab" ; "" ; "12" ; "-3" ; "a b" ; "Ab" ; "hello world" ; "b"
strs: [] ; ["a", "b"] ; ["b", a, "b"] ; [{str}, {str}] ; [{str}, {atom}, {str}]
ints: [] ; [1] ; [2, 1] ; [1, 2, 3] ; [3, 1, 3, 2] ; [{int}] ; [{int}, {int}] ; [{int}, {int}|{ints}]
nums: [] ; [1, 1.0] ; [1.0, 1, 2] ; [0, 0.0, -0.0] ; [{num}, {num}] ; [{num}, {num}, {num}] ; [{num}|{nums}]
atoms: [] ; [a] ; [b, a, b] ; [x, o, e] ; [{atom}, {atom}] ; [{atom}|{atoms}] ; [{atom}, {atom}, {atom}]
keys: [] ; [a, 1, 1.0] ; [f(1), f(1.0)] ; [{key}, {key}] ; [{key}, {key}, {key}] ; [{key}|{keys}]
pairs: [] ; [1-1, 1.0-2] ; [{key}-{int}] ; [{key}-{int}, {key}-{int}, {key}-{int}] ; [{key}-{int}|{pairs}]
pairs: [a-1, b-2, a-3] ; [b-1, a-1, c-0] ; [{atom}-{int}, {atom}-{int}, {key}-{int}]
links: [] ; [a-b, b-c, c-a] ; [{key}-{key}, {key}-{key}] ; [{small}-{small}, {small}-{small}|{links}] ; [x-x]
graph: [] ; [a-[b, c], b-[], c-[a]] ; [1-[2], 2-[1, 3], 3-[]] ; [x-[x]] ; [a-[b], c-[]]
rows: [] ; [[1, 2], [3, 4]] ; [[1], [2], [3]]
rows: [{ints}, {ints}] ; [{ints}|{rows}] ; [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
board: [[x, o, e], [e, x, o], [e, e, x]] ; [[e, e], [x, o]] ; [[{cell}, {cell}], [{cell}, {cell}]]
board: [[{cell}, {cell}, {cell}], [{cell}, {cell}, {cell}], [{cell}, {cell}, {cell}]] ; [[o]]
flat: b(x, o, e, e, x, o, e, e, x) ; b(e, e, e) ; b({cell}, {cell}, {cell}, {cell}) ; b({cell}, {cell})
cell: x ; o ; e
rec: r(a, 1, "one") ; r(1, 2, two) ; r({key}, {int}, {text}) ; r({key}, {int}, {atom}) ; r(1.0, 0, a)
recs: [] ; [{rec}] ; [{rec}, {rec}] ; [{rec}, {rec}, {rec}]
tree: t ; t(t, {key}, {int}, t) ; t({tree}, {key}, {int}, {tree}) ; t(t(t, a, 1, t), b, 2, t)
term: f({any}) ; g({any}, {any}) ; {any}-{any} ; {rec}
term: [{any}|{any}] ; {flat} ; {key} ; f(g(h({any})), {any})
any: {int} ; {num} ; {key} ; {atom} ; {text} ; {term} ; {ints} ; {keys} ; {pairs} ; {rec}
anys: [] ; [{any}] ; [{any}, {any}] ; [{any}, {any}, {any}] ; [{any}|{anys}]
point: p({small}, {small}) ; p({int}, {int})
points: [] ; [{point}, {point}] ; [{point}, {point}, {point}]
"""

WIDER = """
int: small
num: int small
key: atom int small num cell
atom: cell
text: atom txt str
txt: atom
nums: ints
keys: atoms nums ints
anys: keys atoms nums ints pairs recs rows points
term: rec flat point tree
any: int small num key atom cell text txt term rec ints nums atoms keys pairs rows board anys tree point str
"""

SORTS = r"""
goal: 6 nth0({small}, {anys}, {?any})
goal: 6 nth1({I}, {keys}, {key}), {+int} = {I}
goal: 4 nth1({+int}, {keys}, {+key})
goal: 4 nth0({small}, {atoms}, {+atom}, {+atoms})
goal: 3 nth0({small}, {+keys}, {key}, {keys})
goal: 4 select({key}, {keys}, {key}, {+keys})
goal: 4 select({+key}, {keys}, {+keys})
goal: 3 selectchk({key}, {keys}, {?keys})
goal: 4 subtract({keys}, {keys}, {?keys})
goal: 3 {intersection|union|subtract}({keys}, {nums}, {+keys})
goal: 3 exclude([{X}]>>({X} == {key}), {keys}, {+keys})
goal: 9 include([{X}]>>( {X} @< {key} ), {keys}, {+keys})
goal: 3 partition([{X}]>>( {X} {@<|@>=|==|\==} {key} ), {keys}, {+keys}, {+keys})
goal: 3 {sumlist|sum_list|max_list|min_list}({nums}, {+num})
goal: 2 {max_member|min_member}({?key}, {keys})
goal: 4 msort({keys}, {?keys})
goal: 4 sort({keys}, {?keys})
goal: 4 sort({0|1|2|1}, {@<|@>|@=<|@>=}, {pairs}, {+pairs})
goal: 3 sort(0, {@<|@>|@=<|@>=}, {keys}, {+keys})
goal: 3 sort({1|2|3}, {@<|@>|@=<|@>=}, {recs}, {+recs})
goal: 2 keysort({pairs}, {+pairs})
goal: 2 keysort({pairs}, {S}), group_pairs_by_key({S}, {+any})
goal: 2 predsort([{O}, {A}, {B}]>>compare({O}, {A}, {B}), {keys}, {+keys})
goal: 2 predsort([{O}, {_K}-{A}, {_L}-{B}]>>( {A} {<|>|=<} {B} -> {O} = (<) ; {O} = (>) ), {pairs}, {+pairs})
goal: 3 pairs_keys_values({pairs}, {+keys}, {+ints})
goal: 3 pairs_keys_values({+pairs}, {atoms}, {ints})
goal: 2 pairs_{keys|keys}({pairs}, {+keys})
goal: 2 pairs_values({pairs}, {+ints})
goal: 4 {term} =.. [{F}|{As}], length({As}, {N}), {+any} = {F}/{N}
goal: 4 {rec} =.. {+anys}
goal: 3 {+any} =.. [{atom}|{anys}]
goal: 3 {+term} =.. [{~atom}, {any}, {any}]
goal: 4 functor({term}, {+atom}, {+small})
goal: 3 functor({T}, {atom}, 2), arg(1, {T}, {any}), arg(2, {T}, {any}), {+term} = {T}
goal: 4 arg({small}, {term}, {?any})
goal: 3 arg({+small}, {flat}, {cell})
goal: 4 arg({+small}, {rec}, {+any})
goal: 3 {rec} = r({+key}, {+int}, {+text})
goal: 3 {rec} = r({+key}, {K}, {_T}), {+int} is {K} + 1
goal: 2 {tree} = t({_L}, {+key}, {+int}, {+tree})
goal: 3 {point} = p({+int}, {+int})
goal: 3 {+any} = [{any}, {key}|{anys}]
goal: 2 {any} = {any}
goal: 2 {+rec} = r({key}, {int}, {text})
goal: 6 findall({K}, member({K}-{_V}, {pairs}), {?keys})
goal: 5 findall({V}-{K}, ( member({K:key}-{V:int}, {pairs}), {:test} ), {+any})
goal: 4 findall({X}, ( member({X:key}, {keys}), {:test} ), {+keys})
goal: 4 findall(p({I}, {J}), ( nth0({I}, {board}, {R}), nth0({J}, {R}, {cell}) ), {+points})
goal: 3 findall({I}, arg({I}, {flat}, {cell}), {+ints})
goal: 3 findall({S}, ( member({R}, {rows}), sum_list({R}, {S}) ), {+ints})
goal: 3 findall({A}, ( member({T}, {anys}), {T} =.. [_|{As}], member({A}, {As}) ), {+anys})
goal: 5 {setof|bagof}({K}, {V}^member({K}-{V}, {pairs}), {?keys})
goal: 5 {setof|bagof}({V}, member({K>key}-{V}, {pairs}), {?ints})
goal: 3 {setof|bagof}({V}-{K}, ( member({K:key}-{V:int}, {pairs}), {:test} ), {+any})
goal: 2 setof({K}-{Vs}, setof({V}, member({K}-{V}, {pairs}), {Vs}), {+any})
goal: 2 bagof({K}, {A}^{T}^member(r({K}, {A}, {T}), {recs}), {+keys})
goal: 2 setof({K}, {T}^member(r({K}, {N>int}, {T}), {recs}), {+keys})
goal: 3 aggregate_all({count|count|sum(1)}, member({key}-_, {pairs}), {+int})
goal: 3 aggregate_all({sum|max|min}({V}), member(_-{V}, {pairs}), {+int})
goal: 3 aggregate_all({max|min}({V}, {K}), member({K}-{V}, {pairs}), {max|min}({+int}, {+key}))
goal: 3 aggregate_all({bag|set}({K}), member({K}-_, {pairs}), {+keys})
goal: 2 aggregate_all({max|min}({K}), member({K}, {nums}), {+num})
goal: 2 aggregate_all({max|min}({V}-{K}), member({K}-{V}, {pairs}), {+any})
goal: 2 aggregate_all(r(count, max({V}), set({K})), member({K}-{V}, {pairs}), {+any})
goal: 4 atom_length({text}, {?int})
goal: 3 atom_chars({text}, {?atoms})
goal: 3 atom_codes({text}, {+ints})
goal: 3 atom_concat({text}, {text}, {+txt})
goal: 3 atom_concat({+txt}, {+txt}, {txt})
goal: 3 atom_concat(v, {num}, {+txt})
goal: 4 atomic_list_concat([{text}, {num}, {text}], {+txt})
goal: 3 atomic_list_concat({atoms}, {'-'|','|''|', '}, {+txt})
goal: 3 atomic_list_concat({+atoms}, {'-'|'-'|b}, {txt})
goal: 2 atomic_list_concat([{+txt}, {+txt}], '-', {txt})
goal: 3 sub_atom({txt}, {small}, {small}, {+int}, {+txt})
goal: 2 sub_atom({txt}, {+int}, 1, {+int}, {+txt})
goal: 2 sub_atom({txt}, {+int}, {_L}, {_A}, {txt})
goal: 2 sub_atom({txt}, {_B}, {_L}, 0, {+txt})
goal: 3 upcase_atom({text}, {+txt})
goal: 3 atom_number({txt}, {?num})
goal: 3 atom_number({+txt}, {num})
goal: 2 number_codes({num}, {+ints})
goal: 2 atom_chars({A}, {atoms}), {+txt} = {A}
goal: 1 char_code({+atom}, {97|98|200|955})
goal: 3 {X} is {num} {+|-|*} {num}, {+num} = {X}
goal: 2 {+num} is {max|min}({num}, {num})
goal: 2 {+int} is {int} {//|mod|rem|div|/\|\/|xor} {int}
goal: 2 {+num} is {num} / {num}
goal: 2 {+num} is {truncate|round|sign|abs|-|float|integer|ceiling|floor}({num})
goal: 3 memberchk({key}-{+any}, {pairs})
goal: 3 memberchk(r({key}, {+int}, {+text}), {recs})
goal: 2 {\+ |}memberchk({key}, {keys})
goal: 3 member({+key}, {keys})
goal: 3 member({+key}-{+int}, {pairs})
goal: 3 append({keys}, {keys}, {?keys})
goal: 3 append({+keys}, [{key}|{+keys}], {keys})
goal: 2 append({rows}, {+ints})
goal: 2 last({keys}, {?key})
goal: 2 reverse({anys}, {?anys})
goal: 2 length({anys}, {?int})
goal: 2 list_to_set({keys}, {?keys})
goal: 2 delete({keys}, {key}, {?keys})
goal: 2 delete({pairs}, {key}-_, {+pairs})
goal: 2 flatten({rows}, {?ints})
goal: 1 flatten({any}, {+anys})
goal: 2 permutation({atoms}, {+atoms})
goal: 8 sumlist({ints}, {+int})
goal: 2 numlist({small}, {int}, {+ints})
goal: 2 nextto({+key}, {+key}, {keys})
goal: 2 maplist([{K}-{V}, {V}-{K}]>>true, {pairs}, {+any})
goal: 2 maplist([{R}, {X}]>>nth0({small}, {R}, {X}), {board}, {+atoms})
goal: 2 maplist([r({K}, {_N}, {_T}), {K}]>>true, {recs}, {+keys})
goal: 2 foldl([_-{V}, {S0}, {S}]>>( {S} is {S0} + {V} ), {pairs}, 0, {+int})
goal: 2 foldl([{X}, {S0}, [{X}|{S0}]]>>true, {keys}, [], {+keys})
goal: 3 list_to_ord_set({keys}, {+keys})
goal: 2 list_to_ord_set({keys}, {S}), ord_{union|subtract|intersection}({S}, [{~key}], {+keys})
goal: 2 sort({keys}, {S}), ord_memberchk({key}, {S})
goal: 2 copy_term({any}, {+any})
goal: 3 ( {:test} -> {R} = {any} ; {R} = {any} ), ground({R>any})
goal: 1 format(atom({+txt}), '~w-~a', [{int}, {atom}])
goal: 1 term_to_atom({term}, {+txt})
goal: 3 string_concat({text}, {text}, {+str})
goal: 2 string_concat({+str}, {+str}, {str})
goal: 2 string_concat({str}, {+str}, {str})
goal: 2 string_concat({+str}, "b", {text})
goal: 2 atom_concat({atom}, {+txt}, {txt})
goal: 2 atom_concat({+txt}, {atom}, {txt})
goal: 4 string_length({text}, {?int})
goal: 4 string_chars({text}, {?atoms})
goal: 2 string_codes({text}, {+ints})
goal: 1 string_chars({+str}, {atoms})
goal: 2 string_to_atom({text}, {+txt})
goal: 1 string_to_atom({+str}, {txt})
goal: 2 atom_string({+txt}, {str})
goal: 2 atom_string({text}, {+str})
goal: 2 number_string({+num}, {str})
goal: 1 number_string({num}, {+str})
goal: 6 split_string({str}, {"-"|" "|""|"-b"}, {""|" "|"a"}, {+strs})
goal: 3 sub_string({text}, {small}, {small}, {+int}, {+str})
goal: 3 sub_string({text}, {+int}, 1, {+int}, {+str})
goal: 3 sub_string({str}, {+int}, {_L}, {_A}, {str})
goal: 2 sub_atom({text}, {+int}, {_L}, {small}, {+txt})
goal: 2 sub_atom({txt}, {small}, {+int}, {_A}, {+txt})
goal: 2 sub_atom({txt}, 0, {_L}, {_A}, {atom})
goal: 1 sub_atom({txt}, {small}, {_L}, {small}, {+txt})
goal: 1 sub_atom({txt}, {_B}, {small}, {small}, {+txt})
goal: 4 string_upper({text}, {+str})
goal: 2 string_lower({text}, {+str})
goal: 2 downcase_atom({text}, {+txt})
goal: 2 string_code({small}, {str}, {+int})
goal: 1 text_to_string({text}, {+str})
goal: 2 sort({strs}, {+strs})
goal: 1 is_set({anys})
goal: 1 proper_length({anys}, {+int})
goal: 1 clumped({keys}, {+pairs})
goal: 1 transpose_pairs({pairs}, {+pairs})
goal: 1 convlist([{X},{Y}]>>({X} @> {key}, {Y} = {X}), {keys}, {+keys})
goal: 1 permutation({atoms}, {+atoms})
goal: 1 flatten({rows}, {+ints})
goal: 1 aggregate({count|sum(1)|max(1)}, member({key}-{_V}, {pairs}), {+int})
goal: 1 list_to_assoc({pairs}, {A}), get_assoc({key}, {A}, {+int})
goal: 1 list_to_assoc({pairs}, {A}), put_assoc({key}, {A}, {int}, {B}), assoc_to_list({B}, {+pairs})
goal: 1 list_to_assoc({pairs}, {A}), put_assoc({key}, {A}, {int}, {B}), assoc_to_keys({B}, {+keys})
goal: 1 foldl([{K}-{V},{A},{B}]>>put_assoc({K},{A},{V},{B}), {pairs}, t, {D}), assoc_to_values({D}, {+ints})
goal: 2 vertices_edges_to_ugraph({keys}, {links}, {+graph})
goal: 1 vertices({graph}, {+keys})
goal: 1 edges({graph}, {+links})
goal: 1 {neighbours|neighbors|reachable}({key}, {graph}, {+keys})
goal: 1 {add_vertices|del_vertices}({graph}, {keys}, {+graph})
goal: 1 {add_edges|del_edges}({graph}, {links}, {+graph})
goal: 1 {transpose_ugraph|transitive_closure}({graph}, {+graph})
goal: 1 compose({graph}, {graph}, {+graph})
goal: 1 atomics_to_string({strs}, {+str})
goal: 1 catch(nth0({small}, {keys}, {+key}), {_}, fail)
goal: 1 catch({.call}, {atom}, fail)
goal: 1 catch(( {:test}, throw(f({key})) ), f({+key}), true)
goal: 5 {:test}
goal: 4 {.call}
test: 4 {key} {==|\==|@<|@>|@=<|@>=} {key}
test: 2 {any} {==|\==|@<|@>|@=<|@>=} {any}
test: 3 {num} {<|>|=<|>=|=:=|=\=} {num}
test: 2 {key} {=|\=} {key}
test: 2 {atom|atomic|integer|number|float|compound|callable|is_list|string|rational|nonvar|ground}({any})
test: 2 compare({+any}, {key}, {key})
test: 1 \+ {:test}
test: 1 ( {:test} ; {:test} )
test: 2 memberchk({key}, {keys})
test: 1 functor({term}, {atom}, {small})
test: 1 {int} < {int}, {int} =\= {int}
"""

PREDICATES = r"""
6 key > int
{p}({~key}, {~int}).
{p}({~key}, {~int}).
{p}({~key}, {~int}).
{p}({~key}, {~int}).
{p}({~key}, {~int}).

4 key key > any
{p}({~key}, {~key}, {~any}).
{p}({~key}, {~key}, {~any}).
{p}({~key}, {~key}, {~any}).
{p}(f({X:key}), {_}, {X}).
{p}({~key}, {X:key}, {X}).

3 small > rec
{p}(0, {~rec}).
{p}(1, {~rec}).
{p}(2, {~rec}).
{p}({N:small}, r({key}, {N}, {text})) :- {N} > 2.

2 > key any
{p}({~key}, {~any}).
{p}({~key}, {~any}).
{p}({~key}, {~key}).

8 any > any
{p}({X:any}, {R}) :- {.goal+}, {.goal+}, {.goal*}, {R} = {any}.

8 keys pairs > any
{p}({L:keys}, {P:pairs}, {R}) :- {.goal+}, {.goal+}, {.goal*}, {R} = {any}-{any}.

6 board small > any
{p}({B:board}, {N:small}, {R}) :- nth0({N}, {B}, {Row:atoms}), {.goal*}, {R} = {any}/{Row}.

5 flat cell > any
{p}({B:flat}, {C:cell}, {R}) :- {.goal+}, {.goal*}, {R} = {any}.
{p}({B:flat}, {C:cell}, [{I}, {D}]) :- arg({I:small}, {B}, {D:cell}), {.test}.

5 recs key > any
{p}({L:recs}, {K:key}, {R}) :- {.goal+}, {.goal*}, {R} = {any}.
{p}({L:recs}, {K:key}, {T}) :- member(r({K}, {N:int}, {T}), {L}), {.goal*}.

5 txt > any
{p}({T:txt}, {R}) :- {.goal+}, {.goal+}, {R} = {any}.
{p}({T:txt}, {R}) :- {.goal+}, {R} = {any}.

4 ints any > any
{p}([], {A:any}, {A}).
{p}([{X:int}|{Xs}], {A:any}, {R}) :- {.goal*}, {p}({Xs}, {any}, {R}).

4 pairs key > int
{p}([{K}-{V}|{_}], {K}, {V}).
{p}([{H:key}-{_}|{T}], {K:key}, {V}) :- {:test}, {p}({T}, {K}, {V}).

3 pairs key int > pairs
{p}([], {K:key}, {V:int}, [{K}-{V}]).
{p}([{K}-{_}|{T}], {K:key}, {V:int}, [{K}-{V}|{T}]) :- !.
{p}([{A:key}-{B:int}|{T}], {K:key}, {V:int}, [{A}-{B}|{R}]) :- {:test}, {p}({T}, {K}, {V}, {R}).

3 tree key > int
{p}(t({_L}, {K}, {V}, {_R}), {K}, {V}).
{p}(t({L}, {A:key}, {_V}, {_R}), {K:key}, {V}) :- {K} @< {A}, {p}({L}, {K}, {V}).
{p}(t({_L}, {A:key}, {_V}, {R}), {K:key}, {V}) :- {K} {@>|@>|@>=|\==} {A}, {p}({R}, {K}, {V}).

3 tree key int > tree
{p}(t, {K}, {V}, t(t, {K}, {V}, t)).
{p}(t({L:tree}, {A:key}, {B:int}, {R:tree}), {K:key}, {V:int}, {T}) :- compare({O}, {K}, {A}),
    {p}_at({O}, {L}, {A}, {B}, {R}, {K}, {V}, {T}).
{p}_at(=, {L}, {K}, {_B}, {R}, {_K}, {V}, t({L}, {K}, {V}, {R})).
{p}_at(<, {L0}, {A}, {B}, {R}, {K}, {V}, t({L}, {A}, {B}, {R})) :- {p}({L0}, {K}, {V}, {L}).
{p}_at(>, {L}, {A}, {B}, {R0}, {K}, {V}, t({L}, {A}, {B}, {R})) :- {p}({R0}, {K}, {V}, {R}).

3 tree > any
{p}(t, {any}).
{p}(t({L}, {K:key}, {V:int}, {R}), {S}) :- {p}({L}, {A:any}), {.goal*}, {p}({R}, {B:any}), {S} = {any}.

3 rows > any
{p}([], []).
{p}([{R:ints}|{Rs}], [{V}|{Vs}]) :- {.goal*}, {V} = {any}, {p}({Rs}, {Vs}).

3 rows > rows
{p}([], []).
{p}([[]|{_}], []) :- !.
{p}({Rs:rows}, [{Hs}|{Ts}]) :- {p}_heads({Rs}, {Hs}, {Tails}), {p}({Tails}, {Ts}).
{p}_heads([], [], []).
{p}_heads([[{H}|{T}]|{Rs}], [{H}|{Hs}], [{T}|{Ts}]) :- {p}_heads({Rs}, {Hs}, {Ts}).

4 term > any
{p}({T:term}, {R}) :- compound({T}), !, {T} =.. [{F:atom}|{As}], {p}_args({As}, {Bs:anys}),
    {.goal*}, {R} =.. [{F}|{Bs}].
{p}({T:key}, {R}) :- ( {:test} -> {R} = {key} ; {R} = {T} ).
{p}_args([], []).
{p}_args([{A}|{As}], [{B}|{Bs}]) :- {p}({A}, {B}), {p}_args({As}, {Bs}).

3 term small > any
{p}({T:term}, {N:small}, {N}) :- functor({T}, {_F}, {N}).
{p}({T:term}, {N:small}, {A}) :- functor({T}, {_F}, {M:small}), {N} =< {M}, arg({N}, {T}, {A}).
{p}({T:term}, {N:small}, {S}) :- {T} =.. [{F}|{As:anys}], {.goal*}, {S} =.. [{F}, {N}|{As}].

4 board > any
{p}({B:board}, {W}) :- member({W:cell}, [x, o]), {p}_line({B}, {W}), {.test}.
{p}({B:board}, {N}) :- aggregate_all(count, ( member({R}, {B}), member({cell}, {R}) ), {N}).
{p}_line({B:board}, {W:cell}) :- member([{W}, {W}|{_}], {B}).
{p}_line({B:board}, {W:cell}) :- nth0({I}, {B}, {R}), nth0({I}, {R}, {W}), {I} {>|<|=:=} {small}.

4 board small small cell > board
{p}({B:board}, {I:small}, {J:small}, {C:cell}, {D}) :- nth0({I}, {B}, {R}, {Rs}), nth0({J}, {R},
    {O:cell}, {Os}), {:test}, nth0({J}, {S}, {C}, {Os}), nth0({I}, {D}, {S}, {Rs}).

3 points point > point
{p}({Ps:points}, p({X}, {Y}), p({V}, {W})) :- member({D}-{E}, [0-1, 1-0,
    {(-1)-0|0-(-1)|1-1|1.0-0}]), {V} is {X} + {D}, {W} is {Y} + {E}, {\+ |}memberchk(p({V}, {W}), {Ps}).

3 atoms > pairs
{p}([], []).
{p}([{X:atom}|{Xs}], {R}) :- {p}({Xs}, {S:pairs}), ( select({X}-{N}, {S}, {T}) -> {M} is {N} + 1,
    {R} = [{X}-{M}|{T}] ; {R} = [{X}-1|{S}] ).
"""

STYLE = Style.of(TERMS, SORTS, PREDICATES, WIDER)
