:- module(pydecl_value_iteration,
          [ values/4,                   % +Roots, +Bound, -Count, -Values
            value_of/4                  % +N, +Values, -Lower, -Upper
          ]).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module('../support/attached').
:- use_module(outcome, [reachable/4]).

/*  Value iteration: the expected outcomes of all positions of a game of chance, between two bounds.

    Sources: S. Haddad, B. Monmege, 'Interval iteration algorithm for MDPs and IMDPs', 2018; E. Kelmendi, J.
    Krämer, J. Křetínský, M. Weininger, 'Value iteration for simple stochastic games', CAV 2018; K. Phalakarn, T.
    Takisaka, T. Haas, I. Hasuo, 'Widest paths and global propagation in bounded value iteration for stochastic
    games', CAV 2020. The twin, pydecl/programs/value_iteration.py, says why the bounds meet.

    A won end is worth 1, a lost one -1, a drawn one 0, and so is endless play. MAX takes the best of what follows,
    MIN the worst, and chance the mean. The components of positions that lead to each other are swept one by one,
    each after those that it leads to. Where play can stay in a component for ever, its upper bounds are deflated
    now and then to what is worth the best way out, or 0, and the lower ones are raised likewise.

    The graph is that of outcome.pl, with the probabilities of what follows a chance node in the place of Left. All
    that is found out is kept by position, and changed in place:

        values(Graph, Home, Lowers, Uppers, Worth, Sweeps)

    Home are the numbers of the components, Lowers and Uppers the bounds. Worth is what the ways out of one
    component are worth, and 2.0, more than anything, elsewhere. Sweeps are those of the component that took most of them.
*/

:- set_prolog_flag(optimise, true).

most_sweeps(100000).                    % of a component; then its gap stays
deflating(8).                           % of so many sweeps one deflates

%!  values(+Roots, +Bound, -Count, -Values) is det.
%
%   The bounds of all positions that can be reached from Roots, for value_of/4, no farther apart than Bound, if
%   they get there. The Count different ones among Roots have the first numbers, in their order.

values(Roots, Bound, Count, Values) :-
    reachable(Roots, chances, Count, Graph),
    garbage_collect,
    compound_name_arity(Graph, _, Size),
    maplist(filled(Size), [0,0.0,0.0,2.0], [Home,Lowers,Uppers,Worth]),
    Values = values(Graph, Home, Lowers, Uppers, Worth, 1),
    forall(arg(N, Graph, Node), set_end(N, Node, Values)),
    components(Graph, Home, Parts),
    longest_chain(Parts, Graph, Size, Longest),
    Share is Bound / max(1, Longest),
    forall(member(Part, Parts), settle(Part, Share, Values)).

filled(Size, Value, Array) :-
    length(List, Size),
    maplist(=(Value), List),
    compound_name_arguments(Array, by_position, List).

%!  value_of(+N, +Values, -Lower, -Upper) is det.

value_of(N, values(_, _, Lowers, Uppers, _, _), Lower, Upper) :-
    arg(N, Lowers, Lower),
    arg(N, Uppers, Upper).

%   chances(+Pos, -Mover, -Succs, -Odds): Mover may be chance; else Odds are none.

chances(Pos, Mover, Succs, Odds) :-
    (   followers(Pos, Mover, Nexts)
    ->  (   Mover == chance
        ->  pairs_keys_values(Nexts, Probs, Succs),
            maplist(float_of, Probs, Floats),
            compound_name_arguments(Odds, odds, Floats)
        ;   Succs = Nexts,
            Odds = odds
        )
    ;   end(Pos, Mover, _),
        Succs = [],
        Odds = odds
    ).

float_of(Prob, Float) :-
    Float is float(numerator(Prob)) / float(denominator(Prob)).

set_end(N, node(Pos, _, Nexts, _, _, _), values(_, _, Lowers, Uppers, _, _)) :-
    in_time,
    (   compound_name_arity(Nexts, _, 0)
    ->  end_value(Pos, Value),
        nb_setarg(N, Lowers, Value),
        nb_setarg(N, Uppers, Value)
    ;   true
    ).

end_value(Pos, Value) :-
    (   decided(Pos, Outcome)
    ->  worth(Outcome, Value)
    ;   leaf(Pos),
        Value = 0.0
    ).

worth(won, 1.0).
worth(lost, -1.0).

%   components(+Graph, +Home, -Parts): the strongly connected components, each after those that it leads to, as R.
%   Tarjan finds them ('Depth-first search and linear graph algorithms', SIAM Journal on Computing 1:2, 1972).
%   In Home each position has the number of its component.

