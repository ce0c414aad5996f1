#include "engine/engine.h"

#include "base/machine.h"
#include "base/text.h"
#include "chess/draws.h"
#include "chess/movegen.h"
#include "engine/known_moves.h"
#include "eval/evaluator.h"
#include "eval/nnue/network_file.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

namespace rookery {
namespace {

// Passes on the reports of a search, and makes sure that one of them has the best move. Where
// endgame tables know the result, the reports say it.
class Reporter final : public SearchListener {
  public:
    Reporter(EngineListener& listener, const SearchContext& context, const KnownMoves& known)
        : listener_(listener), context_(context), known_(known) {}

    void on_line(const LineReport& report) override {
        LineReport playable = report;
        playable.moves = playable_part(context_.root, report.moves);
        playable.table_hits += known_.size();
        if (!playable.moves.empty())
            playable.score = known_.score(report.score, playable.moves.front());
        if (report.line == 1 && report.bound == LineReport::Bound::Exact) {
            reported_ = true;
            reported_move_ = playable.moves.empty() ? Move::none() : playable.moves.front();
        }
        listener_.on_line(context_, playable);
    }
    void on_current_move(int depth, Move move, int number) override {
        listener_.on_current_move(context_, depth, move, number);
    }
    void on_notice(std::string_view text) override { listener_.on_notice(text); }

    void report_if_missing(const SearchResult& result) {
        if (reported_ && reported_move_ == result.best) return;
        LineReport report;
        report.score = result.score;
        report.nodes = result.nodes;
        if (result.best) report.moves.push_back(result.best);
        on_line(report);
    }

