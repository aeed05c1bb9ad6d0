/*  Library predicates that are written in Prolog, over the primitives of `library.py`: texts.

    Text. Its primitives are $codes/2, $atom_of/2 and $string_of/2: a text is its list of codes, and made of one.
    A given result must be of the kind that is made: SWI-Prolog compares some others as texts, and rejects some.
*/

'$text'(Text, Codes) :- '$known'(Text), '$codes'(Text, Codes).
'$words'(Text, Codes) :- ( number(Text) -> throw(error(type_error(text, Text), _)) ; '$text'(Text, Codes) ).
'$known'(Term) :- ( var(Term) -> throw(error(instantiation_error, _)) ; true ).
'$to_atom'(Codes, Atom) :-
    ( var(Atom) -> true ; atom(Atom) -> true ; '$uncovered'('a given result that is no atom') ),
    '$atom_of'(Codes, Atom0), Atom = Atom0.
'$to_string'(Codes, String) :-
    ( var(String) -> true ; string(String) -> true ; '$uncovered'('a given result that is no string') ),
    '$string_of'(Codes, String0), String = String0.
'$to_codes'(Codes, List) :- '$given_list'(List, '$code'), List = Codes.
'$to_chars'(Codes, List) :- '$given_list'(List, '$char'), '$chars'(Codes, List).
'$chars'([], []).
'$chars'([Code|Codes], [Char|Chars]) :- '$atom_of'([Code], Char), '$chars'(Codes, Chars).
'$given_items'([], _).
'$given_items'([A|As], Kind) :- '$given_item'(A, Kind), '$given_items'(As, Kind).
'$given_item'(A, Kind) :- ( call(Kind, A, _) -> true ; '$uncovered'('a given item that is no such text') ).
'$any'(_, any).
'$name'(Atom, Atom) :- atom(Atom).
'$char'(Char, Code) :- atom(Char), '$codes'(Char, [Code]).
'$code'(Code0, Code) :-
    integer(Code0), ( Code0 < 0xd800 -> Code0 > 0 ; Code0 > 0xdfff, Code0 =< 0x10ffff ), Code is Code0.
'$size'(N) :- ( var(N) -> true ; '$must_be_integer'(N), ( N >= 0 -> true ; '$uncovered'('a given size below 0') ) ).

%   '$listed'(+List, -Codes): of a list of codes, or of characters, the codes.

'$listed'(List, Codes) :-
    '$known'(List),
    (   List = [A|_], atom(A)
    ->  '$listed'(List, '$char', Codes)
    ;   string(List)
    ->  '$codes'(List, Codes)
    ;   is_list(List)
    ->  '$listed'(List, '$code', Codes)
    ;   throw(error(type_error(list, List), _))
    ).
'$listed'([], _, []).
'$listed'([A|As], Kind, [Code|Codes]) :-
    ( call(Kind, A, Code0) -> Code = Code0 ; '$uncovered'('a text with what is no character') ),
    '$listed'(As, Kind, Codes).
atom_codes(Text, Codes) :- '$text_list'(Text, Codes, '$to_codes', '$to_atom').
atom_chars(Text, Chars) :- '$text_list'(Text, Chars, '$to_chars', '$to_atom').
string_codes(Text, Codes) :- '$text_list'(Text, Codes, '$to_codes', '$to_string').
string_chars(Text, Chars) :- '$text_list'(Text, Chars, '$to_chars', '$to_string').
'$text_list'(Text, List, To, Back) :-
    (   var(Text)
    ->  '$listed'(List, Codes), call(Back, Codes, Text)
    ;   '$codes'(Text, Codes), call(To, Codes, List)
    ).
char_code(Char, Code) :-
    (   var(Char)
    ->  '$known'(Code), '$must_be_integer'(Code),
        ( '$code'(Code, Code0) -> '$atom_of'([Code0], Char) ; '$uncovered'('an unusual character code') )
    ;   '$char'(Char, Code0)
    ->  ( var(Code) -> true ; '$code'(Code, _) -> true ; '$uncovered'('a given code that is none') ), Code = Code0
    ;   throw(error(type_error(character, Char), _))
    ).
number_codes(Number, Codes) :- '$number_list'(Number, Codes, '$to_codes').
number_chars(Number, Chars) :- '$number_list'(Number, Chars, '$to_chars').
'$number_list'(Number, Codes, To) :-
    (   nonvar(Number), \+ number(Number)
    ->  throw(error(type_error(number, Number), _))
    ;   nonvar(Number), \+ ground(Codes)
    ->  '$codes'(Number, Codes0), call(To, Codes0, Codes)
    ;   '$listed'(Codes, Codes0),
        ( '$number'(Codes0, Number0) -> Number = Number0 ; throw(error(syntax_error(illegal_number), _)) )
    ).
