// SPDX-License-Identifier: MIT
// Included first where a sanitized build does without all searches of core/textbook, since textbook_searches.cpp has them.
#pragma once

#include "../textbook/search.hpp"

namespace taquin {

extern template Outcome run_search<Packed64>(std::string_view, const Task&, Control&, bool);
extern template Outcome run_search<Packed128>(std::string_view, const Task&, Control&, bool);
extern template Outcome run_search<Unpacked>(std::string_view, const Task&, Control&, bool);

}  // namespace taquin