components(Graph, Home, Parts) :-
    compound_name_arity(Graph, _, Size),
    maplist(filled(Size), [0,0], [Entered,Lowest]),
    State = met(0, 0, Entered, Lowest, Home),
    numlist(1, Size, Numbers),
    visit_each(Numbers, Graph, State, [], _, Parts, []).

visit_each([], _, _, Stack, Stack, Parts, Parts).
visit_each([N|Ns], Graph, State, Stack0, Stack, Parts0, Parts) :-
    arg(3, State, Entered),
    arg(N, Entered, Met),
    (   Met =:= 0
    ->  visit(N, Graph, State, Stack0, Stack1, Parts0, Parts1)
    ;   Stack1 = Stack0,
        Parts1 = Parts0
    ),
    visit_each(Ns, Graph, State, Stack1, Stack, Parts1, Parts).

visit(N, Graph, State, Stack0, Stack, Parts0, Parts) :-
    in_time,
    arg(1, State, Met0),
    Met is Met0 + 1,
    nb_setarg(1, State, Met),
    State = met(_, _, Entered, Lowest, Home),
    nb_setarg(N, Entered, Met),
    nb_setarg(N, Lowest, Met),
    arg(N, Graph, node(_, _, Nexts, _, _, _)),
    visit_nexts(1, Nexts, N, Graph, State, [N|Stack0], Stack1, Parts0, Parts1),
    arg(N, Lowest, Low),
    (   Low =:= Met
    ->  arg(2, State, Count0),
        Count is Count0 + 1,
        nb_setarg(2, State, Count),
        unstacked(Stack1, N, Count, Home, Part, Stack),
        Parts1 = [Part|Parts]
    ;   Stack = Stack1,
        Parts = Parts1
    ).

visit_nexts(K, Nexts, N, Graph, State, Stack0, Stack, Parts0, Parts) :-
    (   arg(K, Nexts, Next)
    ->  State = met(_, _, Entered, Lowest, Home),
        arg(Next, Entered, Met),
        (   Met =:= 0
        ->  visit(Next, Graph, State, Stack0, Stack1, Parts0, Parts1),
            arg(Next, Lowest, Low),
            arg(Next, Home, Done),
            lowered(Done, Low, N, Lowest)
        ;   Stack1 = Stack0,
            Parts1 = Parts0,
            arg(Next, Home, Done),
            lowered(Done, Met, N, Lowest)
        ),
        K1 is K + 1,
        visit_nexts(K1, Nexts, N, Graph, State, Stack1, Stack, Parts1, Parts)
    ;   Stack = Stack0,
        Parts = Parts0
    ).

lowered(Done, Low, N, Lowest) :-
    (   Done =:= 0,
        arg(N, Lowest, Low0),
        Low < Low0
    ->  nb_setarg(N, Lowest, Low)
    ;   true
    ).

unstacked([M|Stack0], N, Count, Home, [M|Part], Stack) :-
    nb_setarg(M, Home, Count),
    (   M =:= N
    ->  Part = [],
        Stack = Stack0
    ;   unstacked(Stack0, N, Count, Home, Part, Stack)
    ).

cyclic([_,_|_], _).
cyclic([N], Graph) :-
    arg(N, Graph, node(_, _, Nexts, _, _, _)),
    arg(_, Nexts, N), !.                % drops: the same once more

%   longest_chain(+Parts, +Graph, +Size, -Longest): so many components with cycles lie one after the other at the
%   most: the gap of each adds to that of the next.

longest_chain(Parts, Graph, Size, Longest) :-
    filled(Size, 0, Chains),
    forall(member(Part, Parts), set_chain(Part, Graph, Chains)),
    compound_name_arguments(Chains, _, Lengths),
    max_list([0|Lengths], Longest).

set_chain(Part, Graph, Chains) :-
    findall(Length, ( next_of(Part, Graph, Next), arg(Next, Chains, Length) ), Lengths),
    max_list([0|Lengths], Below),
    (   cyclic(Part, Graph)
    ->  Chain is Below + 1
    ;   Chain = Below
    ),
    forall(member(N, Part), nb_setarg(N, Chains, Chain)).

next_of(Part, Graph, Next) :-
    member(N, Part),
    arg(N, Graph, node(_, _, Nexts, _, _, _)),
    arg(_, Nexts, Next).

%   settle(+Part, +Share, +Values): find the bounds of a component; those of what it leads to are known.

