// SPDX-License-Identifier: MIT
// What a native heuristic is: an estimate that can be carried from a board to its neighbour.
//
// All values are integers, scaled as in the reference engine. An evaluator keeps what it needs to go on from in a
// context: the estimate itself, or what it is looked up by. A context fits the board it was made for and no other.
// Searches take an `Evaluator`, which is any number of parts of any kind, or `OnePart`, of which the compiler knows the kind.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../base/permutation.hpp"
#include "geometry.hpp"

namespace taquin {

inline constexpr int kMaxParts = 8;

// A tile that slid into the blank. Passed by reference: by value, its three bytes would be stored one by one and read as one
// word, for which a processor waits.
struct Slide {
    Tile tile;
    Cell from;
    Cell to;

    // Neighbours in a column are at least two cells apart, since boards have two columns or more.
    bool is_sideways() const { return from + 1 == to || to + 1 == from; }
};

// One heuristic. Contexts are single words.
class Part {
  public:
    virtual ~Part() = default;

    // The context of a board, from scratch.
    virtual std::uint64_t assess(const Tile* tiles) const = 0;

    // The context after a slide; `tiles` is the board after it.
    virtual std::uint64_t after(std::uint64_t before, const Tile* tiles, const Slide& slide) const = 0;

    // The context of a board whose estimate is known. A part whose context is not the estimate overrides this and `value`.
    virtual std::uint64_t recall(const Tile*, std::int64_t value) const { return static_cast<std::uint64_t>(value); }

    // The estimate that a context stands for, in the heuristic's own scale.
    virtual std::int64_t value(std::uint64_t context) const { return static_cast<std::int64_t>(context); }

    // Whether `after` takes less time than a cache miss.
    virtual bool is_quick() const { return false; }

    // Whether `after` looks at the context before. If not, a board is never assessed only to get its context back.
    virtual bool uses_context() const { return true; }
};

// A heuristic that looks at every board afresh. It may take long, being somebody's own function: once for each board it is.
class FreshPart : public Part {
  public:
    std::uint64_t after(std::uint64_t, const Tile* tiles, const Slide&) const final { return assess(tiles); }
    bool uses_context() const final { return false; }
};

// The heuristic of a search: the largest of its parts, brought to a common scale. No parts means zero.
class Evaluator {
  public:
    struct Context {
        std::array<std::uint64_t, kMaxParts> part;  // side by side
    };

    void add(std::unique_ptr<Part> part, std::int64_t factor) {
        is_quick_ = is_quick_ && part->is_quick();
        parts_.push_back(std::move(part));
        factors_.push_back(factor);
    }

    bool is_quick() const { return is_quick_; }

    // The part, if there is no other and it is of a certain kind.
    template <class Kind>
    const Kind* only() const {
        return is_plain() ? dynamic_cast<const Kind*>(parts_[0].get()) : nullptr;
    }

    std::int64_t assess(const Tile* tiles, Context& context) const {
        std::int64_t best = 0;
        for (std::size_t at = 0; at < parts_.size(); ++at) {
            context.part[at] = parts_[at]->assess(tiles);
            best = std::max(best, factors_[at] * parts_[at]->value(context.part[at]));
        }
        return best;
    }

    // Restore the context of a board from its estimate. The largest of several does not tell the others.
    void recall(const Tile* tiles, std::int64_t h, Context& context) const {
        if (is_plain()) {
            context.part[0] = parts_[0]->recall(tiles, h);
            return;
        }
        prepare(tiles, context);
    }

    // The context of a board whose estimate is not known: what no part uses is left out.
    void prepare(const Tile* tiles, Context& context) const {
        for (std::size_t at = 0; at < parts_.size(); ++at)
            context.part[at] = parts_[at]->uses_context() ? parts_[at]->assess(tiles) : 0;
    }

    std::int64_t after(const Context& before, const Tile* tiles, const Slide& slide, Context& context) const {
        std::int64_t best = 0;
        for (std::size_t at = 0; at < parts_.size(); ++at) {
            context.part[at] = parts_[at]->after(before.part[at], tiles, slide);
            best = std::max(best, factors_[at] * parts_[at]->value(context.part[at]));
        }
        return best;
    }

    void copy(const Context& from, Context& to) const {
        for (std::size_t at = 0; at < parts_.size(); ++at) to.part[at] = from.part[at];
    }

  private:
    bool is_plain() const { return parts_.size() == 1 && factors_[0] == 1; }

    std::vector<std::unique_ptr<Part>> parts_;
    std::vector<std::int64_t> factors_;
    bool is_quick_ = true;
};

// The estimates of boards that stand end to end; throws unless each is a board of so many cells.
inline std::vector<std::int64_t> estimates_of(const Evaluator& evaluator, std::span<const Tile> boards, std::size_t cells) {
    if (boards.size() % cells != 0) throw std::invalid_argument("expected whole boards");
    std::vector<std::int64_t> estimates;
    Evaluator::Context context;
    for (; !boards.empty(); boards = boards.subspan(cells)) {
        check_tiles(boards.first(cells), cells);
        estimates.push_back(evaluator.assess(boards.data(), context));
    }
    return estimates;
}

// The same for a single part of its own scale whose kind is final: no virtual calls, and a context of one word.
template <class Kind>
class OnePart {
  public:
    using Context = std::uint64_t;

    explicit OnePart(const Kind& part) : part_(part) {}

    bool is_quick() const { return part_.is_quick(); }

    std::int64_t assess(const Tile* tiles, Context& context) const { return part_.value(context = part_.assess(tiles)); }

    void recall(const Tile* tiles, std::int64_t h, Context& context) const { context = part_.recall(tiles, h); }

    void prepare(const Tile* tiles, Context& context) const { context = part_.assess(tiles); }

    std::int64_t after(const Context& before, const Tile* tiles, const Slide& slide, Context& context) const {
        return part_.value(context = part_.after(before, tiles, slide));
    }

    void copy(const Context& from, Context& to) const { to = from; }

  private:
    const Kind& part_;
};

}  // namespace taquin
