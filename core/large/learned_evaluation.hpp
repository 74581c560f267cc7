// SPDX-License-Identifier: MIT
// The evaluation that beams are ordered by. Its numbers were learned by scripts/train-local, which says how.
#pragma once

#include "evaluation.hpp"
#include "learned_numbers.hpp"

namespace taquin::large {

inline const Evaluation& learned_evaluation() {
    static const Evaluation evaluation(SharedNumbers(), kLearnedNumbers);
    return evaluation;
}

}  // namespace taquin::large