settle(Part, Share, Values) :-
    in_time,
    Values = values(Graph, _, Lowers, Uppers, _, Most),
    (   cyclic(Part, Graph)
    ->  iterate(Part, Share, Values, Sweeps),
        (   Sweeps > Most
        ->  nb_setarg(6, Values, Sweeps)
        ;   true
        )
    ;   Part = [N],
        arg(N, Graph, Node),
        arg(3, Node, Nexts),
        (   compound_name_arity(Nexts, _, 0)
        ->  true
        ;   backed_up(Node, Lowers, Lower),
            backed_up(Node, Uppers, Upper),
            nb_setarg(N, Lowers, Lower),
            nb_setarg(N, Uppers, Upper)
        )
    ).

%   iterate(+Part, +Share, +Values, -Sweeps): sweep a component until its bounds are no farther apart than those of
%   its exits, and Share.

iterate(Part, Share, Values, Sweeps) :-
    Values = values(Graph, Home, Lowers, Uppers, _, _),
    Part = [First|_],
    arg(First, Home, Here),
    findall(Next, ( next_of(Part, Graph, Next), \+ arg(Next, Home, Here) ), Exits),
    foldl(wider(Lowers, Uppers), Exits, 0.0, Gap0),
    foldl(lower(Lowers), Exits, 0.0, Least),
    foldl(higher(Uppers), Exits, 0.0, Most),
    Gap is Gap0 + Share,
    forall(member(N, Part), ( nb_setarg(N, Lowers, Least), nb_setarg(N, Uppers, Most) )),
    staying(Part, Graph, Endless),
    sweeps(0, Part, Endless, Gap, Values, Sweeps).

wider(Lowers, Uppers, N, Gap0, Gap) :-
    arg(N, Lowers, Lower),
    arg(N, Uppers, Upper),
    Gap is max(Gap0, Upper - Lower).

lower(Lowers, N, Least0, Least) :-
    arg(N, Lowers, Lower),
    Least is min(Least0, Lower).

higher(Uppers, N, Most0, Most) :-
    arg(N, Uppers, Upper),
    Most is max(Most0, Upper).

sweeps(Sweeps0, Part, Endless, Gap, Values, Sweeps) :-
    in_time,
    Values = values(_, _, Lowers, Uppers, _, _),
    most_sweeps(Limit),
    foldl(wider(Lowers, Uppers), Part, 0.0, Widest),
    (   Sweeps0 < Limit,
        Widest > Gap
    ->  Moved = moved(false),
        sweep(Part, Values, Moved),
        deflating(Often),
        (   Sweeps0 mod Often =\= 0,
            arg(1, Moved, true)
        ->  true
        ;   deflate(Endless, Values, Moved)
        ),
        Sweeps1 is Sweeps0 + 1,
        (   arg(1, Moved, true)
        ->  sweeps(Sweeps1, Part, Endless, Gap, Values, Sweeps)
        ;   Sweeps = Sweeps1            % the rounding of numbers lets them come no closer
        )
    ;   Sweeps = Sweeps0
    ).

sweep([], _, _).
sweep([N|Ns], Values, Moved) :-
    Values = values(Graph, _, Lowers, Uppers, _, _),
    arg(N, Graph, Node),
    backed_up(Node, Lowers, Lower),
    raise_to(N, Lower, Lowers, Moved),
    backed_up(Node, Uppers, Upper),
    lower_to(N, Upper, Uppers, Moved),
    sweep(Ns, Values, Moved).

raise_to(N, Lower, Lowers, Moved) :-
    (   arg(N, Lowers, Lower0),
        Lower > Lower0
    ->  nb_setarg(N, Lowers, Lower),
        nb_setarg(1, Moved, true)
    ;   true
    ).

lower_to(N, Upper, Uppers, Moved) :-
    (   arg(N, Uppers, Upper0),
        Upper < Upper0
    ->  nb_setarg(N, Uppers, Upper),
        nb_setarg(1, Moved, true)
    ;   true
    ).

%   backed_up(+Node, +Bounds, -Value): what a position is worth by what follows.

backed_up(node(_, Mover, Nexts, Odds, _, _), Bounds, Value) :-
    backed_up(Mover, Nexts, Odds, Bounds, Value).

backed_up(max, Nexts, _, Bounds, Value) :-
    arg(1, Nexts, Next),
    arg(Next, Bounds, Value0),
    greatest(2, Nexts, Bounds, Value0, Value).
backed_up(min, Nexts, _, Bounds, Value) :-
    arg(1, Nexts, Next),
    arg(Next, Bounds, Value0),
    least(2, Nexts, Bounds, Value0, Value).
backed_up(chance, Nexts, Odds, Bounds, Value) :-
    mean(1, Nexts, Odds, Bounds, 0.0, 0.0, Value).

