# SPDX-License-Identifier: MIT
"""The GPU engine: optimal paths, and short ones of large boards, on an NVIDIA card, through CuPy.

`engine` is the contract, and with `device` all that is imported until somebody asks for it. From the bottom up:

- `device` finds the card and compiles the files in `kernels/` for it.
- `layout` chooses the pattern databases, and says how they and a board look on the card.
- `launch` has the buffers of a search and runs its kernels, a tenth of a second at a time.
- `tables` brings pattern databases and move automata to the card, and keeps what the next board can use.
- `card_run` is one search with its limits and counters, and with a short path that the processor finds meanwhile.
- `board_search` is IDA* for one board, with a beam before long iterations.
- `fitting` finds pattern databases that suit one board.
- `proof` answers one question: searches with usual tables, then with the best that were fitted, from the better end.
- `batch` answers many small ones at once, and replays their paths.
- `network` knows how learned networks are written, and `turned` the boards as such networks know them.
- `value_beam` has beams ordered by a network, and `lessons` what they learn about the board at hand.
- `short_path` answers a question for a short path with wider and wider beams.
"""
