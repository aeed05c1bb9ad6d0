"""Random programs that bind late: skeletons, difference lists, aliases, records that are filled in later.

A variable is passed on first and bound behind; what looks at it in between sees a free variable, or a term
that is known in part. At the end of a clause everything is bound, as a rule.
"""

from __future__ import annotations

from random_templates import Style

TERMS = r"""
small: 0 ; 1 ; 1 ; 2 ; 2 ; 3
int: 0 ; 1 ; 2 ; 3 ; 4 ; 5 ; -1 ; -2 ; 7 ; 9
key: a ; b ; 1 ; 1.0 ; "a" ; f(1) ; c ; 2 ; [] ; 0.0 ; -0.0
atom: a ; b ; c ; x ; o
any: {int} ; {atom} ; {key} ; f({any}) ; g({any}, {any}) ; {any}-{any} ; {ints} ; [{any}] ; {atoms}
ints: [] ; [1] ; [1, 2, 3] ; [3, 1, 2] ; [{int}] ; [{int}, {int}] ; [{int}, {int}, {int}] ; [{int}|{ints}]
atoms: [] ; [a] ; [a, b] ; [b, a, b] ; [{atom}, {atom}] ; [{atom}|{atoms}]
anys: [] ; [{any}] ; [{any}, {any}] ; {ints} ; {atoms} ; [{any}|{anys}]
pairs: [] ; [a-1, b-2] ; [{key}-{int}] ; [{key}-{int}, {key}-{int}] ; [{atom}-{any}, {key}-{any}, b-2]
tree: t ; t(t, {int}, t) ; t({tree}, {int}, {tree}) ; t(t(t, 1, t), 2, t)
"""

WIDER = """
int: small
key: atom
anys: ints atoms pairs
any: int small key atom ints atoms anys pairs tree
part: cells
seen: open part cells any int ints atoms end
"""

