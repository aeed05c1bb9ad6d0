:- module(pydecl_adapting,
          [ as_it_is/1,                 % +PIs
            decided_facts/1,            % -Decided
            defines/1,                  % +PI
            elsewhere/3,                % +Path, +Term, -Part
            negated/2,                  % +Val0, -Val
            unlike/2,                   % +Format, +Args
            picture/3                   % :Goal, -Codes, ?Rest
          ]).

/*  What the adapters of `conventions/` have in common. They are loaded into module `adapted`.

    Whoever compiles a stranger's rules compiles the adapter with them (`pydecl/compiler/consulted.py`). So in an
    adapter `rules:` marks what the stranger's clauses prove, `:- if` asks defines/1 alone, and

        decided(PI)     says that PI has the same answers whenever it is asked, all of it unbound: they are
                        worked out here, and are facts for the compiler
*/

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

%!  decided_facts(-Decided) is det.
%
%   Decided has decided(Name, Arity, Facts) for told/2, and for each PI that the adapter calls decided(PI).
%   Variables in Facts are numbered.

decided_facts(Decided) :-
    (   current_predicate(adapted:told/2)
    ->  findall(decided(Name, Arity, Facts),
                ( ( Name/Arity = told/2
                  ; current_predicate(adapted:decided/1), adapted:decided(Name/Arity)
                  ),
                  current_predicate(adapted:Name/Arity),
                  functor(Fact, Name, Arity),
                  findall(Fact, adapted:Fact, Facts) ),
                Decided),
        numbervars(Decided, 0, _, [functor_name('pydecl_')])
    ;   Decided = []
    ).

%!  elsewhere(+Path, +Term, -Part) is semidet.
%
%   Part is what Term, which does not look as other states do, has at Path, a list of argument numbers.

elsewhere([], Part, Part).
elsewhere([N|Path], Term, Part) :-
    compound(Term),
    arg(N, Term, Arg),
    elsewhere(Path, Arg, Part).

%!  negated(+Val0, -Val) is det.
%
%   Val is -Val0; what is no number stays as it is, for the contract to refuse.

negated(Val0, Val) :-
    (   number(Val0)
    ->  Val is -Val0
    ;   opposite(Val0, Val)
    ).

opposite(Val0, Val) :-
    (   Val0 == inf
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
