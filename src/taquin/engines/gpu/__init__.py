# SPDX-License-Identifier: MIT
"""The GPU engine: optimal paths on an NVIDIA card, through CuPy.

`engine` is the contract, and all that is imported until a board is solved; `device` finds the card. `layout` says how a board and
its tables look there, `tables` and `automaton` bring them, `launch` runs the searches of `kernels/`, `board_search` iterates
over the bounds of one board, `batch` solves many boards at once and `replay` checks their paths. `run` keeps the limits.
"""