  private:
    EngineListener& listener_;
    const SearchContext& context_;
    const KnownMoves& known_;
    bool reported_ = false;
    Move reported_move_;
};

// A legal move to answer with when the searcher failed, so that the game goes on.
SearchResult emergency_result(const Position& root, const Limits& limits) {
    SearchResult result;
    if (!limits.search_moves.empty())
        result.best = limits.search_moves.front();
    else if (const MoveList moves = legal_moves(root); !moves.empty())
        result.best = moves[0];
    return result;
}

bool chooses(const Option& option, std::string Settings::*member) {
    const auto* place = std::get_if<std::string Settings::*>(&option.place);
    return place != nullptr && *place == member;
}

Result<std::shared_ptr<const nnue::Network>, std::string> network_of(const Settings& settings) {
    if (settings.network.empty()) return nnue::default_net();
    return nnue::network_from_file(settings.network);
}

}  // namespace

Result<PolyglotBook, std::string> book_of(const Settings& settings) {
    if (settings.book_file.empty()) return PolyglotBook::default_book();
    return PolyglotBook::open_to_play(settings.book_file);
}

Engine::Engine(const EngineParts& parts, std::uint64_t seed, EngineListener& listener)
    : searchers_(parts.searchers), table_owner_(parts.tables),
      options_(parts.searchers, all_evaluators(), parts.tables != nullptr), listener_(listener),
      settings_(options_.defaults()), network_(nnue::default_net()),
      book_(std::make_shared<PolyglotBook>(PolyglotBook::default_book())), seed_(seed),
      book_random_(seed), thread_([this](const std::stop_token& end) { run_loop(end); }) {
    if (table_owner_ != nullptr) {
        // Our own tables, if there are any.
        if (const auto opened = table_owner_->open({})) tables_ = opened->tables;
    }
    add_settings_job();
}

Engine::~Engine() {
    stop();
    thread_.request_stop();
    thread_.join();
}

// A searcher that uses its seed gets another one in every game, or it would play the same games.
SearcherChoice Engine::choice() const {
    const SearcherEntry* entry = find_searcher(searchers_, settings_.playing_searcher());
    if (entry == nullptr) return {settings_.playing_searcher(), {}, {}, seed_};
    SearcherChoice choice{std::string(entry->name),
                          entry->evaluator.empty() ? std::string() : settings_.evaluator,
                          entry->is_rated ? Strength() : settings_.strength(), seed_};
    if (!choice.strength.is_full() || entry->uses_seed) choice.seed += games_;
    if (entry->is_helped) choice.colony = settings_.colony;
    if (choice.evaluator == "network" && !settings_.network.empty() && choice.strength.is_full()) {
        choice.network = settings_.network;
        choice.loaded_network = network_;
    }
    const auto add_setting = [&](const SearcherSetting& one, int value) {
        choice.settings.emplace_back(one.name, std::clamp(value, one.lowest, one.highest));
    };
    if (entry->is_style)
        for (const SearcherSetting& one : entry->settings()) {
            if (one.name == "elo") add_setting(one, settings_.rating());
            if (one.name == "contempt") add_setting(one, one.standard + settings_.contempt);
        }
    choice.human_pace = settings_.human_pace && !settings_.analyse;
    return choice;
}

// Whether nothing weakens the play: a weaker opponent does not know endgames perfectly.
bool Engine::is_at_full_strength() const {
    const SearcherEntry* entry = find_searcher(searchers_, settings_.playing_searcher());
    return settings_.strength().is_full() && (entry == nullptr || !entry->is_rated);
}

std::optional<std::string> Engine::validate_memory(const Settings& wanted) const {
    constexpr std::size_t mib_per_thread = 16;
    const auto needs = [](const Settings& settings) {
        const Resources resources = settings.resources();
        return resources.hash_mib + resources.threads * mib_per_thread;
    };
    if (needs(wanted) <= needs(settings_)) return std::nullopt;
    const auto available = available_memory_mib();
    if (!available || needs(wanted) <= *available + needs(settings_)) return std::nullopt;
    return "not enough memory: " + std::to_string(wanted.hash_mib) + " MiB and " +
           std::to_string(wanted.threads) + " threads need about " + std::to_string(needs(wanted)) +
           " MiB, and " + std::to_string(*available) + " MiB are free";
}

std::optional<std::string> Engine::set_option(std::string_view name, std::string_view value) {
    const Option* option = options_.find(name);
    if (option == nullptr) return "unknown option '" + printable(name, 40) + "'";
    if (option->kind == OptionKind::Button) {
        add({JobKind::NewGame, [this](Job&) {
                 if (searcher_) searcher_->new_game();
             }});
        return std::nullopt;
    }
    auto changed = with_value(settings_, *option, value);
    if (!changed) return changed.error();
    const auto refuse = [&](const std::string& why) {
        return "option " + std::string(option->name) + ": " + why;
    };
    if (const auto problem = validate_memory(*changed)) return refuse(*problem);
    if (chooses(*option, &Settings::network)) {
        // The file is read again even if its name is the same.
        auto network = network_of(*changed);
        if (!network) return refuse(network.error());
        network_ = std::move(*network);
    }
    if (chooses(*option, &Settings::table_folders)) {
        if (const auto problem = open_tables(changed->table_folders)) return refuse(*problem);
    }
    if (chooses(*option, &Settings::book_file)) {
        auto opened = book_of(*changed);
        if (!opened) return refuse(opened.error());
        book_ = std::make_shared<PolyglotBook>(std::move(*opened));
    }
    settings_ = std::move(*changed);
    add_settings_job();
    return std::nullopt;
}

std::optional<std::string> Engine::open_tables(const std::string& folders) {
    auto opened = table_owner_->open(folders);
    if (!opened) return opened.error();
    tables_ = opened->tables;
    if (!opened->notice.empty())
        enqueue([this, notice = std::move(opened->notice)](const std::stop_token&) {
            listener_.on_notice(notice);
        });
    return std::nullopt;
}

void Engine::add_settings_job() {
    add({JobKind::Settings, [this, wanted = choice(), resources = settings_.resources()](Job&) {
             if (!is_superseded()) prepare(wanted, resources);
         }});
}

void Engine::new_game() {
    game_ = Game();
    ++games_;
    add({JobKind::NewGame, [this, wanted = choice(), resources = settings_.resources()](Job&) {
             if (searcher_ && wanted == made_)
                 searcher_->new_game();
             else
                 prepare(wanted, resources);
         }});
}

void Engine::search(const SearchRequest& request) {
    Limits limits = limits_of(request, std::chrono::milliseconds(settings_.move_overhead_ms));
    limits.multi_pv = settings_.multi_pv;
    Job job{JobKind::Search, {}};
    job.held_back = request.infinite || request.ponder;
    job.ends_by_itself = !request.infinite && request.ends_by_itself();
    if (request.ponder) job.ponder = std::make_shared<PonderClock>(request.received);
    limits.ponder = job.ponder.get();
    if (is_at_full_strength()) limits.tables = settings_.probing(tables_);
    // An analysis is about the position, not about what to play.
    const bool plays = job.ends_by_itself && !job.held_back && !limits.mate &&
                       limits.multi_pv == 1 && limits.search_moves.empty() && !settings_.analyse;
    const bool uses_book =
        plays && settings_.own_book && game_.position().fullmove_number() <= settings_.book_depth;
    job.work = [this, root = Root(game_), limits = std::move(limits), settings = settings_,
                book = uses_book ? book_ : nullptr,
                key = uses_book ? polyglot::key_of(game_) : Key{}](Job& self) {
        run_search(self, root, limits, settings, book.get(), key);
    };
    add(std::move(job));
}

void Engine::enqueue(std::function<void(const std::stop_token&)> work) {
    add({JobKind::Work, [work = std::move(work)](Job& self) { work(self.stop.get_token()); }});
}

void Engine::add(Job job) {
    const std::lock_guard lock(mutex_);
    if (job.kind == JobKind::Search || job.kind == JobKind::Work)
        for (Job& before : jobs_)
            if (before.held_back) before.stop.request_stop();
    jobs_.push_back(std::move(job));
    changed_.notify_all();
}

void Engine::run_loop(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, end, [this] { return !jobs_.empty(); });
        if (jobs_.empty()) return;  // the engine is being destroyed
        Job& job = jobs_.front();   // adding jobs at the end does not move it
        lock.unlock();
        try {
            job.work(job);
        } catch (const std::exception& problem) {
            listener_.on_notice(std::string("that failed: ") + problem.what());
        }
        lock.lock();
        jobs_.pop_front();
        changed_.notify_all();
    }
}

