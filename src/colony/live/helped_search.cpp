#include "colony/live/helped_search.h"

#include "base/bytes.h"
#include "base/text.h"
#include "notation/coordinate.h"
#include "notation/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <utility>

namespace rookery::colony {
namespace {

constexpr auto between_reminders = std::chrono::seconds(1);
// Shorter before there is a connection.
constexpr auto between_silent_looks = std::chrono::milliseconds(100);

// Workers may be faster, and know the position from before; but not by more than that.
constexpr int believable_depth(int own) { return 2 * own + 16; }

std::size_t members_of(Connector& connector) {
    const auto link = connector.link();
    return link ? std::max<std::size_t>(2, link->fit().size() + 1) : 2;
}

// The line must have been checked.
std::vector<Move> moves_of(const Position& root, const FoundMessage& message) {
    std::vector<Move> moves;
    Position at = root;
    for (const std::string& word : message.line) {
        const auto move = parse_coordinate(at, word);
        if (!move) break;
        moves.push_back(*move);
        at = at.after(*move);
    }
    return moves;
}

}  // namespace

HelpedSearch::HelpedSearch(Connector& connector, const Root& root,
                           const std::vector<Move>& search_moves, std::uint64_t game)
    : connector_(connector), root_(root), search_moves_(search_moves),
      members_(members_of(connector)), order_(join_order_for(root, search_moves)) {
    order_.members = members_;
    order_.game = game;
    thread_ = std::jthread([this](const std::stop_token& stop) { keep_asking(stop); });
}

HelpedSearch::~HelpedSearch() {
    thread_.request_stop();
    thread_.join();
    if (!link_) return;
    link_->set_share_handler({});
    link_->set_found_handler({});
    link_->stop(order_.search);
}

void HelpedSearch::keep_asking(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any nothing;
    std::unique_lock lock(mutex);
    do {
        if (!link_)
            if (const auto link = connector_.link()) open(link);
        if (link_) order_all();
    } while (!nothing.wait_for(
        lock, stop, link_ ? between_reminders : std::chrono::milliseconds(between_silent_looks),
        [&] { return stop.stop_requested(); }));
}

void HelpedSearch::open(const std::shared_ptr<CoordinatorLink>& link) {
    order_.coordinator = link->bus().member();
    order_.search = link->name_of_next_search();
    const auto channel = std::make_shared<BusChannel>(
        link->bus(), order_.search,
        [link](std::string_view member) { return link->is_trusted(member); },
        [this](std::string_view member, const Discoveries& discoveries) {
            claims_.add(member, discoveries);
        });
    {
        const std::scoped_lock lock(mutex_);
        link_ = link;
        channel_ = channel;
    }
    link->set_share_handler([channel](const BusMessage& message) { channel->on_message(message); });
    link->set_found_handler([this](std::string_view worker, const FoundMessage& message) {
        on_found(worker, message);
    });
}

void HelpedSearch::order_all() {
    order_.distrusted = link_->quarantined();
    for (const WorkerRecord& worker : link_->fit()) {
        // A worker keeps its number, so that it goes on with its iterations.
        const auto [place, is_new] = numbers_.try_emplace(worker.name, numbers_.size() + 1);
        order_.number = place->second;
        link_->order(worker.name, order_);
    }
}

void HelpedSearch::on_found(std::string_view worker, const FoundMessage& message) {
    if (message.search != order_.search) return;
    const auto record = link_->find(worker);
    if (!record) return;
    const auto elapsed =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
    auto problem = validate_nodes(message.nodes, record->last.speed, elapsed);
    if (!problem) problem = validate_line(root_.position, search_moves_, message);
    if (problem) return link_->quarantine(worker, *problem);
    const std::scoped_lock lock(mutex_);
    Report& report = reports_[std::string(worker)];
    report.nodes = message.nodes;
    if (message.bound == LineReport::Bound::Exact)
        report.candidate = {message.depth, Score(message.score), moves_of(root_.position, message)};
    has_new_report_ = true;
}

void HelpedSearch::send(Discoveries discoveries) {
    std::shared_ptr<BusChannel> channel;
    {
        const std::scoped_lock lock(mutex_);
        channel = channel_;
    }
    if (channel) channel->send(std::move(discoveries));
}

Discoveries HelpedSearch::receive() {
    if (has_new_report_.exchange(false) && on_report_) on_report_();
    Discoveries arrived;
    {
        const std::scoped_lock lock(mutex_);
        if (!channel_) return {};
        arrived = channel_->receive();
    }
    const int deepest = believable_depth(depth_.load(std::memory_order_relaxed));
    std::erase_if(arrived, [&](const Discovery& one) { return one.entry.depth > deepest; });
    return arrived;
}

std::uint64_t HelpedSearch::nodes_of_others() const {
    const std::scoped_lock lock(mutex_);
    std::uint64_t sum = 0;
    for (const auto& [worker, report] : reports_) sum += report.nodes;
    return sum;
}

std::optional<CandidatePv> HelpedSearch::better_than(const CandidatePv& own) const {
    const std::scoped_lock lock(mutex_);
    std::vector<CandidatePv> others;
    for (const auto& [worker, report] : reports_)
        if (report.candidate.depth <= believable_depth(own.depth) && link_->is_trusted(worker))
            others.push_back(report.candidate);
    const CandidatePv* better = more_convincing(own, others);
    return better == nullptr ? std::nullopt : std::optional(*better);
}

std::shared_ptr<CoordinatorLink> HelpedSearch::link() const {
    const std::scoped_lock lock(mutex_);
    return link_;
}

void InfoForwarder::set_help(HelpedSearch* help) {
    if (help_ != nullptr) help_->set_report_handler({});
    help_ = help;
    if (help_ != nullptr) help_->set_report_handler([this] { look_at_others(); });
}

void InfoForwarder::on_line(const LineReport& report) {
    forward_news();
    LineReport told = report;
    own_nodes_ = report.nodes;
    if (help_ != nullptr) {
        help_->note_depth(report.depth);
        told.nodes += help_->nodes_of_others();
    }
    if (auto candidate = candidate_of(report)) {
        own_ = std::move(*candidate);
        // After a deeper line of a worker our own shallower ones are of no interest.
        if (&best_of(own_) != &own_) return;
        forwarded_ = own_;
    }
    listener_.on_line(told);
}

void InfoForwarder::on_current_move(int depth, Move move, int number) {
    forward_news();
    listener_.on_current_move(depth, move, number);
}

void InfoForwarder::forward_news() {
    for (const std::string& one : news_()) listener_.on_notice(one);
}

void InfoForwarder::look_at_others() {
    if (own_.depth > 0) (void)best_of(own_);
}

const CandidatePv& InfoForwarder::best_of(const CandidatePv& own) {
    auto better = help_ == nullptr ? std::nullopt : help_->better_than(own);
    if (!better) {
        better_ = {};
        return own;
    }
    const bool is_new = better->depth != better_.depth || better->line != better_.line ||
                        better->score != better_.score;
    better_ = std::move(*better);
    if (is_new) forward(better_);
    return better_;
}

void InfoForwarder::forward(const CandidatePv& candidate) {
    LineReport report;
    report.depth = report.selective_depth = candidate.depth;
    report.score = candidate.score;
    report.nodes = own_nodes_ + (help_ == nullptr ? 0 : help_->nodes_of_others());
    report.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - began_);
    report.moves = candidate.line;
    forwarded_ = candidate;
    listener_.on_line(report);
}

