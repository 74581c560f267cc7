// SPDX-License-Identifier: MIT
// All searches of core/textbook, compiled once for the module and the tests of a sanitized build.
#include "../textbook/search.hpp"

namespace taquin {

template Outcome run_search<Packed64>(std::string_view, const Task&, Control&, bool);
template Outcome run_search<Packed128>(std::string_view, const Task&, Control&, bool);
template Outcome run_search<Unpacked>(std::string_view, const Task&, Control&, bool);

}  // namespace taquin
