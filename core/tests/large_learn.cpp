// SPDX-License-Identifier: MIT
// Learns what boards of one size are worth on a processor, by self-play:
// `large_learn SIZE NETWORK MINUTES WIDTH RATE SEED` begins with the network of that file, or with what is known of boards of any size if
// there is none, writes it down every minute, and says how long the paths of its beams are. `scripts/train-on-cpu` compiles and runs it.
//
// Part of what it learns is what boards are worth, as `scripts/train` does on a card. The other part is order: of two boards of one layer
// of a beam, the one that the path found leads by is better than one of which nothing is left some layers later. Order is all that a beam
// asks for, and there is less luck in it.
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "network_learner.hpp"
#include "open_beam.hpp"

using namespace taquin;
using namespace taquin::large;
using namespace taquin::large::testing;

namespace {

constexpr std::size_t kBatch = 1024;
constexpr std::size_t kMemory = 1'000'000;
constexpr double kTrust = 0.95, kPathPart = 0.5, kSiblingPart = 0.18;
constexpr double kReuse = 16;
constexpr float kWorth = 0.2F;  // what worth counts beside order
constexpr float kSoft = 1;      // moves apart that make an order sure
constexpr std::size_t kUnits = 256;
constexpr std::size_t kEnough = 100'000;  // samples to begin with: fewer are soon known by heart

struct Sample {
    Board board;
    float worth;
};

// Two boards of one layer: the path led by the first, and nothing came of the second.
struct Pair {
    Board better, worse;
};

class Training {
  public:
    Training(int side, std::string file, double minutes, std::size_t width, float rate, std::uint64_t seed)
        : side_(side), file_(std::move(file)), minutes_(minutes), width_(width), rate_(rate), random_(seed),
          learner_(begun(side, read_file(file_), random_)) {}

    void run() {
        for (std::uint64_t round = 1; part() < 1; ++round) {
            const std::size_t before = added_;
            play();
            if (added_ < kEnough) continue;
            steps_due_ += kReuse * static_cast<double>(added_ - before) / kBatch;
            for (; steps_due_ >= 1; --steps_due_) step();
            if (part() >= written_ + 1 / minutes_) write();
            if (round % 20 == 0) report();
        }
        write();
    }

  private:
    static Learner begun(int side, const std::vector<std::uint8_t>& before, Random& random) {
        Learner learner(side, before.empty() ? kUnits : Learner::units_of(side, before.size()), random);
        if (!before.empty()) learner.read(before);
        return learner;
    }

