#include "knowledge/book_builder.h"

#include "base/files.h"
#include "base/text.h"
#include "knowledge/polyglot_book.h"
#include "notation/pgn_reader.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <system_error>
#include <tuple>
#include <utility>

namespace rookery {

using Record = BookBuilder::Record;
using polyglot::Entry;

namespace {

bool comes_before(const Record& a, const Record& b) {
    return std::tie(a.key, a.move) < std::tie(b.key, b.move);
}
bool is_same_move(const Record& a, const Record& b) { return a.key == b.key && a.move == b.move; }

void join(Record& record, const Record& other) {
    record.games += other.games;
    record.points += other.points;
}

// Reads the records of a sorted file one by one. They were written by this program a moment ago, so
// their bytes are as they are in memory.
class RunReader {
  public:
    explicit RunReader(const std::filesystem::path& path) : file_(path, std::ios::binary) {
        next();
    }
    [[nodiscard]] const std::optional<Record>& record() const { return record_; }
    void next() {
        Record read;
        record_.reset();
        if (file_.read(reinterpret_cast<char*>(&read), sizeof read)) record_ = read;
    }

  private:
    std::ifstream file_;
    std::optional<Record> record_;
};

// The moves of one position with weights of any size, and the file that takes them.
class BookWriter {
  public:
    explicit BookWriter(const std::filesystem::path& path) : file_(path) {}

    struct Weighted {
        std::uint16_t move = 0;
        std::uint64_t weight = 0;
        std::uint32_t learn = 0;
    };

    // Moves without weight are left out, and so is a position without any other.
    void add(Key key, std::vector<Weighted> moves) {
        std::erase_if(moves, [](const Weighted& one) { return one.weight == 0; });
        if (moves.empty()) return;
        std::ranges::sort(moves, [](const Weighted& a, const Weighted& b) {
            return std::tie(b.weight, a.move) < std::tie(a.weight, b.move);
        });
        constexpr std::uint64_t most = std::numeric_limits<std::uint16_t>::max();
        const std::uint64_t largest = moves.front().weight;
        for (const Weighted& one : moves) {
            // Scaled together, so that shares stay what they are; none becomes zero.
            const std::uint64_t weight =
                largest <= most ? one.weight
                                : std::max<std::uint64_t>(1, static_cast<std::uint64_t>(
                                                                 static_cast<double>(one.weight) /
                                                                 static_cast<double>(largest) *
                                                                 static_cast<double>(most)));
            std::array<char, polyglot::entry_size> bytes{};
            polyglot::write_entry({key, one.move, static_cast<std::uint16_t>(weight), one.learn},
                                  bytes);
            file_.stream().write(bytes.data(), bytes.size());
            ++written_.entries;
        }
        ++written_.positions;
    }
    [[nodiscard]] Result<BookBuilder::Written, std::string> finish() {
        if (written_.entries == 0)
            return failure(std::string("there is no move for a book: too few games, or too many "
                                       "were left out"));
        if (!file_.close() || !file_.take_name())
            return failure(file_.name() + " cannot be written");
        return written_;
    }

  private:
    NewFile file_;
    BookBuilder::Written written_;
};

}  // namespace

// Collects the moves of a game, which count only when its result is known.
class BookBuilder::Visitor final : public PgnVisitor {
  public:
    static constexpr bool wants_variations = false;

    explicit Visitor(BookBuilder& builder) : builder_(builder) {}

    void game_begin(std::size_t, std::size_t) {
        made_.clear();
        result_ = GameResult::Open;
        ratings_ = {};
        is_damaged_ = is_whole_ = false;
        double_step_.reset();
    }
    void tag(std::string_view name, std::string_view value) {
        if (name == "Result") result_ = parse_result(value).value_or(GameResult::Open);
        if (name == "WhiteElo") ratings_[Color::White] = parse_number<int>(value);
        if (name == "BlackElo") ratings_[Color::Black] = parse_number<int>(value);
    }
    bool moves_begin(const Position&) { return is_rated(); }
    void move(const Position& before, Move move) {
        if (is_whole_ || made_.size() >= static_cast<std::size_t>(builder_.settings_.plies)) return;
        if (!move) {  // a pass is no chess
            is_whole_ = true;
            return;
        }
        made_.push_back({polyglot::key_of(before, double_step_), polyglot::code_of(move),
                         before.side_to_move()});
        const int step = index_of(move.to()) - index_of(move.from());
        const bool is_double =
            type_of(before.piece_on(move.from())) == PieceType::Pawn && (step == 16 || step == -16);
        double_step_ = is_double ? std::optional(file_of(move.to())) : std::nullopt;
    }
    void result(GameResult result) {
        if (result != GameResult::Open) result_ = result;
    }
    void error(const PgnError&) { is_damaged_ = true; }
    void game_end() {
        Counts& counts = builder_.counts_;
        if (is_damaged_)
            ++counts.damaged;
        else if (!is_rated())
            ++counts.unrated;
        else if (result_ == GameResult::Open)
            ++counts.unfinished;
        else
            take();
    }

  private:
    struct Made {
        Key key;
        std::uint16_t move;
        Color mover;
    };

