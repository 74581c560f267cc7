// SPDX-License-Identifier: MIT
// A network as it is learned, in moves and not in whole numbers: what it thinks of a board, and steps towards thinking otherwise.
#pragma once

#include <cmath>

#include "large_support.hpp"
#include "open_beam.hpp"

namespace taquin::large::testing {

using Floats = std::vector<float>;

struct Parameters {
    // Behind the shared numbers of neighbours stands that of two tiles that have to pass one another.
    Parameters(std::size_t places, std::size_t units, std::size_t shared) : line(places), bias(units), weight(units), input(places * units), near(shared + 1) {}
    std::array<Floats*, 5> all() { return {&line, &bias, &weight, &input, &near}; }

    Floats line, bias, weight, input, near;
};

// Adam, and Adagrad for the numbers of neighbours, with an average over the last steps, which is what plays.
class Learner {
  public:
    // Begins with the evaluation of boards of any size, and units that count next to nothing. Twins are not counted among the units.
    Learner(int side, std::size_t units, Random& random)
        : side_(side), units_(units), cells_(static_cast<std::size_t>(side * side)), tiles_(side), now_(blank_parameters()), slope_(now_), first_(now_), second_(now_), mean_(now_) {
        begin_with(learned_evaluation(), random);
        for (float& bias : now_.bias) bias = 0.3F;
        for (float& weight : now_.weight) weight = 0.002F * normal(random);
        for (float& input : now_.input) input = 0.6F / static_cast<float>(side) * normal(random);
        mean_ = now_;
    }

    // Of a network of so many bytes.
    static std::size_t units_of(int side, std::size_t bytes) {
        const auto places = static_cast<std::size_t>(side * side * side * side);
        return (bytes / 2 - places - Pairs::kEntries - Squares::kEntries - 1) / (places + 2);
    }

    void read(const std::vector<std::uint8_t>& bytes) {
        std::size_t at = 0;
        const auto next = [&] {
            at += 2;
            return static_cast<float>(static_cast<std::int16_t>(bytes.at(at - 2) | bytes.at(at - 1) << 8));
        };
        const auto take = [&](Floats& numbers, float scale) {
            for (float& number : numbers) number = next() / scale;
        };
        take(now_.line, kValueScale);
        take(now_.bias, kUnitScale);
        take(now_.weight, kWeightScale * kLeap);
        take(now_.input, kUnitScale);
        for (const auto* shared : {&shared_.of_pair, &shared_.of_square})
            for (const std::uint16_t number : *shared) {
                const float value = next() / kValueScale;
                if (number != SharedNumbers::kNone) now_.near[number] = value;
            }
        now_.near.back() = next() / kValueScale;
        mean_ = now_;
    }

    std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> result;
        const auto put_one = [&](float number) {
            const auto whole = static_cast<std::uint16_t>(std::lround(std::clamp(number, -32768.0F, 32767.0F)));
            result.push_back(static_cast<std::uint8_t>(whole & 255));
            result.push_back(static_cast<std::uint8_t>(whole >> 8));
        };
        const auto put = [&](const Floats& numbers, float scale) {
            for (const float number : numbers) put_one(number * scale);
        };
        put(symmetric(mean_.line), kValueScale);
        put(mean_.bias, kUnitScale);
        put(mean_.weight, kWeightScale * kLeap);
        put(mean_.input, kUnitScale);
        for (const auto* shared : {&shared_.of_pair, &shared_.of_square})
            for (const std::uint16_t number : *shared) put_one(number == SharedNumbers::kNone ? 0 : mean_.near[number] * kValueScale);
        put_one(mean_.near.back() * kValueScale);
        return result;
    }

    // A board as the network sees it, and the value that it gives.
    struct Look {
        std::array<std::size_t, 64> own, twin;
        std::array<std::uint16_t, 3 * 9 * 9> near;
        std::size_t near_count;
        float passing;
        Floats sums[2];
        float value;
    };

