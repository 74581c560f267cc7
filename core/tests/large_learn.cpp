// SPDX-License-Identifier: MIT
// Learns what boards of one size are worth on a processor, by self-play: `large_learn SIZE NETWORK MINUTES [WIDTH] [RATE] [SEED]` begins
// with the network of that file, or near the goal if there is none, writes it down every minute, and says how long the paths of its
// beams are. `scripts/train-on-cpu` compiles and runs it.
//
// Half of what it learns is what boards are worth, as `scripts/train` does on a card some fifty times as fast. The other half is order:
// of two boards of one layer of a beam, the one that the path found leads by is better than one of which nothing is left some layers
// later. Order is all that a beam asks for, and there is less luck in it.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "large_support.hpp"

using namespace taquin;
using namespace taquin::large;
using namespace taquin::large::testing;

namespace {

using Board = std::array<std::uint8_t, 64>;
using Floats = std::vector<float>;

// A network in moves, as it is learned. Numbers in a file are whole: so many to a move, or to the range of a unit.
constexpr float kValueScale = Network::kPerMove, kUnitScale = Network::kCeiling, kWeightScale = 128;
constexpr std::size_t kOwn = 256;  // units without their twins
constexpr float kLeap = 8;         // a weight moves so much farther than other numbers at each step
constexpr std::size_t kBatch = 1024;
constexpr std::size_t kMemory = 1'000'000;
constexpr double kTrust = 0.95, kPathPart = 0.5, kSiblingPart = 0.18;
constexpr double kReuse = 8;
constexpr float kWorth = 0.5F;  // what worth counts beside order
constexpr float kSoft = 1;      // moves apart that make an order sure
constexpr std::size_t kEnough = 300'000;  // samples to begin with: fewer are soon known by heart

struct Parameters {
    explicit Parameters(std::size_t places) : line(places), bias(kOwn), weight(kOwn), input(places * kOwn) {}
    std::array<Floats*, 4> all() { return {&line, &bias, &weight, &input}; }

    Floats line, bias, weight, input;
};

// Adam, with an average over the last steps, which is what plays.
class Learner {
  public:
    Learner(int side, Random& random)
        : side_(side), cells_(static_cast<std::size_t>(side * side)), now_(places()), slope_(places()), first_(places()), second_(places()),
          mean_(places()) {
        for (std::size_t tile = 1; tile < cells_; ++tile)
            for (std::size_t cell = 0; cell < cells_; ++cell)
                now_.line[tile * cells_ + cell] = 1.3F * static_cast<float>(distance(place(tile - 1), place(cell)));
        for (float& bias : now_.bias) bias = 0.3F;
        for (float& weight : now_.weight) weight = 0.05F * normal(random);
        for (float& input : now_.input) input = 0.6F / static_cast<float>(side) * normal(random);
        mean_ = now_;
    }

    void read(const std::vector<std::uint8_t>& bytes) {
        std::size_t at = 0;
        const auto take = [&](Floats& numbers, float scale) {
            for (float& number : numbers) {
                number = static_cast<float>(static_cast<std::int16_t>(bytes.at(at) | bytes.at(at + 1) << 8)) / scale;
                at += 2;
            }
        };
        take(now_.line, kValueScale);
        take(now_.bias, kUnitScale);
        take(now_.weight, kWeightScale * kLeap);
        take(now_.input, kUnitScale);
        mean_ = now_;
    }

    std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> result;
        const auto put = [&](const Floats& numbers, float scale) {
            for (const float number : numbers) {
                const auto whole = static_cast<std::uint16_t>(std::lround(std::clamp(number * scale, -32768.0F, 32767.0F)));
                result.push_back(static_cast<std::uint8_t>(whole & 255));
                result.push_back(static_cast<std::uint8_t>(whole >> 8));
            }
        };
        put(symmetric(mean_.line), kValueScale);
        put(mean_.bias, kUnitScale);
        put(mean_.weight, kWeightScale * kLeap);
        put(mean_.input, kUnitScale);
        return result;
    }

