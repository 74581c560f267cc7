// SPDX-License-Identifier: MIT
// Learns the numbers of core/large/learned_numbers.hpp: `large_train GAMES SEED OUT`, started by scripts/train-local.
//
// A beam compares boards of the same layer, so all that counts is their order. A game is one beam; then, for layers drawn at
// random, the board from which the path goes on is compared with one whose descendants had all been dropped some layers
// later, and the numbers move a little so that the first looks better. The next game is played with the new numbers.
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "large_support.hpp"

using namespace taquin;
using namespace taquin::large;
using namespace taquin::large::testing;

namespace {

// Chosen by trying: a larger rate or a smaller temperature learns faster at first and stays worse.
constexpr double kFirstRate = 1.6;
constexpr double kLastRate = 0.16;
constexpr double kTemperature = 50;
constexpr std::size_t kLag = 30;
constexpr std::size_t kComparisonsALayer = 6;
constexpr int kSmallest = 6, kLargest = 14;
constexpr int kReportEvery = 400;
constexpr int kNarrowest = 60, kWidest = 400;

class Learner {
  public:
    Learner() : numbers_(static_cast<std::size_t>(Evaluation::kOwnSteps + 1 + shared_.count)), squares_(numbers_.size(), 0), counts_(numbers_.size(), 0) {
        for (int steps = 1; steps <= Evaluation::kOwnSteps; ++steps) numbers_[static_cast<std::size_t>(steps - 1)] = Evaluation::powered(steps);
        numbers_[Evaluation::kOwnSteps] = 4 * Evaluation::kScale;
    }

    void begin_with(const std::vector<std::int16_t>& numbers) { numbers_.assign(numbers.begin(), numbers.end()); }

    std::vector<std::int16_t> rounded() const {
        std::vector<std::int16_t> result;
        for (const double number : numbers_) result.push_back(static_cast<std::int16_t>(std::lround(std::clamp(number, -32000.0, 32000.0))));
        return result;
    }

    Evaluation evaluation() const { return Evaluation(shared_, rounded()); }

    // Make `better` look better than `worse`: a step down the logistic loss of their difference.
    void prefer(const Layout& better, const Layout& worse, double rate) {
        compare(better, worse);
        double difference = 0;
        for (const std::size_t at : touched_) difference += counts_[at] * numbers_[at];
        const double slope = 1 / (1 + std::exp(-difference / kTemperature));
        for (const std::size_t at : touched_) {
            const double gradient = slope * counts_[at];
            squares_[at] += gradient * gradient;
            if (gradient != 0) numbers_[at] -= rate * gradient / std::sqrt(squares_[at] + 0.01);
            counts_[at] = 0;
        }
        touched_.clear();
    }

  private:
    void count(std::size_t number, double times) {
        if (counts_[number] == 0) touched_.push_back(number);
        // A count that comes back to zero must not be listed twice.
        counts_[number] += times;
        if (counts_[number] == 0) counts_[number] = 1e-300;
    }

    void compare(const Layout& better, const Layout& worse) {
        const Shape& shape = better.shape();
        for (int row = -1; row < shape.rows; ++row)
            for (int col = -1; col < shape.cols; ++col) {
                const bool differs = differ(better, worse, row, col), right = differ(better, worse, row, col + 1), below = differ(better, worse, row + 1, col);
                for (const auto& [board, times] : {std::pair{&better, 1.0}, {&worse, -1.0}}) {
                    if (differs) count_tile(*board, place_at(row, col), times);
                    if (differs || right) count_pair(*board, row, col, kRight, row, col + 1, times);
                    if (differs || below) count_pair(*board, row, col, kDown, row + 1, col, times);
                    if (differs || right || below || differ(better, worse, row + 1, col + 1)) count_square(*board, row, col, times);
                }
            }
        const int removals = removals_of(better) - removals_of(worse);
        if (removals) count(Evaluation::kOwnSteps, removals);
    }

    static bool is_on(const Layout& board, int row, int col) { return row >= 0 && row < board.shape().rows && col >= 0 && col < board.shape().cols; }

