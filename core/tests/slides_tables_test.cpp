// SPDX-License-Identifier: MIT
// Whether strips are numbered without gaps, follow the blank as boards do, and tables hold what a plain search finds.
#include "slides_support.hpp"

using namespace taquin;
using namespace taquin::slides;
using namespace taquin::slides::testing;

namespace {

// The strip of a board whose tiles are colours: read line by line, without the blank.
template <class Strip>
Strip strip_of(const std::vector<int>& colours, int blank) {
    Strip strip;
    int at = 0;
    for (int cell = 0; cell < static_cast<int>(colours.size()); ++cell)
        if (cell != blank) put_colour(strip, at++, colours[static_cast<std::size_t>(cell)]);
    return strip;
}

template <class Strip>
bool same(const Strip& one, const Strip& other, int tiles) {
    for (int at = 0; at < tiles; ++at)
        if (one.get(kColourBits * at, kColourBits) != other.get(kColourBits * at, kColourBits)) return false;
    return true;
}

template <class Strip>
void check_passing(Shape shape) {
    Random random(3);
    std::vector<int> board;
    for (int cell = 0; cell < shape.cells(); ++cell) board.push_back(random.between(0, kMostColours - 1));
    constexpr int kBlank = 99;
    board[0] = kBlank;
    int blank = 0;
    Strip strip = strip_of<Strip>(board, blank);
    for (int step = 0; step < 2000; ++step) {
        const int move = random.between(0, kMoves - 1), before = blank;
        if (!slide_from(blank, board, shape, move)) continue;
        if (move == kDown) pass_forward(strip, before, shape.cols);
        if (move == kUp) pass_back(strip, before, shape.cols);
        check(same(strip, strip_of<Strip>(board, blank), shape.cells() - 1), "a strip follows the blank on " + name(shape));
    }
}

void test_strips() {
    for (const Shape shape : {Shape{2, 2}, Shape{3, 4}, Shape{4, 4}, Shape{2, 8}, Shape{8, 2}, Shape{4, 5}}) {
        check_passing<ShortStrip>(shape);
        check_passing<LongStrip>(shape);
    }
    for (const Shape shape : {Shape{5, 5}, Shape{6, 6}, Shape{2, 18}, Shape{18, 2}, Shape{7, 5}}) check_passing<LongStrip>(shape);
}

template <class Strip>
void check_numbers(const Colouring& colouring) {
    const StripIndex index(colouring);
    std::uint32_t expected = 0;
    std::vector<bool> seen(index.strips());
    for (std::size_t part = 0; part < index.parts(); ++part)
        index.for_each_run<Strip>(part, [&](std::uint32_t first, std::size_t count, auto&& strip) {
            for (std::size_t at = 0; at < count; ++at, ++expected) {
                const std::uint32_t number = index.number(strip(at));
                check(number == first + at && number < seen.size() && !seen[number], "strips have numbers of their own");
                seen[number] = true;
            }
        });
    check(expected == index.strips(), "every strip has a number");
}

void test_numbers() {
    for (const auto& [shape, blank, most] :
         {std::tuple(Shape{2, 2}, 3, 400), std::tuple(Shape{2, 3}, 0, 4000), std::tuple(Shape{3, 3}, 4, 120'000),
          std::tuple(Shape{3, 4}, 11, 800'000), std::tuple(Shape{4, 4}, 15, 800'000), std::tuple(Shape{5, 5}, 24, 400'000),
          std::tuple(Shape{6, 6}, 0, 1'600'000)})
        for (const Colouring& colouring : make_plan(shape, blank, static_cast<std::uint64_t>(most)).tables) {
            if (colouring.shape.cells() - 1 <= kLongestShort) check_numbers<ShortStrip>(colouring);
            else check_numbers<LongStrip>(colouring);
        }
    check_numbers<ShortStrip>(make_colouring({3, 4}, 11, {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
}

// Slides along columns, others being free, from any board to one whose colours are the goal's.
void check_table(const Colouring& colouring, int threads) {
    const Shape shape = colouring.shape;
    std::vector<std::uint8_t> table(colouring.bytes());
    BuildControl control;
    check(build_table(colouring, table, control, threads), "a table is built");
    constexpr int kBlank = 99;
    std::vector<int> goal(colouring.colours.begin(), colouring.colours.end());
    goal[static_cast<std::size_t>(colouring.blank)] = kBlank;
    std::map<std::vector<int>, int> depth;
    std::vector<std::vector<int>> layer{goal};
    const StripIndex index(colouring);
    for (int far = 0; !layer.empty(); ++far) {
        std::vector<std::vector<int>> next;
        for (std::size_t at = 0; at < layer.size(); ++at) {
            if (!depth.emplace(layer[at], far).second) continue;
            const int blank = find_blank(layer[at], kBlank);
            const std::uint32_t entry = static_cast<std::uint32_t>(shape.row(blank)) * index.strips() + index.number(strip_of<ShortStrip>(layer[at], blank));
            check(entry_at(table, entry) == std::min(far, kFar), "an entry is the number of slides");
            for (int move = 0; move < kMoves; ++move) {
                std::vector<int> board = layer[at];
                while (slide(board, shape, move, kBlank))
                    if (!depth.count(board)) (move == kLeft || move == kRight ? layer : next).push_back(board);
            }
        }
        layer = std::move(next);
    }
}

void test_tables(bool quick) {
    for (const auto& [shape, blank] : {std::pair(Shape{2, 3}, 5), std::pair(Shape{3, 2}, 2), std::pair(Shape{3, 3}, 8), std::pair(Shape{2, 4}, 6)})
        for (const Colouring& colouring : make_plan(shape, blank, quick ? 8000 : 80'000).tables)
            for (const int threads : {1, 3}) check_table(colouring, threads);
    check_table(make_colouring({3, 3}, 8, {0, 0, 0, 1, 1, 1, 2, 2, 2}), 2);
}

// What can be reached from any cell of the blank shares tables with what looks alike.
void test_plans() {
    const Plan last = make_plan({4, 4}, 15, 8'000'000);
    check(last.tables.size() == 3 && last.sides[0].tables == last.sides[1].tables, "the sides of a square share tables");
    for (const int corner : {0, 3, 12}) check(make_plan({4, 4}, corner, 8'000'000).tables == last.tables, "corners share tables");
    check(make_plan({3, 5}, 7, 40'000).tables.size() > 2, "the sides of a rectangle do not");
    check_refused("too many cells", [] { make_plan({7, 6}, 0, 1000); });
    check_refused("a blank elsewhere", [] { make_plan({3, 3}, 9, 1000); });
    check_refused("too many colours", [] { make_colouring({4, 4}, 15, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1, 1, 1, 1}); });
    check_refused("too few colours", [] { make_colouring({4, 4}, 15, {0, 1}); });
    check_refused("too large a table", [] { make_colouring({6, 6}, 0, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}).bytes(); });
}

void test_stopping() {
    const Colouring colouring = make_plan({4, 4}, 15, 8'000'000).tables[0];
    std::vector<std::uint8_t> table(colouring.bytes());
    for (const int threads : {1, 2}) {
        BuildControl control;
        control.cancel();
        check(!build_table(colouring, table, control, threads), "a build is cancelled");
        BuildControl late;
        late.limit_seconds(0);
        check(!build_table(colouring, table, late, threads), "a build is out of time");
    }
}

}  // namespace

int main(int count, char** arguments) {
    const bool quick = count > 1 && std::string(arguments[1]) == "quick";
    step("strips", [] { test_strips(); });
    step("numbers", [] { test_numbers(); });
    step("tables", [&] { test_tables(quick); });
    step("plans", [] { test_plans(); });
    step("stopping", [] { test_stopping(); });
}