greatest(K, Nexts, Bounds, Value0, Value) :-
    (   arg(K, Nexts, Next)
    ->  arg(Next, Bounds, Value1),
        Value2 is max(Value0, Value1),
        K1 is K + 1,
        greatest(K1, Nexts, Bounds, Value2, Value)
    ;   Value = Value0
    ).

least(K, Nexts, Bounds, Value0, Value) :-
    (   arg(K, Nexts, Next)
    ->  arg(Next, Bounds, Value1),
        Value2 is min(Value0, Value1),
        K1 is K + 1,
        least(K1, Nexts, Bounds, Value2, Value)
    ;   Value = Value0
    ).

mean(K, Nexts, Odds, Bounds, Total0, Whole0, Mean) :-
    (   arg(K, Nexts, Next)
    ->  arg(K, Odds, Prob),
        arg(Next, Bounds, Value),
        Total is Total0 + Prob * Value,
        Whole is Whole0 + Prob,
        K1 is K + 1,
        mean(K1, Nexts, Odds, Bounds, Total, Whole, Mean)
    ;   Mean is Total0 / Whole0         % of equal values it is that value
    ).

%   staying(+Part, +Graph, -Endless): from these positions both players together can stay in the component for ever,
%   whatever chance does.

staying(Part, Graph, Endless) :-
    pairs_keys_values(Pairs, Part, Part),
    list_to_assoc(Pairs, All),
    staying(Part, Graph, All, Endless).

staying(Part, Graph, Left0, Endless) :-
    foldl(stays(Graph), Part, Left0-[], Left-Kept0),
    reverse(Kept0, Kept),
    (   same_length(Part, Kept)
    ->  Endless = Kept
    ;   staying(Kept, Graph, Left, Endless)
    ).

stays(Graph, N, Left0-Kept, Left-Kept1) :-
    arg(N, Graph, node(_, Mover, Nexts, _, _, _)),
    (   can_stay(Mover, Nexts, Left0)
    ->  Left = Left0,
        Kept1 = [N|Kept]
    ;   del_assoc(N, Left0, _, Left),
        Kept1 = Kept
    ).

can_stay(chance, Nexts, Left) :-
    !,                                  % drops: one that stays is enough
    \+ ( arg(_, Nexts, Next), \+ get_assoc(Next, Left, _) ).
can_stay(_, Nexts, Left) :-
    arg(_, Nexts, Next),
    get_assoc(Next, Left, _), !.        % drops: the same once more

%   deflate(+Endless, +Values, +Moved): bring upper bounds down, and lower ones up, to 0 or the best way out.

deflate(Endless, Values, Moved) :-
    Values = values(Graph, _, Lowers, Uppers, Worth, _),
    ways_out(Endless, Graph, max, 1, Uppers, Worth),
    forall(( member(N, Endless), arg(N, Worth, Out) ),
           ( Upper is max(0.0, Out), lower_to(N, Upper, Uppers, Moved) )),
    ways_out(Endless, Graph, min, -1, Lowers, Worth),
    forall(( member(N, Endless), arg(N, Worth, Out) ),
           ( Lower is min(0.0, -Out), raise_to(N, Lower, Lowers, Moved) )),
    forall(member(N, Endless), nb_setarg(N, Worth, 2.0)).

%   ways_out(+Endless, +Graph, +Leaver, +Sign, +Bounds, +Worth): set Worth to what the best way out is worth that
%   Leaver can force, chance with him, to Leaver; -2.0 where there is none.

ways_out(Endless, Graph, Leaver, Sign, Bounds, Worth) :-
    forall(member(N, Endless), nb_setarg(N, Worth, -2.0)),
    repeat,
    in_time,
    Moved = moved(false),
    forall(member(N, Endless),
           ( arg(N, Graph, node(_, Mover, Nexts, _, _, _)),
             findall(Out, way_out(Mover, Leaver, Sign, Nexts, Bounds, Worth, Out), Outs),
             best_way(Mover, Leaver, Outs, Best),
             raise_to(N, Best, Worth, Moved) )),
    arg(1, Moved, false), !.            % drops: the same once more

way_out(Mover, Leaver, Sign, Nexts, Bounds, Worth, Out) :-
    arg(_, Nexts, Next),
    arg(Next, Worth, Out0),
    (   Mover == Leaver
    ->  arg(Next, Bounds, Bound),
        Out is min(Out0, Sign * Bound)
    ;   Out = Out0
    ).

best_way(Mover, Leaver, Outs, Best) :-
    (   ( Mover == Leaver ; Mover == chance )
    ->  max_list(Outs, Best)
    ;   min_list(Outs, Best)
    ).
