// SPDX-License-Identifier: MIT
// The way in: run an algorithm, by name, on the state that suits the board.
//
// Nothing but failures of the observer or of a part leaves `search()` as an exception. Which code runs is a matter of speed
// alone: the kinds of queue, state and evaluator that are told apart here give the same answers and the same counters.
#pragma once

#include <new>
#include <stdexcept>
#include <string_view>

#include "annealing.hpp"
#include "anytime_repairing.hpp"
#include "bae.hpp"
#include "beam.hpp"
#include "best_first.hpp"
#include "bidirectional.hpp"
#include "bidirectional_astar.hpp"
#include "branch_and_bound.hpp"
#include "breadth_first.hpp"
#include "breadth_first_heuristic.hpp"
#include "depth_first.hpp"
#include "focal.hpp"
#include "iterative.hpp"
#include "learning_real_time.hpp"
#include "linear_conflict.hpp"
#include "meet_in_the_middle.hpp"
#include "memory_bounded.hpp"
#include "near_optimal_bidirectional.hpp"
#include "partial_expansion.hpp"
#include "unrolled.hpp"
#include "walking_distance.hpp"

namespace taquin {

// Evaluations above this go into a heap: a bucket for each would be too many.
inline constexpr std::int64_t kLargestBucketWeight = 16;

// Call `run` with the evaluator of a task, as `OnePart` if it is a single common heuristic.
template <class Run>
Outcome with_known_part(const Evaluator& evaluator, Run&& run) {
    if (const auto* part = evaluator.only<TileSum>()) return run(OnePart(*part));
    if (const auto* part = evaluator.only<LinearConflict>()) return run(OnePart(*part));
    if (const auto* part = evaluator.only<WalkingDistance>()) return run(OnePart(*part));
    return run(evaluator);
}

template <class State, class Queue>
Outcome run_with_queue(const Task& task, Control& control, Ordering ordering, Ties ties) {
    return BestFirst<State, Queue, Evaluator>(task, control, ordering, ties, task.evaluator).run();
}

// The queues of A* and of greedy search with their own ties, where the kind of heuristic counts: each kind is compiled by itself.
template <class State, class Queue>
Outcome run_in_common_queue(const Task& task, Control& control, Ordering ordering, Ties ties) {
    return with_known_part(task.evaluator, [&]<class Estimator>(const Estimator& evaluator) {
        return BestFirst<State, Queue, Estimator>(task, control, ordering, ties, evaluator).run();
    });
}

template <class State>
Outcome run_best_first(const Task& task, Control& control, Ordering ordering, Ties ties) {
    const bool small = ordering.over_g <= kLargestBucketWeight && ordering.over_h <= kLargestBucketWeight && control.scale == 1;
    if (!small || ties.last == Ties::Last::kSmallestBoard)
        return run_with_queue<State, HeapQueue<State>>(task, control, ordering, ties);
    const bool oldest = ties.last == Ties::Last::kOldest;
    switch (ties.depth) {
        case Ties::Depth::kDeepest:
            return oldest ? run_with_queue<State, BucketQueue<DeepestFirst, OldestFirst>>(task, control, ordering, ties)
                          : run_in_common_queue<State, BucketQueue<DeepestFirst, NewestFirst>>(task, control, ordering, ties);
        case Ties::Depth::kShallowest:
            return oldest ? run_with_queue<State, BucketQueue<ShallowestFirst, OldestFirst>>(task, control, ordering, ties)
                          : run_with_queue<State, BucketQueue<ShallowestFirst, NewestFirst>>(task, control, ordering, ties);
        default:
            return oldest ? run_in_common_queue<State, BucketQueue<AnyDepth, OldestFirst>>(task, control, ordering, ties)
                          : run_with_queue<State, BucketQueue<AnyDepth, NewestFirst>>(task, control, ordering, ties);
    }
}

template <class State>
Outcome run_dynamic(const Task& task, Control& control) {
    typename Evaluator::Context context;
    const std::int64_t h = control.whole_moves(task.evaluator.assess(task.start.data(), context));
    const DynamicOrdering ordering{control.scale, task.setting("weight") - 1000, std::max<std::int64_t>(1, h)};
    return BestFirst<State, HeapQueue<State>, Evaluator, DynamicOrdering>(task, control, ordering, task.ties, task.evaluator).run();
}

// A search by one heuristic; sums over tiles, which are the common ones, are compiled by themselves.
template <template <class, class> class Search, class State>
Outcome run_informed(const Task& task, Control& control) {
    if (const auto* part = task.evaluator.only<TileSum>()) {
        const OnePart evaluator(*part);
        return Search<State, OnePart<TileSum>>(task, control, evaluator).run();
    }
    return Search<State, Evaluator>(task, control, task.evaluator).run();
}

// A bidirectional search with heuristics towards either end; sums over tiles, which are the common ones, are compiled by themselves.
template <template <class, class> class Search, class State>
Outcome run_two_sided(const Task& task, Control& control) {
    if (!task.backward) throw std::invalid_argument("this search needs a heuristic towards the start");
    const auto *there = task.evaluator.only<TileSum>(), *back = task.backward->only<TileSum>();
    if (there && back) {
        const OnePart to_goal(*there), to_start(*back);
        return Search<State, OnePart<TileSum>>(task, control, to_goal, to_start).run();
    }
    return Search<State, Evaluator>(task, control, task.evaluator, *task.backward).run();
}

template <class State>
Outcome run_search(std::string_view algorithm, const Task& task, Control& control, bool manhattan) {
    const std::int64_t scale = control.scale;
    if (algorithm == "bfs") return breadth_first_search<State>(task, control);
    if (algorithm == "dfs") return depth_first_search<State>(task, control);
    if (algorithm == "dls") return depth_limited_search<State>(task, control);
    if (algorithm == "ids") return iterative_deepening_search<State>(task, control);
    if (algorithm == "ucs") return run_best_first<State>(task, control, {1, 0, 1}, Ties{});
    if (algorithm == "greedy") return run_best_first<State>(task, control, {0, 1, 0}, task.ties);
    if (algorithm == "astar") return run_best_first<State>(task, control, {scale, 1, 1}, task.ties);
    if (algorithm == "wastar") {
        const Ordering ordering{task.weight_under * scale, task.weight_over, task.weight_over};
        return run_best_first<State>(task, control, ordering, task.ties);
    }
    if (algorithm == "bidirectional") return Bidirectional<State>(task, control).run();
    if (algorithm == "dwastar") return run_dynamic<State>(task, control);
    if (algorithm == "epsilon") return run_informed<Focal, State>(task, control);
    if (algorithm == "ara") return run_informed<AnytimeRepairing, State>(task, control);
    if (algorithm == "epea") return run_informed<PartialExpansion, State>(task, control);
    if (algorithm == "sma") return run_informed<MemoryBounded, State>(task, control);
    if (algorithm == "dfbnb") return run_informed<BranchAndBound, State>(task, control);
    if (algorithm == "bfida") return run_informed<BreadthFirstHeuristic, State>(task, control);
    if (algorithm == "biastar") return run_two_sided<BidirectionalAStar, State>(task, control);
    if (algorithm == "mm") return run_two_sided<MeetInTheMiddle, State>(task, control);
    if (algorithm == "nbs") return run_two_sided<NearOptimalBidirectional, State>(task, control);
    if (algorithm == "bae") return run_two_sided<BidirectionalByError, State>(task, control);
    if (algorithm == "lrta") return LearningRealTime<State>(task, control).run();
    if (algorithm == "annealing") return Annealing<State>(task, control).run();
    if (algorithm == "beam") return Beam<State>(task, control).run();
    if (algorithm == "idastar") {
        using Quick = Unrolled<ManhattanGrowth>;
        if (manhattan && Quick::fits(task, control)) return ida_star_search(task, control, Quick(task, control, ManhattanGrowth(task)));
        if (const auto* sum = task.evaluator.only<TileSum>(); sum && TileSumWalker::fits(task, control, *sum))
            return ida_star_search(task, control, TileSumWalker(task, control, *sum));
        return with_known_part(task.evaluator, [&]<class Estimator>(const Estimator& evaluator) {
            return ida_star_search(task, control, Walker<State, Estimator>(task, control, evaluator));
        });
    }
    throw std::invalid_argument("no native search of this name");
}

// Runs `work`, which returns an outcome; limits and cancellation come back as an ending.
template <class Work>
Outcome until_stopped(Control& control, Work&& work) {
    try {
        return work();
    } catch (const Stop& stop) {
        return control.end(stop.ending);
    } catch (const std::bad_alloc&) {
        return control.end(Ending::kMemory);
    }
}

// Run a search to its end. `manhattan` says that this alone is the heuristic.
inline Outcome search(std::string_view algorithm, const Task& task, Control& control, bool manhattan) {
    return until_stopped(control, [&] {
        if (task.geometry.cells <= Packed64::kCells) return run_search<Packed64>(algorithm, task, control, manhattan);
        if (task.geometry.cells <= Packed128::kCells) return run_search<Packed128>(algorithm, task, control, manhattan);
        return run_search<Unpacked>(algorithm, task, control, manhattan);
    });
}

}  // namespace taquin
