// SPDX-License-Identifier: MIT
// Runs the card's search on a CPU, where a warp has one lane, to check it: see test_gpu_search.py.
//
//     search_check FILE children NODES       every child against its board evaluated from scratch
//     search_check FILE lengths              the length of a shortest solution of every board
//     search_check FILE nodes BOUND          the first board's nodes and launches of every iteration, uncapped and capped
//     search_check FILE batch                lengths and paths of all boards at once (with TAQUIN_PATH_WORDS), - for one too long
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "search.h"

using namespace taquin;

namespace {

constexpr u32 kWarps = 3;
constexpr u32 kPoolNodes = 1u << 20;
constexpr u32 kSplitNodes = 256;

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

// What the test has written: lookups, tables, automaton, its start words, boards as goal cells.
struct Job {
    Lookups lookups;
    std::vector<u32> tables, automaton, starts;
    std::vector<u8> homes;
    u32 boards = 0;

    explicit Job(const char* path) {
        std::FILE* file = std::fopen(path, "rb");
        if (file == nullptr) fail("no such file");
        const std::vector<u32> words = read<u32>(file);
        if (words.size() * sizeof(u32) != sizeof lookups) fail("the lookups have another size");
        std::memcpy(&lookups, words.data(), sizeof lookups);
        tables = read<u32>(file);
        automaton = read<u32>(file);
        starts = read<u32>(file);
        homes = read<u8>(file);
        boards = static_cast<u32>(homes.size()) / kCells;
        std::fclose(file);
    }
    template <class T>
    static std::vector<T> read(std::FILE* file) {
        u64 count = 0;
        if (std::fread(&count, sizeof count, 1, file) != 1) fail("the file is too short");
        std::vector<T> items(count);
        if (std::fread(items.data(), sizeof(T), count, file) != count) fail("the file is too short");
        return items;
    }
    u32 root(u32 board, Node& node) const {
        return make_root(lookups, tables.data(), starts.data(), &homes[board * kCells], board, node);
    }
};

// --- Children ---

class ChildCheck {
  public:
    ChildCheck(const Job& job, u64 budget) : job_(job), budget_(budget) {}

    u64 checked() const { return checked_; }

    void walk(const Node& parent, u8* home) {
        for (u32 open = open_moves(parent); open != 0 && checked_ < budget_; open &= open - 1) {
            const int move = lowest_bit(open);
            const int blank = blank_of(parent);
            const int from = cell_after(blank, move);
            std::swap(home[blank], home[from]);
            Node child{};
            Node fresh{};
            const bool alive = make_child(job_.lookups, job_.tables.data(), job_.automaton.data(), parent, move, child);
            const u32 estimate = make_root(job_.lookups, job_.tables.data(), job_.starts.data(), home, root_of(parent), fresh);
            const u32 left = moves_left(parent) - 1;
            ++checked_;
            if (alive != (estimate <= left)) fail("a child is cut that should live, or the other way round");
            if (alive) {
                raise_bound(fresh, (left - estimate) / 2);
                fresh.word[kAutomaton] = child.word[kAutomaton];  // carried along the path, so not seen in a board
                for (int word = 0; word < kPathWords; ++word) fresh.word[kPath + word] = child.word[kPath + word];
                if (std::memcmp(fresh.word, child.word, kWords * sizeof(u32)) != 0) fail("a child differs from its board");
                if (is_goal(child) != (estimate == 0 && left == 0)) fail("the goal is not the goal");
                if (!is_goal(child)) walk(child, home);
            }
            std::swap(home[blank], home[from]);
        }
    }

  private:
    const Job& job_;
    u64 budget_;
    u64 checked_ = 0;
};

// --- Iterations ---

// The host's part of a search, as taquin.engines.gpu.launch does it.
class Searcher {
  public:
    Searcher(const Job& job, u32 max_spells) : job_(job), max_spells_(max_spells) {}

    u64 generated = 0;
    u32 launches = 0;
    std::vector<u32> solved, paths;
    u32 batch_round = 0;

    // Searches the nodes of a pool to the end; 1 + root of the goal, or 0.
    u32 search(u32 count) {
        while (count > 0) {
            Control control{};
            const u32 deal = count / kWarps < 1 ? 1 : kLanes;
            for (u32 warp = 0; warp < kWarps; ++warp)
                search_subtrees({job_.tables.data(), job_.automaton.data(), pool_.data(), count, returned_.data(), stacks_.data(), deal,
                                 deal, kWarps, max_spells_, 0, &control, solved.data(), paths.data(), batch_round},
                                job_.lookups, near_.data(), warp);
            generated += control.generated;
            ++launches;
            if (control.found != 0) return control.found;
            // What was not dealt stays; what was handed back follows.
            const u32 dealt = control.dealt < count ? control.dealt : count;
            std::vector<Quad> rest(pool_.begin() + dealt * kQuads, pool_.begin() + count * kQuads);
            count = control.returned + (count - dealt);
            if (count > kPoolNodes) fail("the pool is full");
            std::copy(returned_.begin(), returned_.begin() + control.returned * kQuads, pool_.begin());
            std::copy(rest.begin(), rest.end(), pool_.begin() + control.returned * kQuads);
        }
        return 0;
    }

