"""Passes: each makes a program of the intermediate language into another that means the same.

A pass is one file here. It declares `PIPELINES`, which says where it runs: in the front end, or before C
is made; each with its place in the order. `registry.py` finds it by its file.
"""