void InfoForwarder::conclude(const CandidatePv& candidate) {
    if (forwarded_.line != candidate.line || forwarded_.score != candidate.score)
        forward(candidate);
}

JoinOrder join_order_for(const Root& root, const std::vector<Move>& search_moves) {
    JoinOrder order;
    // Both ends read castling rights the same way, wherever the rooks stand.
    order.fen = to_fen(root.position, FenStyle::Shredder);
    for (const Key key : root.keys) order.keys.push_back(fmt::format("{:x}", key));
    for (const Move move : search_moves)
        order.search_moves.push_back(to_coordinate(root.position, move, true));
    return order;
}

Result<JoinedRoot, std::string> root_of(const JoinOrder& order) {
    const auto parsed = parse_fen(order.fen);
    if (!parsed) return failure("the position cannot be read: " + order.fen);
    JoinedRoot joined{Root(parsed->position), {}};
    joined.root.keys.clear();
    for (const std::string& text : order.keys) {
        const auto key = parse_hexadecimal(text);
        if (!key) return failure("a key is no number");
        joined.root.keys.push_back(*key);
    }
    if (joined.root.keys.empty() || joined.root.keys.back() != parsed->position.key())
        return failure("the last key is not that of the position");
    for (const std::string& text : order.search_moves) {
        const auto move = parse_coordinate(parsed->position, text);
        if (!move) return failure("a move is not legal: " + text);
        joined.search_moves.push_back(*move);
    }
    return joined;
}

namespace {

constexpr std::string_view subject_prefix = "rk.share.";
// More than a search reads between two pauses; a search that is behind loses the rest.
constexpr std::size_t most_waiting = 16 * most_discoveries_in_batch;

}  // namespace

BusChannel::BusChannel(Bus& bus, const std::string& search, Trust trusts, Witness witness)
    : bus_(bus), search_(hash_of(search)), own_subject_(std::string(subject_prefix) + bus.member()),
      trusts_(std::move(trusts)), witness_(std::move(witness)) {}

void BusChannel::send(Discoveries discoveries) {
    bus_.publish(own_subject_, to_bytes(search_, discoveries));
}

Discoveries BusChannel::receive() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(arrived_, {});
}

void BusChannel::on_message(const BusMessage& message) {
    // A job that a worker had sent here keeps its own subject.
    if (message.subject == own_subject_ || !message.subject.starts_with(subject_prefix)) return;
    const std::string_view member = message.subject.substr(subject_prefix.size());
    if (trusts_ && !trusts_(member)) return;
    auto batch = parse_share_batch(message.bytes);
    if (!batch || batch->search != search_) return;
    const std::scoped_lock lock(mutex_);
    if (arrived_.size() + batch->discoveries.size() > most_waiting) return;
    if (witness_) witness_(member, batch->discoveries);
    arrived_.insert(arrived_.end(), batch->discoveries.begin(), batch->discoveries.end());
}

}  // namespace rookery::colony
