// SPDX-License-Identifier: MIT
// Short solutions for boards of any size, better with every second.
//
// First a path that is known already, or the constructive solver, which cannot fail; then descents of growing width, ordered by
// learned values where there are any for the board; then windows of the best path searched anew until time, work or patience runs
// out.
//
// Observers are called on the thread that called `run`, never on another; whatever they throw, `run` ends the solve, joins its
// threads and throws it on. Where no thread can be started the calling one does everything and looks up now and then.
#pragma once

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "../base/permutation.hpp"
#include "../base/threads.hpp"
#include "constructive.hpp"
#include "descent.hpp"
#include "learned_evaluation.hpp"
#include "plan.hpp"
#include "repair.hpp"
#include "wide_beam.hpp"
#include "window_improver.hpp"

namespace taquin::large {

struct AnytimeRequest {
    int rows = 0;
    int cols = 0;
    // Tile at every cell, row by row; 0 is the blank.
    Tiles start;
    Tiles goal;
    double seconds = 10;
    // Boards to generate at most; with no time limit and one thread the same request always gives the same answer.
    std::uint64_t work = Budget::kNoWorkLimit;
    int threads = 1;
    // Bytes that its beams may take, about: with fewer of them beams are narrower.
    std::size_t memory = std::numeric_limits<std::size_t>::max();
    std::uint64_t seed = 0;
    // Stop as soon as a path as long as the lower bound or this is found.
    std::size_t enough = 0;
    // A path that leads to the goal already: the solve goes on from it. Empty without one.
    Path known;
    // A beam ordered by what was learned of square boards of this size; used where the goal's blank is in a corner. May be null.
    // Whoever asks makes it, so that a program without learned values is without the code for them.
    WideBeam* wide_beam = nullptr;
};

struct AnytimeResult {
    // False only if cancelled before the first solution, which takes milliseconds, 0.2 s on 128x128.
    bool found = false;
    Path path;
    std::size_t lower_bound = 0;
    double seconds = 0;
    std::uint64_t work = 0;
    bool cancelled = false;
};

// Called on the thread that called `run`, never on another.
class AnytimeObserver {
  public:
    virtual ~AnytimeObserver() = default;
    virtual void improved(std::size_t length, double seconds) = 0;
    // Asked every 20 ms or so; true cancels.
    virtual bool poll() = 0;
};

class AnytimeSolver {
  public:
    explicit AnytimeSolver(const AnytimeRequest& request)
        : request_(checked(request)), start_(Shape{request.rows, request.cols}, request.start, request.goal),
          lower_bound_(static_cast<std::size_t>(lower_bound(start_))), budget_(request.seconds, request.work),
          threads_(request.threads), random_(request.seed), beams_(static_cast<std::size_t>(request.threads)) {
        if (!is_solvable(start_)) throw std::invalid_argument("the goal cannot be reached from this board");
        if (!request_.known.empty() && !leads_to_goal(start_, request_.known))
            throw std::invalid_argument("the known path does not lead to the goal");
    }

    // Anybody may cancel the solve by it, from any thread.
    StopControl& stop() { return budget_.stop(); }

    AnytimeResult run(AnytimeObserver& observer) {
        {
            Thread driver;
            if (driver.start([this] { drive(); }))
                watch(observer);
            else
                drive_and_look_up(observer);
        }
        if (failure_) std::rethrow_exception(failure_);
        report(observer);
        return {has_path_, best_, lower_bound_, budget_.elapsed(), budget_.work(), budget_.cancelled() && !satisfied_};
    }

  private:
    static const AnytimeRequest& checked(const AnytimeRequest& request) {
        for (const int side : {request.rows, request.cols})
            if (side < kMinSide || side > kMaxSide) throw std::invalid_argument("rows and columns must be between 2 and 128");
        if (request.threads < 1) throw std::invalid_argument("expected at least one thread");
        if (std::isnan(request.seconds)) throw std::invalid_argument("the time limit is not a number");
        const auto cells = static_cast<std::size_t>(request.rows * request.cols);
        for (const Tiles* tiles : {&request.start, &request.goal}) check_tiles(std::span<const std::uint16_t>(*tiles), cells);
        return request;
    }

    // The calling thread only listens, so that an observer may belong to an interpreter.
    void watch(AnytimeObserver& observer) {
        std::unique_lock lock(mutex_);
        while (!done_) {
            changed_.wait_for(lock, kPollEvery, [this] { return done_ || fresh_; });
            lock.unlock();
            ask(observer);
            lock.lock();
        }
    }

