// SPDX-License-Identifier: MIT
// A heuristic that somebody compiled: a C function in a shared library, as `taquin/heuristics/taquin_heuristic.h` declares it.
//
// The function is trusted with the memory of the process, but not with its answer: what is no number of moves ends the search.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "../base/shared_library.hpp"
#include "heuristics.hpp"

namespace taquin {

// What is wrong with a heuristic from outside.
struct HeuristicError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class HeuristicLibrary {
  public:
    using Function = std::int32_t (*)(const std::uint8_t* board, std::int32_t rows, std::int32_t cols, const std::uint8_t* goal);

    static constexpr std::int32_t kAbi = 1;  // of the header
    static constexpr std::int32_t kLargest = 100'000'000;  // more moves than any board takes

    explicit HeuristicLibrary(const std::string& path) : library_(path) {
        const auto* const abi = library_.find<const std::int32_t*>("taquin_heuristic_abi");
        if (!abi) throw HeuristicError("it was not built by 'taquin heuristic build'");
        if (*abi != kAbi) throw HeuristicError("it was built for another version of Taquin; build it again");
        function_ = library_.find<Function>("taquin_heuristic");
        if (!function_) throw HeuristicError("it has no function taquin_heuristic as taquin_heuristic.h declares it");
        if (const auto* const claims = library_.find<const std::int32_t*>("taquin_heuristic_claims")) claims_ = *claims;
    }

    // The bits of `TAQUIN_ADMISSIBLE` and `TAQUIN_CONSISTENT`.
    std::int32_t claims() const { return claims_; }

    std::int32_t estimate(const Tile* board, const Goal& goal) const {
        std::int32_t value = 0;
        try {
            value = function_(board, goal.shape.rows, goal.shape.cols, goal.tiles.data());
        } catch (const std::exception& error) {
            throw HeuristicError(std::string("it threw: ") + error.what());
        } catch (...) {
            throw HeuristicError("it threw something that is no std::exception");
        }
        if (value < 0 || value > kLargest)
            throw HeuristicError("it returned " + std::to_string(value) + "; expected a number from 0 to " + std::to_string(kLargest));
        return value;
    }

  private:
    SharedLibrary library_;
    Function function_ = nullptr;
    std::int32_t claims_ = 0;
};

class LibraryPart final : public FreshPart {
  public:
    LibraryPart(std::shared_ptr<const HeuristicLibrary> library, const Goal& goal) : library_(std::move(library)), goal_(goal) {}

    std::uint64_t assess(const Tile* tiles) const override { return static_cast<std::uint64_t>(library_->estimate(tiles, goal_)); }

  private:
    const std::shared_ptr<const HeuristicLibrary> library_;
    const Goal goal_;
};

}  // namespace taquin
