// SPDX-License-Identifier: MIT
// The way in: run an algorithm, by name, on the state that suits the board.
#pragma once

#include <new>
#include <stdexcept>
#include <string_view>

#include "beam.hpp"
#include "best_first.hpp"
#include "bidirectional.hpp"
#include "breadth_first.hpp"
#include "depth_first.hpp"
#include "iterative.hpp"

namespace taquin {

// Evaluations above this go into a heap: a bucket for each would be too many.
inline constexpr std::int64_t kLargestBucketWeight = 16;

template <class State>
Outcome run_best_first(const Task& task, Control& control, Ordering ordering) {
    if (ordering.over_g <= kLargestBucketWeight && ordering.over_h <= kLargestBucketWeight && control.scale == 1)
        return BestFirst<State, BucketQueue>(task, control, ordering).run();
    return BestFirst<State, HeapQueue>(task, control, ordering).run();
}

template <class State>
Outcome run_search(std::string_view algorithm, const Task& task, Control& control, bool manhattan) {
    const std::int64_t scale = control.scale;
    if (algorithm == "bfs") return breadth_first_search<State>(task, control);
    if (algorithm == "dfs") return depth_first_search<State>(task, control);
    if (algorithm == "dls") return depth_limited_search<State>(task, control);
    if (algorithm == "ids") return iterative_deepening_search<State>(task, control);
    if (algorithm == "ucs") return run_best_first<State>(task, control, {1, 0, 1});
    if (algorithm == "greedy") return run_best_first<State>(task, control, {0, 1, 0});
    if (algorithm == "astar") return run_best_first<State>(task, control, {scale, 1, 1});
    if (algorithm == "wastar") {
        return run_best_first<State>(task, control, {task.weight_under * scale, task.weight_over, task.weight_over});
    }
    if (algorithm == "bidirectional") return Bidirectional<State>(task, control).run();
    if (algorithm == "beam") return Beam<State>(task, control).run();
    if (algorithm == "idastar") {
        if (manhattan && UnrolledManhattan::fits(task, control))
            return ida_star_search(task, control, UnrolledManhattan(task, control));
        return ida_star_search(task, control, Walker<State, true>(task, control));
    }
    throw std::invalid_argument("no native search of this name");
}

// Run a search to its end; limits and cancellation come back as an ending. `manhattan` says that this alone is the heuristic.
inline Outcome search(std::string_view algorithm, const Task& task, Control& control, bool manhattan) {
    try {
        if (task.geometry.cells <= Packed64::kCells) return run_search<Packed64>(algorithm, task, control, manhattan);
        if (task.geometry.cells <= Packed128::kCells) return run_search<Packed128>(algorithm, task, control, manhattan);
        return run_search<Unpacked>(algorithm, task, control, manhattan);
    } catch (const Stop& stop) {
        return control.end(stop.ending);
    } catch (const std::bad_alloc&) {
        return control.end(Ending::kMemory);
    }
}

}  // namespace taquin
