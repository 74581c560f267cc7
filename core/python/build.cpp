// SPDX-License-Identifier: MIT
// How this core was built, for bug reports: CMake says it (see CMakeLists.txt), and a build without CMake says nothing.
#include <nanobind/nanobind.h>

#include "bindings.hpp"

#ifndef TAQUIN_BUILD
#define TAQUIN_BUILD "unknown"
#endif
#ifndef TAQUIN_REVISION
#define TAQUIN_REVISION ""
#endif

namespace taquin {

void bind_build(nanobind::module_& module) {
    module.attr("BUILD") = TAQUIN_BUILD;
    module.attr("REVISION") = TAQUIN_REVISION;
}

}  // namespace taquin
