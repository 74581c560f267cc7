// SPDX-License-Identifier: MIT
// Builds and lays out pattern databases with the card's code on a CPU: see test_gpu_tables.py.
//
//     table_check build BINOMIALS BLANK HOME... > FILE    the file's bytes; HOME are the tiles' goal cells
//     table_check lay-out BINOMIALS WORDS < FILE > WORDS  the words that the search reads
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "placement.h"

using namespace taquin;

namespace {

std::vector<u8> build(const u32* binomials, u32 blank, const Placement& home) {
    u64 entries = 1;
    for (int slot = 0; slot < kTiles; ++slot) entries *= static_cast<u64>(kDirect ? kCells : kCells - slot);
    std::vector<u8> file((entries + 1) / 2);
    std::vector<u8> reached(placements());
    const u32 free = kAllCells & ~occupied(home);
    reached[number_of(home)] = static_cast<u8>(1u << region_number(region_of(1u << blank, free), free));
    std::vector<u32> now{number_of(home)};
    for (u32 depth = 1; !now.empty(); ++depth) {
        std::vector<u32> next;
        for (const u32 number : now)
            for_each_slide(placement_at(number), reached[number], [&](const Placement& placement, u32 region) {
                const u32 neighbour = number_of(placement);
                const u8 before = reached[neighbour];
                if ((before >> region & 1) != 0) return;
                reached[neighbour] = static_cast<u8>(before | 1u << region);
                next.push_back(neighbour);
                if (before != 0) return;
                const u32 at = file_index(placement, binomials);
                file[at / 2] = static_cast<u8>(file[at / 2] | entry_of(depth, manhattan(placement, home)) << (4 * (at % 2)));
            });
        now = std::move(next);
    }
    return file;
}

std::vector<u8> read_all() {
    std::vector<u8> bytes;
    u8 chunk[65536];
    for (std::size_t got = 0; (got = std::fread(chunk, 1, sizeof chunk, stdin)) > 0;) bytes.insert(bytes.end(), chunk, chunk + got);
    return bytes;
}

std::vector<u32> read_words(const char* path) {
    std::vector<u32> words(31 * kBinomialColumns);
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr || std::fread(words.data(), sizeof(u32), words.size(), file) == 0) std::exit(1);
    std::fclose(file);
    return words;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    const std::vector<u32> binomials = read_words(argv[2]);
    if (std::string(argv[1]) == "build" && argc == 4 + kTiles) {
        Placement home{};
        for (int slot = 0; slot < kTiles; ++slot) home.cell[slot] = static_cast<u8>(std::atoi(argv[4 + slot]));
        const std::vector<u8> file = build(binomials.data(), static_cast<u32>(std::atoi(argv[3])), home);
        std::fwrite(file.data(), 1, file.size(), stdout);
    } else {
        const std::vector<u8> file = read_all();
        std::vector<u32> words(std::strtoull(argv[3], nullptr, 10));
        for (u32 number = 0; number < words.size(); ++number) words[number] = search_word(file.data(), binomials.data(), number);
        std::fwrite(words.data(), sizeof(u32), words.size(), stdout);
    }
}
