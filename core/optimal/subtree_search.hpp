// SPDX-License-Identifier: MIT
// Subtree roots, and the one interface behind which the kernels search them.
//
// Which kernel searches a root is a matter of speed alone: all generate the same nodes and find solutions of the same length.
#pragma once

#include "word_kernel.hpp"

namespace taquin::optimal {

// A node from which a search goes on: plain data, so that threads, checkpoints, a GPU or a cluster can take it.
struct Root {
    HomeBoard home{};  // the goal cell of what stands on each cell
    int blank = 0;
    std::int32_t automaton_state = 0;
    std::vector<std::uint8_t> path;    // the blank's moves from the start to here

    int g() const { return static_cast<int>(path.size()); }
};

// Searches subtrees one after the other on one thread.
class SubtreeSearch {
  public:
    virtual ~SubtreeSearch() = default;

    // True when unwound: solved, or stopped by the control.
    virtual bool search(const Root& root, int bound) = 0;
    // About the last root.
    virtual std::uint64_t nodes() const = 0;
    virtual bool found() const = 0;
    virtual std::vector<std::uint8_t> path_from_root() const = 0;
};

namespace detail {

// The memory that searches of one board share: the question, not the progress.
struct SearchContext {
    const Heuristic& heuristic;
    const Automaton& automaton;
    SearchControl& control;
    const std::atomic<bool>& abandon;
};

template <class Kernel>
class GroupSearch final : public SubtreeSearch {
  public:
    explicit GroupSearch(const SearchContext& context)
        : kernel_(context.heuristic.shape()), state_(context.heuristic, context.automaton, context.control, context.abandon) {}

    bool search(const Root& root, int bound) override {
        const NodeValues node = state_.enter(root.home, bound - root.g(), root.automaton_state);
        const bool unwound = !node.is_cut() && kernel_.search(state_, node, root.blank);
        state_.end();
        return unwound;
    }
    std::uint64_t nodes() const override { return state_.nodes(); }
    bool found() const override { return state_.found(); }
    std::vector<std::uint8_t> path_from_root() const override { return state_.path(); }

  private:
    Kernel kernel_;
    typename Kernel::State state_;
};

template <class Kernel>
class WordSearch final : public SubtreeSearch {
  public:
    explicit WordSearch(const SearchContext& context)
        : kernel_(context.heuristic, context.automaton, context.control, context.abandon) {}

    bool search(const Root& root, int bound) override {
        const bool unwound = kernel_.search(root.home, root.blank, bound - root.g(), root.automaton_state);
        kernel_.end();
        return unwound;
    }
    std::uint64_t nodes() const override { return kernel_.nodes(); }
    bool found() const override { return kernel_.found(); }
    std::vector<std::uint8_t> path_from_root() const override { return kernel_.path(); }

  private:
    Kernel kernel_;
};

// The choice of kernel: unrolled where a shape and its usual tables are common enough to spend code on.
inline std::unique_ptr<SubtreeSearch> make_search(const SearchContext& context) {
    const Heuristic& heuristic = context.heuristic;
#ifndef TAQUIN_PLAIN_KERNELS  // sanitized builds take a minute over the unrolled ones: see CMakeLists.txt
    const Shape& shape = heuristic.shape();
    if (WordKernel<6, 6, 3>::fits(heuristic)) return std::make_unique<WordSearch<WordKernel<6, 6, 3>>>(context);
    if (WordKernel<5, 5, 5>::fits(heuristic)) return std::make_unique<WordSearch<WordKernel<5, 5, 5>>>(context);
    if (heuristic.all_direct() && shape == Shape{5, 5})
        return std::make_unique<GroupSearch<FixedKernel<5, 5, DirectGroup>>>(context);
    if (!heuristic.all_direct() && shape == Shape{4, 4})
        return std::make_unique<GroupSearch<FixedKernel<4, 4, AnyGroup<16>>>>(context);
#endif
    if (heuristic.all_direct()) return std::make_unique<GroupSearch<AnyShapeKernel<DirectGroup>>>(context);
    return std::make_unique<GroupSearch<AnyShapeKernel<AnyGroup<0>>>>(context);
}

}  // namespace detail

}  // namespace taquin::optimal