    // A board as the network sees it, and the value that it gives.
    struct Look {
        std::array<std::size_t, 64> own, twin;
        alignas(64) float sums[2][kOwn];
        float value;
    };

    void look_at(const Board& board, Look& look) const {
        look.value = 0;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            look.own[cell] = board[cell] * cells_ + cell;
            look.twin[cell] = image(board[cell]) * cells_ + mirrored(cell);
            look.value += (now_.line[look.own[cell]] + now_.line[look.twin[cell]]) / 2;
        }
        add_up(look.own, look.sums[0]);
        add_up(look.twin, look.sums[1]);
        float counted = 0;
        for (std::size_t unit = 0; unit < kOwn; ++unit) {
            const float a = std::clamp(look.sums[0][unit], 0.0F, 1.0F), b = std::clamp(look.sums[1][unit], 0.0F, 1.0F);
            counted += now_.weight[unit] * (a * a + b * b);
        }
        look.value += kLeap * counted;
    }

    // Add up what would change the value of a board by `slope`.
    void follow(const Look& look, float slope) {
        alignas(64) float back[2][kOwn];
        for (std::size_t unit = 0; unit < kOwn; ++unit) {
            const float a = std::clamp(look.sums[0][unit], 0.0F, 1.0F), b = std::clamp(look.sums[1][unit], 0.0F, 1.0F);
            slope_.weight[unit] += slope * kLeap * (a * a + b * b);
            const float each = slope * kLeap * 2 * now_.weight[unit];
            back[0][unit] = a < 1 ? each * a : 0;
            back[1][unit] = b < 1 ? each * b : 0;
            slope_.bias[unit] += back[0][unit] + back[1][unit];
        }
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            slope_.line[look.own[cell]] += slope / 2;
            slope_.line[look.twin[cell]] += slope / 2;
            add_to(&slope_.input[look.own[cell] * kOwn], back[0]);
            add_to(&slope_.input[look.twin[cell] * kOwn], back[1]);
        }
    }

    void step(float rate) {
        ++steps_;
        const float fade_first = 0.9F, fade_second = 0.99F;
        const auto steps = static_cast<float>(std::min<std::uint64_t>(steps_, 10'000));
        const float one = 1 / (1 - std::pow(fade_first, steps)), two = 1 / (1 - std::pow(fade_second, steps));
        const float newest = std::max(0.0005F, 5 / (5 + static_cast<float>(steps_)));
        for (std::size_t part = 0; part < 4; ++part) {
            Floats &now = *now_.all()[part], &slope = *slope_.all()[part], &mean = *mean_.all()[part];
            Floats &first = *first_.all()[part], &second = *second_.all()[part];
            for (std::size_t at = 0; at < now.size(); ++at) {
                const float steep = slope[at] / static_cast<float>(kBatch);
                slope[at] = 0;
                first[at] = fade_first * first[at] + (1 - fade_first) * steep;
                second[at] = fade_second * second[at] + (1 - fade_second) * steep * steep;
                now[at] -= rate * (first[at] * one / (std::sqrt(second[at] * two) + 1e-8F) + 0.01F * now[at]);
                mean[at] += newest * (now[at] - mean[at]);
            }
        }
    }

  private:
    Place place(std::size_t cell) const { return place_of({side_, side_}, static_cast<int>(cell)); }
    std::size_t places() const { return cells_ * cells_; }
    std::size_t mirrored(std::size_t cell) const {
        const auto side = static_cast<std::size_t>(side_);
        return cell % side * side + cell / side;
    }
    std::size_t image(std::size_t tile) const { return tile == 0 ? 0 : mirrored(tile - 1) + 1; }

    Floats symmetric(const Floats& line) const {
        Floats result(line);
        for (std::size_t tile = 0; tile < cells_; ++tile)
            for (std::size_t cell = 0; cell < cells_; ++cell)
                result[tile * cells_ + cell] = (line[tile * cells_ + cell] + line[image(tile) * cells_ + mirrored(cell)]) / 2;
        return result;
    }

    static float normal(Random& random) {
        float sum = 0;
        for (int draw = 0; draw < 12; ++draw) sum += static_cast<float>(random.below(1 << 16)) / (1 << 16);
        return sum - 6;
    }

    void add_up(const std::array<std::size_t, 64>& places, float* __restrict sums) const {
        std::copy(now_.bias.begin(), now_.bias.end(), sums);
        for (std::size_t cell = 0; cell < cells_; ++cell) add_to(sums, &now_.input[places[cell] * kOwn]);
    }
    static void add_to(float* __restrict sums, const float* __restrict more) {
        for (std::size_t unit = 0; unit < kOwn; ++unit) sums[unit] += more[unit];
    }

    int side_;
    std::size_t cells_;
    Parameters now_, slope_, first_, second_, mean_;
    std::uint64_t steps_ = 0;
};

struct Sample {
    Board board;
    float worth;
};

// Two boards of one layer: the path led by the first, and nothing came of the second.
struct Pair {
    Board better, worse;
};

// A beam that keeps all its layers.
class OpenBeam {
  public:
    struct Node {
        Board board;
        std::uint64_t hash;
        std::int32_t line;
        std::uint32_t parent;
        std::uint8_t blank, last;
    };

    OpenBeam(const Network& network, std::size_t width)
        : network_(network), cells_(static_cast<std::size_t>(network.side() * network.side())), width_(width), kernel_(units::kernels().back()),
          sums_(network.lanes()), next_sums_(network.lanes()), seen_(std::bit_ceil(16 * width)) {
        sums_.reserve(width);
        next_sums_.reserve(width);
    }

    std::vector<std::vector<Node>> layers;

    // The number of the goal in the last layer, if the beam meets it.
    std::optional<std::size_t> run(const Board& start, std::size_t most_moves) {
        layers.assign(1, {root(start)});
        std::fill(seen_.begin(), seen_.end(), 0);
        network_.sums_of(start.data(), sums_[0]);
        std::uint64_t goal = 0;
        for (std::size_t cell = 0; cell + 1 < cells_; ++cell) goal += key(cell + 1, cell);
        while (layers.size() <= most_moves) {
            if (!advance()) return std::nullopt;
            for (std::size_t at = 0; at < layers.back().size(); ++at)
                if (layers.back()[at].hash == goal) return at;
        }
        return std::nullopt;
    }

    // Which boards of a layer have descendants so many layers later.
    std::vector<bool> survivors(std::size_t layer, std::size_t later) const {
        std::vector<bool> alive(layers[layer + later].size(), true);
        for (std::size_t at = layer + later; at > layer; --at) {
            std::vector<bool> before(layers[at - 1].size(), false);
            for (std::size_t node = 0; node < layers[at].size(); ++node)
                if (alive[node]) before[layers[at][node].parent] = true;
            alive.swap(before);
        }
        return alive;
    }

  private:
    struct Child {
        std::int32_t value;
        std::uint32_t origin;
        std::uint64_t hash;
    };

    static std::uint64_t key(std::size_t tile, std::size_t cell) { return tile == 0 ? 0 : mix(tile << 8 | cell | std::uint64_t{1} << 32); }

    Node root(const Board& start) const {
        Node node{start, 0, network_.line_of(start.data()), 0, 0, kNoMove};
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            node.hash += key(start[cell], cell);
            if (start[cell] == 0) node.blank = static_cast<std::uint8_t>(cell);
        }
        return node;
    }

    std::size_t beside(std::size_t cell, std::size_t move) const {
        const auto side = static_cast<std::size_t>(network_.side());
        switch (move) {
            case 0: return cell >= side ? cell - side : cells_;
            case 1: return cell % side ? cell - 1 : cells_;
            case 2: return cell % side + 1 < side ? cell + 1 : cells_;
            default: return cell + side < cells_ ? cell + side : cells_;
        }
    }

    bool is_new(std::uint64_t hash) {
        std::uint64_t* pair = &seen_[(hash >> 24 & (seen_.size() / 2 - 1)) * 2];
        if (pair[0] == hash || pair[1] == hash) return false;
        pair[layers.size() / 2 % 2] = hash;
        return true;
    }

    bool advance() {
        children_.clear();
        const std::vector<Node>& layer = layers.back();
        for (std::size_t at = 0; at < layer.size(); ++at) list(layer[at], at);
        if (children_.empty()) return false;
        if (children_.size() > width_) {
            std::nth_element(children_.begin(), children_.begin() + static_cast<std::ptrdiff_t>(width_), children_.end(),
                             [](const Child& a, const Child& b) { return a.value < b.value; });
            children_.resize(width_);
        }
        std::vector<Node> next;
        next.reserve(children_.size());
        for (const Child& child : children_) next.push_back(made(layer[child.origin / 4], child, next_sums_[next.size()]));
        layers.push_back(std::move(next));
        std::swap(sums_, next_sums_);
        return true;
    }

    void list(const Node& node, std::size_t at) {
        units::Job job{sums_[at], {network_.step(0), network_.step(0)}, nullptr, {}, network_.weights(), network_.lanes()};
        const std::size_t first = children_.size();
        for (std::size_t move = 0; move < 4; ++move) {
            const std::size_t from = beside(node.blank, move);
            const auto back = static_cast<std::size_t>(node.last == kNoMove ? kNoMove : opposite(static_cast<Direction>(node.last)));
            if (from == cells_ || move == back) continue;
            const std::size_t tile = node.board[from];
            const std::uint64_t hash = node.hash + key(tile, node.blank) - key(tile, from);
            if (!is_new(hash)) continue;
            job.steps[children_.size() - first] = network_.step(network_.kind(tile, from, move));
            children_.push_back({line_after(node, tile, from), static_cast<std::uint32_t>(4 * at + move), hash});
        }
        units::Totals totals;
        if (children_.size() > first) kernel_(job, children_.size() - first, totals);
        for (std::size_t child = first; child < children_.size(); ++child) children_[child].value += totals[child - first] >> Network::kShift;
    }

    std::int32_t line_after(const Node& node, std::size_t tile, std::size_t from) const {
        return node.line + network_.line(tile, node.blank) - network_.line(tile, from) + network_.line(0, from) - network_.line(0, node.blank);
    }

    Node made(const Node& parent, const Child& child, Sum* sums) const {
        const std::size_t move = child.origin % 4, from = beside(parent.blank, move), tile = parent.board[from];
        Node node{parent.board, child.hash, line_after(parent, tile, from), child.origin / 4, static_cast<std::uint8_t>(from),
                  static_cast<std::uint8_t>(move)};
        node.board[parent.blank] = static_cast<std::uint8_t>(tile);
        node.board[from] = 0;
        const Sum *before = sums_[child.origin / 4], *step = network_.step(network_.kind(tile, from, move));
        for (std::size_t lane = 0; lane < network_.lanes(); ++lane) sums[lane] = units::added(before[lane], step[lane]);
        return node;
    }

    const Network& network_;
    std::size_t cells_, width_;
    units::Kernel kernel_;
    SumRows sums_, next_sums_;
    std::vector<std::uint64_t> seen_;
    std::vector<Child> children_;
};

