// SPDX-License-Identifier: MIT
// The unrolled kernels of core/optimal, compiled once for the module and the test of a sanitized build.
#include "../optimal/subtree_search.hpp"

namespace taquin::optimal::detail {

template class WordSearch<WordKernel<6, 6, 3>>;
template class WordSearch<WordKernel<5, 5, 5>>;
template class GroupSearch<FixedKernel<5, 5, DirectGroup>>;
template class GroupSearch<FixedKernel<4, 4, AnyGroup<16>>>;

}  // namespace taquin::optimal::detail
