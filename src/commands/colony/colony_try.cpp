// One command that shows a colony at work.
#include "base/text.h"
#include "colony/live/colony_searcher.h"
#include "colony/live/coordinator_link.h"
#include "colony/setup/server_process.h"
#include "colony/setup/setup.h"
#include "colony/setup/worker_processes.h"
#include "commands/colony/colony_common.h"
#include "notation/san.h"
#include "terminal/search_text.h"
#include "ui/exit_codes.h"
#include "ui/interrupts.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>

namespace rookery {

using namespace colony;

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

// Workers first find out which engine they are.
constexpr auto timeout_with_workers = 60s;

// A colony that is there as long as this lives: the usual one if it runs, else one of our own.
class Stage {
  public:
    [[nodiscard]] static Result<std::unique_ptr<Stage>, std::string> set(const fs::path& usual,
                                                                         std::size_t workers) {
        if (running_server(usual)) return std::unique_ptr<Stage>(new Stage(usual, false));
        std::string name = (fs::temp_directory_path() / "rookery-colony-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) return failure(name + " cannot be made");
        std::unique_ptr<Stage> stage(new Stage(name, true));
        const auto founded = found_colony(
            stage->folder_ / "colony",
            {.name = "trial", .addresses = {"127.0.0.1"}, .listen = "127.0.0.1", .port = 0});
        if (!founded) return failure(founded.error());
        stage->colony_ = stage->folder_ / "colony";
        if (const auto server = start_server(stage->colony_); !server)
            return failure(server.error());
        if (auto problem = start_local_workers(stage->colony_, workers))
            return failure(std::move(*problem));
        return stage;
    }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage() {
        if (!is_ours_) return;
        for (const auto& problem : {stop_workers(colony_), stop_server(colony_)})
            if (problem) (void)failed(*problem);
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    [[nodiscard]] const fs::path& colony() const { return colony_; }
    [[nodiscard]] bool is_ours() const { return is_ours_; }

  private:
    Stage(fs::path folder, bool is_ours)
        : folder_(std::move(folder)), colony_(folder_), is_ours_(is_ours) {}

    fs::path folder_;
    fs::path colony_;
    const bool is_ours_;
};

// Prints what it hears.
class Audience final : public SearchListener {
  public:
    explicit Audience(const Position& position) : position_(position) {}

    void on_line(const LineReport& report) override {
        if (report.line != 1 || report.bound != LineReport::Bound::Exact || report.moves.empty())
            return;
        fmt::print("{}\n", describe(report, position_));
        std::fflush(stdout);
    }
    void on_notice(std::string_view text) override {
        fmt::print("{}\n", printable(text, 400));
        std::fflush(stdout);
        if (text.ends_with(" helps")) ++helpers_;
    }
    [[nodiscard]] std::size_t helpers() const { return helpers_; }

  private:
    const Position& position_;
    std::atomic<std::size_t> helpers_ = 0;
};

// Returns when it is time to stop: so long after the workers came, or when told to.
void await_end(const Audience& audience, std::size_t workers, std::chrono::seconds time,
               const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any nothing;
    std::unique_lock lock(mutex);
    const auto wait_until = [&](auto end, auto condition) {
        while (!stop.stop_requested() && !condition() && std::chrono::steady_clock::now() < end)
            nothing.wait_for(lock, stop, 50ms, [&] { return stop.stop_requested(); });
    };
    wait_until(std::chrono::steady_clock::now() + timeout_with_workers,
               [&] { return audience.helpers() >= workers; });
    wait_until(std::chrono::steady_clock::now() + time, [] { return false; });
}

void print_helpers(const fs::path& folder) {
    const auto invitation =
        read_invitation(invitation_in(folder, watcher_name), std::chrono::system_clock::now());
    if (!invitation) return;
    const auto monitor = Monitor::enter(invitation->invitation);
    if (!monitor) return;
    std::this_thread::sleep_for(Monitor::first_look);
    for (const WorkerRecord& worker : (*monitor)->present())
        fmt::print("{}: {} threads, {} nodes a second measured, at work for {:.1f} s\n",
                   worker.name, worker.last.threads, worker.last.speed,
                   static_cast<double>(worker.last.busy_ms) / 1000);
}

int analyse(const ColonyArguments& arguments, const Position& position,
            const std::stop_token& stop) {
    const auto stage = Stage::set(folder_of(arguments), arguments.workers);
    if (!stage) return failed(stage.error());
    const fs::path& folder = (*stage)->colony();
    fmt::print("{}\n", (*stage)->is_ours() ? fmt::format("a colony of {} workers on this machine",
                                                         arguments.workers)
                                           : fmt::format("the colony in {}", folder.string()));
    const auto searcher = make_colony({.colony = invitation_in(folder, coordinator_name).string()});
    Audience audience(position);
    std::stop_source enough;
    const std::stop_callback interrupted(stop, [&] { enough.request_stop(); });
    const std::size_t expected = (*stage)->is_ours() ? arguments.workers : 1;
    const std::jthread clock([&] {
        await_end(audience, expected, std::chrono::seconds(arguments.seconds), enough.get_token());
        enough.request_stop();
    });
    const SearchResult result = searcher->search(Root(position), {}, enough.get_token(), audience);
    // It may have ended by itself.
    enough.request_stop();
    print_helpers(folder);
    fmt::print("best move {}\n", result.best ? to_san(position, result.best) : "none");
    return audience.helpers() > 0 ? exit_ok : failed("nobody helped");
}

}  // namespace

int try_colony(const ColonyArguments& arguments, const Position& position) {
    return run_interruptibly(
        [&](const std::stop_token& stop) { return analyse(arguments, position, stop); }, [] {},
        [] {});
}

}  // namespace rookery