    [[nodiscard]] bool is_rated() const {
        const auto lowest = builder_.settings_.lowest_rating;
        if (!lowest) return true;
        return ratings_[Color::White].value_or(*lowest - 1) >= *lowest &&
               ratings_[Color::Black].value_or(*lowest - 1) >= *lowest;
    }
    void take() {
        ++builder_.counts_.games;
        for (const Made& one : made_) {
            const bool won = result_ == (one.mover == Color::White ? GameResult::WhiteWins
                                                                   : GameResult::BlackWins);
            const std::uint64_t points = won ? 2 : result_ == GameResult::Draw ? 1 : 0;
            builder_.add({one.key, one.move, 1, points});
        }
    }

    BookBuilder& builder_;
    std::vector<Made> made_;
    GameResult result_ = GameResult::Open;
    ByColor<std::optional<int>> ratings_;
    std::optional<File> double_step_;
    bool is_damaged_ = false;
    bool is_whole_ = false;
};

BookBuilder::BookBuilder(BookSettings settings, std::filesystem::path path)
    : settings_(settings), path_(std::move(path)),
      most_records_(
          std::max<std::size_t>(1024, settings.memory_mib * 1024 * 1024 / sizeof(Record))) {}

BookBuilder::~BookBuilder() {
    std::error_code ignored;
    for (const std::filesystem::path& run : runs_) std::filesystem::remove(run, ignored);
}

std::optional<std::string> BookBuilder::add_games(TextSource& source,
                                                  const std::function<bool()>& go_on) {
    PgnReader reader(source);
    Visitor visitor(*this);
    while (reader.read_game(visitor)) {
        if (problem_) return problem_;
        if (!go_on()) return std::nullopt;
    }
    if (source.failed()) return "the file cannot be read to its end";
    return std::nullopt;
}

void BookBuilder::add(const Record& record) {
    if (records_.size() == most_records_) {
        compact();
        // Nearly everything was new: the next sorting would gain as little.
        if (records_.size() > most_records_ / 2) problem_ = spill();
    }
    records_.push_back(record);
}

void BookBuilder::compact() {
    std::ranges::sort(records_, comes_before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        if (kept > 0 && is_same_move(records_[kept - 1], records_[i]))
            join(records_[kept - 1], records_[i]);
        else
            records_[kept++] = records_[i];
    }
    records_.resize(kept);
}

std::optional<std::string> BookBuilder::spill() {
    const auto run = std::filesystem::path(path_.string() + ".part" + std::to_string(runs_.size()));
    runs_.push_back(run);
    std::ofstream file(run, std::ios::binary);
    file.write(reinterpret_cast<const char*>(records_.data()),
               static_cast<std::streamsize>(records_.size() * sizeof(Record)));
    file.close();
    if (!file) return run.string() + " cannot be written";
    records_.clear();
    return std::nullopt;
}

Result<BookBuilder::Written, std::string> BookBuilder::write() {
    if (problem_) return failure(*problem_);
    compact();
    if (!runs_.empty() && !records_.empty())
        if (auto problem = spill()) return failure(*problem);
    std::vector<RunReader> runs;
    for (const std::filesystem::path& run : runs_) runs.emplace_back(run);

    BookWriter writer(path_);
    std::vector<BookWriter::Weighted> moves;
    std::optional<Record> last;
    const auto finish_move = [&] {
        if (!last || last->games < settings_.fewest_games) return;
        moves.push_back(
            {last->move, settings_.scoring == BookScoring::Points ? last->points : last->games, 0});
    };
    const auto take = [&](const Record& record) {
        if (last && is_same_move(*last, record)) return join(*last, record);
        finish_move();
        if (last && last->key != record.key) writer.add(last->key, std::exchange(moves, {}));
        last = record;
    };
    if (runs.empty()) {
        for (const Record& record : records_) take(record);
    } else {
        for (;;) {
            RunReader* first = nullptr;
            for (RunReader& run : runs)
                if (run.record() &&
                    (first == nullptr || comes_before(*run.record(), *first->record())))
                    first = &run;
            if (first == nullptr) break;
            take(*first->record());
            first->next();
        }
    }
    finish_move();
    if (last) writer.add(last->key, std::move(moves));
    return writer.finish();
}

Result<BookBuilder::Written, std::string>
merge_books(const std::vector<std::filesystem::path>& books, const std::filesystem::path& path) {
    struct Place {
        PolyglotBook book;
        std::uint64_t number = 0;
        std::optional<Entry> entry{};
    };
    std::vector<Place> places;
    for (const std::filesystem::path& one : books) {
        auto book = PolyglotBook::open(one);
        if (!book) return failure(book.error());
        if (book->check().unsorted > 0)
            return failure(one.string() + " is not sorted, so it cannot be merged");
        places.push_back({std::move(*book)});
        places.back().entry = places.back().book.entry(0);
    }
    BookWriter writer(path);
    for (;;) {
        std::optional<Key> key;
        for (const Place& place : places)
            if (place.entry && (!key || place.entry->key < *key)) key = place.entry->key;
        if (!key) break;
        std::vector<BookWriter::Weighted> moves;
        for (Place& place : places)
            for (; place.entry && place.entry->key == *key;
                 place.entry = place.book.entry(++place.number)) {
                const Entry& entry = *place.entry;
                const auto known =
                    std::ranges::find(moves, entry.move, &BookWriter::Weighted::move);
                if (known == moves.end())
                    moves.push_back({entry.move, entry.weight, entry.learn});
                else
                    known->weight += entry.weight;
            }
        writer.add(*key, std::move(moves));
    }
    return writer.finish();
}

}  // namespace rookery
