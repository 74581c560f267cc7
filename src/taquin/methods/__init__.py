# SPDX-License-Identifier: MIT
"""How the compiled core is asked: the textbook searches, and the two methods that are free to be fast.

`textbook` runs a named search exactly as the reference engine does; `optimal` proves shortest paths with pattern databases,
`checkpoint` writes its finished work down; `anytime` finds short paths for boards of any size, and `quick_path` is its solver.
"""