void Engine::run_search(Job& job, const Root& root, Limits limits, const Settings& settings,
                        PolyglotBook* book, Key book_key) {
    const SearchContext context{root, settings};
    KnownMoves known;
    Reporter reporter(listener_, context, known);
    SearchResult result;
    try {
        std::optional<Move> from_book;
        if (book != nullptr) from_book = book_move(*book, book_key, context);
        if (!from_book && !searcher_) throw std::runtime_error("there is no searcher");
        if (from_book) {
            result.best = *from_book;
        } else {
            known = KnownMoves(root, limits.tables);
            known.keep_best(limits);
            result = searcher_->search(root, limits, job.stop.get_token(), reporter);
            result.score = known.score(result.score, result.best);
        }
    } catch (const std::exception& problem) {
        listener_.on_notice(std::string("the search failed: ") + problem.what());
        result = emergency_result(root.position, limits);
    }
    reporter.report_if_missing(result);
    await_release(job);
    listener_.on_best_move(context, result);
}

std::optional<Move> Engine::book_move(PolyglotBook& book, Key key, const SearchContext& context) {
    const auto moves = book.moves(context.root.position, key);
    const BookChoice how =
        context.settings.best_book_move ? BookChoice::Best : BookChoice::Weighted;
    const auto chosen = choose_book_move(moves, how, book_random_);
    if (!chosen) return std::nullopt;
    unsigned sum = 0;
    unsigned weight = 0;
    for (const BookMove& one : moves) {
        sum += one.weight;
        if (one.move == *chosen) weight = one.weight;
    }
    listener_.on_notice("book move, weight " + std::to_string(weight) + " of " +
                        std::to_string(sum));
    return chosen;
}

void Engine::await_release(Job& job) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, job.stop.get_token(), [&job] { return !job.held_back; });
}

// If several options are set one after the other, only the last job prepares the searcher.
bool Engine::is_superseded() {
    const std::lock_guard lock(mutex_);
    return jobs_.size() > 1 && jobs_[1].kind == JobKind::Settings;
}

void Engine::prepare(const SearcherChoice& wanted, const Resources& resources) {
    if (!searcher_ || wanted != made_) {
        searcher_.reset();  // first: two large transposition tables might not fit
        auto made = make_searcher(wanted, searchers_);
        if (!made) return listener_.on_notice(made.error());
        searcher_ = std::move(*made);
        made_ = wanted;
        given_ = Resources();
    }
    if (resources != given_) resize(resources);
}

void Engine::resize(const Resources& resources) {
    try {
        searcher_->resize(resources);
        given_ = resources;
    } catch (const std::exception& problem) {
        listener_.on_notice(std::string("not enough for that: ") + problem.what());
        // The searcher has the least memory now; its resources before must have fitted.
        const Resources before = given_;
        given_ = Resources{1, 1};
        searcher_->resize(before);
        given_ = before;
    }
}

void Engine::ponder_hit() {
    const auto now = PonderClock::Clock::now();
    const std::lock_guard lock(mutex_);
    for (Job& job : jobs_) {
        if (!job.held_back) continue;
        job.held_back = false;
        if (job.ponder) job.ponder->hit(now);
        // A search without a limit ends here.
        if (!job.ends_by_itself) job.stop.request_stop();
    }
    changed_.notify_all();
}

void Engine::stop() {
    const std::lock_guard lock(mutex_);
    for (Job& job : jobs_) job.stop.request_stop();
}

void Engine::stop_searches() {
    const std::lock_guard lock(mutex_);
    for (Job& job : jobs_)
        if (job.kind == JobKind::Search) job.stop.request_stop();
}

void Engine::await_ready() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] {
        return jobs_.empty() || jobs_.front().kind == JobKind::Search ||
               jobs_.front().kind == JobKind::Work;
    });
}

void Engine::await_all() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty(); });
}

std::vector<Move> playable_part(const Root& root, const std::vector<Move>& line) {
    std::vector<Move> played;
    played.reserve(line.size());
    Position position = root.position;
    std::vector<Key> keys = root.keys;
    for (const Move move : line) {
        if (!position.is_legal(move)) break;
        played.push_back(move);
        position = position.after(move);
        keys.push_back(position.key());
        // After mate and stalemate no move is legal.
        if (position.halfmove_clock() >= 100 || is_dead(position) ||
            earlier_occurrences(keys, position.halfmove_clock()) >= 2)
            break;
    }
    return played;
}

Limits limits_of(const SearchRequest& request, std::chrono::milliseconds overhead) {
    Limits limits = request.limits;
    if (request.infinite) return limits;
    if (request.clock) {
        GameTime time = *request.clock;
        time.overhead = overhead;
        set_deadlines(limits, plan_time(time), request.received);
    }
    if (request.move_time) {
        // All of the time is to be used, so there is no soft deadline.
        const auto end = request.received + move_time(*request.move_time, overhead);
        limits.hard_deadline = limits.hard_deadline ? std::min(*limits.hard_deadline, end) : end;
    }
    return limits;
}

}  // namespace rookery
