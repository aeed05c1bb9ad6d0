"""The playing cycle: search, play the best move, accept the opponent's reply, and again.

Source: lecture 19, 'Alpha-beta in practice': the general scheme of a program that plays.
"""
