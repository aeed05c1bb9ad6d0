"""Random programs about odd data: text beyond ASCII, operators as atoms, edges of floats, big numbers."""

from __future__ import annotations

from random_templates import Style

TERMS = r"""
small: 0 ; 1 ; 2 ; 3 ; -1
int: 0 ; 1 ; -1 ; 7 ; -8 ; 63 ; 64 ; 65 ; 9007199254740993 ; 9223372036854775807 ; -9223372036854775808
int: 9223372036854775808 ; 1180591620717411303424 ; -1180591620717411303425 ; 4294967296 ; {small} ; {small}
rat: 1r2 ; -1r2 ; 3r2 ; 1r3 ; -7r3 ; 9007199254740993r4 ; {int}
float: 0.0 ; -0.0 ; 1.0 ; -1.5 ; 0.5 ; 2.5 ; -2.5 ; 1.0e22
float: 9007199254740992.0 ; 9.223372036854775e18 ; 1.0e300
float: 9007199254740993.0 ; 4503599627370496.5 ; 4503599627370497.5 ; 0.49999999999999994 ; 3.5 ; -0.5 ; 2.675
float: 9223372036854775808.0 ; -9223372036854775808.0 ; 1.0e16 ; 0.3 ; 1.7976931348623157e308
rat: 9007199254740993r2 ; 18014398509481985r2 ; -18014398509481987r4 ; 1r1180591620717411303424 ; 5r2 ; -5r2
int: 9007199254740992 ; 9007199254740995 ; -9007199254740993 ; 18446744073709551616 ; 18446744073709551615
int: 9223372036854774784 ; 9223372036854775295 ; -9223372036854775807 ; 4503599627370497 ; 1000000000000000000
float: 4.0e-320 ; 1.0e-7 ; 0.1 ; 100000.0 ; 1.0e15 ; 123456789012345.0 ; -1.0e-5
num: {int} ; {int} ; {float} ; {float} ; {rat} ; {small}
atom: a ; (+) ; (-) ; (*) ; (:-) ; (-->) ; (is) ; (mod) ; (\+)
atom: '[]' ; [] ; {} ; (!) ; (;) ; (',') ; '|' ; (=) ; '' ; ' '
atom: 'é' ; 'Ñ' ; '日本' ; '😀' ; 'a b' ; 'A' ; '1' ; '-1' ; '1.0'
atom: '\n' ; '\\' ; '''' ; '"' ; 'x\ty' ; 'ß' ; '_'
str: "" ; "a" ; "é日" ; "a,b" ; " a b " ; "1" ; "-1"
str: "1.5e3" ; "0x1f" ; "\n" ; "A" ; "//a//b//" ; "😀x" ; " 7"
text: {atom} ; {str} ; {num} ; abc ; "abc" ; {atom} ; {str}
term: f({any}) ; -({num}) ; -(-({small})) ; ({num}-{num}) ; (- - a) ; (\+ a)
term: ({any}):({any}) ; [{any}|{anys}]
term: {}({any}) ; '$VAR'({small}) ; s(s(s(s(s({any}))))) ; p({atom}, {str}, {num})
term: 'B c'({any}) ; -({any}, {any})
any: {num} ; {atom} ; {str} ; {term} ; {anys}
anys: [] ; [{any}] ; [{any}, {any}] ; [{num}, {num}, {num}] ; [{atom}, {str}] ; [{any}|{anys}]
nums: [] ; [{num}] ; [{num}, {num}] ; [{num}, {num}, {num}]
texts: [] ; [{text}] ; [{text}, {text}] ; [{atom}, {str}, {num}]
"""

WIDER = """
int: small
num: small int rat float
text: atom str num
any: small int rat float num atom str text term anys nums texts
anys: nums texts
"""

