"""Do the engines agree on the same positions?"""