SORTS = r"""
goal: 5 {S>part} = f({H>open}, {any})
goal: 3 {S>part} = g({H>open}, {I>open})
goal: 3 {S>part} = {any}-{H>open}
goal: 3 {S>part} = [{any}, {H>open}]
goal: 3 {S>part} = [{any}|{T>end}]
goal: 2 {S>part} = [{any}, {any}|{T>end}]
goal: 2 {S>part} = f(f({H>open}), {int})
goal: 3 {S>part} = {H>open}
goal: 2 {-open>open} = {H>open}
goal: 2 {open} = {open}
goal: 4 length({L>cells}, {~small})
goal: 3 length({L>cells}, {small})
goal: 2 same_length({anys}, {L>cells})
goal: 1 functor({S>part}, {f|g|h}, {1|2}), arg(1, {S}, {H>open})
goal: 1 functor({S>part}, g, 2), arg({~small}, {S}, {any})
goal: 2 functor({S>part}, {f|g}, 2), arg({small}, {S}, {any}), arg({small}, {S}, {any})
goal: 2 functor({S>part}, {atom}, {small}), arg(1, {S}, {any}), {+any} = {S}
goal: 2 functor({S>part}, g, 2), setarg({small}, {S}, {any}), arg({small}, {S}, {any})
goal: 2 arg({small}, {part}, {any})
goal: 1 setarg({small}, {part}, {any})
goal: 1 {S>part} =.. [f, {H>open}, {any}]
goal: 1 nth0({~small}, {cells}, {any})
goal: 1 nth1({small}, {cells}, {any})
goal: 2 nth0({~small}, {cells}, {+open})
goal: 2 {cells} = [{any}|_]
goal: 2 {cells} = [_, {any}|_]
goal: 2 {-cells>anys} = [{any}, {any}]
goal: 2 member({any}, {cells})
goal: 1 memberchk({any}, {cells})
goal: 2 last({cells}, {any})
goal: 2 append({cells}, [{any}], {L>cells})
goal: 1 append(_, [{any}], {cells})
goal: 2 reverse({cells}, {L>cells})
goal: 2 maplist(=({H>open}), {cells})
goal: 2 maplist(=({any}), {cells})
goal: 2 maplist([{X}, {X}-{Y}]>>( {Y} = {any} ), {ints}, {+any})
goal: 1 maplist([{X}, f({X}, {Y})]>>true, {ints}, {L>part})
goal: 2 maplist([{X}, {Y}]>>( {X} = {Y} ), {cells}, {anys})
goal: 2 foldl([{X}, {I}, {J}]>>( {X} = {I}, {J} is {I} + 1 ), {cells}, {int}, {+int})
goal: 1 foldl([{X}, {S0}, {S}]>>( {S0} = [{X}|{S}] ), {anys}, {D}, []), {+anys} = {D}
goal: 2 foldl([{X}, [{X}|{S}], {S}]>>true, {anys}, {D>part}, {T>end})
goal: 2 append({anys}, {T>end}, {S>part})
goal: 1 append({S>end}, [{any}], {T>part}), length({T}, {1|2|3})
goal: 2 append({X}, {Y}, {anys}), {+anys} = {X}, {+anys} = {Y}
goal: 1 append({anys}, {+anys}, {anys})
goal: 1 append({+anys}, {anys}, {anys})
goal: 2 findall({X}, member({X}, {anys}), {S>part}, {T>end})
goal: 4 {-open>int} = {int}
goal: 3 {-open>any} = {any}
goal: 3 {-open>int} is {int} + {int}
goal: 2 {-open>any} = {part}
goal: 3 {-end>anys} = {anys}
goal: 2 {-end>part} = [{any}|{T>end}]
goal: 2 {-end>part} = [{H>open}|{T>end}]
goal: 2 {-open>ints} = {ints}
goal: 2 member({-open>any}, {anys})
goal: 1 length({anys}, {-open>int})
goal: 1 nth0({small}, {anys}, {-open>any})
goal: 1 between({small}, {small}, {-open>int})
goal: 1 append({anys}, {anys}, {-end>anys})
goal: 1 sort({anys}, {-end>anys})
goal: 1 atom_length({atom}, {-open>int})
goal: 2 ( {:test} -> {-open>any} = {any} ; true )
goal: 3 ( {:look} -> {R} = {any} ; {R} = {any} ), ground({R>any})
goal: 3 ( {:test} -> {R} = {any} ; {R} = {any} ), ground({R>any})
goal: 4 ( {:test} -> {X} = {any} ; {X} = {any} ), {open} = {X}
goal: 2 ( {-open>any} = {any} ; {open} = {any} )
goal: 2 ( {:test}, {open} = {any} ; {open} = {any} )
goal: 3 {:look}
goal: 1 \+ {:look}
goal: 2 \+ {open} = {any}
goal: 2 \+ {part} = {part}
goal: 2 {part} = {part}
goal: 2 {open} = {any}
goal: 1 {open} \= {any}
goal: 2 copy_term({part}, {C>part})
goal: 2 copy_term({cells}, {C>cells})
goal: 2 findall({X}, ( {X} = {any} ; {X} = {int} ), [{+any}|_])
goal: 2 findall({H}-{X}, member({X}, {anys}), {L>part}), {H} = {any}
goal: 1 findall(x, member({any}, {cells}), {+anys})
goal: 2 once(( {open} = {any} ; true ))
goal: 2 {+int} is {int} + {int}
goal: 2 {:test}
goal: 5 {.call}
goal: 2 {.late}
look: 4 {var|nonvar|var|ground|is_list|compound|atom|atomic|integer|callable|number}({seen})
look: 4 {var|nonvar|ground}({open})
look: 4 {ground|compound|is_list|nonvar|callable}({part})
look: 2 {is_list|ground|nonvar|var|atom}({cells})
look: 3 {seen} {==|\==} {seen}
look: 2 {part} {==|\==|@<|@>} {any}
look: 2 {open} {==|\==|@<|@>=} {any}
look: 1 {cells} {==|\==} {[]|[a]|[_]}
look: 1 length({part}, {~small})
look: 1 {open} \= {any}
look: 1 compare({<|=|>}, {key}, {seen})
test: 4 {int} {<|>|=<|>=|=:=|=\=} {int}
test: 3 {any} {==|\==|@<|@>} {any}
test: 2 {integer|atom|is_list|compound|ground|atomic}({any})
test: 1 \+ {:test}
test: 1 memberchk({int}, {ints})
late: 1 {X} = {Y}, {Y>int} = {int}, {+any} = {X}
late: 1 {X} = {Y}, {X>any} = {any}, {+any} = {Y}
late: 1 {X} = f({Y}), {.goal*}, {Y>int} = {int}, {+any} = {X}
late: 1 {X} = [{Y}, {Z}|{T}], {T} = [{any}], {Z} = {Y}, {Y>int} = {int}, {+anys} = {X}
late: 1 {X} = p({Y}, {Z}), {Z} = {Y}, ( {:test} -> {Y>any} = {any} ; {Y} = {any} ), {+any} = {X}
late: 1 {D} = {L}-{T}, {T} = [{any}|{U}], {U} = [], {L} = {T}, {+anys} = {L}, ground({D})
late: 1 {L} = [{int}|{T}], {T} = [{int}|{U}], ( {:test} -> {U} = [] ; {U} = [{int}] ), sum_list({L}, {+int})
close_open: 3 {it} = {any}
close_open: 2 {it} = {int}
close_open: 1 {it} = {ints}
close_open: 1 {it} = f({any})
close_end: 3 {it} = []
close_end: 2 {it} = {anys}
close_end: 1 {it} = [{any}]
close_cells: 3 maplist(=({any}), {it})
close_cells: 2 maplist([{X}]>>member({X}, [1, 2]), {it})
close_cells: 1 {it} = [{any}, {any}]
close_cells: 2 foldl([{X}, {I}, {J}]>>( {X} = {I}, {J} is {I} + 1 ), {it}, 0, _)
"""

