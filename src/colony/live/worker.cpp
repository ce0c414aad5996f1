#include "colony/live/worker.h"

#include "base/files.h"
#include "base/text.h"
#include "colony/live/helped_search.h"
#include "colony/sharing.h"
#include "notation/coordinate.h"
#include "store/json.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <vector>

namespace rookery::colony {
namespace {

constexpr std::size_t longest_words = 2000;

}  // namespace

void WorkerLog::log_event(BusEvent event, const std::string& words) const {
    switch (event) {
        case BusEvent::Connected: return say("connected again");
        case BusEvent::CutOff: return warn("the connection to the server is lost; trying again");
        case BusEvent::Refused: return warn(words);
        case BusEvent::Closed: return warn("the connection to the server is closed");
    }
}

std::string WorkerLog::line(std::chrono::system_clock::time_point time, const char* level,
                            const std::string& words, const std::string& task) const {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    if (!as_json)
        return fmt::format("{:%F %T} {}{}", fmt::localtime(seconds),
                           task.empty() ? "" : printable(task) + ": ",
                           printable(words, longest_words));
    Json json = {{"time", fmt::format("{:%FT%TZ}", fmt::gmtime(seconds))},
                 {"level", level},
                 {"worker", worker},
                 {"text", printable(words, longest_words)}};
    if (!task.empty()) json["task"] = task;
    return json.dump();
}

void WorkerLog::write(const char* level, const std::string& words, const std::string& task) const {
    fmt::print("{}\n", line(std::chrono::system_clock::now(), level, words, task));
    std::fflush(stdout);
}

namespace {

constexpr double too_much = 0.25;
constexpr double quiet = 0.10;
constexpr int long_enough_quiet = 10;

// The numbers at the beginning of a text, as many as there are up to the end of the line.
std::vector<std::uint64_t> numbers_of(std::string_view text) {
    std::vector<std::uint64_t> numbers;
    text = text.substr(0, text.find('\n'));
    while (!text.empty()) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        const std::string_view word = text.substr(0, text.find(' '));
        const auto number = parse_number<std::uint64_t>(word);
        if (!number) break;
        numbers.push_back(*number);
        text.remove_prefix(word.size());
    }
    return numbers;
}

}  // namespace

std::optional<LoadSample> parse_load(std::string_view machine, std::string_view self) {
    // user, nice, system, idle, iowait, irq, softirq, steal; the time of guests is in user and nice
    // already.
    constexpr std::string_view head = "cpu ";
    constexpr std::size_t idle = 3;
    constexpr std::size_t waiting = 4;
    constexpr std::size_t columns = 8;
    if (!machine.starts_with(head)) return std::nullopt;
    const auto used = numbers_of(machine.substr(head.size()));
    if (used.size() < columns) return std::nullopt;
    LoadSample sample;
    for (std::size_t i = 0; i < columns; ++i) {
        sample.total += used[i];
        if (i != idle && i != waiting) sample.busy += used[i];
    }
    // The name of the program is in brackets and may hold anything; after it come a letter and
    // numbers, of which one is negative before the two that are wanted.
    const std::size_t bracket = self.rfind(')');
    if (bracket == std::string_view::npos) return std::nullopt;
    std::string_view rest = self.substr(bracket + 1);
    constexpr int words_before_times = 11;
    for (int i = 0; i < words_before_times; ++i) {
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    }
    const auto times = numbers_of(rest);
    if (times.size() < 2) return std::nullopt;
    sample.own = times[0] + times[1];
    return sample;
}

std::optional<LoadSample> read_load() {
    const auto machine = text_of_file("/proc/stat");
    const auto self = text_of_file("/proc/self/stat");
    if (!machine || !self) return std::nullopt;
    return parse_load(*machine, *self);
}

double others_share(const LoadSample& before, const LoadSample& after) {
    if (after.total <= before.total) return 0;
    const double total = static_cast<double>(after.total - before.total);
    const double busy = static_cast<double>(after.busy) - static_cast<double>(before.busy);
    const double own = static_cast<double>(after.own) - static_cast<double>(before.own);
    return std::clamp((busy - own) / total, 0.0, 1.0);
}

