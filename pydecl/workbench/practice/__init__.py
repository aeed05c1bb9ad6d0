"""Practice for students: an exercise made by a seed, its solution from a recorded search, and its marking.

`exercise` is what is asked; `making` draws random trees until a level has what it promises, or takes trees of
real games. `solution` reads a recording, `reasons` makes the marking key of it; `marking` reads what a
student writes and judges it, and `sheets` writes what is printed. Homework, a program of a student's, is
marked in `grading`.
Who may come in: `pydecl practice`, the site and the web pages. It must not know a server or a page.
"""