    static std::vector<std::uint8_t> read_file(const std::string& name) {
        std::ifstream stream(name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    static constexpr int kBoards = 16;  // of a round
    static constexpr std::size_t kApart = 6, kLater = 30;  // layers between those that are looked at, and to what is left of them
    static constexpr int kPairs = 12;
    static constexpr int kAttempts = 4;  // at a board that is gone: the one that looked best teaches most
    static constexpr int kAnyPart = 4;  // one board of so many is one that a path led by

    double part() const { return (wall_seconds() - begun_) / 60 / minutes_; }

    void play() {
        const Network network(side_, learner_.bytes());
        const std::size_t width = width_ / 2 + random_.below(width_);
        OpenBeam beam(network, width);
        int solved = 0;
        for (int number = 0; number < kBoards; ++number) {
            const Layout start = next_start(number);
            const auto goal = start.is_goal() ? std::nullopt : beam.run(board_of(start), most_moves());
            if (!goal) continue;
            ++solved;
            std::vector<std::size_t> track(beam.layers.size());
            track.back() = *goal;
            Path path(track.size() - 1);
            for (std::size_t at = track.size() - 1; at > 0; --at) {
                path[at - 1] = static_cast<Direction>(beam.layers[at][track[at]].last);
                track[at - 1] = beam.layers[at][track[at]].parent;
            }
            if (is_any_board(number)) {
                moves_ += static_cast<double>(path.size());
                distance_ += start.manhattan();
            }
            add(start, path, network);
            add_pairs(beam, track);
        }
        solved_ += solved;
        tried_ += kBoards;
    }

    // Boards of which nothing is left some layers later are worse than the one that the path leads by.
    void add_pairs(const OpenBeam& beam, const std::vector<std::size_t>& track) {
        for (std::size_t layer = 4 + random_.below(kApart); layer + kLater < track.size(); layer += kApart) {
            const std::vector<bool> alive = beam.survivors(layer, kLater);
            for (int draw = 0; draw < kPairs; ++draw) {
                const OpenBeam::Node* worse = nullptr;
                for (int attempt = 0; attempt < kAttempts; ++attempt) {
                    const std::size_t other = random_.below(alive.size());
                    if (!alive[other] && (!worse || beam.layers[layer][other].value < worse->value)) worse = &beam.layers[layer][other];
                }
                if (!worse) continue;
                const Pair pair{beam.layers[layer][track[layer]].board, worse->board};
                if (pairs_.size() < kMemory / 2)
                    pairs_.push_back(pair);
                else
                    pairs_[random_.below(pairs_.size())] = pair;
            }
        }
    }

    std::size_t most_moves() const { return static_cast<std::size_t>(2 * side_ * side_ * side_ + 40); }

    static bool is_any_board(int number) { return number % kAnyPart != 0; }

    // Any board; or, what a beam has to find out too, one that a path leads by.
    Layout next_start(int number) {
        const Tiles goal = default_goal(side_, side_);
        if (is_any_board(number) || visited_.empty()) return Layout({side_, side_}, random_board(side_, goal, random_), goal);
        return walked(visited_[random_.below(visited_.size())], 80);
    }

    Layout walked(Layout board, int longest) {
        Direction last = kNoMove;
        for (std::size_t left = random_.below(static_cast<std::size_t>(longest)); left > 0;) {
            const auto move = static_cast<Direction>(random_.below(4));
            if (!board.allows(move) || (last != kNoMove && move == opposite(last))) continue;
            board.apply(last = move);
            --left;
        }
        return board;
    }

    double chance() { return static_cast<double>(random_.below(1 << 20)) / (1 << 20); }

    void add(const Layout& start, const Path& path, const Network& network) {
        std::vector<Layout> track{start};
        for (const Direction move : path) {
            track.push_back(track.back());
            track.back().apply(move);
        }
        double worth = 0;
        for (std::size_t at = path.size(); at-- > 0;) {
            const double thought = network.of(board_of(track[at + 1]).data()) / static_cast<double>(Network::kPerMove);
            worth = 1 + (at + 1 == path.size() ? 0 : kTrust * worth + (1 - kTrust) * thought);
            if (chance() < kPathPart) remember(track[at], worth);
            for (int other = 0; other < 4; ++other) {
                const auto move = static_cast<Direction>(other);
                if (move == path[at] || (at > 0 && move == opposite(path[at - 1])) || !track[at].allows(move)) continue;
                if (chance() > kSiblingPart) continue;
                Layout beside = track[at];
                beside.apply(move);
                remember(beside, worth + 1);
            }
        }
        if (visited_.size() < 1000) visited_.push_back(start);
        visited_[random_.below(visited_.size())] = track[random_.below(track.size())];
    }

    void remember(const Layout& layout, double worth) {
        const Sample sample{board_of(layout), static_cast<float>(worth)};
        if (memory_.size() < kMemory)
            memory_.push_back(sample);
        else
            memory_[added_ % kMemory] = sample;
        ++added_;
    }

    void step() {
        Learner::Look look, other;
        for (std::size_t number = 0; number < kBatch / 2; ++number) {
            const Sample& sample = memory_[random_.below(memory_.size())];
            learner_.look_at(sample.board, look);
            const float off = look.value - sample.worth;
            error_ += off * off;
            learner_.follow(look, kWorth * std::clamp(off, -3.0F, 3.0F));
        }
        for (std::size_t number = 0; number < kBatch / 2 && !pairs_.empty(); ++number) {
            const Pair& pair = pairs_[random_.below(pairs_.size())];
            learner_.look_at(pair.better, look);
            learner_.look_at(pair.worse, other);
            wrong_ += look.value >= other.value;
            const float slope = 1 / (1 + std::exp((other.value - look.value) / kSoft));
            learner_.follow(look, slope);
            learner_.follow(other, -slope);
        }
        looked_ += kBatch / 2;
        learner_.step(rate_ * static_cast<float>(std::clamp(2 * (1 - part()), 0.02, 1.0)));
    }

    void write() {
        const std::vector<std::uint8_t> bytes = learner_.bytes();
        std::ofstream stream(file_ + ".new", std::ios::binary);
        stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        stream.close();
        std::rename((file_ + ".new").c_str(), file_.c_str());
        written_ = part();
    }

    void report() {
        const auto looked = static_cast<double>(looked_);
        std::printf("%6.1f min: %d of %d solved, length / distance %.4f, %zu samples, off by %.3f, %.4f in the wrong order, %.0f steps\n",
                    part() * minutes_, solved_, tried_, moves_ / distance_, added_, std::sqrt(error_ / looked), wrong_ / looked,
                    looked * 2 / kBatch);
        std::fflush(stdout);
        moves_ = distance_ = error_ = wrong_ = 0;
        solved_ = tried_ = 0;
        looked_ = 0;
    }

    int side_;
    std::string file_;
    double minutes_;
    std::size_t width_;
    float rate_;
    Random random_;
    Learner learner_;
    std::vector<Sample> memory_;
    std::vector<Pair> pairs_;
    std::vector<Layout> visited_;
    std::size_t added_ = 0, looked_ = 0;
    double steps_due_ = 0, written_ = 0, moves_ = 0, distance_ = 0, error_ = 0, wrong_ = 0;
    int solved_ = 0, tried_ = 0;
    const double begun_ = wall_seconds();
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 7) {
        std::printf("usage: large_learn SIZE NETWORK MINUTES WIDTH RATE SEED\n");
        return 2;
    }
    Training(std::atoi(argv[1]), argv[2], std::atof(argv[3]), static_cast<std::size_t>(std::atoi(argv[4])), static_cast<float>(std::atof(argv[5])),
             static_cast<std::uint64_t>(std::atoi(argv[6])))
        .run();
    return 0;
}