bool IdleMonitor::is_free(const LoadSample& now) {
    if (last_) {
        const double others = others_share(*last_, now);
        quiet_ = others <= quiet ? quiet_ + 1 : 0;
        if (others > too_much) is_free_ = false;
        if (quiet_ >= long_enough_quiet) is_free_ = true;
    }
    last_ = now;
    return is_free_;
}

namespace {

constexpr auto between_heartbeats = std::chrono::seconds(1);
// A coordinator that has not repeated its order for so long is gone.
constexpr auto coordinator_timeout = std::chrono::seconds(5);
// After so long without a search the log says that a coordinator is no longer helped. The opponent
// in a game often thinks for some seconds.
constexpr auto help_timeout = std::chrono::seconds(30);
// Shortly after a search the next one is likely, so jobs wait.
constexpr auto rest_after_search = std::chrono::seconds(3);
constexpr std::size_t most_waiting_orders = 100;

// "home-5f3a" of "home-5f3a-17": the searches of one process of one coordinator.
std::string_view series_of(std::string_view search) { return search.substr(0, search.rfind('-')); }

}  // namespace

// A worker's part in one search, on a thread of its own.
class WorkerSearch {
  public:
    // All of them must outlive it. The error says what is wrong with the order.
    [[nodiscard]] static Result<std::unique_ptr<WorkerSearch>, std::string>
    begin(Bus& bus, Searcher& searcher, const JoinOrder& order,
          std::optional<std::uint64_t> nodes_per_second) {
        auto root = root_of(order);
        if (!root) return failure(root.error());
        return std::make_unique<WorkerSearch>(bus, searcher, order, std::move(*root),
                                              nodes_per_second);
    }
    WorkerSearch(Bus& bus, Searcher& searcher, const JoinOrder& order, JoinedRoot root,
                 std::optional<std::uint64_t> nodes_per_second)
        : order_(order), root_(std::move(root)), listener_(bus, order, root_.root.position),
          channel_(bus, order.search, trust_of(order)), pace_(nodes_per_second, stop_.get_token()),
          companion_(order.number, sharing_among(order.members), pace_, channel_),
          thread_([this, &searcher] {
              Limits limits;
              limits.search_moves = root_.search_moves;
              limits.companion = &companion_;
              (void)searcher.search(root_.root, limits, stop_.get_token(), listener_);
          }) {}
    ~WorkerSearch() { stop(); }
    // Returns when the search has ended.
    void stop() {
        stop_.request_stop();
        if (thread_.joinable()) thread_.join();
    }

    // A message on rk.share.*; from any thread.
    void on_message(const BusMessage& message) { channel_.on_message(message); }

    [[nodiscard]] const std::string& name() const { return order_.search; }
    [[nodiscard]] std::uint64_t nodes() const {
        return listener_.nodes.load(std::memory_order_relaxed);
    }

  private:
    // Reports every iteration to the coordinator.
    struct Listener final : SearchListener {
        Listener(Bus& to, const JoinOrder& order, const Position& root)
            : bus(to), subject(fmt::format("rk.found.{}.{}", to.member(), order.coordinator)),
              search(order.search), position(root) {}
        void on_line(const LineReport& report) override;

        Bus& bus;
        const std::string subject;
        const std::string search;
        const Position position;
        std::atomic<std::uint64_t> nodes = 0;
    };

    [[nodiscard]] static BusChannel::Trust trust_of(const JoinOrder& order) {
        return [distrusted = order.distrusted](std::string_view member) {
            return std::ranges::find(distrusted, member) == distrusted.end();
        };
    }

    const JoinOrder order_;
    const JoinedRoot root_;
    std::stop_source stop_;
    Listener listener_;
    BusChannel channel_;
    WallPace pace_;
    SharingCompanion companion_;
    std::jthread thread_;  // the last member: it uses the others
};

void WorkerSearch::Listener::on_line(const LineReport& report) {
    nodes.store(report.nodes, std::memory_order_relaxed);
    if (report.line != 1) return;
    FoundMessage message{.search = search,
                         .depth = report.depth,
                         .score = report.score.value(),
                         .bound = report.bound,
                         .nodes = report.nodes,
                         .line = {}};
    Position at = position;
    for (const Move move : report.moves) {
        message.line.push_back(to_coordinate(at, move, true));
        at = at.after(move);
    }
    bus.publish(subject, to_text(message));
}

