#include "tune/texel_data.h"

#include "base/random.h"
#include "eval/classical/evaluation.h"
#include "tune/quiet_search.h"

#include <cassert>
#include <cstdlib>
#include <limits>

namespace rookery::tune {
namespace {

using namespace classical;

// The result of one thread for some thousand positions.
struct Portion {
    TracePiece training;
    TracePiece validation;
    std::uint64_t in_check = 0;
    std::uint64_t noisy = 0;
    std::uint64_t one_sided = 0;
    std::uint64_t known = 0;
};

class Loader {
  public:
    Loader(const Weights& traced_with, const Weights& judged_with, const LoadSettings& settings)
        : traced_with_(traced_with), settings_(settings) {
        prepare_kpk();
        if (settings.noise == Noise::Keep) return;
        for (std::size_t i = 0; i < portions_in_block; ++i) searches_.emplace_back(judged_with);
    }

    void take(const TrainingPosition& position) {
        ++data_.read;
        const bool validates_too = validates(position);
        if (!validates_too && (data_.read == 1 || position.game != last_game_))
            ++data_.training_games;
        last_game_ = position.game;
        if (settings_.validation_only && !validates_too) return;
        block_.push_back(position);
        if (block_.size() == portions_in_block * TracePool::most_in_piece) trace_block();
    }

    [[nodiscard]] std::uint64_t read() const { return data_.read; }

    [[nodiscard]] TexelData finish() {
        trace_block();
        return std::move(data_);
    }

  private:
    // A block is read by one thread and then traced by all.
    static constexpr std::size_t portions_in_block = 32;

    [[nodiscard]] bool validates(const TrainingPosition& position) const {
        return is_for_validation(position.game, settings_.validation_one_in);
    }

    void trace_block() {
        constexpr std::size_t size = TracePool::most_in_piece;
        std::vector<Portion> portions((block_.size() + size - 1) / size);
        for_each_slice(settings_.threads, portions.size(), [&](std::size_t i) {
            const std::size_t end = std::min(block_.size(), (i + 1) * size);
            for (std::size_t place = i * size; place < end; ++place)
                trace(block_[place], i, portions[i]);
        });
        for (Portion& portion : portions) {
            data_.in_check += portion.in_check;
            data_.noisy += portion.noisy;
            data_.one_sided += portion.one_sided;
            data_.known += portion.known;
            data_.training.add(std::move(portion.training));
            data_.validation.add(std::move(portion.validation));
        }
        block_.clear();
    }

    void trace(const TrainingPosition& given, std::size_t number, Portion& portion) {
        if (given.position.in_check()) return void(++portion.in_check);
        if (given.score != no_score && std::abs(int{given.score}) > settings_.highest_score)
            return void(++portion.one_sided);
        std::optional<Position> resolved;
        if (settings_.noise != Noise::Keep) {
            const QuietLine line = searches_[number].search(given.position);
            const bool is_noisy = std::abs(line.value - line.static_value) > settings_.noise_limit;
            if (is_noisy && (settings_.noise == Noise::Drop || line.end.in_check()))
                return void(++portion.noisy);
            if (is_noisy) resolved = line.end;
        }
        const Position& position = resolved ? *resolved : given.position;
        TracePiece& piece = validates(given) ? portion.validation : portion.training;
        if (!piece.add(trace_evaluation(position, traced_with_), {given.score, given.result}))
            ++portion.known;
    }

    Weights traced_with_;
    LoadSettings settings_;
    TexelData data_;
    std::uint32_t last_game_ = 0;
    std::vector<TrainingPosition> block_;
    std::vector<QuietSearch> searches_;  // one for each portion
};

}  // namespace

bool is_for_validation(std::uint32_t game, std::uint32_t one_in) {
    return one_in != 0 && SplitMix(game).next() % one_in == 0;
}

Result<TexelData, std::string>
load_texel_data(const PositionSource& source, const Weights& traced_with,
                const Weights& judged_with, const LoadSettings& settings,
                const std::stop_token& stop, const std::function<void(std::uint64_t)>& progress) {
    constexpr std::uint64_t between_reports = 1 << 14;
    Loader loader(traced_with, judged_with, settings);
    if (settings.most == 0) return loader.finish();
    const auto problem = source([&](const TrainingPosition& position) {
        loader.take(position);
        if (loader.read() % between_reports == 0) {
            if (progress) progress(loader.read());
            if (stop.stop_requested()) return false;
        }
        return loader.read() < settings.most;
    });
    if (problem) return failure(*problem);
    return loader.finish();
}

void TracePool::add(TracePiece piece) {
    assert(piece.heads.size() <= most_in_piece && piece.heads.size() == piece.outcomes.size());
    if (piece.heads.empty()) return;
    piece.heads.shrink_to_fit();
    piece.counts.shrink_to_fit();
    piece.outcomes.shrink_to_fit();
    bytes_ +=
        piece.heads.size() * (sizeof(classical::TraceHead) + sizeof(TracedOutcome) + sizeof(Id)) +
        piece.counts.size() * sizeof(classical::TraceCount);
    assert(pieces_.size() < std::numeric_limits<Id>::max() / most_in_piece);
    const Id first = static_cast<Id>(pieces_.size() * most_in_piece);
    for (Id i = 0; i < piece.heads.size(); ++i) ids_.push_back(first + i);
    pieces_.push_back(std::move(piece));
}

}  // namespace rookery::tune
