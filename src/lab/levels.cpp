#include "lab/levels.h"

#include "arena/players/player_spec.h"
#include "arena/statistics/ratings.h"
#include "base/random.h"
#include "base/threads.h"
#include "chess/game.h"
#include "engine/make_searcher.h"
#include "eval/nnue/network_file.h"
#include "eval/nnue/nnue_evaluator.h"
#include "eval/win_rate.h"
#include "lab/measurement.h"
#include "levels/human_searcher.h"
#include "search/pvs/pvs_searcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>

namespace rookery::lab {
namespace {

using arena::Measured;
using arena::ResultTable;

// Stockfish says of itself how strong it is; these are the anchors of the scale. It needs the nodes
// to reach the depth at which it chooses a weaker move.
struct LimitedEngine {
    int strength;  // its own number for it
    std::uint64_t nodes;
    int level;  // about as strong
};
constexpr LimitedEngine stockfish_elos[] = {
    {1350, 2'000, 4}, {1600, 5'000, 6}, {1850, 10'000, 7}, {2100, 25'000, 9}, {2350, 60'000, 11}};
// Others widen the field: against opponents of one kind alone, differences look larger.
constexpr LimitedEngine fairy_skills[] = {{-5, 5'000, 1}, {0, 5'000, 3}, {4, 5'000, 5}};
constexpr LimitedEngine human_ratings[] = {
    {700, 0, 2}, {1100, 0, 3}, {1500, 0, 5}, {1900, 0, 6}, {2300, 0, 6}};
constexpr int styled_levels[] = {3, 6, 9};

std::string level_name(int level) { return fmt::format("level {}", level); }
// In the names of matches: games are played again when a level changes.
std::string exact_level_name(int level) {
    const Strength strength = strength_of_level(level);
    return fmt::format("level {} ({} nodes, error {})", level, strength.nodes,
                       strength.largest_error);
}
std::string level_player(int level, std::string_view searcher = "pvs") {
    return fmt::format("{0},name={0} {1},Level={1},Seed={1}", searcher, level);
}

// An opponent of several levels.
struct Outsider {
    std::string name;
    std::string player;
    std::uint64_t nodes = 0;
    std::optional<int> elo;  // given
    int level = 1;           // about as strong
};

std::vector<Outsider> engines() {
    std::vector<Outsider> all;
    for (const LimitedEngine& one : stockfish_elos)
        all.push_back(
            {fmt::format("Stockfish, UCI_Elo {}", one.strength),
             fmt::format("stockfish,name=Stockfish {0},UCI_LimitStrength=true,UCI_Elo={0}",
                         one.strength),
             one.nodes, one.strength, one.level});
    for (const LimitedEngine& one : fairy_skills)
        all.push_back({fmt::format("Fairy-Stockfish, Skill Level {}", one.strength),
                       fmt::format("fairy-stockfish,name=Fairy {0},Skill Level={0}", one.strength),
                       one.nodes,
                       {},
                       one.level});
    return all;
}

std::vector<Outsider> humans() {
    std::vector<Outsider> all;
    for (const LimitedEngine& one : human_ratings)
        all.push_back({fmt::format("human, elo={}", one.strength),
                       fmt::format("human,elo={0},name=human {0}", one.strength),
                       0,
                       {},
                       one.level});
    return all;
}

// All players and what they scored against each other.
class Field {
  public:
    void add(const std::string& first, const std::string& second, const arena::GameCounts& games) {
        meetings_.push_back({place(first), place(second), games});
    }
    void anchor(const std::string& player, double elo) {
        options_.anchors.push_back({place(player), elo});
    }
    // A program that is not installed.
    void leave_out(const std::string& program) { left_out_.insert(program); }
    [[nodiscard]] bool is_empty() const { return meetings_.empty() && left_out_.empty(); }

    [[nodiscard]] ResultTable table(const std::string& conditions) const {
        ResultTable table{.title = fmt::format("The field ({})", conditions), .key = "field"};
        table.columns = {{"player", "player"},
                         {.name = "games", .key = "games", .grouped = true},
                         {"Elo", "elo"},
                         {"promised", "promised"}};
        for (const std::string& program : left_out_)
            table.notes.push_back(program + " is not installed, so it is left out.");
        if (meetings_.empty()) return table;
        const auto list = arena::rate_players(names_.size(), meetings_, options_);
        if (!list) {
            table.notes.push_back(list.error());
            return table;
        }
        for (const arena::PlayerRating& row : list->rows) {
            const std::string& name = names_[row.player];
            arena::Cell promised;
            for (int level = 1; level <= highest_level; ++level)
                if (name == level_name(level))
                    promised = measured(levels()[static_cast<std::size_t>(level) - 1].elo);
            for (const arena::Anchor& one : options_.anchors)
                if (one.player == row.player) promised = Measured{one.rating};
            table.rows.push_back(
                {name, measured(row.games.total()),
                 Measured{row.rating, row.rating - row.error, row.rating + row.error}, promised});
        }
        table.notes.insert(
            table.notes.begin(),
            list->anchored
                ? "Elo with 95 % intervals. The mean of the Stockfish players is that of "
                  "the Elo they promise; it is not a rating among people."
                : "No Stockfish has played: the mean of the field is 0.");
        return table;
    }

  private:
    std::size_t place(const std::string& name) {
        const auto found = std::ranges::find(names_, name);
        if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
        names_.push_back(name);
        return names_.size() - 1;
    }

    std::vector<std::string> names_;
    std::vector<arena::Meeting> meetings_;
    std::set<std::string> left_out_;
    arena::RatingOptions options_;
};

// The parts of the experiment, one after the other; a problem ends it, what was played counts.
class LevelsExperiment {
  public:
    LevelsExperiment(const LevelsSettings& settings, arena::Store& store, SearcherTable searchers,
                     const std::stop_token& stop, const Progress& progress)
        : settings_(settings), searchers_(searchers), stop_(stop), progress_(progress),
          fingerprint_(engine_fingerprint(searchers, stop)),
          series_(store, match_settings(settings.series), settings.series.hash_mib, fingerprint_,
                  searchers),
          others_(store, match_settings(with_other_games(settings)), settings.series.hash_mib,
                  fingerprint_, searchers) {}

    Experiment run() {
        if (wants("neighbours")) play_neighbours();
        if (wants("engines")) play_outsiders(engines());
        if (wants("human")) play_outsiders(humans());
        if (wants("styles")) play_styles();
        Experiment result;
        const std::string conditions =
            fmt::format("{}; {}", settings_.series.description(), fingerprint_);
        if (!neighbours_.empty()) result.tables.push_back(neighbour_table(conditions));
        if (!field_.is_empty()) result.tables.push_back(field_.table(conditions));
        if (!styles_.empty()) result.tables.push_back(style_table(conditions));
        if (wants("hangs") && !problem_) result.tables.push_back(hang_table());
        result.problem = problem_;
        return result;
    }

  private:
    // Only nodes count. Games of weak players are adjudicated early.
    static arena::MatchSettings match_settings(const SeriesSettings& series) {
        arena::MatchSettings settings = series.match_settings({.nodes = 10'000'000});
        settings.adjudication.resign = arena::Adjudication::Resign{.moves = 3, .centipawns = 1500};
        settings.adjudication.max_moves = 300;
        return settings;
    }
    static SeriesSettings with_other_games(const LevelsSettings& settings) {
        SeriesSettings series = settings.series;
        series.games = std::min(series.games, settings.other_games);
        return series;
    }
    [[nodiscard]] bool wants(const std::string& part) const {
        if (stop_.stop_requested() || problem_) return false;
        return settings_.parts.empty() ||
               std::ranges::find(settings_.parts, part) != settings_.parts.end();
    }

    std::optional<SeriesResult> play(MatchSeries& series, const SeriesMatch& match) {
        if (stop_.stop_requested() || problem_) return std::nullopt;
        auto played = series.play(match, stop_, progress_);
        if (!played) problem_ = played.error();
        return played ? *played : std::nullopt;
    }

    void play_neighbours() {
        for (int level = 2; level <= highest_level; ++level) {
            const auto result =
                play(series_,
                     {fmt::format("{} v. {}", exact_level_name(level), exact_level_name(level - 1)),
                      level_player(level), level_player(level - 1)});
            if (!result) return;
            neighbours_[level] = *result;
            field_.add(level_name(level), level_name(level - 1), result->games);
        }
    }

    void play_outsiders(const std::vector<Outsider>& outsiders) {
        for (const Outsider& one : outsiders) {
            if (!arena::resolve_player(one.player, {}, searchers_)) {
                field_.leave_out(one.player.substr(0, one.player.find(',')));
                continue;
            }
            bool has_played = false;
            for (const int level : {one.level - 1, one.level, one.level + 1}) {
                if (level < 1 || level > highest_level) continue;
                const auto result =
                    play(others_, {fmt::format("{} v. {}", exact_level_name(level), one.name),
                                   level_player(level), one.player, one.nodes});
                if (!result) break;
                field_.add(level_name(level), one.name, result->games);
                has_played = true;
            }
            if (has_played && one.elo) field_.anchor(one.name, *one.elo);
        }
    }

    void play_styles() {
        for (const SearcherEntry& entry : searchers_) {
            if (!entry.is_style || entry.is_rated) continue;
            for (const int level : styled_levels)
                if (const auto result =
                        play(series_, {fmt::format("{} v. {}", entry.name, exact_level_name(level)),
                                       level_player(level, entry.name), level_player(level)}))
                    styles_[{std::string(entry.name), level}] = *result;
        }
    }

    [[nodiscard]] ResultTable neighbour_table(const std::string& conditions) const {
        ResultTable table{.title = fmt::format("Each level against the one below ({})", conditions),
                          .key = "levels"};
        table.columns = {{"level", "level"},
                         {.name = "nodes", .key = "nodes", .grouped = true},
                         {.name = "largest error", .key = "largest_error", .grouped = true},
                         {"score", "score"},
                         {"Elo", "elo", 0, true},
                         {"UCI_Elo", "uci_elo"}};
        for (int number = 1; number <= highest_level; ++number) {
            const Level& level = levels()[static_cast<std::size_t>(number - 1)];
            const auto found = neighbours_.find(number);
            const auto result = found == neighbours_.end() ? std::optional<SeriesResult>()
                                                           : std::optional(found->second);
            table.rows.push_back({measured(number), measured(level.strength.nodes),
                                  measured(level.strength.largest_error), score_cell(result),
                                  elo_cell(result), measured(level.elo)});
        }
        table.notes = {"Elo with 95 % intervals. Neighbours are further apart in matches against "
                       "each other than in the field."};
        return table;
    }

    [[nodiscard]] ResultTable style_table(const std::string& conditions) const {
        ResultTable table{.title = fmt::format("Styles against the engine ({})", conditions),
                          .key = "styles"};
        table.columns = {{"style", "style"},
                         {"level of both", "level"},
                         {"score", "score"},
                         {"Elo", "elo", 0, true}};
        for (const auto& [key, result] : styles_)
            table.rows.push_back(
                {key.first, measured(key.second), score_cell(result), elo_cell(result)});
        return table;
    }

    [[nodiscard]] ResultTable hang_table() const {
        ResultTable table{.title = "Pieces left to a single capture", .key = "hangs"};
        table.columns = {{"level", "level"},
                         {"games", "games"},
                         {.name = "moves", .key = "moves", .grouped = true},
                         {"hung", "hung"}};
        for (int level = 1; level <= highest_level && !stop_.stop_requested(); ++level) {
            const HangCount count =
                count_hangs(level, settings_.hang_games, settings_.series.concurrency, searchers_,
                            stop_, progress_);
            table.rows.push_back({measured(level), measured(count.games), measured(count.moves),
                                  measured(count.hangs)});
        }
        table.notes = {"The level plays itself. A move counts if the best reply is a capture of a "
                       "piece and the move loses 15 points of 100 or more, by a search without "
                       "errors of 5,000 nodes and the curve of people's games."};
        return table;
    }

    const LevelsSettings& settings_;
    const SearcherTable searchers_;
    const std::stop_token& stop_;
    const Progress& progress_;
    const std::string fingerprint_;
    MatchSeries series_, others_;
    Field field_;
    std::map<int, SeriesResult> neighbours_;
    std::map<std::pair<std::string, int>, SeriesResult> styles_;
    std::optional<std::string> problem_;
};

// One game of a level against itself, with every move judged.
class HangJudge {
  public:
    HangJudge(int level, SearcherTable searchers)
        : level_(level), searchers_(searchers), judge_(make_pvs({.evaluator = [] {
              return std::make_unique<Erased<NnueEvaluator>>(nnue::level_net());
          }})) {
        judge_->resize({4, 1});
    }

    void play(std::uint64_t number, const std::stop_token& stop, HangCount& count) {
        constexpr int opening_plies = 6;
        constexpr std::size_t most_plies = 200;
        Random random(number);
        Game game;
        for (int i = 0; i < opening_plies && game.ending() == GameEnding::None; ++i) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[random.below(moves.size())]);
        }
        SearcherChoice choice{"pvs", "", strength_of_level(level_), number};
        const auto player = std::move(*make_searcher(choice, searchers_));
        player->resize({1, 1});
        NoListener no_listener;
        while (game.ending() == GameEnding::None && game.plies() < most_plies &&
               !stop.stop_requested()) {
            const Root root(game);
            const Move move = player->search(root, {}, stop, no_listener).best;
            count.moves += legal_moves(root.position).size() > 1;
            count.hangs += hangs(root, move, stop);
            game.play(move);
        }
        ++count.games;
    }

  private:
    [[nodiscard]] bool hangs(const Root& root, Move move, const std::stop_token& stop) {
        constexpr double much = 0.15;
        NoListener no_listener;
        Limits limits;
        limits.nodes = 5'000;
        const Root next = root.after(move);
        if (legal_moves(next.position).empty()) return false;
        const SearchResult reply = judge_->search(next, limits, stop, no_listener);
        const PieceType captured = next.position.captured_by(reply.best);
        if (captured == PieceType::None || captured == PieceType::Pawn) return false;
        const SearchResult best = judge_->search(root, limits, stop, no_listener);
        return best.best != move &&
               expected_points_of_people(best.score, root.position) -
                       expected_points_of_people(-reply.score, root.position) >=
                   much;
    }

    int level_;
    SearcherTable searchers_;
    std::unique_ptr<Searcher> judge_;
};

}  // namespace

const std::vector<std::string>& level_parts() {
    static const std::vector<std::string> parts = {"neighbours", "engines", "human", "styles",
                                                   "hangs"};
    return parts;
}

HangCount count_hangs(int level, std::size_t games, std::size_t threads, SearcherTable searchers,
                      const std::stop_token& stop, const Progress& progress) {
    HangCount sum;
    std::mutex mutex;
    std::atomic<std::size_t> next = 0;
    run_on_threads(threads, [&](std::size_t) {
        HangJudge judge(level, searchers);
        HangCount count;
        for (std::size_t number = next++; number < games && !stop.stop_requested();
             number = next++) {
            report(progress, fmt::format("level {}: {} of {} games", level, number, games));
            judge.play(number, stop, count);
        }
        const std::lock_guard lock(mutex);
        sum.games += count.games;
        sum.moves += count.moves;
        sum.hangs += count.hangs;
    });
    return sum;
}

int run_levels(const LevelsSettings& settings, SearcherTable searchers) {
    return run_experiment(
        settings.series, true, settings.output, "Levels",
        [&](arena::Store* store, const std::stop_token& stop, const Progress& progress) {
            return LevelsExperiment(settings, *store, searchers, stop, progress).run();
        });
}

}  // namespace rookery::lab
