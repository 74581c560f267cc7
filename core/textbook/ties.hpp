// SPDX-License-Identifier: MIT
// Which of two frontier nodes with the same f is expanded first.
//
// Python hands over a list of rules that it has brought into one form: at most one rule about the depth, then one that
// settles the rest. So two fields hold every list there is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace taquin {

// The rules; the numbers are those that Python uses.
enum Tie : std::uint8_t { kDeep = 0, kShallow = 1, kFifo = 2, kLifo = 3, kBoard = 4 };

struct Ties {
    enum class Depth { kDeepest, kShallowest, kAny };
    enum class Last { kNewest, kOldest, kSmallestBoard };

    Depth depth = Depth::kDeepest;
    Last last = Last::kNewest;

    // Read a list of rules; none if it is not of the form above.
    static std::optional<Ties> of(const std::vector<int>& rules) {
        if (rules.empty() || rules.size() > 2) return std::nullopt;
        Ties ties{Depth::kAny};
        if (rules.size() == 2) {
            switch (rules.front()) {
                case kDeep: ties.depth = Depth::kDeepest; break;
                case kShallow: ties.depth = Depth::kShallowest; break;
                default: return std::nullopt;
            }
        }
        switch (rules.back()) {
            case kFifo: ties.last = Last::kOldest; break;
            case kLifo: ties.last = Last::kNewest; break;
            case kBoard: ties.last = Last::kSmallestBoard; break;
            default: return std::nullopt;
        }
        return ties;
    }
};

}  // namespace taquin
