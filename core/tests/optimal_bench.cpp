// SPDX-License-Identifier: MIT
// Measurements of core/optimal, without Python.
//
//   optimal_bench build                       time to build the usual tables
//   optimal_bench solve ROWSxCOLS SIZES       solve the boards on standard input, e.g. `solve 4x4 6-6-3`
//   optimal_bench korf15 SIZES                the same as `solve 4x4 SIZES --goal first`
//   optimal_bench korf24 COUNT                the first COUNT boards with 6-6-6-6, blank first
//
// A board is a line of tiles, 0 the blank; one number more than cells, in front, is the expected length of the solution.
// Options: --threads N, --automaton LENGTH (0: none), --goal first|last, --iterations (print them), --plain (no reflection).
#include <sstream>

#include "optimal_support.hpp"

using namespace taquin;
using namespace taquin::optimal;
using namespace taquin::optimal::testing;

namespace {

struct Options {
    int threads = 1;
    int automaton_length = 0;
    bool blank_first = false;
    bool reflect = true;
    bool print_iterations = false;
};

GroupSizes parse_sizes(const std::string& text) {
    GroupSizes sizes;
    std::istringstream stream(text);
    for (int size = 0; stream >> size; stream.ignore()) sizes.push_back(size);
    return sizes;
}

void run_build(const Options& options) {
    const auto build = [&](const Shape& shape, const GroupSizes& sizes) {
        const LookupPlan plan = plan_lookups(shape, 0, partition_by_sizes(shape, 0, sizes));
        for (const Pattern& pattern : plan.tables) {
            std::vector<std::uint8_t> table(pattern.bytes());
            const double cpu = cpu_seconds();
            const double wall = wall_seconds();
            build_table(pattern, table, options.threads);
            std::printf("%s %d tiles: %.3f s CPU, %.3f s wall, table %.1f MB, peak estimate %.0f MB\n", name(shape).c_str(), pattern.size(),
                        cpu_seconds() - cpu, wall_seconds() - wall, static_cast<double>(pattern.bytes()) / 1e6,
                        static_cast<double>(estimate_build_bytes(pattern)) / 1e6);
            std::fflush(stdout);
        }
    };
    build({4, 4}, {5, 5, 5});
    build({4, 4}, {6, 6, 3});
    build({5, 5}, {6, 6, 6, 6});
    build({4, 4}, {8, 7});
    for (const int length : {12, 14}) {
        const double cpu = cpu_seconds();
        const std::size_t states = build_automaton({5, 5}, length).states();
        std::printf("5x5 automaton of length %d: %.2f s CPU, %zu states\n", length, cpu_seconds() - cpu, states);
    }
}

void run_solve(const Shape& shape, const GroupSizes& sizes, const Options& options, long max_boards) {
    const int blank_goal = options.blank_first ? 0 : shape.cells() - 1;
    const LookupPlan plan = plan_lookups(shape, blank_goal, partition_by_sizes(shape, blank_goal, sizes), options.reflect);
    const Tables tables(plan, options.threads);
    Automaton automaton;
    if (options.automaton_length > 0) automaton = build_automaton(shape, options.automaton_length);
    const std::vector<std::uint8_t> goal = goal_with_blank(shape, blank_goal);
    const OptimalSolver solver(shape, goal, plan, tables.views(), options.automaton_length > 0 ? &automaton : nullptr);

    std::uint64_t nodes = 0;
    double cpu_total = 0;
    double cpu_worst = 0;
    double wall_total = 0;
    long boards = 0;
    for (std::string line; boards < max_boards && std::getline(std::cin, line);) {
        std::istringstream stream(line);
        std::vector<int> numbers;
        for (int number = 0; stream >> number;) numbers.push_back(number);
        if (numbers.empty()) continue;
        const bool has_length = static_cast<int>(numbers.size()) == shape.cells() + 1;
        const int wanted = has_length ? numbers.front() : -1;
        const std::vector<std::uint8_t> start(numbers.begin() + (has_length ? 1 : 0), numbers.end());
        SearchControl control;
        const double cpu = cpu_seconds();
        const double wall = wall_seconds();
        const SolveResult result = solver.solve(start, control, {.threads = options.threads});
        const double spent = cpu_seconds() - cpu;
        cpu_total += spent;
        wall_total += wall_seconds() - wall;
        cpu_worst = std::max(cpu_worst, spent);
        nodes += result.nodes;
        ++boards;
        check(result.solution && replays(shape, start, goal, *result.solution), "board " + std::to_string(boards) + " is solved");
        check(wanted < 0 || static_cast<int>(result.solution->size()) == wanted, "board " + std::to_string(boards) + " is solved optimally");
        if (options.print_iterations) {
            for (const Iteration& iteration : result.iterations)
                std::printf("  bound %d: %llu nodes\n", iteration.bound, static_cast<unsigned long long>(iteration.nodes));
            std::printf("board %ld: %zu moves, %llu nodes, %.3f s CPU\n", boards, result.solution->size(),
                        static_cast<unsigned long long>(result.nodes), spent);
            std::fflush(stdout);
        }
    }
    std::printf("%ld boards, %llu nodes, cpu %.4f s (worst %.4f), wall %.4f s, %.1f M nodes/s of CPU\n", boards,
                static_cast<unsigned long long>(nodes), cpu_total, cpu_worst, wall_total, static_cast<double>(nodes) / cpu_total / 1e6);
}

[[noreturn]] void usage() {
    std::cerr << "usage: optimal_bench build|solve ROWSxCOLS SIZES|korf15 SIZES|korf24 COUNT [--threads N]"
                 " [--automaton LENGTH] [--goal first|last] [--plain] [--iterations]\n";
    std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words;
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto value = [&]() -> std::string { return i + 1 < argc ? argv[++i] : (usage(), ""); };
        if (word == "--threads") options.threads = std::stoi(value());
        else if (word == "--automaton") options.automaton_length = std::stoi(value());
        else if (word == "--goal") options.blank_first = value() == "first";
        else if (word == "--plain") options.reflect = false;
        else if (word == "--iterations") options.print_iterations = true;
        else words.push_back(word);
    }
    constexpr long all = std::numeric_limits<long>::max();
    if (words.size() == 1 && words[0] == "build") {
        run_build(options);
    } else if (words.size() == 2 && words[0] == "korf15") {
        options.blank_first = true;
        run_solve({4, 4}, parse_sizes(words[1]), options, all);
    } else if (words.size() == 2 && words[0] == "korf24") {
        options.blank_first = true;
        run_solve({5, 5}, {6, 6, 6, 6}, options, std::stol(words[1]));
    } else if (words.size() == 3 && words[0] == "solve" && words[1].find('x') != std::string::npos) {
        const std::size_t cross = words[1].find('x');
        run_solve({std::stoi(words[1].substr(0, cross)), std::stoi(words[1].substr(cross + 1))}, parse_sizes(words[2]), options, all);
    } else {
        usage();
    }
}