Worker::Worker(Bus& bus, WorkerSettings settings, std::unique_ptr<Searcher> searcher)
    : bus_(bus), settings_(std::move(settings)), searcher_(std::move(searcher)) {
    searcher_->resize(settings_.resources);
}

Worker::~Worker() = default;

std::optional<std::string> Worker::run(const std::stop_token& stop) {
    const auto receive = [this](const BusMessage& message) { put(message); };
    const auto own = bus_.subscribe("rk.order." + bus_.member(), receive);
    if (!own) return own.error();
    const auto to_all = bus_.subscribe("rk.all", receive);
    if (!to_all) return to_all.error();
    const auto shares =
        bus_.subscribe("rk.share.*", [this](const BusMessage& message) { on_share(message); });
    if (!shares) return shares.error();
    if (auto problem = start_runner()) return problem;
    auto next_heartbeat = Clock::now();
    while (!stop.stop_requested() && !is_done()) {
        if (Clock::now() >= next_heartbeat) {
            next_heartbeat = Clock::now() + between_heartbeats;
            if (bus_.is_closed()) return bus_.revoked_problem();
            rest_or_return();
            send_heartbeat();
        }
        update_runner();
        if (const auto order = next_order(next_heartbeat, stop))
            std::visit([this](const auto& one) { handle(one); }, *order);
        if (search_ && Clock::now() > reminded_ + coordinator_timeout) {
            say("the coordinator does not ask for this search any more");
            end_search();
        }
        if (help_ && !search_ && Clock::now() > help_->last + help_timeout) end_help();
    }
    is_draining_ = true;
    end_search();
    end_help();
    runner_.reset();
    send_heartbeat();
    bus_.flush(std::chrono::seconds(1));
    return std::nullopt;
}

void Worker::say(const std::string& words) const {
    if (settings_.say) settings_.say(words, search_ ? search_->name() : std::string());
}

void Worker::put(const BusMessage& message) {
    auto order = parse_order(message.bytes);
    if (!order) {
        // This runs on a thread of the bus, so search_ must not be used. Unreadable messages must
        // not fill the log.
        if (settings_.say && std::has_single_bit(++unreadable_))
            settings_.say(fmt::format("an order cannot be read ({} so far): it {}",
                                      unreadable_.load(), order.error()),
                          "");
        return;
    }
    const std::scoped_lock lock(mutex_);
    if (orders_.size() >= most_waiting_orders) return;
    orders_.push_back(std::move(*order));
    arrived_.notify_one();
}

std::optional<Order> Worker::next_order(Clock::time_point until, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_until(lock, stop, until, [this] { return !orders_.empty(); }))
        return std::nullopt;
    Order order = std::move(orders_.front());
    orders_.pop_front();
    return order;
}

void Worker::handle(const StopOrder& order) {
    if (search_ && search_->name() == order.search) end_search();
}

void Worker::handle(const RefuseOrder& order) {
    say("refused: " + order.reason);
    // Another coordinator has a use for us.
    if (search_ || settings_.stays_if_refused) return;
    refusal_ = order.reason;
}

void Worker::handle(const DrainOrder&) {
    if (is_draining_) return;
    is_draining_ = true;
    if (runner_) runner_->finish();
    say(search_ ? "leaving when this search is over" : "leaving when what is at hand is done");
    send_heartbeat();
}

void Worker::rest_or_return() {
    const bool must_rest = settings_.is_free && !settings_.is_free();
    if (runner_ && settings_.is_free && !must_rest) runner_->note_idle();
    if (must_rest == is_resting_) return;
    is_resting_ = must_rest;
    say(must_rest ? "others need the machine; resting" : "the machine is free again");
    if (!must_rest) return;
    end_search();
    if (runner_) runner_->close();
}

Activity Worker::activity() const {
    if (is_draining_) return Activity::Draining;
    if (is_resting_) return Activity::Resting;
    if (search_) return Activity::Searching;
    return has_jobs() ? Activity::Job : Activity::Idle;
}

