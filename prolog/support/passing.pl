/*  Rules by which a player may move again, for programs in which the players alternate: between two moves of one
    player the other one passes.

    Where Next follows Pos, and the player who moved in Pos is to move in Next as well, pass(Player, Next) follows
    instead: Player, the other one (max or min), is to move there, and has one move, called pass, which leads to
    Next. A pass is worth what Next is worth, and is no end. All other positions are the rules' own.

    `unpassed:` marks a goal that the rules prove. The text is loaded into module `passing`, and the compiler
    (overlays.py) takes it too, so that all engines have the same passes; passing.py in pydecl/model is its twin.
*/

moves(Pos, Nexts) :-
    (   Pos = pass(_, Next)
    ->  Nexts = [Next]
    ;   unpassed:moves(Pos, Nexts0), !,           % drops: a second list of successors
        mover(Pos, Mover),
        turns(Nexts0, Mover, Nexts)
    ).

move(Pos, Next) :-
    (   Pos = pass(_, Next0)
    ->  Next = Next0
    ;   mover(Pos, Mover),
        unpassed:move(Pos, Next0),
        turn(Mover, Next0, Next)
    ).

move(Pos, Move, Next) :-
    (   Pos = pass(_, Next0)
    ->  Move = pass,
        Next = Next0
    ;   mover(Pos, Mover),
        unpassed:move(Pos, Move, Next0),
        turn(Mover, Next0, Next)
    ).

max_to_move(Pos) :-
    (   Pos = pass(Player, _)
    ->  Player == max
    ;   unpassed:max_to_move(Pos)
    ).

min_to_move(Pos) :-
    (   Pos = pass(Player, _)
    ->  Player == min
    ;   unpassed:min_to_move(Pos)
    ).

staticval(Pos, Val) :-
    (   Pos = pass(_, Next)
    ->  unpassed:staticval(Next, Val)
    ;   unpassed:staticval(Pos, Val)
    ).

terminalwon(Pos) :-
    Pos \= pass(_, _),
    unpassed:terminalwon(Pos).

terminallost(Pos) :-
    Pos \= pass(_, _),
    unpassed:terminallost(Pos).

turbulent(Pos) :-
    (   Pos = pass(_, Next)
    ->  unpassed:turbulent(Next)
    ;   unpassed:turbulent(Pos)
    ).

plausible(Pos, Next) :-
    (   Pos = pass(_, _)
    ->  true
    ;   Next = pass(_, Next0)
    ->  unpassed:plausible(Pos, Next0)
    ;   unpassed:plausible(Pos, Next)
    ).

chance(Pos, Prob, Next) :-
    Pos \= pass(_, _),
    unpassed:chance(Pos, Prob, Next).

canonical(Pos, Same) :-
    (   Pos = pass(Player, Next)
    ->  Same = pass(Player, Next1),
        unpassed:canonical(Next, Next1)
    ;   unpassed:canonical(Pos, Same)
    ).

position_text(Pos, Codes, Rest) :-
    (   Pos = pass(Player, Next)
    ->  passes(Player, Line),
        unpassed:position_text(Next, Codes, Codes1),
        append(Line, Rest, Codes1)
    ;   unpassed:position_text(Pos, Codes, Rest)
    ).

position_picture(Pos, Parts, Rest) :-
    (   Pos = pass(_, Next)
    ->  unpassed:position_picture(Next, Parts, Rest)
    ;   unpassed:position_picture(Pos, Parts, Rest)
    ).

passes(max, `\nMAX passes`).
passes(min, `\nMIN passes`).

%   mover(+Pos, -Mover): who is to move in a position of the rules, or none.

mover(Pos, Mover) :-
    (   unpassed:max_to_move(Pos)
    ->  Mover = max
    ;   unpassed:min_to_move(Pos)
    ->  Mover = min
    ;   Mover = none
    ).

%   turns(+Nexts0, +Mover, -Nexts): the same with the passes; what is no proper list stays so.

turns(Nexts0, Mover, Nexts) :-
    (   nonvar(Nexts0),
        Nexts0 = [Next0|Rest0]
    ->  Nexts = [Next|Rest],
        turn(Mover, Next0, Next),
        turns(Rest0, Mover, Rest)
    ;   Nexts = Nexts0
    ).

%   turn(+Mover, +Next0, -Next): Next0, or the pass before it if Mover is to move again.

turn(Mover, Next0, Next) :-
    (   again(Mover, Next0)
    ->  other(Mover, Player),
        Next = pass(Player, Next0)
    ;   Next = Next0
    ).

again(max, Next) :-
    known(Next),
    unpassed:max_to_move(Next),
    \+ unpassed:min_to_move(Next).
again(min, Next) :-
    known(Next),
    unpassed:min_to_move(Next),
    \+ unpassed:max_to_move(Next).

%   known(+Pos): what is none breaks the contract, which the search finds out.

known(Pos) :-
    ground(Pos),
    acyclic_term(Pos).

other(max, min).
other(min, max).
