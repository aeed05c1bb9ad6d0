:- module(pydecl_adapting,
          [ as_it_is/1,                 % +PIs
            defines/1,                  % +PI
            negated/2,                  % +Val0, -Val
            unlike/2,                   % +Format, +Args
            picture/3                   % :Goal, -Codes, ?Rest
          ]).

/*  What the adapters of `conventions/` have in common. They are loaded into module `adapted`. */

%!  as_it_is(+PIs) is det.
%
%   The rules mean by PIs what pydecl does: the adapter takes over those that they define.

as_it_is(PIs) :-
    forall(( member(PI, PIs), defines(PI) ), adapted:import(rules:PI)).

%!  defines(+PI) is semidet.
%
%   The rules define PI.

defines(Name/Arity) :-
    current_predicate(rules:Name/Arity).

%!  negated(+Val0, -Val) is det.
%
%   Val is -Val0; what is no number stays as it is, for the contract to refuse.

negated(Val0, Val) :-
    (   number(Val0)
    ->  Val is -Val0
    ;   Val0 == inf
    ->  Val = -inf
    ;   Val0 == -inf
    ->  Val = inf
    ;   Val = Val0
    ).

%!  unlike(+Format, +Args) is erroneous.
%
%   The rules break their convention; Format and Args, as of format/2, say how, in the words of their author.

unlike(Format, Args) :-
    format(string(Text), Format, Args),
    throw(pydecl(convention(said(Text)))).

%!  picture(:Goal, -Codes, ?Rest) is semidet.
%
%   Codes, up to Rest, is what Goal prints, once. Fails where that is nothing, or steers a terminal.

:- meta_predicate picture(0, -, ?).

picture(Goal, Codes, Rest) :-
    with_output_to(string(Text0), once(Goal)),
    split_string(Text0, "", "\n", [Text]),
    Text \== "",
    \+ sub_string(Text, _, _, _, "\e"),
    string_codes(Text, Codes0),
    append(Codes0, Rest, Codes).
