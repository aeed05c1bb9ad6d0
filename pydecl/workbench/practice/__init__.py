"""Practice for students: an exercise made by a seed, its solution from a recorded search, and its marking.

`draws` are the numbers that a seed gives, `exercise` is what is asked, `growing` makes random trees and
`positions` trees of real games, `making` tries until a level has what it promises. `solution` reads a
recording, `reasons` makes the marking key of it; `entries` is what a student writes, `marking` judges it with
the help of `replay`, and `sheets` writes what is printed.
"""
