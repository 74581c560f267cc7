// SPDX-License-Identifier: MIT
// Beam search: breadth-first search that keeps only the best few boards of every layer.
//
// `kept_` has the boards of all beams, `layer_` those made from the last one: a board in either is not made again.
#pragma once

#include <algorithm>
#include <optional>

#include "counted_vector.hpp"
#include "task.hpp"

namespace taquin {

template <class State>
class Beam {
  public:
    Beam(const Task& task, Control& control)
        : task_(task), control_(control), kept_(control), numbers_(control), beam_(control), ranking_(control) {}

    Outcome run() {
        Stats& stats = control_.stats;
        const State goal = State::pack(task_.goal.data(), task_.geometry.cells);
        add_root();
        while (!beam_.empty()) {
            layer_.emplace(control_);
            ranking_.clear();
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
    // A node of the beam, or of the layer that is being made, with its estimate.
    struct Ranked {
        std::int64_t h;
        NodeIndex node;
    };

    static constexpr std::uint64_t kStepsPerClock = 1 << 14;

    void add_root() {
        Evaluator::Context context;
        const std::int64_t h = task_.evaluator.assess(task_.start.data(), context);
        control_.prove(h);
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        beam_.push_back({h, kept_.add(root, root.hash(), kNoNode, 0, kUp)});
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
    }

    void expand(std::size_t at) {
        Stats& stats = control_.stats;
        const NodeIndex index = beam_[at].node;
        const auto& node = kept_[index];
        Expanded<State> board(node.state, task_.geometry.cells);
        const std::uint64_t number = control_.expand(beam_.size() - at - 1 + ranking_.size());
        numbers_.expanded(kept_, index, number, beam_[at].h, board.tiles.data());
        Evaluator::Context context, child_context;
        task_.evaluator.recall(board.tiles.data(), beam_[at].h, context);
        for (const Step step : task_.geometry.steps(board.blank, kept_.last_move(node))) {
            const State child = board.child(step);
            const std::uint64_t hash = child.hash();
            if (kept_.find(child, hash) != kNoNode || layer_->find(child, hash) != kNoNode) continue;
            const std::int64_t h = board.estimate(task_.evaluator, context, step, child_context);
            // The parent is a node of the beam, not of the layer: the layer's table is only asked for its states.
            ranking_.push_back({h, layer_->add(child, hash, index, node.g + 1, step.move)});
            ++stats.generated;
        }
        stats.max_frontier = std::max<std::uint64_t>(stats.max_frontier, beam_.size() - at - 1 + ranking_.size());
    }

    // The next beam: smallest h first, the newest on ties.
    void keep_best() {
        const auto better = [this](const Ranked& a, const Ranked& b) {
            step();
            return a.h != b.h ? a.h < b.h : a.node > b.node;
        };
        const std::size_t width = std::min(task_.beam_width, ranking_.size());
        const auto last = ranking_.begin() + static_cast<std::ptrdiff_t>(width);
        if (last != ranking_.end()) std::nth_element(ranking_.begin(), last, ranking_.end(), better);
        std::sort(ranking_.begin(), last, better);
        beam_.clear();
        for (std::size_t at = 0; at < width; ++at) {
            step();
            const auto& node = (*layer_)[ranking_[at].node];
            const auto move = static_cast<Direction>(node.move);
            beam_.push_back({ranking_[at].h, kept_.add(node.state, node.state.hash(), node.parent, node.g, move)});
        }
    }

    // Choosing the best of a wide layer takes seconds: look at the clock meanwhile.
    void step() {
        if (++steps_ % kStepsPerClock == 0) control_.look_at_clock(ranking_.size());
    }

    const Task& task_;
    Control& control_;
    NodeTable<State> kept_;
    TraceNumbers numbers_;
    CountedVector<Ranked> beam_;
    std::optional<NodeTable<State>> layer_;
    CountedVector<Ranked> ranking_;
    std::uint64_t steps_ = 0;
};

}  // namespace taquin
