/*  Tests of prolog/games/chess.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/chess.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/chess').

:- begin_tests(chess).

names(FEN, Names) :-
    fen_position(FEN, Pos),
    findall(Name, move(Pos, Name, _), Names).

%   names_from(+FEN, +Square, -Names): the moves of the piece on Square, in order.

names_from(FEN, Square, Names) :-
    names(FEN, Names0),
    include([Name]>>sub_atom(Name, 0, _, _, Square), Names0, Names).

after(FEN, Move, After) :-
    fen_position(FEN, Pos),
    once(move(Pos, Move, After)).

value(FEN, Val) :-
    fen_position(FEN, Pos),
    staticval(Pos, Val).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

with(Option) :-
    Option =.. [Name,_],
    Old =.. [Name,_],
    retractall(user:Old),
    assertz(user:Option).

standard('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1').

castlers('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1').

test('the start is the option start, here of chess, White to move', Starts == [Pos]) :-
    standard(FEN),
    fen_position(FEN, Pos),
    findall(Start, ( initial(Start), max_to_move(Start), \+ min_to_move(Start) ), Starts).

test('what is no FEN is an error',
     [ setup(with(start(nothing))),
       cleanup(( standard(FEN), with(start(FEN)) )),
       error(domain_error(fen, nothing))
     ]) :-
    initial(_).

test('the term of a position',
     Pos == chess(b, board(e,e,e,e,bk,e,e,e, e,e,e,e,e,e,e,e, e,e,e,e,e,e,e,e, e,e,e,e,e,e,e,e,
                           e,e,e,e,wp,e,e,e, e,e,e,e,e,e,e,e, e,e,e,e,e,e,e,e, e,e,e,e,wk,e,e,wr),
                  [g1], e3, 0, 7)) :-
    fen_position('4k3/8/8/8/4P3/8/8/4K2R b K e3 0 7', Pos).

%   https://www.chessprogramming.org/Perft_Results

test('plays from the start', Leaves == [20,400,8902]) :-
    initial(Pos),
    findall(N, ( between(1, 3, Depth), leaves(Depth, Pos, N) ), Leaves).

test('moves come in reading order of the square left, then of the square reached',
     Names == [c6b8,c6d8,c6a7,c6e7,c6a5,c6e5,c6b4,c6d4,h1g2,h1h2,h1g1]) :-
    names('k7/8/2N5/p7/8/8/8/7K w - - 0 1', Names).

test('a move can be asked for by its name', all(Clock == [1])) :-
    initial(Pos),
    move(Pos, g1f3, Next),
    arg(5, Next, Clock).

test('a pawn that goes two squares leaves the square that it passed, and resets the clock',
     Fields == [e3,0,3]) :-
    after('4k3/8/8/8/8/8/4P3/4K3 w - - 9 3', e2e4, chess(b, _, [], EnPassant, Clock, Number)),
    Fields = [EnPassant,Clock,Number].

test('White and Black take en passant, and the pawn that passed is gone') :-
    after('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 3', e5d6, White),
    fen_position('4k3/8/3P4/8/8/8/8/4K3 b - - 0 3', White),
    after('4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 3', d4e3, Black),
    fen_position('4k3/8/8/8/8/4p3/8/4K3 w - - 0 4', Black).

test('en passant only right after the pawn passed', fail) :-
    after('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 3', e5d6, _).

test('en passant is no move where both pawns leave the king attacked', fail) :-
    after('8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1', e4d3, _).

test('a pawn becomes a bishop, a knight, a queen or a rook, also by taking',
     Names == [a7a8b,a7a8n,a7a8q,a7a8r,a7b8b,a7b8n,a7b8q,a7b8r]) :-
    names_from('1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1', a7, Names).

test('Black promotes to black pieces') :-
    after('4k3/8/8/8/8/8/p7/4K3 b - - 0 1', a2a1n, Next),
    fen_position('4k3/8/8/8/8/8/8/n3K3 w - - 0 2', Next).

test('castling moves king and rook, and ends the right to it',
     [forall(member(Move-After, [ e1g1-'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1',
                                  e1c1-'r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1',
                                  e1e2-'r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1',
                                  a1b1-'r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1',
                                  h1h8-'r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1'
                                ]))]) :-
    castlers(FEN),
    after(FEN, Move, Next),
    fen_position(After, Next).

test('Black castles') :-
    after('r3k2r/8/8/8/8/8/8/R3K2R b kq - 0 1', e8c8, Next),
    fen_position('2kr3r/8/8/8/8/8/8/R3K2R w - - 1 2', Next).

%   The king would pass f1 or d1; the rook may pass b1, and may be attacked.

test('no castling without the right, through pieces, out of check, through check or into check',
     [ forall(member(FEN-Castles, [ 'r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1'-[],
                                    'r3k2r/8/8/8/8/8/8/RN2K1NR w KQ - 0 1'-[],
                                    '4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1'-[],
                                    '4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1'-[e1c1],
                                    '4k3/3r4/8/8/8/8/8/R3K2R w KQ - 0 1'-[e1g1],
                                    '4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1'-[e1c1],
                                    '4k3/1r6/8/8/8/8/8/R3K2R w KQ - 0 1'-[e1c1,e1g1],
                                    '4k3/7r/8/8/8/8/8/R3K2R w KQ - 0 1'-[e1c1,e1g1]
                                  ])),
       Found == Castles
     ]) :-
    names(FEN, Names),
    findall(Name, ( member(Name, [e1c1,e1g1]), memberchk(Name, Names) ), Found).

test('in check the king moves, or a piece comes between or takes',
     Names == [e8d8,e8f8,e8d7,e8f7,h4e7,h4e1,a1e1]) :-
    names('4k3/8/8/8/7b/8/8/r3R2K b - - 0 1', Names).

test('in check from two pieces only the king moves', Names == [e8d8,e8f8,e8d7]) :-
    names('4k3/2p5/3N4/8/8/8/8/K3R3 b - - 0 1', Names).

test('a piece between the king and an attacker moves only between them',
     Names == [e7e6,e7e5,e7e4,e7e3,e7e2,e7e1]) :-
    names_from('4k3/4r3/8/8/8/8/8/K3R3 b - - 0 1', e7, Names).

test('a king may not go next to the other king, nor along the line of its attacker', Names == [d1e2]) :-
    names('8/8/8/8/8/2k5/8/q2K4 w - - 0 1', Names).

%   The value, from White's point of view.

test('the material', Val == -5) :-
    value('rnb1k3/8/8/8/8/8/P7/4KR2 w - - 0 1', Val).

test('what a knight is worth is an option', [setup(with(knight(4))), cleanup(with(knight(3))), Val == -6]) :-
    value('rnb1k3/8/8/8/8/8/P7/4KR2 w - - 0 1', Val).

test('mate is 200, won or lost for White; there is no move') :-
    fen_position('R3k3/8/4K3/8/8/8/8/8 b - - 0 1', Won),
    fen_position('r3K3/8/4k3/8/8/8/8/8 w - - 0 1', Lost),
    staticval(Won, 200),
    staticval(Lost, -200),
    terminalwon(Won),
    \+ terminallost(Won),
    terminallost(Lost),
    \+ terminalwon(Lost),
    \+ move(Won, _, _),
    \+ move(Lost, _, _).

test('stalemate is drawn') :-
    fen_position('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', Pos),
    \+ move(Pos, _, _),
    staticval(Pos, 0),
    \+ terminalwon(Pos),
    \+ terminallost(Pos).

test('when the clock runs out the game is drawn, but for mate', Vals == [9,0,200]) :-
    findall(Val,
            ( member(FEN, [ '7k/8/5QK1/8/8/8/8/8 b - - 149 90',
                            '7k/8/5QK1/8/8/8/8/8 b - - 150 90',
                            '7k/6Q1/6K1/8/8/8/8/8 b - - 150 90'
                          ]),
              value(FEN, Val)
            ),
            Vals),
    fen_position('7k/8/5QK1/8/8/8/8/8 b - - 150 90', Drawn),
    \+ move(Drawn, _, _).

test('the clock at which it is drawn is an option',
     [setup(with(clock_limit(100))), cleanup(with(clock_limit(150))), Vals == [9,0]]) :-
    findall(Val,
            ( member(FEN, ['7k/8/5QK1/8/8/8/8/8 b - - 99 90','7k/8/5QK1/8/8/8/8/8 b - - 100 90']),
              value(FEN, Val)
            ),
            Vals).

test('players alternate, and staticval/2 has one value, two plies from a position with all kinds of moves') :-
    fen_position('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', Pos),
    forall(( move(Pos, _, Next), move(Next, _, Last) ),
           (   min_to_move(Next),
               \+ max_to_move(Next),
               max_to_move(Last),
               \+ min_to_move(Last),
               findall(Val, staticval(Last, Val), [_])
           )).

test('the picture of a position',
     Picture == "8  r . . . k . . .\n7  . . . . . . . .\n6  . . . . . . . .\n5  . . . . . . . .\n\c
                 4  . . . . . . . .\n3  . . . . . . . .\n2  P . . . . . . .\n1  . . . . K . . Q\n\c
                 \s  a b c d e f g h\nb to move") :-
    fen_position('r3k3/8/8/8/8/8/P7/4K2Q b - - 0 1', Pos),
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

:- end_tests(chess).