number_string(Number, String) :-
    (   nonvar(Number), \+ number(Number)
    ->  throw(error(type_error(number, Number), _))
    ;   var(String)
    ->  '$text'(Number, Codes), '$to_string'(Codes, String)
    ;   ( string(String) -> true ; '$uncovered'('a number in what is no string') ),
        '$codes'(String, Codes), '$number'(Codes, Number0), Number = Number0
    ).
atom_number(Atom, Number) :-
    (   var(Atom)
    ->  '$known'(Number),
        ( number(Number) -> true ; throw(error(type_error(number, Number), _)) ),
        '$codes'(Number, Codes), '$atom_of'(Codes, Atom)
    ;   ( atom(Atom) ; string(Atom) )
    ->  '$codes'(Atom, Codes), '$number'(Codes, Number0), Number = Number0
    ;   var(Number)
    ->  throw(error(type_error(atom, Atom), _))
    ;   '$uncovered'('the number of what is no atom')
    ).

%   '$number'(+Codes, -Number): the integer that a text writes; fails if it is plainly no number.

'$number'(Codes, Number) :-
    (   '$digits'(Codes, 0, Number0)
    ->  Number = Number0
    ;   Codes = [0'-|Digits], '$digits'(Digits, 0, Number0)
    ->  Number is -Number0
    ;   '$no_number'(Codes)
    ->  fail
    ;   '$uncovered'('a text that may be a number')
    ).
'$digits'([Code|Codes], N0, N) :-
    Code >= 0'0, Code =< 0'9, N1 is N0 * 10 + Code - 0'0,
    ( Codes = [] -> N = N1 ; '$digits'(Codes, N1, N) ).
'$no_number'([]).
'$no_number'([Code|Codes]) :-
    (   Codes = []
    ->  Code < 128
    ;   '$letters'([Code|Codes]), Code > 0'9,
        \+ ( member(Name, [inf,infinite,nan,epsilon]), '$codes'(Name, [Code|Codes]) )
    ).
'$letters'([]).
'$letters'([Code|Codes]) :-
    ( Code >= 0'a -> Code =< 0'z ; Code >= 0'A -> ( Code =< 0'Z -> true ; Code =:= 0'_ ) ; Code >= 0'0, Code =< 0'9 ),
    '$letters'(Codes).

%   Kinds of characters, in ASCII. Of alpha, to_lower and to_upper SWI-Prolog's versions think differently.

char_type(Char, Type) :-
    (   ground(Char), '$char'(Char, Code), Code < 128
    ->  '$type'(Type, Code, '$to_char')
    ;   '$uncovered'('no character of ASCII')
    ).
code_type(Code0, Type) :-
    ( ground(Code0), '$code'(Code0, Code), Code < 128 -> '$type'(Type, Code, =) ; '$uncovered'('no code of ASCII') ).
'$to_char'(Code, Char) :- '$to_atom'([Code], Char).
'$type'(Type, Code, To) :-
    (   var(Type)
    ->  '$uncovered'('all kinds of a character')
    ;   Type = digit(Weight)
    ->  (   var(Weight)
        ->  true
        ;   integer(Weight), Weight >= 0
        ->  true
        ;   '$uncovered'('such a weight of a digit')
        ),
        Code >= 0'0, Code =< 0'9, Weight is Code - 0'0
    ;   Type = upper(Lower)
    ->  Code >= 0'A, Code =< 0'Z, Code1 is Code + 32, call(To, Code1, Lower)
    ;   Type = lower(Upper)
    ->  Code >= 0'a, Code =< 0'z, Code1 is Code - 32, call(To, Code1, Upper)
    ;   atom(Type), '$ranges'(Type, Ranges)
    ->  once(( member(Low-High, Ranges), Code >= Low, Code =< High ))
    ;   '$uncovered'('such a kind of a character')
    ).
'$ranges'(alnum, [0'a-0'z,0'A-0'Z,0'0-0'9]).
'$ranges'(csym, [0'a-0'z,0'A-0'Z,0'0-0'9,0'_-0'_]).
'$ranges'(csymf, [0'a-0'z,0'A-0'Z,0'_-0'_]).
'$ranges'(digit, [0'0-0'9]).
'$ranges'(upper, [0'A-0'Z]).
'$ranges'(lower, [0'a-0'z]).
'$ranges'(space, [9-13,32-32]).
'$ranges'(white, [9-9,32-32]).
'$ranges'(punct, [33-47,58-64,91-96,123-126]).

%   One text as another

atom_length(Text, Length) :- '$text'(Text, Codes), '$size'(Length), length(Codes, Length0), Length = Length0.
string_length(Text, Length) :- atom_length(Text, Length).
atom_string(Atom, String) :- '$as_text'(Atom, String, '$to_atom', '$to_string').
string_to_atom(String, Atom) :- '$as_text'(String, Atom, '$to_string', '$to_atom').
'$as_text'(A, B, ToA, ToB) :-
    ( var(A) -> '$text'(B, Codes), call(ToA, Codes, A) ; '$codes'(A, Codes), call(ToB, Codes, B) ).
text_to_string(Text, String) :- '$words'(Text, Codes), '$to_string'(Codes, String).
upcase_atom(Text, Atom) :- '$text'(Text, Codes), '$recased'(Codes, 0'a, -32, Codes1), '$to_atom'(Codes1, Atom).
downcase_atom(Text, Atom) :- '$text'(Text, Codes), '$recased'(Codes, 0'A, 32, Codes1), '$to_atom'(Codes1, Atom).
string_upper(Text, String) :- '$text'(Text, Codes), '$recased'(Codes, 0'a, -32, Codes1), '$to_string'(Codes1, String).
string_lower(Text, String) :- '$text'(Text, Codes), '$recased'(Codes, 0'A, 32, Codes1), '$to_string'(Codes1, String).
'$recased'([], _, _, []).
'$recased'([Code0|Codes0], First, Step, [Code|Codes]) :-
    ( Code0 < 128 -> true ; '$uncovered'('capital or small letters beyond ASCII') ),
    ( Code0 >= First, Code0 < First + 26 -> Code is Code0 + Step ; Code = Code0 ),
    '$recased'(Codes0, First, Step, Codes).

%   Texts put together

atom_concat(A, B, C) :-
    ( nonvar(A), nonvar(B), var(C) -> '$atom_joined'(A, B, C) ; '$concat'(A, B, C, '$to_atom') ).
string_concat(A, B, C) :- '$concat'(A, B, C, '$to_string').
'$concat'(A, B, C, To) :-
    (   nonvar(A), nonvar(B)
    ->  '$codes'(A, As), '$codes'(B, Bs), append(As, Bs, Cs), call(To, Cs, C)
    ;   nonvar(A)
    ->  '$codes'(A, As), '$text'(C, Cs), append(As, Bs, Cs), call(To, Bs, B)
    ;   nonvar(B)
    ->  '$codes'(B, Bs), '$text'(C, Cs),
        length(Cs, N), length(Bs, M), I is N - M, '$split'(I, Cs, As, Bs), call(To, As, A)
    ;   '$text'(C, Cs), append(As, Bs, Cs), call(To, As, A), call(To, Bs, B)
    ).
atomic_list_concat(Texts, Text) :- '$joined'(Texts, [], Codes), '$to_atom'(Codes, Text).
atomics_to_string(Texts, Text) :- '$joined'(Texts, [], Codes), '$to_string'(Codes, Text).
atomic_list_concat(Texts, Between, Text) :-
    '$text'(Between, Bs),
    (   ground(Texts)
    ->  '$joined'(Texts, Bs, Codes), '$to_atom'(Codes, Text)
    ;   ( Bs = [] -> '$uncovered'('an empty separator') ; true ),
        '$given_list'(Texts, '$name'), '$text'(Text, Codes), '$pieces'(Codes, Bs, Texts0), Texts = Texts0
    ).
'$joined'(Texts, Between, Codes) :-
    '$known'(Texts), '$proper'(Texts),
    (   Texts = [Text|Others]
    ->  '$text'(Text, As), '$rest_joined'(Others, Between, Bs), append(As, Bs, Codes)
    ;   Codes = []
    ).
'$rest_joined'([], _, []).
'$rest_joined'([Text|Texts], Between, Codes) :-
    '$text'(Text, As), '$rest_joined'(Texts, Between, Bs), append(As, Bs, Cs), append(Between, Cs, Codes).
'$pieces'(Codes, Between, [Text|Texts]) :-
    (   append(Front, Rest, Codes), append(Between, Back, Rest)
    ->  '$atom_of'(Front, Text), '$pieces'(Back, Between, Texts)
    ;   '$atom_of'(Codes, Text), Texts = []
    ).

%   Texts taken apart

sub_atom(Text, Before, Length, After, Part) :- '$part'(Text, Before, Length, After, Part, '$to_atom').
sub_string(Text, Before, Length, After, Part) :- '$part'(Text, Before, Length, After, Part, '$to_string').
'$part'(Text, Before, Length, After, Part, To) :-
    '$text'(Text, Codes), '$size'(Before), '$size'(Length), '$size'(After), length(Codes, N),
    (   nonvar(Part)
    ->  '$different'(Before, Length), '$different'(Length, After), '$different'(After, Before),
        '$codes'(Part, Ps), length(Ps, Length0), Length = Length0,
        (   var(Before), nonvar(After)
        ->  Before0 is N - After - Length0, '$split'(Before0, Codes, _, Rest), '$split'(Length0, Rest, Ps, _),
            Before = Before0
        ;   '$front'(Before, Codes, Rest), '$split'(Length0, Rest, Ps, Back), length(Back, After0), After = After0
        )
    ;   nonvar(After)
    ->  End is N - After, '$split'(End, Codes, Inner, _),
        (   nonvar(Length)
        ->  Before0 is End - Length, '$split'(Before0, Inner, _, Ps), Before = Before0
        ;   '$front'(Before, Inner, Ps), length(Ps, Length)
        ),
        call(To, Ps, Part)
    ;   '$front'(Before, Codes, Rest),
        ( nonvar(Length) -> '$split'(Length, Rest, Ps, Back) ; append(Ps, Back, Rest), length(Ps, Length) ),
        length(Back, After), call(To, Ps, Part)
    ).
'$front'(N, List, Rest) :- ( nonvar(N) -> '$split'(N, List, _, Rest) ; append(Front, Rest, List), length(Front, N) ).
'$different'(A, B) :-
    ( var(A), A == B -> '$uncovered'('one variable for two results, of which SWI-Prolog 9.0.4 loses one') ; true ).
string_code(Index, Text, Code) :-
    '$words'(Text, Codes), '$size'(Index),
    ( nonvar(Code), \+ '$code'(Code, _) -> '$uncovered'('a given code that is none') ; true ),
    (   nonvar(Index)
    ->  Before is Index - 1, '$split'(Before, Codes, _, [Code|_])
    ;   append(Front, [Code|_], Codes), length(Front, Before), Index is Before + 1
    ).

%   As SWI-Prolog 9.0.4 does it: a field that ends at once, behind a separator that is no padding, is empty, and the
%   character 0 is in each set.

split_string(Text, Ends, Pad, Fields) :-
    '$words'(Text, Codes), '$words'(Ends, Es), '$words'(Pad, Ps), '$given_list'(Fields, '$any'),
    '$stripped'(Codes, [0|Ps], Codes1),
    '$fields'(Codes1, -1, [0|Es], [0|Ps], Fields0), Fields = Fields0.
'$fields'(Codes, Last, Ends, Pad, [Field|Fields]) :-
    (   Codes = [Code|_], ( memberchk(Last, Pad) -> true ; \+ memberchk(Code, Ends) )
    ->  '$skipped'(Codes, Pad, Codes1)
    ;   Codes1 = Codes
    ),
    '$field'(Codes1, Ends, Turned, Rest), '$skipped'(Turned, Pad, Turned1), reverse(Turned1, Codes2),
    '$string_of'(Codes2, Field),
    ( Rest = [End|Others] -> '$fields'(Others, End, Ends, Pad, Fields) ; Fields = [] ).
'$field'(Codes, Ends, Turned, Rest) :- '$field'(Codes, Ends, [], Turned, Rest).
'$field'([], _, Turned, Turned, []).
'$field'([Code|Codes], Ends, Turned0, Turned, Rest) :-
    (   memberchk(Code, Ends)
    ->  Turned = Turned0, Rest = [Code|Codes]
    ;   '$field'(Codes, Ends, [Code|Turned0], Turned, Rest)
    ).
'$stripped'(Codes, Pad, Stripped) :-
    '$skipped'(Codes, Pad, Codes1), reverse(Codes1, Turned), '$skipped'(Turned, Pad, Turned1),
    reverse(Turned1, Stripped).
'$skipped'([], _, []).
'$skipped'([Code|Codes], Pad, Rest) :- ( memberchk(Code, Pad) -> '$skipped'(Codes, Pad, Rest) ; Rest = [Code|Codes] ).
