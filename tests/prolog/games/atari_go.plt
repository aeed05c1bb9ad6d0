/*  Tests of prolog/games/atari_go.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/atari_go.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/atari_go').

:- begin_tests(atari_go).

size(Size) :-
    retractall(user:size(_)),
    assertz(user:size(Size)).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

names(Pos, Names) :-
    findall(Name, move(Pos, Name, _), Names).

reachable(Pos, Pos).
reachable(Pos, Last) :-
    move(Pos, _, Next),
    reachable(Next, Last).

%   wins(+Pos): who is to move in Pos wins.

wins(Pos) :-
    move(Pos, _, Next),
    \+ wins(Next),
    !.                                  % drops: other winning moves

%   liberties(+Pos, +Row, +Column, -Liberties): of the group there, by the definition:
%   all empty points next to a stone to which stones of its player lead.

liberties(atari_go(_, Rows), Row, Column, Liberties) :-
    cell(Rows, Row-Column, Player),
    group([Row-Column], Player, Rows, [], Stones),
    findall(Point, ( member(Stone, Stones), beside(Stone, Point), cell(Rows, Point, e) ), Points),
    sort(Points, Sorted),
    length(Sorted, Liberties).

group([], _, _, Stones, Stones).
group([Point|Points], Player, Rows, Stones0, Stones) :-
    (   \+ memberchk(Point, Stones0),
        cell(Rows, Point, Player)
    ->  findall(Near, beside(Point, Near), Nears),
        append(Nears, Points, Points1),
        group(Points1, Player, Rows, [Point|Stones0], Stones)
    ;   group(Points, Player, Rows, Stones0, Stones)
    ).

cell(Rows, Row-Column, Cell) :-
    nth1(Row, Rows, Cells),
    nth1(Column, Cells, Cell).

beside(Row0-Column0, Row-Column) :-
    member(Down/Right, [1/0, 0/1, -1/0, 0/(-1)]),
    Row is Row0 + Down,
    Column is Column0 + Right.

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start: an empty board, x to move',
     all(Pos == [atari_go(x, [[e,e,e,e],[e,e,e,e],[e,e,e,e],[e,e,e,e]])])) :-
    initial(Pos).

test('another fact size/1 gives another start',
     [ setup(size(2)), cleanup(size(4)), all(Pos == [atari_go(x, [[e,e],[e,e]])]) ]) :-
    initial(Pos).

test('the moves are in reading order, a1 is bottom left',
     [ setup(size(3)), cleanup(size(4)), Names == [a3,b3,c3,a2,b2,c2,a1,b1,c1] ]) :-
    initial(Pos),
    names(Pos, Names).

test('the ninth column is called j',
     [ setup(size(9)), cleanup(size(4)), Last == j1 ]) :-
    initial(Pos),
    names(Pos, Names),
    last(Names, Last).

test('a stone is put on an empty point, and the other is to move',
     all(Next == [atari_go(x, [[e,x,e],[e,e,o],[e,e,e]])])) :-
    move(atari_go(o, [[e,x,e],[e,e,e],[e,e,e]]), c2, Next).

%   Nobody can capture before the third stone. At four stones, of the 16*15*14*13 plays
%   4*2*13 do not happen, for x has captured a stone in a corner, and 4*2*13 are forbidden,
%   for o would put a stone in a corner between two of x.

test('leaves by depth on 4x4', Leaves == [16,240,3360,43472]) :-
    initial(Pos),
    findall(N, ( between(1, 4, Depth), leaves(Depth, Pos, N) ), Leaves),
    43472 =:= 16*15*14*13 - 2*4*2*13.

test('who takes the last liberty has won: the group stays, and nobody moves',
     all(Next == [atari_go(o, [[x,o,x],[e,x,e],[e,e,o]])])) :-
    move(atari_go(x, [[x,o,e],[e,x,e],[e,e,o]]), c3, Next),
    \+ move(Next, _, _),
    terminalwon(Next),
    \+ terminallost(Next),
    staticval(Next, 100).

test('o wins so too', all(Val == [-100])) :-
    move(atari_go(o, [[x,o,e],[e,x,e],[e,e,o]]), a2, Next),
    \+ move(Next, _, _),
    terminallost(Next),
    staticval(Next, Val).

test('suicide of a stone and of a group is no move', Names == [[c3,c1],[]]) :-
    maplist(names,
            [ atari_go(o, [[e,x,e],[x,x,o],[e,x,e]]),
              atari_go(o, [[e,x,o],[x,x,o],[e,x,e]])
            ],
            Names).

test('a stone without a liberty may capture', all(Val == [100])) :-
    move(atari_go(x, [[e,x,o,e],[x,o,e,o],[e,x,o,e],[e,e,e,e]]), c3, Next),
    staticval(Next, Val).

test('a stone without a liberty may join a group that has another one', all(Val == [0])) :-
    move(atari_go(x, [[x,e,x,o],[o,o,x,e],[e,e,o,e],[e,e,e,e]]), b4, Next),
    staticval(Next, Val).

test('who cannot move has lost, though nobody has captured', Val == -100) :-
    Pos = atari_go(x, [[e,o,e],[o,o,o],[o,e,o]]),
    names(Pos, []),
    staticval(Pos, Val),
    terminallost(Pos),
    \+ terminalwon(Pos).

test('the value is the liberties of the weakest group of x less those of o', Vals == [2,-1,-2]) :-
    maplist(staticval,
            [ atari_go(x, [[o,e,e],[e,x,e],[e,e,e]]),
              atari_go(o, [[x,e,e],[e,e,x],[e,o,e]]),
              atari_go(x, [[x,e,e],[e,o,e],[e,e,e]])
            ],
            Vals).

test('the value is 0 while one of them has no stone', Vals == [0,0]) :-
    initial(Start),
    findall(Next, move(Start, b2, Next), Nexts),
    maplist(staticval, [Start|Nexts], Vals).

test('a third player never is to move') :-
    initial(atari_go(x, Rows)),
    Pos = atari_go(z, Rows),
    \+ max_to_move(Pos),
    \+ min_to_move(Pos),
    \+ move(Pos, _, _).

test('on 2x2: one mover, movers alternate, and each value is that of the definition',
     [ setup(size(2)), cleanup(size(4)) ]) :-
    initial(Start),
    forall(reachable(Start, Pos), lawful(Pos)).

test('on 3x3 after b2 c3 the same holds in all positions within three moves',
     [ setup(size(3)), cleanup(size(4)) ]) :-
    Start = atari_go(x, [[e,e,o],[e,x,e],[e,e,e]]),
    forall(leads(3, Start, Pos), lawful(Pos)).

leads(_, Pos, Pos).
leads(Depth, Pos, Last) :-
    Depth > 0,
    Depth1 is Depth - 1,
    move(Pos, _, Next),
    leads(Depth1, Next, Last).

lawful(Pos) :-
    Pos = atari_go(Mover, Rows),
    findall(Player, player(Pos, Player), [_]),
    forall(move(Pos, _, atari_go(Next, _)), opponent(Mover, Next)),
    findall(Val, staticval(Pos, Val), [Val]),
    (   \+ move(Pos, _, _)
    ->  without_a_move(Mover, Val)
    ;   forall(( cell(Rows, Row-Column, Cell), Cell \== e ),
               ( liberties(Pos, Row, Column, Count), Count > 0 )),
        value_by_definition(Pos, Val)
    ).

value_by_definition(Pos, Val) :-
    Pos = atari_go(_, Rows),
    (   aggregate_all(min(L), ( cell(Rows, R-C, x), liberties(Pos, R, C, L) ), Ours),
        aggregate_all(min(L), ( cell(Rows, R-C, o), liberties(Pos, R, C, L) ), Theirs)
    ->  Val =:= Ours - Theirs
    ;   Val =:= 0
    ).

player(Pos, max) :-
    max_to_move(Pos).
player(Pos, min) :-
    min_to_move(Pos).

%   Computed; no published figure.

test('on 2x2 the first player loses',
     [ setup(size(2)), cleanup(size(4)), fail ]) :-
    initial(Pos),
    wins(Pos).

test('on 3x3 the first player wins in the middle and beside it, not in a corner',
     [ setup(size(3)), cleanup(size(4)), Names == [b3,a2,b2,c2,b1] ]) :-
    initial(Pos),
    findall(Name, ( move(Pos, Name, Next), \+ wins(Next) ), Names).

test('the picture of a position',
     Picture == "  3  .  x  .\n  2  x  o  .\n  1  .  .  .\n     a  b  c\no to move") :-
    picture(atari_go(o, [[e,x,e],[x,o,e],[e,e,e]]), Picture).

:- end_tests(atari_go).
