// SPDX-License-Identifier: MIT
// Pattern databases as a heuristic of the ordinary searches: looked up afresh on every board.
//
// The databases belong to a goal; tiles are renamed by where they are at home in it before the tables are asked. A dual lookup asks
// about the inverse of a board, which is as far from its own goal: see `heuristics/dual.py`.
#pragma once

#include "evaluator.hpp"
#include "heuristics.hpp"
#include "../optimal/heuristic.hpp"

namespace taquin {

class PatternPart final : public FreshPart {
  public:
    PatternPart(const Goal& goal, std::shared_ptr<const optimal::Heuristic> databases)
        : goal_(goal), databases_(std::move(databases)) {}

    std::uint64_t assess(const Tile* tiles) const override {
        optimal::HomeBoard home{};
        for (std::size_t cell = 0; cell < static_cast<std::size_t>(goal_.cells); ++cell)
            home[cell] = static_cast<std::uint8_t>(goal_.home[tiles[cell]]);
        return static_cast<std::uint64_t>(databases_->estimate(home));
    }

  private:
    const Goal goal_;
    const std::shared_ptr<const optimal::Heuristic> databases_;
};

class DualPart final : public FreshPart {
  public:
    // `databases` by the cell of the blank, which is where the inverse has the blank at home.
    DualPart(const Goal& goal, std::vector<std::shared_ptr<const optimal::Heuristic>> databases)
        : goal_(goal), databases_(std::move(databases)) {
        if (databases_.size() != static_cast<std::size_t>(goal_.cells))
            throw std::invalid_argument("expected pattern databases for every cell of the blank");
        for (std::size_t blank = 0; blank < databases_.size(); ++blank)
            if (databases_[blank]->shape() != goal_.shape || databases_[blank]->blank_goal() != static_cast<int>(blank))
                throw std::invalid_argument("these pattern databases are for another goal");
    }

    std::uint64_t assess(const Tile* tiles) const override {
        optimal::HomeBoard inverse{};
        std::size_t blank = 0;
        for (std::size_t cell = 0; cell < databases_.size(); ++cell) {
            inverse[static_cast<std::size_t>(goal_.home[tiles[cell]])] = static_cast<std::uint8_t>(cell);
            if (tiles[cell] == 0) blank = cell;
        }
        return static_cast<std::uint64_t>(databases_[blank]->estimate(inverse));
    }

  private:
    const Goal goal_;
    const std::vector<std::shared_ptr<const optimal::Heuristic>> databases_;
};

}  // namespace taquin