    static bool differ(const Layout& one, const Layout& other, int row, int col) {
        return is_on(one, row, col) && one[place_at(row, col)] != other[place_at(row, col)];
    }

    void count_tile(const Layout& board, Place place, double times) {
        if (place == board.blank) return;
        const Place home = board[place];
        for (const int steps : {magnitude(row_of(home) - row_of(place)), magnitude(col_of(home) - col_of(place))})
            if (steps > 0) count(static_cast<std::size_t>(std::min(steps, Evaluation::kOwnSteps) - 1), times);
    }

    void count_pair(const Layout& board, int row, int col, Direction direction, int next_row, int next_col, double times) {
        const int tile = cell_class::in_pairs(cell_class::at(board, row, col)), neighbour = cell_class::in_pairs(cell_class::at(board, next_row, next_col));
        count_shared(shared_.of_pair[Pairs::entry(tile, direction, neighbour)], times);
    }

    void count_square(const Layout& board, int row, int col, double times) {
        const auto code = [&](int at) {
            return Squares::row_code(cell_class::in_squares(cell_class::at(board, at, col)), cell_class::in_squares(cell_class::at(board, at, col + 1)));
        };
        count_shared(shared_.of_square[Squares::entry(code(row), code(row + 1))], times);
    }

    void count_shared(std::uint16_t number, double times) {
        if (number != SharedNumbers::kNone) count(Evaluation::kOwnSteps + 1 + std::size_t{number}, times);
    }

    int removals_of(const Layout& board) {
        scratch_.assign(board, Region::whole(board.shape()));
        return scratch_.removals();
    }

    const SharedNumbers shared_;
    std::vector<double> numbers_;
    std::vector<double> squares_;  // of the gradients so far
    std::vector<double> counts_;
    std::vector<std::size_t> touched_;
    CrossBoard scratch_;
};

// Everything a beam kept, layer by layer.
class Family {
  public:
    Family(const Layout& start, const TourBeam& beam, const Path& path) : start_(start), lineage_(beam.lineage()) {
        std::vector<std::uint32_t> depth(lineage_.size(), 0);
        layer_begin_ = {0, 1};
        for (Lineage::Node node = 1; node < lineage_.size(); ++node) {
            depth[node] = depth[lineage_.parent(node)] + 1;
            if (depth[node] == layer_begin_.size()) layer_begin_.push_back(node);
            const Lineage::Node last = on_path_.empty() ? Lineage::kRoot : on_path_.back();
            if (on_path_.size() < path.size() && lineage_.parent(node) == last && lineage_.move(node) == path[on_path_.size()]) on_path_.push_back(node);
        }
        layer_begin_.push_back(static_cast<Lineage::Node>(lineage_.size()));
        reach_ = depth;
        for (auto node = static_cast<Lineage::Node>(lineage_.size()); --node > 0;)
            reach_[lineage_.parent(node)] = std::max(reach_[lineage_.parent(node)], reach_[node]);
    }

    // Boards of the path, the start aside.
    std::size_t layers() const { return on_path_.size(); }

    Layout on_path(std::size_t layer) const { return board(on_path_[layer - 1]); }

    // A board of the layer without descendants `lag` layers later, if a few tries find one.
    std::optional<Layout> dropped(std::size_t layer, std::size_t lag, Random& random) const {
        const std::size_t count = layer_begin_[layer + 1] - layer_begin_[layer];
        for (int attempt = 0; attempt < 6; ++attempt) {
            const auto node = static_cast<Lineage::Node>(layer_begin_[layer] + random.below(count));
            if (reach_[node] < std::min(layer + lag, on_path_.size()) && node != on_path_[layer - 1]) return board(node);
        }
        return std::nullopt;
    }

  private:
    Layout board(Lineage::Node node) const {
        Layout result = start_;
        for (const Direction move : lineage_.path_to(node)) result.apply(move);
        return result;
    }

