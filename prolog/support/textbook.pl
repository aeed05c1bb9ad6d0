:- module(pydecl_textbook, [won/1, minimax/3, alphabeta/5]).
:- use_module(attached).

/*  The textbook programs over the attached game. */

:- set_prolog_flag(optimise, true).

:- include('../textbook/won').
:- include('../textbook/minimax').
:- include('../textbook/alphabeta').
