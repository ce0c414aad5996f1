// A listener that records what an engine reports, and searchers with predictable results.
#pragma once

#include "engine/engine.h"

#include "chess/movegen.h"
#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace rookery::test {

struct Answer {
    SearchResult result;
    std::vector<LineReport> lines;  // of that search
};

// Records the reports; may be read while a search is running.
class Witness final : public EngineListener {
  public:
    void on_line(const SearchContext&, const LineReport& report) override {
        const std::lock_guard lock(mutex_);
        lines_.push_back(report);
        changed_.notify_all();
    }
    void on_best_move(const SearchContext&, const SearchResult& result) override {
        const std::lock_guard lock(mutex_);
        answers_.push_back({result, std::exchange(lines_, {})});
        changed_.notify_all();
    }
    void on_notice(std::string_view text) override {
        const std::lock_guard lock(mutex_);
        notices_.emplace_back(text);
    }

    // Usually much less than half a minute.
    [[nodiscard]] bool await_answers(std::size_t count) {
        return await([&] { return answers_.size() >= count; });
    }
    [[nodiscard]] bool await_line() {
        return await([&] { return !lines_.empty(); });
    }
    [[nodiscard]] std::vector<Answer> answers() {
        const std::lock_guard lock(mutex_);
        return answers_;
    }
    [[nodiscard]] std::size_t answer_count() {
        const std::lock_guard lock(mutex_);
        return answers_.size();
    }
    [[nodiscard]] std::vector<std::string> notices() {
        const std::lock_guard lock(mutex_);
        return notices_;
    }

  private:
    template <class Condition>
    bool await(Condition condition) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(30), condition);
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<LineReport> lines_;
    std::vector<Answer> answers_;
    std::vector<std::string> notices_;
};

// Waits until its limits end the search, then plays the first legal move.
class ObedientSearcher final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        SearchResult result;
        result.best = legal_moves(root.position)[0];
        LineReport report;
        report.depth = 1;
        report.moves = {result.best};
        listener.on_line(report);
        while (!limits.depth && !stop.stop_requested() &&
               !limits.must_end(Limits::Instant::clock::now()))
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        return result;
    }
};

// Throws std::bad_alloc instead of searching.
class FailingSearcher final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources&) override { throw std::bad_alloc(); }
    SearchResult search(const Root&, const Limits&, std::stop_token, SearchListener&) override {
        throw std::runtime_error("no luck");
    }
};

// For tables of searchers: makes a searcher that takes no settings.
template <class Kind>
std::unique_ptr<Searcher> create(const SearcherSetup&) {
    return std::make_unique<Kind>();
}

inline constexpr SearcherEntry obedient_searcher[] = {
    {"obedient", "keeps its limits", create<ObedientSearcher>}};
inline constexpr SearcherEntry failing_searcher[] = {{"failing", "fails", create<FailingSearcher>}};

inline constexpr SearcherEntry real_searchers[] = {
    {"pvs", "the engine", [](const SearcherSetup& setup) { return make_pvs(setup); }, "network",
     pvs_settings},
    {"random", "any move", [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
         return std::make_unique<RandomSearcher>(setup.seed);
     }}};

// A searcher that has a rating, and one that has contempt; both are styles. They report what they
// were given as their score.
class SettingSearcher final : public Searcher {
  public:
    explicit SettingSearcher(const SearcherSetup& setup)
        : value_(setup.settings.empty() ? 0 : setup.settings.front().second) {}
    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root& root, const Limits& limits, std::stop_token,
                        SearchListener&) override {
        SearchResult result;
        result.best = wanted_moves(root.position, limits)[0];
        result.score = Score(value_);
        return result;
    }

  private:
    int value_;
};
inline std::unique_ptr<Searcher> make_setting_searcher(const SearcherSetup& setup) {
    return std::make_unique<SettingSearcher>(setup);
}
inline constexpr SearcherSetting rated_setting[] = {{"elo", 1500, 700, 2000, 0}};
inline constexpr SearcherSetting contempt_setting[] = {{"contempt", 20, -100, 100, 0}};
inline std::span<const SearcherSetting> rated_settings() { return rated_setting; }
inline std::span<const SearcherSetting> contempt_settings() { return contempt_setting; }

inline constexpr SearcherEntry styles[] = {
    {.name = "obedient", .summary = "keeps its limits", .create = create<ObedientSearcher>},
    {.name = "rated",
     .summary = "has a rating",
     .create = make_setting_searcher,
     .settings = rated_settings,
     .uses_seed = true,
     .is_style = true,
     .is_rated = true},
    {.name = "proud",
     .summary = "has contempt",
     .create = make_setting_searcher,
     .settings = contempt_settings,
     .is_style = true}};

}  // namespace rookery::test