class Training {
  public:
    Training(int side, std::string file, double minutes, std::size_t width, float rate, std::uint64_t seed)
        : side_(side), file_(std::move(file)), minutes_(minutes), width_(width), rate_(rate), random_(seed), learner_(side, random_) {
        std::ifstream stream(file_, std::ios::binary);
        const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
        longest_walk_ = bytes.empty() ? 60 : kAnyBoard;
        if (!bytes.empty()) learner_.read(bytes);
    }

    void run() {
        for (std::uint64_t round = 1; part() < 1; ++round) {
            const std::size_t before = added_;
            play();
            if (added_ < (longest_walk_ < kAnyBoard ? kBatch : kEnough)) continue;
            steps_due_ += kReuse * static_cast<double>(added_ - before) / kBatch;
            for (; steps_due_ >= 1; --steps_due_) step();
            if (part() >= written_ + 1 / minutes_) write();
            if (round % 40 == 0) report();
        }
        write();
    }

  private:
    static constexpr int kAnyBoard = 1 << 20;
    static constexpr int kBoards = 16;  // of a round
    static constexpr std::size_t kApart = 6, kLater = 30;  // layers between those that are looked at, and to what is left of them
    static constexpr int kPairs = 12;

    double part() const { return (wall_seconds() - begun_) / 60 / minutes_; }