    // Without a thread of its own the solve asks in between, and has no others either: dividing the path among threads that
    // are not there would leave all but the first piece as it is.
    void drive_and_look_up(AnytimeObserver& observer) {
        threads_ = 1;
        beams_.resize(1);
        stop().look_up = [this, &observer, asked = StopControl::Clock::now()]() mutable {
            if (StopControl::Clock::now() - asked < kPollEvery) return;
            ask(observer);
            asked = StopControl::Clock::now();
        };
        drive();
        stop().look_up = nullptr;
    }

    void ask(AnytimeObserver& observer) {
        try {
            report(observer);
            if (observer.poll()) budget_.cancel();
        } catch (...) {
            budget_.cancel();
            throw;
        }
    }

    void report(AnytimeObserver& observer) {
        std::unique_lock lock(mutex_);
        if (!fresh_) return;
        fresh_ = false;
        const std::size_t length = best_.size();
        const double seconds = best_seconds_;
        lock.unlock();
        observer.improved(length, seconds);
    }

    void drive() {
        try {
            const auto first = first_path();
            if (first) offer(*first);
            if (request_.wide_beam && Turned::is_possible(start_, request_.wide_beam->side()))
                descend_by_values(*request_.wide_beam);
            else
                descend_by_distance();
            improve();
        } catch (...) {
            failure_ = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        done_ = true;
        changed_.notify_all();
    }

    std::optional<Path> first_path() {
        if (!request_.known.empty()) return reduced(request_.known);
        return ConstructiveSolver::solve_unless([this] { return budget_.interrupted(); }, start_);
    }

    // Keep a path if it is the shortest so far and really leads to the goal.
    void offer(const Path& path) {
        if (has_path_ && path.size() >= best_.size()) return;
        if (!leads_to_goal(start_, path)) throw std::logic_error("anytime solver: a path does not lead to the goal");
        const std::lock_guard lock(mutex_);
        best_ = path;
        best_seconds_ = budget_.elapsed();
        has_path_ = fresh_ = true;
        changed_.notify_all();
        if (best_.size() > std::max(lower_bound_, request_.enough)) return;
        satisfied_ = true;
        budget_.cancel();
    }

    // The first beam is nearly instant, and each next one much wider; the last is as wide as fits.
    void descend_by_values(WideBeam& beam) {
        WideLadder ladder(start_, budget_.guessed_work(threads_));
        beam.forget();
        while (!Share(budget_, 1).over()) {
            auto settings = ladder.next(budget_.spent());
            if (!settings) break;
            settings->max_moves = best_.size() - 1;
            if (ladder.has_lessons()) beam.learn(start_, best_);
            if (const auto path = beam.run(start_, *settings, Share(budget_, 1))) offer(*path);
        }
    }

    void descend_by_distance() {
        Ladder ladder(start_, budget_.guessed_work(threads_), request_.memory / static_cast<std::size_t>(threads_));
        while (!Share(budget_, 1).over()) {
            const auto settings = ladder.next(budget_.spent());
            if (!settings) break;
            descend(*settings);
        }
    }

    // Narrow beams on a large board gain most from the threads sharing a descent, to afford wider ones; elsewhere each thread
    // makes its own, with its own chances.
    void descend(const DescentSettings& settings) {
        if (settings.width < kNarrow && Ladder::is_regional(settings, start_.shape())) {
            std::vector<TourBeam*> beams;
            for (TourBeam& beam : beams_) beams.push_back(&beam);
            DescentSettings own = settings;
            own.seed = random_.next();
            const Path path = finished_descent(own, beams);
            if (!path.empty()) offer(path);
            return;
        }
        const std::vector<std::uint64_t> seeds = draw_seeds();
        std::vector<Path> paths(seeds.size());
        run_jobs(seeds.size(), [&](std::size_t index) {
            DescentSettings own = settings;
            own.seed = seeds[index];
            paths[index] = finished_descent(own, {&beams_[index]});
        });
        for (const Path& path : paths)
            if (!path.empty()) offer(path);
    }

    std::vector<std::uint64_t> draw_seeds() {
        std::vector<std::uint64_t> seeds;
        for (int index = 0; index < threads_; ++index) seeds.push_back(random_.next());
        return seeds;
    }

    // Whatever the descent leaves undone is repaired; what resists that is tried again with wider beams, and constructed at
    // last.
    Path finished_descent(DescentSettings settings, const std::vector<TourBeam*>& beams) {
        const Share descent_share(budget_, settings.latest), repair_share(budget_, settings.latest + kRepairShare);
        Layout board = start_;
        Path path;
        for (int attempt = 0; attempt < kFinishAttempts; ++attempt) {
            if (Descent(evaluation_, settings, beams).run(board, path, descent_share)) return reduced(path);
            if (Repair(evaluation_, *beams[0], settings.seed).run(board, path, repair_share)) return reduced(path);
            settings = Ladder::settings(std::clamp(4 * settings.width, 200, 2000), board.shape());
            settings.seed = mix(settings.seed + 1);
        }
        const auto rest = ConstructiveSolver::solve_unless([this] { return budget_.interrupted(); }, board);
        if (!rest) return {};
        path.insert(path.end(), rest->begin(), rest->end());
        return reduced(path);
    }

    // Windows of the best path. A long path is cut, one piece to a thread; of a short one every thread takes a copy.
    void improve() {
        windows_ = plan_windows(best_.size(), budget_.work_left());
        double round_end = budget_.spent();
        std::vector<Path> copies(static_cast<std::size_t>(threads_), best_);
        while (!Share(budget_, 1).over() && !best_.empty()) {
            round_end = std::max(round_end, budget_.spent()) + kRoundShare;
            const Share round(budget_, std::min(1.0, round_end));
            if (best_.size() > kShortPath * static_cast<std::size_t>(threads_))
                improve_pieces(round);
            else
                improve_copies(copies, round);
        }
    }

    void improve_pieces(const Share& round) {
        const auto threads = static_cast<std::size_t>(threads_);
        std::vector<Path> pieces(threads);
        std::vector<Layout> boards;
        const std::vector<std::uint64_t> seeds = draw_seeds();
        Layout board = start_;
        std::size_t begin = 0;
        for (std::size_t index = 0; index < threads; ++index) {
            boards.push_back(board);
            const std::size_t jitter = threads == 1 ? 0 : random_.below(best_.size() / (4 * threads));
            const std::size_t end = index + 1 == threads ? best_.size() : (index + 1) * best_.size() / threads - jitter;
            for (; begin < end; ++begin) {
                pieces[index].push_back(best_[begin]);
                board.apply(best_[begin]);
            }
        }
        run_jobs(threads, [&](std::size_t at) {
            pieces[at] = improved(boards[at], std::move(pieces[at]), beams_[at], seeds[at], round);
        });
        Path whole;
        for (const Path& piece : pieces)
            for (const Direction move : piece) append_reduced(whole, move);
        keep(whole);
    }

    void improve_copies(std::vector<Path>& copies, const Share& round) {
        const std::vector<std::uint64_t> seeds = draw_seeds();
        for (Path& copy : copies)
            if (copy.size() > best_.size()) copy = best_;
        run_jobs(copies.size(), [&](std::size_t at) {
            copies[at] = reduced(improved(start_, std::move(copies[at]), beams_[at], seeds[at], round));
        });
        for (const Path& copy : copies) keep(copy);
    }

    // A window that has begun is finished even if the round is over: the large ones take longer than a round.
    Path improved(const Layout& board, Path path, TourBeam& beam, std::uint64_t seed, const Share& round) {
        if (path.empty()) return path;
        WindowImprover improver(board, std::move(path), beam, seed);
        while (!round.over()) improver.try_window(windows_, evaluation_, Share(budget_, 1));
        return improver.path();
    }

    // An equally long path is worth having too: windows go on from it.
    void keep(const Path& path) {
        if (path.size() < best_.size()) return offer(path);
        if (path.size() > best_.size() || !leads_to_goal(start_, path)) return;
        const std::lock_guard lock(mutex_);
        best_ = path;
    }

    static constexpr std::chrono::milliseconds kPollEvery{20};
    static constexpr double kRepairShare = 0.05;
    static constexpr int kFinishAttempts = 3;
    static constexpr int kNarrow = 1000;
    static constexpr double kRoundShare = 0.02;
    static constexpr std::size_t kShortPath = 300;

    const AnytimeRequest request_;
    const Layout start_;
    const std::size_t lower_bound_;
    Budget budget_;
    const Evaluation& evaluation_ = learned_evaluation();
    WindowSettings windows_;
    int threads_;
    Random random_;
    std::vector<TourBeam> beams_;  // one to a thread, kept for its memory

    // Only the driver writes `best_`, under the mutex; so it may read it without.
    std::mutex mutex_;
    std::condition_variable changed_;
    Path best_;
    double best_seconds_ = 0;
    bool has_path_ = false;
    bool fresh_ = false;
    bool done_ = false;
    bool satisfied_ = false;
    std::exception_ptr failure_;
};

}  // namespace taquin::large