SORTS = r"""
goal: 9 {+num} is {num} {+|-|*|/|**|^} {num}
goal: 5 {+num} is ({num} {+|-|*} {num}) {/|**|^} {small}
goal: 5 {+num} is {num} {//|mod|rem|div|<<|>>|/\|\/|xor|rdiv} {num}
goal: 4 {+num} is {int} {//|mod|rem|div} {int}
goal: 4 {+num} is {int} {<<|>>} {small}
goal: 5 {+num} is {abs|sign|-|float|integer|truncate|round|ceiling|floor}({num})
goal: 1 {+num} is {float_integer_part|float_fractional_part}({num})
goal: 2 {+num} is {sqrt|exp|log|sin|atan|msb|rational|numerator|denominator}({num})
goal: 3 {+num} is {max|min|gcd}({num}, {num})
goal: 2 {+num} is {atan2|copysign|max|min|lcm|gcd|**|^}({num}, {num})
goal: 2 {+num} is {rationalize|rational|popcount|\\|float|integer|round}({num} {+|-|*|/} {num})
goal: 2 {+num} is {float|integer|truncate|round}({int} {/|rdiv} {int})
goal: 1 {+num} is {tan|acos|asin|sinh|cosh|tanh|asinh|acosh|atanh}({num})
goal: 1 {+num} is {pi|e|inf|nan|epsilon} {+|*|/} {num}
goal: 2 {plus|between}({num}, {num}, {?num})
goal: 1 succ({?num}, {?num})
goal: 1 {+num} is {text} + {num}
goal: 4 atom_length({text}, {?int})
goal: 4 {atom_chars|atom_codes|string_chars|string_codes}({text}, {+anys})
goal: 4 {atom_concat|string_concat}({text}, {text}, {?text})
goal: 3 {atom_concat|string_concat}({+text}, {+text}, {text})
goal: 4 atomic_list_concat({texts}, {text}, {?text})
goal: 2 atomic_list_concat({+anys}, {','|' '|a|'/'}, {text})
goal: 2 atomic_list_concat([{text}, {+atom}], {','|' '|'-'}, {text})
goal: 3 sub_atom({text}, {?small}, {?small}, {?small}, {?text})
goal: 3 sub_string({text}, {?small}, {small}, {?small}, {?str})
goal: 5 split_string({text}, {""|","|"/"|" ,"|"é"}, {""|" "|"/"|", "}, {?texts})
goal: 4 {atom_number|atom_string|number_string|term_to_atom}({text}, {?text})
goal: 3 {atom_number|number_codes|number_string}({+any}, {text})
goal: 3 {upcase_atom|downcase_atom|string_upper|string_lower}({text}, {?text})
goal: 3 {text_to_string|string_to_atom|string_length}({text}, {?text})
goal: 2 string_code({small}, {text}, {?int})
goal: 2 {nth0|nth1}({?small}, {anys}, {?any})
goal: 2 {append|subtract|union|intersection|delete}({anys}, {anys}, {?anys})
goal: 2 {reverse|last|pairs_keys|pairs_values|keysort}({anys}, {?any})
goal: 2 format(atom({+atom}), {'~w ~a~n'|'~q~w'|'~d~w'|'~i~w'|'~c~w'|'~a~w'}, [{num}, {any}])
goal: 2 char_code({?atom}, {97|233|128512|10|0})
goal: 2 format(atom({+atom}), {'~w'|'~q'|'~a'|'~d'|'~p'|'~2f'|'~e'|'~s'|'~D'}, [{any}])
goal: 4 {msort|sort|list_to_set|list_to_ord_set|sum_list|max_list|min_list|max_member|length}({anys}, {+any})
goal: 3 sort(0, {@>=|@=<|@>|@<}, {anys}, {+anys})
goal: 3 {term} =.. {+anys}
goal: 3 {+any} =.. [{any}|{anys}]
goal: 3 functor({any}, {+any}, {+any})
goal: 2 functor({+any}, {any}, {small})
goal: 3 arg({?small}, {term}, {?any})
goal: 4 findall({X}, ( member({X:any}, {anys}), {:test} ), {+anys})
goal: 3 {setof|bagof}({X}-{Y}, ( member({X}, {anys}), member({Y}, {nums}) ), {+anys})
goal: 2 aggregate_all({sum|max|min|bag|set|count}({X}), member({X}, {nums}), {+any})
goal: 2 catch({+num} is {num} {/|**|//|>>} {num}, error({+any}, _), true)
goal: 2 copy_term({any}, {+any})
goal: 2 ( {:test} -> {R} = {any} ; {R} = {any} ), ground({R>any})
goal: 3 {:test}
goal: 3 {.call}
test: 5 {any} {==|\==|@<|@>|@=<|@>=|=|\=} {any}
test: 5 {num} {<|>|=<|>=|=:=|=\=} {num}
test: 3 {atom|atomic|integer|number|float|rational|compound|callable|is_list|string|ground}({any})
test: 2 compare({+any}, {any}, {any})
test: 2 memberchk({any}, {anys})
test: 1 \+ {:test}
"""

PREDICATES = r"""
5 any > any
{p}({~any}, {~any}).
{p}({~any}, {~any}).
{p}({~any}, {~any}).
{p}({X:any}, {R}) :- {.goal+}, {R} = {any}.

8 any any > any
{p}({X:any}, {Y:any}, {R}) :- {.goal+}, {.goal*}, {R} = {any}.

8 num num > num
{p}({X:num}, {Y:num}, {R}) :- {.goal+}, {.goal*}, {R} = {num}.
{p}({X:num}, {_}, {R}) :- {:test}, !, {R} is {X} {+|*|-} {num}.
{p}({X:num}, {Y:num}, {R}) :- {R} is {num} {/|//|+|*} {num}.

6 text text > any
{p}({X:text}, {Y:text}, {R}) :- {.goal+}, {.goal*}, {R} = {any}.

4 term > any
{p}(s({X:any}), {R}) :- !, {p}({X}, {R}).
{p}(-({X:any}), {R}) :- {.goal*}, {R} = {any}.
{p}({X:any}, {R}) :- {.goal*}, {R} = {any}.

4 anys any > any
{p}([], {A:any}, {A}).
{p}([{X:any}|{Xs}], {A:any}, {R}) :- {.goal*}, {p}({Xs}, {any}, {R}).
"""

STYLE = Style.of(TERMS, SORTS, PREDICATES, WIDER)
