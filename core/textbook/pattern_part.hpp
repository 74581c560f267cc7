// SPDX-License-Identifier: MIT
// Pattern databases as a heuristic of the ordinary searches: looked up afresh on every board.
//
// The databases belong to a goal; tiles are renamed by where they are at home in it before the tables are asked.
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

}  // namespace taquin
