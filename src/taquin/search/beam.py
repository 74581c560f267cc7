# SPDX-License-Identifier: MIT
"""Beam search: breadth-first search that keeps only the best few boards of every layer."""

from __future__ import annotations

from heapq import nsmallest

from taquin import reasons
from taquin.board import Tiles
from taquin.search.base import Node, SearchRun
from taquin.solution import Outcome


def beam_search(run: SearchRun) -> Outcome:
    """Keep the `beam_width` boards of smallest h per layer, the newest on ties; boards of earlier beams are not kept again."""
    stats = run.stats
    root = run.root()
    run.prove(root.h)
    beam = [root]
    kept = {root.tiles}
    while beam:
        layer: dict[Tiles, Node] = {}
        for taken, node in enumerate(beam, start=1):
            stats.max_depth = node.g
            if node.tiles == run.goal:
                return run.found(node, optimal=False)
            if not run.may_expand(node):
                continue
            run.expand(node, len(beam) - taken + len(layer), len(kept) + len(layer))
            for child in run.children(node):
                if child.tiles not in kept and child.tiles not in layer:
                    child.h = run.estimate(child.tiles)
                    layer[child.tiles] = child
                    stats.generated += 1
            stats.max_frontier = max(stats.max_frontier, len(beam) - taken + len(layer))
        newest_first = reversed(layer.values())
        beam = nsmallest(run.options["beam_width"], newest_first, key=lambda node: node.h)
        kept.update(node.tiles for node in beam)
    return run.gave_up(reasons.DEAD_BEAM)