void Worker::handle(const JoinOrder& order) {
    // The first coordinator is served first; another one repeats its order anyway.
    if (search_ && series_of(search_->name()) != series_of(order.search)) return;
    reminded_ = Clock::now();
    if (search_ && search_->name() == order.search) return;
    end_search();
    if (is_draining_ || is_resting_) return;
    // Entries of a distrusted worker are still in the table.
    const std::set<std::string> distrusted(order.distrusted.begin(), order.distrusted.end());
    const auto game = std::pair(std::string(series_of(order.search)), order.game);
    if (game != game_ || !std::ranges::includes(distrusted_, distrusted)) searcher_->new_game();
    game_ = game;
    distrusted_ = distrusted;
    if (runner_) runner_->close();
    auto begun = WorkerSearch::begin(bus_, *searcher_, order, settings_.nodes_per_second);
    if (!begun) return say(fmt::format("{}: {}", order.search, begun.error()));
    search_ = std::move(*begun);
    note_search(order);
    {
        const std::scoped_lock lock(mutex_);
        sharing_search_ = search_.get();
    }
    send_heartbeat();
}

void Worker::on_share(const BusMessage& message) {
    const std::scoped_lock lock(mutex_);
    if (sharing_search_ != nullptr) sharing_search_->on_message(message);
}

void Worker::end_search() {
    if (!search_) return;
    {
        const std::scoped_lock lock(mutex_);
        sharing_search_ = nullptr;
    }
    search_->stop();
    if (help_) {
        const auto now = Clock::now();
        help_->nodes += search_->nodes();
        help_->time += now - help_->last;
        help_->last = now;
    }
    search_.reset();
    jobs_from_ = Clock::now() + rest_after_search;
    send_heartbeat();
}

void Worker::note_search(const JoinOrder& order) {
    const std::string series(series_of(order.search));
    if (!help_ || help_->series != series) {
        end_help();
        help_ = Help{.coordinator = order.coordinator, .series = series};
        say(fmt::format("helps {}; the position is {}", order.coordinator, order.fen));
    }
    ++help_->searches;
    help_->last = Clock::now();
}

void Worker::end_help() {
    if (!help_) return;
    const Help help = *std::exchange(help_, std::nullopt);
    if (!settings_.say) return;
    settings_.say(fmt::format("no longer helps {}: {} search{}, {:.1f} s, {} nodes",
                              help.coordinator, help.searches, help.searches == 1 ? "" : "es",
                              std::chrono::duration<double>(help.time).count(), help.nodes),
                  "");
}

std::optional<std::string> Worker::start_runner() {
    if (settings_.job_searchers.empty()) return std::nullopt;
    auto runner = JobRunner::begin(bus_, {.bench = settings_.build_id.bench,
                                          .searchers = settings_.job_searchers,
                                          .seats = settings_.resources.threads,
                                          .nodes_per_second = settings_.nodes_per_second,
                                          .timed_speed = timed_speed(),
                                          .say = settings_.say});
    if (!runner) return runner.error();
    runner_ = std::move(*runner);
    return std::nullopt;
}

void Worker::update_runner() {
    if (runner_ && !search_ && !is_draining_ && !is_resting_ && Clock::now() >= jobs_from_)
        runner_->open();
}

void Worker::send_heartbeat() {
    const auto now = Clock::now();
    if (activity_until_ == Activity::Searching || activity_until_ == Activity::Job)
        busy_ += now - last_heartbeat_;
    last_heartbeat_ = now;
    activity_until_ = activity();
    const auto milliseconds = [](Clock::duration time) {
        return static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
    };
    Heartbeat message{
        .version = settings_.build_id.version,
        .protocol = settings_.build_id.protocol,
        .bench = settings_.build_id.bench,
        .threads = static_cast<int>(settings_.resources.threads),
        .speed = std::min(settings_.speed, settings_.nodes_per_second.value_or(settings_.speed)),
        .activity = activity_until_,
        .up_ms = milliseconds(now - started_),
        .busy_ms = milliseconds(busy_),
        .timed_speed = runner_ ? timed_speed() : 0};
    if (search_) {
        message.search = search_->name();
        message.nodes = search_->nodes();
    } else if (runner_) {
        const std::vector<std::string> jobs = runner_->jobs();
        if (!jobs.empty()) message.search = jobs.front();
    }
    bus_.publish("rk.alive." + bus_.member(), to_text(message));
}

}  // namespace rookery::colony
