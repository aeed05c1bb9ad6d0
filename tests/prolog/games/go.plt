/*  Tests of prolog/games/go.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/go.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/go').

:- begin_tests(go).

board(Height, Width) :-
    option(rows, Height),
    option(columns, Width).

option(Name, Value) :-
    Old =.. [Name,_],
    New =.. [Name,Value],
    retractall(user:Old),
    assertz(user:New).

names(Pos, Names) :-
    findall(Name, move(Pos, Name, _), Names).

%   line(+Name, +Pos0, -Pos): the moves of Name lead from Pos0 to Pos.

line([], Pos, Pos).
line([Name|Names], Pos0, Pos) :-
    move(Pos0, Name, Pos1),
    line(Names, Pos1, Pos).

games(Pos, Games) :-
    aggregate_all(count, end(Pos, _), Games).

end(Pos, End) :-
    (   \+ move(Pos, _, _)
    ->  End = Pos
    ;   move(Pos, _, Next),
        end(Next, End)
    ).

text(Pos, Text) :-
    phrase(position_text(Pos), Codes),
    string_codes(Text, Codes).

test('the start: an empty board, x to move, no board before',
     all(Pos == [go(x, [[e,e,e],[e,e,e],[e,e,e]], 0, [])])) :-
    initial(Pos).

test('the pass comes first, the points in reading order, a1 is bottom left',
     [ setup(board(2, 3)), cleanup(board(3, 3)), Names == [pass,a2,b2,c2,a1,b1,c1] ]) :-
    initial(Pos),
    names(Pos, Names).

test('a pass leaves the boards as they are, and a stone ends the passes',
     [ setup(board(1, 3)),
       cleanup(board(3, 3)),
       Pairs == [ [pass]-go(o, [[e,e,e]], 1, []),
                  [pass,pass]-go(x, [[e,e,e]], 2, []),
                  [pass,b1]-go(x, [[e,o,e]], 0, [[[e,e,e]]])
                ]
     ]) :-
    initial(Start),
    findall(Line-Pos,
            ( member(Line, [[pass],[pass,pass],[pass,b1]]), line(Line, Start, Pos) ),
            Pairs).

%   J. Tromp and G. Farnebäck, Combinatorics of Go, 2016, table 'number of games'.

test('as many games as published on 1x1, 1x2 and 1x3',
     [ cleanup(board(3, 3)), Counts == [1,9,907] ]) :-
    findall(Games,
            ( between(1, 3, Width), board(1, Width), initial(Pos), games(Pos, Games) ),
            Counts).

%   J. Tromp, Number of legal Go positions (tromp.github.io/go/legal.html).

test('on 2x2 there are 57 boards on which each group has a liberty', Count == 57) :-
    aggregate_all(count, legal([[_,_],[_,_]]), Count).

legal(Rows) :-
    cells(Rows),
    rows_board(Rows, Width, Board),
    groups(Width, Board, Groups),
    \+ memberchk(group(_, _, []), Groups).

cells(Rows) :-
    append(Rows, Cells),
    maplist([Cell]>>member(Cell, [e,x,o]), Cells).

test('the opponent\'s dead group leaves the board, not the mover\'s',
     all(Rows == [[[e,o,e],[o,o,e]]])) :-
    move(go(o, [[x,o,e],[e,o,e]], 0, []), a1, go(x, Rows, 0, _)).

test('a group may be put to death by its player',
     all(Rows == [[[e,e,o],[o,o,e]]])) :-
    move(go(x, [[x,e,o],[o,o,e]], 0, []), b2, go(o, Rows, 0, _)).

test('a stone may not, for the board would be the same', Names == [pass]) :-
    names(go(x, [[e,o,o,e]], 0, []), Names).

test('nobody retakes at once in a ko, only after another move', All == [true,false,true]) :-
    Ko = go(x, [[e,x,o,e,e],[x,o,e,o,e],[e,x,o,e,e]], 0, []),
    findall(Retakes,
            (   member(Line-Name, [[]-c2,[c2]-b2,[c2,e1,e3]-b2]),
                line(Line, Ko, Pos),
                (   move(Pos, Name, _)
                ->  Retakes = true
                ;   Retakes = false
                )
            ),
            All).

test('the value is the area of x less that of o: nobody has the points between', Vals == [0,9,0,1,0]) :-
    maplist(value_of,
            [ [[e,e,e],[e,e,e],[e,e,e]],
              [[e,e,e],[e,x,e],[e,e,e]],
              [[e,x,e],[x,e,o],[e,o,e]],
              [[e,x,o],[x,x,o],[x,o,e]],
              [[x,e,o]]
            ],
            Vals).

value_of(Rows, Val) :-
    findall(V, staticval(go(x, Rows, 0, []), V), [Val]).

test('o has the komi in advance, of any kind of number',
     [ cleanup(option(komi, 0)), Vals == [-1r2,0.5,0] ]) :-
    findall(Val,
            (   member(Komi, [3r2,0.5,1r1]),
                option(komi, Komi),
                value_of([[e,x,o],[x,x,o],[x,o,e]], Val)
            ),
            Vals).

test('after two passes nobody moves, and the larger area has won') :-
    maplist(two_passes, [[[e,x,e]], [[e,o,e]], [[x,e,o]]], [Won, Lost, Drawn]),
    forall(member(Pos, [Won,Lost,Drawn]), \+ move(Pos, _, _)),
    findall(Pos, ( member(Pos, [Won,Lost,Drawn]), terminalwon(Pos) ), [Won]),
    findall(Pos, ( member(Pos, [Won,Lost,Drawn]), terminallost(Pos) ), [Lost]).

two_passes(Rows, go(x, Rows, 2, [])).

test('the game goes on after one pass, and nobody has won') :-
    Pos = go(x, [[e,x,e]], 1, []),
    \+ terminalwon(Pos),
    names(Pos, [pass,a1,c1]).

test('the picture of a position', Text == "  2  x  .  .\n  1  .  o  .\n     a  b  c\no to move after a pass") :-
    text(go(o, [[x,e,e],[e,o,e]], 1, []), Text).

:- end_tests(go).