PREDICATES = r"""
9 any > any
{p}({X:any}, {R}) :- {.goal+}, {.goal+}, {.close}, {R} = {any}.
{p}({X:any}, {R}) :- {.goal*}, {.goal+}, {.close}, {R} = {any}.

8 anys int > any any
{p}({L:anys}, {N:int}, {R}, {S}) :- {R} = {H>open}, {.goal+}, {.goal+}, {.close}, {H} = {any}, {S} = {any}.
{p}({L:anys}, {N:int}, {R}, {S}) :- {S} = f({H}, {R}), {.goal+}, {.close}, {H} = {any}, {R} = {any}.

6 small > any
{p}({N:small}, {L}) :- length({L}, {N}), {.goal*}, {.close}, {p}_fill({L}, {int}).
{p}_fill([], {_}).
{p}_fill([{X}|{Xs}], {I:int}) :- {X} = {any}, {J} is {I} + 1, {p}_fill({Xs}, {J}).

4 small small > any
{p}({R:small}, {C:small}, {B}) :- length({B}, {R}), maplist([{Row}]>>length({Row}, {C}), {B}),
    {p}_rows({B}, {int}).
{p}_rows([], {_}).
{p}_rows([{R}|{Rs}], {N:int}) :- maplist(=({N}), {R}), {M} is {N} + 1, {p}_rows({Rs}, {M}).

4 small key > any
{p}({N:small}, {K:key}, {L}) :- length({L}, {N}), {nth0|nth1}({~small}, {L}, {K}), {p}_rest({L}).
{p}_rest([]).
{p}_rest([{X}|{Xs}]) :- ( {var|ground|nonvar|integer|atom}({X}) -> {X} = {any} ; {X} = {any} ),
    {p}_rest({Xs}).

5 anys > anys
{p}({L:anys}, {R}) :- {p}_dl({L}, {R}, {T}), {.goal*}, {.close}, {T} = {anys}.
{p}_dl([], {T}, {T}).
{p}_dl([{X:any}|{Xs}], [{X}|{R}], {T}) :- {:test}, !, {p}_dl({Xs}, {R}, {T}).
{p}_dl([{X:any}|{Xs}], {R}, {T}) :- {p}_dl({Xs}, {R}, {T}).

4 anys > anys
{p}({L:anys}, {R}) :- {p}_dl({L}, {R}-[{any}]).
{p}_dl([], {T}-{T}).
{p}_dl([{X:any}|{Xs}], {R}-{T}) :- {p}_dl({Xs}, {R}-[{any}|{T}]).

4 tree > anys
{p}({T:tree}, {L}) :- {p}_walk({T}, {L}, {E}), {E} = {[]|[]|[end]}.
{p}_walk(t, {L}, {L}).
{p}_walk(t({A}, {X:int}, {B}), {L}, {Z}) :- {p}_walk({A}, {L}, [{any}|{M}]), {p}_walk({B}, {M}, {Z}).

4 tree > tree
{p}({T:tree}, {R}) :- {p}_walk({T}, {M}, {R}, 0, {N:int}), {M} = {int}.
{p}_walk(t, {_}, t, {N}, {N}).
{p}_walk(t({A}, {X:int}, {B}), {M}, t({C}, {M}, {D}), {N0:int}, {N}) :- {N1} is {N0} + {X},
    {p}_walk({A}, {M}, {C}, {N1}, {N2}), {p}_walk({B}, {M}, {D}, {N2}, {N}).

4 ints > any
{p}({L:ints}, {R}) :- {p}_min({L}, 99, {M}, {M}, {R}).
{p}_min([], {M}, {M}, {_}, []).
{p}_min([{X:int}|{Xs}], {M0:int}, {M}, {Y}, [{Y}-{any}|{Ys}]) :- {M1} is {min|max}({X}, {M0}),
    {p}_min({Xs}, {M1}, {M}, {Y}, {Ys}).

5 ints > int
{p}([], {~int}).
{p}([{X:int}|{Xs}], {S}) :- {p}({Xs}, {T:int}), {:test}, {S} is {int} {+|-} {int}.
{p}([{X:int}|{Xs}], {S}) :- {S} = {T}, {p}({Xs}, {T}).

5 ints any > any
{p}([], {A}, {A}).
{p}([{X:int}|{Xs}], {A:any}, {R}) :- {R} = f({B}, {C}), {.goal*}, {.close}, {p}({Xs}, {any}, {B}),
    {C} = {any}.

4 pairs key > any
{p}({P:pairs}, {K:key}, {V}) :- member({K}-{W}, {P}), {V} = {W}.
{p}({P:pairs}, {K:key}, {V}) :- \+ memberchk({K}-_, {P}), {V} = none({X}), {X} = {any}.
{p}({P:pairs}, {_}, {P}) :- {:test}.

1 atoms > pairs
{p}({L:atoms}, {T}) :- {p}_all({L}, {T}), {p}_end({T}, 0).
{p}_all([], {_}).
{p}_all([{X:atom}|{Xs}], {T}) :- {p}_look({X}, {T}, {_V}), {p}_all({Xs}, {T}).
{p}_look({K}, [{K}-{V}|{_}], {V}) :- !.
{p}_look({K}, [{_}|{T}], {V}) :- {p}_look({K}, {T}, {V}).
{p}_end([], {_}) :- !.
{p}_end([{_}-{V}|{T}], {N:int}) :- {V} = {N}, {M} is {N} + 1, {p}_end({T}, {M}).

1 anys > any
{p}({L:anys}, {R}) :- maplist({p}_rec, {L}, {R}), maplist({p}_set({any}), {R}).
{p}_rec({X:any}, r({X}, {_}, {Y})) :- {Y} = {any}.
{p}_set({V}, r({_}, {V}, {_})).

4 anys > any any
{p}({L:anys}, {R}, {S}) :- same_length({L}, {M}), {.goal*}, {.close}, maplist([{A},
    {B}]>>( {B} = {A}-{S} ), {L}, {M}), {R} = {M}, {S} = {any}.

4 atoms > any anys
{p}({L:atoms}, {X}, {R}) :- phrase({p}_g({X}), {L}, {R}).
{p}_g([{X}|{Xs}]) --> [{X}], { {:test} }, {p}_g({Xs}).
{p}_g([]) --> {[]|[a]|\+ [b]}.
{p}_g({X}), [{atom}] --> [{X}], { {X} == {a|b|x} }.

3 atoms > any
{p}({L:atoms}, {X}) :- phrase({p}_s({X}, {Y}), {L}), {Y} = {any}.
{p}_s(s({A}, {B}), {A}) --> {p}_t({B}), {p}_s2({B}, {A}).
{p}_s2({_}, {_}) --> [].
{p}_s2({B}, {B}) --> [{a|b|x}].
{p}_t(t({X})) --> [{X}].
{p}_t(u) --> [], { {:test} }.

3 small > any
{p}({N:small}, {X}) :- between({N}, {H}, {X}), {H} = {small}.
{p}({N:small}, {X}) :- {H} = {T}, {T} = {small}, between({N}, {H}, {X}).

3 anys anys > any any
{p}({L:anys}, {M:anys}, {A}, {B}) :- append({A}, {B}, {L}), {:test}, {A} \== {M}.
{p}({L:anys}, {M:anys}, {A}, {B}) :- append({L}, {A}, {M}), {B} = {any}.
{p}({L:anys}, {M:anys}, {A}, {B}) :- append({L}, {T}, {A}), {B} = f({T}), {T} = {anys}.

3 any any > any
{p}({X:any}, {Y:any}, {Z}) :- {p}_q({X}, {Z}, {W}), {W} = {any}.
{p}_q({X:any}, {Z}, {W}) :- {Z} = k({W}, {X}), ( {var|nonvar|ground|compound}({W}) -> true ; {:test} ).
{p}_q({X:any}, {Z}, {W}) :- {Z} = {W}, {:test}.
{p}_q({X}, {X}, {_}).

1 ints > any
{p}({L:ints}, {Q}) :- {p}_in({L}, {B}-{B}, {Q0}), {p}_out({Q0}, {Q}).
{p}_in([], {Q}, {Q}).
{p}_in([{X}|{Xs}], {F}-[{X}|{B}], {Q}) :- {p}_in({Xs}, {F}-{B}, {Q}).
{p}_out({F}-{B}, {F}) :- {B} = {[]|[]|[0]}.

3 any any > any
{p}({X:any}, {Y:any}, {R}) :- {R} = rec({A}, {B}, {C}), {p}_set({A}, {R}, {X}), {p}_set({B}, {R},
    {Y}), {C} = {any}.
{p}_set({A}, {R}, {V:any}) :- ( {A} = {V} ; {:test}, {A} = {any} ), {compound|nonvar}({R}).
"""

STYLE = Style.of(TERMS, SORTS, PREDICATES, WIDER)