    void play() {
        const Network network(side_, learner_.bytes());
        OpenBeam beam(network, width_);
        int solved = 0;
        for (int number = 0; number < kBoards; ++number) {
            const Layout start = next_start(number);
            const auto goal = start.is_goal() ? std::nullopt : beam.run(tiles_of(start), most_moves());
            if (!goal) continue;
            ++solved;
            std::vector<std::size_t> track(beam.layers.size());
            track.back() = *goal;
            Path path(track.size() - 1);
            for (std::size_t at = track.size() - 1; at > 0; --at) {
                path[at - 1] = static_cast<Direction>(beam.layers[at][track[at]].last);
                track[at - 1] = beam.layers[at][track[at]].parent;
            }
            moves_ += static_cast<double>(path.size());
            distance_ += start.manhattan();
            add(start, path, network);
            add_pairs(beam, track);
        }
        solved_ += solved;
        tried_ += kBoards;
        if (longest_walk_ < kAnyBoard && solved > kBoards * 7 / 10) longest_walk_ = longest_walk_ * 5 / 4;
        if (longest_walk_ > 70 * side_ * side_) longest_walk_ = kAnyBoard;
    }

    // Boards of which nothing is left some layers later are worse than the one that the path leads by.
    void add_pairs(const OpenBeam& beam, const std::vector<std::size_t>& track) {
        for (std::size_t layer = 4 + random_.below(kApart); layer + kLater < track.size(); layer += kApart) {
            const std::vector<bool> alive = beam.survivors(layer, kLater);
            for (int draw = 0; draw < kPairs; ++draw) {
                const std::size_t other = random_.below(alive.size());
                if (alive[other]) continue;
                const Pair pair{beam.layers[layer][track[layer]].board, beam.layers[layer][other].board};
                if (pairs_.size() < kMemory / 2)
                    pairs_.push_back(pair);
                else
                    pairs_[random_.below(pairs_.size())] = pair;
            }
        }
    }

