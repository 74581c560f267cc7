// SPDX-License-Identifier: MIT
// What is said of files that are no libraries of heuristics; those that are, Python builds for its own tests.
#include "support.hpp"

#if !defined(__EMSCRIPTEN__)  // a page loads none

#include <cstdio>
#include <filesystem>
#include <string>

#include "../textbook/library_part.hpp"

using namespace taquin;
using namespace taquin::testing;

namespace {

std::string said_of(const std::filesystem::path& path) {
    try {
        const HeuristicLibrary library(path.string());
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

int main() {
    const auto folder = std::filesystem::temp_directory_path();
    const auto text = folder / "taquin_library_test.txt";
    check(!said_of(folder / "no such library").empty(), "a file that is not there is told of");
    check(!said_of(folder).empty(), "a folder is told of");
    if (std::FILE* const file = std::fopen(text.string().c_str(), "wb")) {
        std::fputs("no library", file);
        std::fclose(file);
        check(!said_of(text).empty(), "a file that is no library is told of");
        std::filesystem::remove(text);
    }
    std::puts("all checks hold");
}

#else

int main() {}

#endif