    void look_at(const Board& board, Look& look) const {
        look.value = 0;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            look.own[cell] = board[cell] * cells_ + cell;
            look.twin[cell] = image(board[cell]) * cells_ + mirrored(cell);
            look.value += (now_.line[look.own[cell]] + now_.line[look.twin[cell]]) / 2;
        }
        look.near_count = 0;
        const auto note = [&](std::uint16_t number) {
            if (number == SharedNumbers::kNone) return;
            look.near[look.near_count++] = number;
            look.value += now_.near[number];
        };
        tiles_.each(board.data(), [&](std::size_t entry) { note(shared_.of_pair[entry]); }, [&](std::size_t entry) { note(shared_.of_square[entry]); });
        look.passing = static_cast<float>(tiles_.passing(board.data()));
        look.value += now_.near.back() * look.passing;
        add_up(look.own, look.sums[0]);
        add_up(look.twin, look.sums[1]);
        float counted = 0;
        for (std::size_t unit = 0; unit < units_; ++unit) {
            const float a = std::clamp(look.sums[0][unit], 0.0F, 1.0F), b = std::clamp(look.sums[1][unit], 0.0F, 1.0F);
            counted += now_.weight[unit] * (a * a + b * b);
        }
        look.value += kLeap * counted;
    }

    // Add up what would change the value of a board by `slope`.
    void follow(const Look& look, float slope) {
        back_[0].resize(units_);
        back_[1].resize(units_);
        for (std::size_t unit = 0; unit < units_; ++unit) {
            const float a = std::clamp(look.sums[0][unit], 0.0F, 1.0F), b = std::clamp(look.sums[1][unit], 0.0F, 1.0F);
            slope_.weight[unit] += slope * kLeap * (a * a + b * b);
            const float each = slope * kLeap * 2 * now_.weight[unit];
            back_[0][unit] = a < 1 ? each * a : 0;
            back_[1][unit] = b < 1 ? each * b : 0;
            slope_.bias[unit] += back_[0][unit] + back_[1][unit];
        }
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            slope_.line[look.own[cell]] += slope / 2;
            slope_.line[look.twin[cell]] += slope / 2;
            add_to(&slope_.input[look.own[cell] * units_], back_[0].data());
            add_to(&slope_.input[look.twin[cell] * units_], back_[1].data());
        }
        for (std::size_t at = 0; at < look.near_count; ++at) slope_.near[look.near[at]] += slope;
        slope_.near.back() += slope * look.passing;
    }

    void step(float rate) {
        ++steps_;
        const auto steps = static_cast<float>(std::min<std::uint64_t>(steps_, 10'000));
        const float one = 1 / (1 - std::pow(kFadeFirst, steps)), two = 1 / (1 - std::pow(kFadeSecond, steps));
        const float newest = std::max(0.0005F, 5 / (5 + static_cast<float>(steps_)));
        for (std::size_t part = 0; part < now_.all().size(); ++part) {
            Floats &now = *now_.all()[part], &slope = *slope_.all()[part], &mean = *mean_.all()[part];
            Floats &first = *first_.all()[part], &second = *second_.all()[part];
            if (&now == &now_.near) {
                step_near(rate);
            } else {
                const float fading = &now == &now_.line ? 0 : kFading;
                for (std::size_t at = 0; at < now.size(); ++at) {
                    first[at] = kFadeFirst * first[at] + (1 - kFadeFirst) * slope[at];
                    second[at] = kFadeSecond * second[at] + (1 - kFadeSecond) * slope[at] * slope[at];
                    now[at] -= rate * (first[at] * one / (std::sqrt(second[at] * two) + kLeast) + fading * now[at]);
                }
            }
            for (std::size_t at = 0; at < now.size(); ++at) {
                slope[at] = 0;
                mean[at] += newest * (now[at] - mean[at]);
            }
        }
    }

  private:
    // Numbers in a file are whole: so many to a move, or to the range of a unit.
    static constexpr float kValueScale = Network::kPerMove, kUnitScale = Network::kCeiling, kWeightScale = 128;
    static constexpr float kLeap = 8;  // a weight moves so much farther than other numbers at each step
    static constexpr float kFadeFirst = 0.9F, kFadeSecond = 0.99F, kFading = 0.01F, kLeast = 1e-5F;
    static constexpr float kNearLeap = 50, kNearCaution = 100;
    // What is left to do is about so much longer than the distance.
    static constexpr float kDetour = 1.35F;
    static constexpr int kTrials = 200;

    // Some neighbours are seen in every batch, others hardly ever: each number moves the less the more it has learned, and none by much
    // for one board.
    void step_near(float rate) {
        for (std::size_t at = 0; at < now_.near.size(); ++at) {
            const float slope = slope_.near[at];
            second_.near[at] += slope * slope;
            now_.near[at] -= kNearLeap * rate * slope / std::sqrt(second_.near[at] + kNearCaution);
        }
    }

    Parameters blank_parameters() const { return Parameters(cells_ * cells_, units_, static_cast<std::size_t>(shared_.count)); }

    // An evaluation only orders boards: it is stretched until, in the mean, it says how many moves are left, and the goal is worth 0.
    void begin_with(const Evaluation& evaluation, Random& random) {
        const Shape shape{side_, side_};
        const Tiles goal = default_goal(side_, side_);
        const auto value_of = [&](const Layout& layout) {
            float value = 0;
            layout.each_place([&](Place at) {
                if (at != layout.blank) value += static_cast<float>(evaluation.of(layout[at], at));
            });
            return value + static_cast<float>(tiles_.total(evaluation.near, board_of(layout).data()));
        };
        const float at_goal = value_of(Layout(shape, goal, goal));
        float values = 0, distances = 0;
        for (int trial = 0; trial < kTrials; ++trial) {
            const Layout board(shape, random_board(side_, goal, random), goal);
            values += value_of(board) - at_goal;
            distances += static_cast<float>(board.manhattan());
        }
        const float scale = kDetour * distances / values;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            now_.line[cell] = -scale * at_goal;
            for (std::size_t tile = 1; tile < cells_; ++tile)
                now_.line[tile * cells_ + cell] = scale * static_cast<float>(evaluation.of(place(tile - 1), place(cell)));
        }
        for (std::size_t entry = 0; entry < Pairs::kEntries; ++entry)
            if (shared_.of_pair[entry] != SharedNumbers::kNone) now_.near[shared_.of_pair[entry]] = scale * evaluation.near.pairs[entry];
        for (std::size_t entry = 0; entry < Squares::kEntries; ++entry) now_.near[shared_.of_square[entry]] = scale * evaluation.near.squares[entry];
        now_.near.back() = scale * static_cast<float>(evaluation.conflict);
    }

    Place place(std::size_t cell) const { return place_of({side_, side_}, static_cast<int>(cell)); }
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

    void add_up(const std::array<std::size_t, 64>& places, Floats& sums) const {
        sums = now_.bias;
        for (std::size_t cell = 0; cell < cells_; ++cell) add_to(sums.data(), &now_.input[places[cell] * units_]);
    }
    void add_to(float* __restrict sums, const float* __restrict more) const {
        for (std::size_t unit = 0; unit < units_; ++unit) sums[unit] += more[unit];
    }

    int side_;
    std::size_t units_, cells_;
    SharedNumbers shared_;
    NearTiles tiles_;
    Parameters now_, slope_, first_, second_, mean_;
    Floats back_[2];
    std::uint64_t steps_ = 0;
};

}  // namespace taquin::large::testing
