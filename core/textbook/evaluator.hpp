// SPDX-License-Identifier: MIT
// What a native heuristic is: an estimate that can be carried from a board to its neighbour.
//
// All values are integers, scaled as in the reference engine. An evaluator keeps what it needs to go on from in a
// context: the estimate itself, or what it is looked up by. `max` holds the contexts of its parts side by side.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "geometry.hpp"

namespace taquin {

inline constexpr int kMaxParts = 8;

struct EvalContext {
    std::array<std::uint64_t, kMaxParts> part;
};

// A tile that slid into the blank.
struct Slide {
    Tile tile;
    Cell from;
    Cell to;
};

// One heuristic. Contexts are single words.
class Part {
  public:
    virtual ~Part() = default;

    // The context of a board, from scratch.
    virtual std::uint64_t assess(const Tile* tiles) const = 0;

    // The context after a slide; `tiles` is the board after it.
    virtual std::uint64_t after(std::uint64_t before, const Tile* tiles, Slide slide) const = 0;

    // The context of a board whose estimate is known: what is quicker than `assess`.
    virtual std::uint64_t recall(const Tile* tiles, [[maybe_unused]] std::int64_t value) const { return assess(tiles); }

    // Whether `after` takes less time than a cache miss.
    virtual bool is_quick() const { return false; }

    // The estimate that a context stands for, in the heuristic's own scale.
    virtual std::int64_t value(std::uint64_t context) const { return static_cast<std::int64_t>(context); }
};

// The heuristic of a search: the largest of its parts, brought to a common scale. No parts means zero.
class Evaluator {
  public:
    void add(std::unique_ptr<Part> part, std::int64_t factor) {
        is_quick_ = is_quick_ && part->is_quick();
        parts_.push_back(std::move(part));
        factors_.push_back(factor);
    }

    bool is_quick() const { return is_quick_; }

    bool is_zero() const { return parts_.empty(); }

    std::int64_t assess(const Tile* tiles, EvalContext& context) const {
        std::int64_t best = 0;
        for (std::size_t at = 0; at < parts_.size(); ++at) {
            context.part[at] = parts_[at]->assess(tiles);
            best = std::max(best, factors_[at] * parts_[at]->value(context.part[at]));
        }
        return best;
    }

    // Restore the context of a board from its estimate.
    void recall(const Tile* tiles, std::int64_t h, EvalContext& context) const {
        if (parts_.size() == 1 && factors_[0] == 1) {
            context.part[0] = parts_[0]->recall(tiles, h);
        } else {
            assess(tiles, context);
        }
    }

    std::int64_t after(const EvalContext& before, const Tile* tiles, Slide slide, EvalContext& context) const {
        std::int64_t best = 0;
        for (std::size_t at = 0; at < parts_.size(); ++at) {
            context.part[at] = parts_[at]->after(before.part[at], tiles, slide);
            best = std::max(best, factors_[at] * parts_[at]->value(context.part[at]));
        }
        return best;
    }

    void copy(const EvalContext& from, EvalContext& to) const {
        for (std::size_t at = 0; at < parts_.size(); ++at) to.part[at] = from.part[at];
    }

  private:
    std::vector<std::unique_ptr<Part>> parts_;
    std::vector<std::int64_t> factors_;
    bool is_quick_ = true;
};

}  // namespace taquin