    bool iterate(const Node& root, u32 wanted) {
        Split split{};
        std::vector<Quad> first(4 * kSplitNodes * kQuads), second(4 * kSplitNodes * kQuads);
        std::vector<u32> origins(1 << 16);
        store_node(first.data(), 0, root);
        split_iteration(job_.lookups, job_.tables.data(), job_.automaton.data(),
                        {{first.data(), second.data()}, origins.data(), 4 * kSplitNodes, 1 << 16}, wanted, &split);
        generated += split.generated;
        if (split.goal != 0) return true;
        const auto& level = split.buffer == 0 ? first : second;
        std::copy(level.begin(), level.begin() + split.count * kQuads, pool_.begin());
        return search(split.count) != 0;
    }

    void put(u32 number, const Node& node) { store_node(pool_.data(), number, node); }
    Quad* pool() { return pool_.data(); }

  private:
    const Job& job_;
    u32 max_spells_;
    std::vector<Quad> pool_ = std::vector<Quad>(kPoolNodes * kQuads);
    std::vector<Quad> returned_ = std::vector<Quad>(kWarps * (kStackCapacity + kNearCapacity + kLanes) * kQuads);
    std::vector<Quad> near_ = std::vector<Quad>(kNearCapacity * kQuads);
    std::vector<Quad> stacks_ = std::vector<Quad>(kWarps * kStackCapacity * kQuads);
};

constexpr u32 kNoCap = ~0u;

void print_lengths(const Job& job) {
    Searcher searcher(job, kNoCap);
    for (u32 board = 0; board < job.boards; ++board) {
        Node root;
        u32 length = job.root(board, root);
        if (length > 0)
            while (!searcher.iterate(root, 8)) {
                raise_bound(root, 1);
                length += 2;
            }
        std::printf("%u\n", length);
    }
}

void print_nodes(const Job& job, u32 last_bound) {
    Node root;
    for (u32 bound = job.root(0, root); bound <= last_bound; bound += 2, raise_bound(root, 1)) {
        u64 nodes[2];
        u32 launches[2];
        for (const bool capped : {false, true}) {
            Searcher searcher(job, capped ? 1 + bound % 7 : kNoCap);
            if (searcher.iterate(root, capped ? 100 : 1)) fail("a solution");
            nodes[capped] = searcher.generated;
            launches[capped] = searcher.launches;
        }
        if (nodes[0] != nodes[1]) fail("the nodes depend on how the iteration was cut");
        std::printf("%u %llu %u %u\n", bound, nodes[0], launches[0], launches[1]);
    }
}

void print_batch(const Job& job) {
    Searcher searcher(job, 50);
    searcher.solved.assign(job.boards, 0);
    searcher.paths.assign(job.boards * (kPathWords + 1), 0);
    std::vector<u32> estimates(job.boards);
    std::vector<Quad> roots(job.boards * kQuads);
    for (u32 board = 0; board < job.boards; ++board) {
        Node root;
        estimates[board] = job.root(board, root);
        store_node(roots.data(), board, root);
        if (estimates[board] == 0) searcher.solved[board] = 1;
    }
    for (u32 pairs = 0;; ++pairs) {
        u32 count = 0;
        searcher.batch_round = pairs + 1;
        for (u32 board = 0; board < job.boards; ++board)
            prepare_root(roots.data(), board, pairs, searcher.solved.data(), searcher.pool(), &count);
        if (count == 0) break;
        searcher.search(count);
    }
    for (u32 board = 0; board < job.boards; ++board) {
        if (searcher.solved[board] == 0) {
            std::puts("-");
            continue;
        }
        const u32 length = estimates[board] + 2 * (searcher.solved[board] - 1);
        std::printf("%u ", length);
        for (u32 left = length; left-- > 0;)
            std::putchar("ULRD"[searcher.paths[board * kPathWords + left / 16] >> (2 * (left % 16)) & 3u]);
        std::putchar('\n');
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) fail("expected a file and a mode");
    const Job job(argv[1]);
    const std::string mode = argv[2];
    const u64 number = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
    if (mode == "children") {
        ChildCheck check(job, number);
        for (u32 board = 0; board < job.boards; ++board) {
            Node root;
            job.root(board, root);
            raise_bound(root, 3);
            std::vector<u8> home(job.homes.begin() + board * kCells, job.homes.begin() + (board + 1) * kCells);
            check.walk(root, home.data());
        }
        std::printf("%llu\n", check.checked());
    } else if (mode == "lengths") {
        print_lengths(job);
    } else if (mode == "nodes") {
        print_nodes(job, static_cast<u32>(number));
    } else if (mode == "batch" && kPathWords > 0) {
        print_batch(job);
    } else {
        fail("unknown mode");
    }
}
