// SPDX-License-Identifier: MIT
// Included first where a sanitized build does without the unrolled kernels of core/optimal, since optimal_kernels.cpp has them.
#pragma once

#include "../optimal/subtree_search.hpp"

namespace taquin::optimal::detail {

extern template class WordSearch<WordKernel<6, 6, 3>>;
extern template class WordSearch<WordKernel<5, 5, 5>>;
extern template class GroupSearch<FixedKernel<5, 5, DirectGroup>>;
extern template class GroupSearch<FixedKernel<4, 4, AnyGroup<16>>>;

}  // namespace taquin::optimal::detail
