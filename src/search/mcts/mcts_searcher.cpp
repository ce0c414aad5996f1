#include "search/mcts/mcts_searcher.h"

#include "eval/classical/classical_evaluator.h"

#include <algorithm>

namespace rookery::mcts {
namespace {

constexpr auto of_mcts = std::to_array<SearcherSetting>({
    {"exploration", 1414, 0, 10'000, 100},
    {"solver", 1, 0, 1, 0},
    {"reuse", 1, 0, 1, 0},
});

constexpr auto of_mcts_ab = std::to_array<SearcherSetting>({
    {"exploration", 400, 0, 10'000, 50},
    {"solver", 1, 0, 1, 0},
    {"reuse", 1, 0, 1, 0},
    {"leaf_depth", 1, 0, 8, 0},
    {"squash", 200, 10, 5'000, 20},
    {"priors", 1, 0, 1, 0},
    {"prior_weight", 700, 0, 20'000, 150},
    {"prior_spread", 100, 1, 5'000, 10},
});

void set(Settings& settings, std::string_view name, int value) {
    struct Row {
        std::string_view name;
        int Settings::*member;
    };
    constexpr Row rows[] = {
        {"exploration", &Settings::exploration},
        {"solver", &Settings::solver},
        {"reuse", &Settings::reuse},
        {"leaf_depth", &Settings::leaf_depth},
        {"squash", &Settings::squash},
        {"priors", &Settings::priors},
        {"prior_weight", &Settings::prior_weight},
        {"prior_spread", &Settings::prior_spread},
    };
    for (const Row& row : rows)
        if (row.name == name) settings.*row.member = value;
}

// The keys of a Root after one more move.
std::vector<Key> keys_after(std::vector<Key> keys, const Position& next) {
    keys.push_back(next.key());
    const auto reversible = static_cast<std::size_t>(next.halfmove_clock()) + 1;
    if (keys.size() > reversible)
        keys.erase(keys.begin(), keys.end() - static_cast<std::ptrdiff_t>(reversible));
    return keys;
}

// Decides when to report: when the number of rounds has doubled, or a second has passed.
class ReportTimer {
  public:
    [[nodiscard]] bool is_due(const SearchWatch& watch) {
        const bool late =
            watch.nodes() % 64 == 0 && watch.elapsed() - last_ >= std::chrono::seconds(1);
        if (watch.nodes() < next_ && !late) return false;
        next_ = std::max(next_, 2 * watch.nodes());
        last_ = watch.elapsed();
        return true;
    }

  private:
    std::uint64_t next_ = 64;
    std::chrono::milliseconds last_{0};
};

}  // namespace

Settings settings_from(std::span<const SearcherSetting> standard, const SettingValues& values) {
    Settings settings;
    settings.priors = 0;  // unless the table has this setting
    for (const SearcherSetting& one : standard) set(settings, one.name, one.standard);
    for (const auto& [name, value] : values) set(settings, name, value);
    return settings;
}

TreeSearcher::TreeSearcher(std::unique_ptr<Simulation> simulation, const Settings& settings,
                           std::uint64_t seed)
    : simulation_(std::move(simulation)), settings_(settings), seed_(seed), random_(seed) {
    tree_.resize(Resources().hash_mib);
}

void TreeSearcher::new_game() {
    tree_.clear();
    last_.reset();
    random_ = Random(seed_);
    simulation_->new_game();
}

void TreeSearcher::resize(const Resources& resources) {
    last_.reset();
    tree_.resize(resources.hash_mib);
}

NodeIndex TreeSearcher::find(const Root& root) const {
    if (!last_) return no_node;
    const auto is_it = [&root](const Position& position, const std::vector<Key>& keys) {
        return position == root.position && keys == root.keys;
    };
    if (is_it(last_->position, last_->keys)) return Tree::root;
    for (const NodeIndex ours : tree_.children_of(Tree::root)) {
        const Position between = last_->position.after(tree_[ours].move);
        const std::vector<Key> keys = keys_after(last_->keys, between);
        if (is_it(between, keys)) return ours;
        for (const NodeIndex theirs : tree_.children_of(ours)) {
            const Position now = between.after(tree_[theirs].move);
            if (is_it(now, keys_after(keys, now))) return theirs;
        }
    }
    return no_node;
}

void TreeSearcher::prepare(const Root& root, std::span<const Move> moves, bool may_reuse) {
    const NodeIndex known = settings_.reuse && may_reuse ? find(root) : no_node;
    last_ = root;
    if (known != no_node) tree_.make_root(known);
    // A tree of other root moves cannot be used, nor that of a game that is over by the rules.
    const Node& node = tree_[Tree::root];
    const bool same_moves =
        node.moves == moves.size() && std::all_of(moves.begin(), moves.end(), [&](Move move) {
            return node.has_untried_moves() || tree_.find_child(Tree::root, move) != no_node;
        });
    const bool over = node.is_proven() && node.children == 0;
    const bool has_room = tree_.has_room_for(moves.size());
    if (known == no_node || !same_moves || over || !has_room) tree_.clear();
}

// True if the rounds left on the clock cannot change which move has most visits.
bool TreeSearcher::cannot_be_overtaken(const Limits& limits, const SearchWatch& watch) const {
    const auto deadline = limits.soft_deadline ? limits.soft_deadline : limits.hard_deadline;
    const auto delay = limits.delay();
    if (!deadline || !delay || limits.nodes || limits.multi_pv > 1) return false;
    const std::vector<NodeIndex> ranked = ranked_children(tree_, Tree::root);
    if (ranked.size() < 2) return false;
    using Seconds = std::chrono::duration<double>;
    const double left = Seconds(*deadline + *delay - SearchWatch::Clock::now()).count();
    const double gone = Seconds(watch.elapsed()).count();
    if (gone <= 0) return false;
    std::uint32_t second = 0;
    for (std::size_t i = 1; i < ranked.size(); ++i)
        second = std::max(second, tree_[ranked[i]].visits);
    const double lead = static_cast<double>(tree_[ranked[0]].visits) - second;
    return lead > left * static_cast<double>(watch.nodes()) / gone;
}

bool TreeSearcher::is_decided(const Limits& limits, std::size_t moves,
                              const SearchWatch& watch) const {
    if (tree_[Tree::root].is_proven()) return true;
    if (moves == 1 && limits.soft_deadline && limits.delay()) return true;
    constexpr std::uint64_t between_checks = 64;
    if (watch.nodes() % between_checks != 0) return false;
    constexpr std::uint32_t settled_visits = 16;
    if (limits.depth && !limits.nodes &&
        (!tree_.has_room_for(max_moves) || settled_depth(tree_, settled_visits) >= *limits.depth))
        return true;
    return cannot_be_overtaken(limits, watch);
}

SearchResult TreeSearcher::search(const Root& root, const Limits& limits, std::stop_token stop,
                                  SearchListener& listener) {
    const MoveList moves = wanted_moves(root.position, limits);
    if (moves.empty()) return no_move_result(root, listener);
    SearchWatch watch(limits, std::move(stop));
    // The tree that was kept may be deeper than the limit.
    prepare(root, {moves.begin(), moves.size()}, !limits.depth);
    Search search(tree_, *simulation_, settings_, random_);
    if (limits.depth) search.limit_depth(*limits.depth);
    search.open(root, {moves.begin(), moves.size()}, watch);

    const auto send_report = [&] {
        report(tree_, *simulation_, {watch.nodes(), watch.elapsed(), search.deepest()},
               limits.multi_pv, listener);
    };
    ReportTimer timer;
    while (!is_decided(limits, moves.size(), watch) || watch.nodes() == 0) {
        if (tree_[Tree::root].is_proven() || !search.play_round(root, watch)) break;
        if (watch.count_node() || watch.is_enough()) break;
        if (timer.is_due(watch)) send_report();
    }
    send_report();
    const NodeIndex best = ranked_children(tree_, Tree::root).front();
    const std::vector<Move> line = line_of(tree_, best);
    SearchResult result;
    result.best = line.front();
    if (line.size() > 1) result.ponder = line[1];
    result.score = score_of(tree_[best], *simulation_);
    result.nodes = watch.nodes();
    return result;
}

}  // namespace rookery::mcts

namespace rookery {

std::span<const SearcherSetting> mcts_settings() { return mcts::of_mcts; }
std::span<const SearcherSetting> mcts_ab_settings() { return mcts::of_mcts_ab; }

std::unique_ptr<Searcher> make_mcts(const SearcherSetup& setup) {
    return std::make_unique<mcts::TreeSearcher>(
        std::make_unique<mcts::RandomPlayouts>(setup.seed),
        mcts::settings_from(mcts_settings(), setup.settings), setup.seed);
}

std::unique_ptr<Searcher> make_mcts_ab(const SearcherSetup& setup) {
    const mcts::Settings settings = mcts::settings_from(mcts_ab_settings(), setup.settings);
    auto evaluator =
        setup.evaluator ? setup.evaluator() : std::make_unique<Erased<ClassicalEvaluator>>();
    return std::make_unique<mcts::TreeSearcher>(
        std::make_unique<mcts::LeafSearch>(std::move(evaluator), settings), settings, setup.seed);
}

}  // namespace rookery
