// SPDX-License-Identifier: MIT
// What Python calls things: heuristics, the order of moves, ties, endings. Whoever binds the searches to it reads and writes these.
#pragma once

#include <array>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "control.hpp"
#include "heuristics.hpp"
#include "inversion.hpp"
#include "linear_conflict.hpp"
#include "ties.hpp"
#include "walking_distance.hpp"

namespace taquin {

// The native heuristic of a name. Tables of the walking distance may take half a second to build: the control is asked meanwhile.
inline std::unique_ptr<Part> part_named(std::string_view name, const Goal& goal, Control& control) {
    if (name == "misplaced") return TileSum::misplaced(goal);
    if (name == "manhattan") return TileSum::manhattan(goal);
    if (name == "euclidean") return TileSum::euclidean(goal);
    if (name == "linear-conflict") return std::make_unique<LinearConflict>(goal, Conflicts::kRemovals);
    if (name == "linear-conflict-pairs") return std::make_unique<LinearConflict>(goal, Conflicts::kPairs);
    if (name == "gaschnig") return std::make_unique<Gaschnig>(goal);
    if (name == "inversion") return std::make_unique<Inversion>(goal);
    if (name == "walking-distance") return std::make_unique<WalkingDistance>(goal, control);
    throw std::invalid_argument("no native heuristic of this name");
}

inline std::array<Direction, 4> order_of(const std::array<int, 4>& numbers) {
    std::array<Direction, 4> moves{};
    unsigned seen = 0;
    for (std::size_t at = 0; at < 4; ++at) {
        if (numbers[at] < 0 || numbers[at] > 3) throw std::invalid_argument("order is not a permutation of 0 to 3");
        moves[at] = static_cast<Direction>(numbers[at]);
        seen |= 1u << numbers[at];
    }
    if (seen != 15) throw std::invalid_argument("order is not a permutation of 0 to 3");
    return moves;
}

inline Ties ties_of(const std::vector<int>& rules) {
    if (const auto ties = Ties::of(rules)) return *ties;
    throw std::invalid_argument("ties are not [0 or 1, if any, then 2, 3 or 4]");
}

inline const char* name_of(Ending ending) {
    switch (ending) {
        case Ending::kOptimal: return "optimal";
        case Ending::kSolved: return "solved";
        case Ending::kExhausted: return "exhausted";
        case Ending::kDepthLimit: return "depth";
        case Ending::kDeadBeam: return "beam";
        case Ending::kMemoryNodes: return "memory-nodes";
        case Ending::kLocalOptimum: return "local-optimum";
        case Ending::kTime: return "time";
        case Ending::kNodes: return "nodes";
        case Ending::kMemory: return "memory";
        case Ending::kCancelled: return "cancelled";
    }
    return "";
}

}  // namespace taquin
