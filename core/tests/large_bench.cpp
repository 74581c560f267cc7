// SPDX-License-Identifier: MIT
// Measurements of core/large: many boards of mixed shapes (`large_bench mixed 1000 0.05`), and the quality benchmark:
// `large_bench bench [evaluation|tuning] SIZE COUNT SECONDS [THREADS] [MILLION_BOARDS] [LEARNED]`, where COUNT 0 means the number
// fixed in large_support.hpp and a limit in boards generated replaces the clock, for machines that are busy with other things;
// learned values are a file of src/taquin/tables/learned, decompressed. `large_bench beam SIZE WIDTH MILLION_BOARDS LEARNED [THREADS]` says
// what a board costs in a beam that they order.
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>

#include "large_support.hpp"

using namespace taquin;
using namespace taquin::large;
using namespace taquin::large::testing;

namespace {

// Shapes of every kind, up to 128 cells a side; every second one with a goal arranged at random.
int mixed(int count, double seconds) {
    Random random(kEvaluationSeed);
    const auto side = [&random](std::size_t longest) { return 2 + static_cast<int>(random.below(longest - 1)); };
    for (int board = 0; board < count; ++board) {
        const std::size_t longest = board % 50 == 0 ? 128 : board % 5 == 0 ? 40 : 12;
        const int rows = board % 7 == 3 ? 2 + board % 2 : side(longest), cols = board % 7 == 5 ? 2 + board % 2 : side(longest);
        const Tiles goal = board % 2 ? shuffled(default_goal(rows, cols), random) : default_goal(rows, cols);
        AnytimeRequest request = request_for(rows, cols, random_board(cols, goal, random), goal);
        request.seconds = seconds;
        request.threads = 2;
        request.seed = static_cast<std::uint64_t>(board);
        solve_and_check(request);
    }
    std::printf("%d boards of mixed shapes are solved\n", count);
    return 0;
}

double process_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::vector<std::uint8_t> read_file(const std::string& name) {
    std::ifstream stream(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

int bench(std::uint64_t seed, int size, int count, double seconds, int threads, double million_boards, const Network* learned) {
    for (const auto& [fixed_size, fixed_count] : kEvaluationBoards)
        if (count == 0 && fixed_size == size) count = fixed_count;
    double moves = 0, distance = 0, bound = 0, wall = 0, work = 0;
    const double begin = process_seconds();
    for (int index = 0; index < count; ++index) {
        AnytimeRequest request = request_for(size, size, sample_board(size, size, seed, static_cast<std::uint64_t>(index)), default_goal(size, size));
        request.seconds = million_boards > 0 ? Budget::kNoTimeLimit : seconds;
        if (million_boards > 0) request.work = static_cast<std::uint64_t>(million_boards * 1e6);
        request.threads = threads;
        const auto wide_beam = learned ? make_wide_beam(*learned, threads) : nullptr;
        request.wide_beam = wide_beam.get();
        Recorder recorder;
        const AnytimeResult result = AnytimeSolver(request).run(recorder);
        check(replays({size, size}, request.start, request.goal, result.path), "path leads to the goal");
        moves += static_cast<double>(result.path.size());
        distance += Layout({size, size}, request.start, request.goal).manhattan();
        bound += static_cast<double>(result.lower_bound);
        wall += result.seconds;
        work += static_cast<double>(result.work);
    }
    std::printf("%dx%d boards %d: length / distance %.4f, mean length %.1f, length / lower bound %.4f, wall %.2f s, cpu %.2f s, %.1f M boards generated each\n",
                size, size, count, moves / distance, moves / count, moves / bound, wall / count, (process_seconds() - begin) / count, work / count / 1e6);
    return 0;
}

int beam(int size, std::size_t width, double million_boards, const Network& learned, int threads) {
    const auto wide_beam = make_wide_beam(learned, threads);
    const Layout start({size, size}, sample_board(size, size, kTuningSeed, 1), default_goal(size, size));
    for (const char* memory : {"fresh", "used"}) {
        Budget budget(Budget::kNoTimeLimit, static_cast<std::uint64_t>(million_boards * 1e6));
        WideBeamSettings settings;
        settings.width = width;
        settings.max_moves = 10'000;
        const double begin = process_seconds();
        const auto path = wide_beam->run(start, settings, Share(budget, 1));
        const double boards = static_cast<double>(budget.work());
        std::printf("%dx%d width %zu, %s memory: %.1f M boards generated, %.1f ns of CPU each, %zu moves\n", size, size, width, memory, boards / 1e6,
                    (process_seconds() - begin) / boards * 1e9, path ? path->size() : 0);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto number = [&](std::size_t at, double otherwise) { return arguments.size() > at ? std::atof(arguments[at].c_str()) : otherwise; };
    if (!arguments.empty() && arguments[0] == "mixed") return mixed(static_cast<int>(number(1, 100)), number(2, 0.05));
    if (arguments.size() >= 5 && arguments[0] == "beam") {
        const int size = static_cast<int>(number(1, 6));
        return beam(size, static_cast<std::size_t>(number(2, 1000)), number(3, 1), Network(size, read_file(arguments[4])), static_cast<int>(number(5, 1)));
    }
    if (arguments.size() < 5 || arguments[0] != "bench") {
        std::printf("usage: large_bench [mixed COUNT SECONDS | bench evaluation|tuning SIZE COUNT SECONDS [THREADS] [MILLION_BOARDS] [LEARNED] |\n"
                    "                    beam SIZE WIDTH MILLION_BOARDS LEARNED [THREADS]]\n");
        return 2;
    }
    const int size = static_cast<int>(number(2, 8));
    std::optional<Network> learned;
    if (arguments.size() > 7) learned.emplace(size, read_file(arguments[7]));
    return bench(arguments[1] == "evaluation" ? kEvaluationSeed : kTuningSeed, size,
                 static_cast<int>(number(3, 0)), number(4, 1), static_cast<int>(number(5, 2)), number(6, 0), learned ? &*learned : nullptr);
}