    const Layout& start_;
    const Lineage& lineage_;
    std::vector<Lineage::Node> layer_begin_;
    std::vector<Lineage::Node> on_path_;
    std::vector<std::uint32_t> reach_;  // the last layer with descendants
};

BeamSettings settings_for(const Layout& start, int width, std::uint64_t seed) {
    BeamSettings settings;
    settings.width = width;
    settings.per_cell = std::max(1, 2 * width / start.shape().cells());
    settings.region = Region::whole(start.shape());
    settings.max_moves = 3 * start.manhattan();
    settings.seed = seed;
    return settings;
}

// Length over distance on boards that no game is played on.
double ratio_of(const Evaluation& evaluation, int width) {
    constexpr int kSize = 10, kBoards = 12;
    double moves = 0, distance = 0;
    Budget budget(Budget::kNoTimeLimit, Budget::kNoWorkLimit);
    TourBeam beam;
    for (int index = 0; index < kBoards; ++index) {
        const Layout start({kSize, kSize}, sample_board(kSize, kSize, kTuningSeed, 1000 + static_cast<std::uint64_t>(index)), default_goal(kSize, kSize));
        const BeamSettings settings = settings_for(start, width, 0);
        const BeamResult result = beam.run(start, evaluation, settings, Share(budget, 1));
        moves += result.ending == BeamEnding::kSolved ? static_cast<double>(result.path.size()) : settings.max_moves;
        distance += start.manhattan();
    }
    return moves / distance;
}

void play(Learner& learner, TourBeam& beam, Random& random, double rate) {
    const int rows = random.between(kSmallest, kLargest), cols = random.between(kSmallest, kLargest);
    const Tiles goal = shuffled(default_goal(rows, cols), random);
    const Layout start({rows, cols}, random_board(cols, goal, random), goal);
    const int width = random.between(kNarrowest, kWidest);
    Budget budget(Budget::kNoTimeLimit, Budget::kNoWorkLimit);
    const BeamResult result = beam.run(start, learner.evaluation(), settings_for(start, width, random.next()), Share(budget, 1));
    const Family family(start, beam, result.path);
    if (family.layers() < 2) return;
    for (std::size_t comparison = 0; comparison < family.layers() * kComparisonsALayer; ++comparison) {
        const std::size_t layer = 1 + random.below(family.layers() - 1);
        if (const auto worse = family.dropped(layer, kLag, random)) learner.prefer(family.on_path(layer), *worse, rate);
    }
}

void write(const std::string& name, const std::vector<std::int16_t>& numbers) {
    std::ofstream stream(name);
    stream << "// SPDX-License-Identifier: MIT\n"
              "// Written by scripts/train-local: what the evaluation of core/large was taught, in its order of numbers.\n"
              "#pragma once\n\n#include <cstdint>\n\nnamespace taquin::large {\n\n"
              "inline constexpr std::int16_t kLearnedNumbers[] = {\n";
    for (std::size_t at = 0; at < numbers.size(); ++at) stream << numbers[at] << (at + 1 == numbers.size() ? "\n" : at % 32 == 31 ? ",\n" : ",");
    stream << "};\n\n}  // namespace taquin::large\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::printf("usage: large_train GAMES SEED OUT\n");
        return 2;
    }
    const int games = std::atoi(argv[1]);
    Random random(std::strtoull(argv[2], nullptr, 10));
    Learner learner;
    TourBeam beam;
    for (int game = 0; game <= games; ++game) {
        if (game % kReportEvery == 0 || game == games) {
            const Evaluation evaluation = learner.evaluation();
            std::printf("game %d, %.0f s of CPU: length / distance on 10x10 %.4f with beams of 200, %.4f with 1000\n", game,
                        static_cast<double>(std::clock()) / CLOCKS_PER_SEC, ratio_of(evaluation, 200), ratio_of(evaluation, 1000));
            std::fflush(stdout);
        }
        if (game < games) play(learner, beam, random, kFirstRate + (kLastRate - kFirstRate) * game / games);
    }
    write(argv[3], learner.rounded());
}