    std::size_t most_moves() const { return static_cast<std::size_t>(2 * side_ * side_ * side_ + 40); }

    // Any board; or, what a beam has to find out too, one that a path leads by.
    Layout next_start(int number) {
        const Tiles goal = default_goal(side_, side_);
        if (longest_walk_ < kAnyBoard) return walked(Layout({side_, side_}, goal, goal), longest_walk_);
        if (number % 2 == 0 || visited_.empty()) return Layout({side_, side_}, random_board(side_, goal, random_), goal);
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

    Board tiles_of(const Layout& layout) const {
        Board board{};
        layout.each_place([&](Place place) {
            if (place == layout.blank) return;
            const auto cell = static_cast<std::size_t>(cell_of(layout.shape(), place));
            board[cell] = static_cast<std::uint8_t>(cell_of(layout.shape(), layout[place]) + 1);
        });
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
            const double thought = network.of(tiles_of(track[at + 1]).data()) / static_cast<double>(Network::kPerMove);
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
        const Sample sample{tiles_of(layout), static_cast<float>(worth)};
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
    int longest_walk_;
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
    if (argc < 4) {
        std::printf("usage: large_learn SIZE NETWORK MINUTES [WIDTH] [RATE] [SEED]\n");
        return 2;
    }
    const auto number = [&](int at, double otherwise) { return argc > at ? std::atof(argv[at]) : otherwise; };
    Training(std::atoi(argv[1]), argv[2], number(3, 1), static_cast<std::size_t>(number(4, 512)), static_cast<float>(number(5, 1e-3)),
             static_cast<std::uint64_t>(number(6, 1)))
        .run();
    return 0;
}
