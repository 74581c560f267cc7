// SPDX-License-Identifier: MIT
// Beam search: breadth-first search that keeps only the best few boards of every layer.
#pragma once

#include <unordered_set>

#include "task.hpp"

namespace taquin {

template <class State>
class Beam {
  public:
    Beam(const Task& task, Control& control) : task_(task), control_(control), kept_(control), numbers_(control) {}

    ~Beam() { control_.return_memory(layer_bytes_); }

    Outcome run() {
        Stats& stats = control_.stats;
        const State goal = State::pack(task_.goal.data(), task_.geometry.cells);
        add_root();
        while (!beam_.empty()) {
            layer_.clear();
            made_.clear();
            for (std::size_t at = 0; at < beam_.size(); ++at) {
                const auto& node = kept_[beam_[at].node];
                stats.max_depth = node.g;
                if (node.state == goal) return control_.found(kept_.path(beam_[at].node), false);
                if (!control_.may_expand(node.g)) continue;
                expand(at);
            }
            keep_best();
        }
        return control_.gave_up(Ending::kDeadBeam);
    }

  private:
    struct Kept {
        NodeIndex node;
        std::int64_t h;
    };
    struct Candidate {
        State state;
        std::int64_t h;
        std::size_t order;
        NodeIndex parent;
        Direction move;
    };
    struct Hash {
        std::size_t operator()(const State& state) const { return state.hash(); }
    };

    // What one candidate costs: itself, and its place in the set of boards made in this layer.
    static constexpr std::size_t kCandidateBytes = sizeof(Candidate) + sizeof(State) + 4 * sizeof(void*);

    void add_root() {
        EvalContext context;
        const std::int64_t h = task_.evaluator.assess(task_.start.data(), context);
        control_.prove(h);
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        beam_.push_back({kept_.add(root, root.hash(), kNoNode, 0, kUp), h});
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
    }

    void expand(std::size_t at) {
        Stats& stats = control_.stats;
        const NodeIndex index = beam_[at].node;
        const auto& node = kept_[index];
        Expanded<State> board(node.state, task_.geometry.cells);
        const std::uint64_t number = control_.expand(beam_.size() - at - 1 + layer_.size());
        numbers_.expanded(kept_, index, number, beam_[at].h, board.tiles.data());
        EvalContext context, child_context;
        task_.evaluator.assess(board.tiles.data(), context);
        for (const Step step : task_.geometry.steps(board.blank, kept_.last_move(node))) {
            const State child = board.child(step);
            if (kept_.find(child, child.hash()) != kNoNode || !made_.insert(child).second) continue;
            if (layer_bytes_ < (layer_.size() + 1) * kCandidateBytes) reserve_layer();
            const std::int64_t h = board.estimate(task_.evaluator, context, step, child_context);
            layer_.push_back({child, h, layer_.size(), index, step.move});
            ++stats.generated;
        }
        stats.max_frontier = std::max<std::uint64_t>(stats.max_frontier, beam_.size() - at - 1 + layer_.size());
    }

    void reserve_layer() {
        const std::size_t more = std::max<std::size_t>(1024, layer_.size() / 2) * kCandidateBytes;
        control_.take_memory(more);
        layer_bytes_ += more;
    }

    // The next beam: smallest h first, the newest on ties.
    void keep_best() {
        const auto better = [](const Candidate& a, const Candidate& b) {
            return a.h != b.h ? a.h < b.h : a.order > b.order;
        };
        const std::size_t width = std::min(task_.beam_width, layer_.size());
        std::partial_sort(layer_.begin(), layer_.begin() + static_cast<std::ptrdiff_t>(width), layer_.end(), better);
        std::vector<Kept> next;
        next.reserve(width);
        for (std::size_t at = 0; at < width; ++at) {
            const Candidate& best = layer_[at];
            const std::int64_t g = kept_[best.parent].g + 1;
            next.push_back({kept_.add(best.state, best.state.hash(), best.parent, g, best.move), best.h});
        }
        beam_ = std::move(next);
    }

    const Task& task_;
    Control& control_;
    NodeTable<State> kept_;
    TraceNumbers numbers_;
    std::vector<Kept> beam_;
    std::vector<Candidate> layer_;
    std::unordered_set<State, Hash> made_;
    std::size_t layer_bytes_ = 0;
};

}  // namespace taquin
