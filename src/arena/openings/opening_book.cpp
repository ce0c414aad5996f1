#include "arena/openings/opening_book.h"

#include "base/text.h"
#include "chess/game.h"
#include "notation/epd.h"
#include "notation/pgn_reader.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

namespace rookery::arena {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// What LineReader strips, so that a file means the same wherever it is read.
std::string_view stripped(std::string_view line) {
    const auto is_padding = [](char c) { return c == '\0' || ascii::is_space(c); };
    while (!line.empty() && is_padding(line.front())) line.remove_prefix(1);
    while (!line.empty() && is_padding(line.back())) line.remove_suffix(1);
    return line;
}

bool says_something(std::string_view line) { return !line.empty() && line.front() != '#'; }

struct FirstLine {
    std::string_view text;
    std::size_t number = 0;
};

FirstLine first_line(std::string_view text) {
    FirstLine first;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        ++first.number;
        first.text = stripped(text.substr(0, end));
        if (says_something(first.text)) return first;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

bool ends_in_pgn(std::string_view name) {
    return name.size() >= 4 && ascii::equal_ignoring_case(name.substr(name.size() - 4), ".pgn");
}

std::string describe_ending(GameEnding ending) {
    return std::string("the game is over after it: ") + describe(ending);
}

bool is_chess960_variant(std::string_view variant) {
    std::string letters;
    for (const char c : variant)
        if (ascii::is_letter(c) || ascii::is_digit(c)) letters += ascii::to_lower(c);
    static constexpr std::string_view words[] = {"960", "9lx", "fischer", "freestyle", "frc"};
    return std::any_of(std::begin(words), std::end(words), [&](std::string_view word) {
        return letters.find(word) != std::string::npos;
    });
}

}  // namespace

// Takes from each game what an opening needs; the rest of the text is never kept.
class OpeningBook::GameCollector : public PgnVisitor {
  public:
    static constexpr bool wants_variations = false;

    explicit GameCollector(OpeningBook& book)
        : book_(book),
          most_plies_(book.options_.plies.value_or(std::numeric_limits<std::size_t>::max())) {}

    void game_begin(std::size_t /*number*/, std::size_t line) {
        game_ = {};
        game_.first_move = static_cast<std::uint32_t>(book_.moves_.size());
        game_.line = static_cast<std::uint32_t>(line);
        eco_.clear();
        opening_.clear();
        variation_.clear();
        passed_ = false;
    }
    void tag(std::string_view name, std::string_view value) {
        if (value.empty() || value == "?") return;
        if (name == "ECO") eco_ = value;
        if (name == "Opening") opening_ = value;
        if (name == "Variation") variation_ = value;
        if (name == "Variant") game_.chess960 = is_chess960_variant(value);
    }
    bool moves_begin(const Position& start) {
        // Most games begin as all games do; that one is kept once.
        if (!(start == book_.starts_.front())) {
            game_.start = static_cast<std::uint32_t>(book_.starts_.size());
            book_.starts_.push_back(start);
        }
        return most_plies_ > 0;
    }
    void move(const Position& /*before*/, Move move) {
        if (game_.moves == most_plies_ || passed_) return;
        passed_ = !move;
        if (passed_) return;
        book_.moves_.push_back(move);
        ++game_.moves;
    }
    void error(const PgnError& error) {
        // What is wrong behind the moves that are wanted does no harm.
        if (game_.moves < most_plies_) print_error(describe(error));
    }
    void game_end() {
        if (passed_ && game_.error == 0)
            print_error("line " + std::to_string(game_.line) + ": a side passes in this game");
        std::string name = eco_;
        for (const std::string& part : {opening_, variation_}) {
            if (part.empty()) continue;
            if (!name.empty()) name += name == eco_ ? " " : ", ";
            name += part;
        }
        if (!name.empty()) {
            game_.name = static_cast<std::uint32_t>(book_.names_.size());
            book_.names_.push_back(to_utf8(name));
        }
        book_.games_.push_back(game_);
    }

  private:
    void print_error(std::string what) {
        book_.errors_.push_back(std::move(what));
        game_.error = static_cast<std::uint32_t>(book_.errors_.size());
    }

    OpeningBook& book_;
    std::size_t most_plies_;
    StoredGame game_;
    std::string eco_;
    std::string opening_;
    std::string variation_;
    bool passed_ = false;
};

Result<OpeningBook, std::string> OpeningBook::load(const std::filesystem::path& path,
                                                   const OpeningOptions& options) {
    auto file = read_book_file(path, options.limits);
    if (!file) return failure(std::move(file).error());
    std::string name = path.string();
    if (file->name != path.filename().string()) name += ": " + printable(file->name);
    return from_text(std::move(file->text), std::move(name), options);
}

Result<OpeningBook, std::string> OpeningBook::from_text(std::string text, std::string name,
                                                        const OpeningOptions& options) {
    OpeningBook book;
    book.name_ = std::move(name);
    book.options_ = options;
    // Offsets have 32 bits.
    if (text.size() >= std::numeric_limits<std::uint32_t>::max())
        return failure(book.name_ + ": is too large");
    if (std::string_view(text).starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());

    const FirstLine first = first_line(text);
    if (first.text.empty()) return failure(book.name_ + ": there are no openings in it");
    std::optional<std::string> problem;
    if (first.text.front() == '[' || ends_in_pgn(book.name_)) {
        problem = book.take_games(text);
    } else if (const auto parsed = parse_epd(first.text); parsed) {
        book.take_positions(std::move(text));
    } else {
        problem = book.at_line(first.number, "neither a position nor the begin of a game: " +
                                                 parsed.error().what);
    }
    if (problem) return failure(std::move(*problem));
    return book;
}

OpeningBook OpeningBook::of(std::vector<Opening> openings, std::string name) {
    OpeningBook book;
    book.name_ = std::move(name);
    book.given_ = std::move(openings);
    return book;
}

void OpeningBook::take_positions(std::string text) {
    text_ = std::move(text);
    const std::string_view all = text_;
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min(all.find('\n', begin), all.size());
        // Stripping from the front alone is enough to see whether there is anything.
        std::size_t at = begin;
        while (at < end && (all[at] == '\0' || ascii::is_space(all[at]))) ++at;
        if (at < end && all[at] != '#') lines_.push_back(static_cast<std::uint32_t>(at));
        begin = end + 1;
    }
    lines_.shrink_to_fit();
}

std::optional<std::string> OpeningBook::take_games(const std::string& text) {
    starts_.push_back(Position::start());
    names_.emplace_back();
    MemorySource source(text);
    PgnReader reader(source);
    GameCollector collector(*this);
    while (reader.read_game(collector)) {
    }
    if (games_.empty()) return name_ + ": there are no games in it";
    games_.shrink_to_fit();
    moves_.shrink_to_fit();
    return std::nullopt;
}

std::size_t OpeningBook::size() const {
    return std::max({lines_.size(), games_.size(), given_.size()});
}

Result<Opening, std::string> OpeningBook::at(std::size_t index) const {
    assert(index < size());
    if (!lines_.empty()) return position_at(index);
    if (!games_.empty()) return game_at(index);
    return given_[index];
}

std::string_view OpeningBook::line_at(std::size_t index) const {
    const std::string_view rest = std::string_view(text_).substr(lines_[index]);
    return stripped(rest.substr(0, rest.find('\n')));
}

std::string OpeningBook::at_line(std::size_t line, std::string_view what) const {
    return (name_ + ": line " + std::to_string(line) + ": ").append(what);
}

Result<Opening, std::string> OpeningBook::position_at(std::size_t index) const {
    const auto refuse = [&](std::string_view what) {
        // Counted only for errors: good lines need no number.
        const auto end = text_.begin() + static_cast<std::ptrdiff_t>(lines_[index]);
        const auto before = std::count(text_.begin(), end, '\n');
        return failure(at_line(static_cast<std::size_t>(before) + 1, what));
    };
    const auto parsed = parse_epd(line_at(index));
    if (!parsed) return refuse(describe(parsed.error()));
    const GameEnding ending = Game(parsed->position).ending();
    if (ending != GameEnding::None) return refuse(describe_ending(ending));
    Opening opening;
    opening.start = parsed->position;
    opening.chess960 = options_.chess960 || opening.start.needs_chess960();
    opening.name = to_utf8(parsed->text_of("id"));
    return opening;
}

Result<Opening, std::string> OpeningBook::game_at(std::size_t index) const {
    const StoredGame& stored = games_[index];
    if (stored.error > 0) return failure(name_ + ": " + errors_[stored.error - 1]);
    Opening opening;
    opening.start = starts_[stored.start];
    const auto first = moves_.begin() + static_cast<std::ptrdiff_t>(stored.first_move);
    opening.moves.assign(first, first + static_cast<std::ptrdiff_t>(stored.moves));
    Game game(opening.start);
    for (const Move move : opening.moves) game.play(move);
    if (const GameEnding ending = game.ending(); ending != GameEnding::None)
        return failure(at_line(stored.line, describe_ending(ending)));
    opening.chess960 = options_.chess960 || stored.chess960 || opening.start.needs_chess960();
    opening.name = names_[stored.name];
    return opening;
}

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t small_enough = std::uint64_t{1} << 20;
constexpr std::uint64_t most_members = 10'000;
constexpr std::size_t longest_name = 4096;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
struct CloseArchive {
    void operator()(void* archive) const {
        unzCloseCurrentFile(archive);
        unzClose(archive);
    }
};
using Archive = std::unique_ptr<void, CloseArchive>;

struct Member {
    std::string name;
    unz_file_info64 info{};
    unz64_file_pos place{};
};

std::string mebibytes(std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

bool has_suitable_name(std::string_view name) {
    static constexpr std::string_view endings[] = {".epd", ".fen", ".pgn", ".txt"};
    return std::any_of(std::begin(endings), std::end(endings), [&](std::string_view ending) {
        return name.size() > ending.size() &&
               ascii::equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
    });
}

// No file is written here, but an archive with such a name is an attack.
bool leads_astray(std::string_view name) {
    if (name.empty() || name.front() == '/' || name.front() == '\\') return true;
    if (name.size() > 1 && name[1] == ':') return true;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("/\\"), name.size());
        if (name.substr(0, end) == "..") return true;
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return false;
}

// Made by the Finder beside every member, with the member's ending but without its content.
bool is_mac_shadow(std::string_view name) {
    const std::size_t slash = name.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? name : name.substr(slash + 1);
    return name.starts_with("__MACOSX/") || last.starts_with("._");
}

class ArchiveReader {
  public:
    ArchiveReader(const fs::path& path, const BookFileLimits& limits)
        : path_(path.string()), limits_(limits), archive_(unzOpen64(path_.c_str())) {}

    Result<BookFile, std::string> read() {
        if (!archive_) return refuse("the zip archive is damaged or cut short");
        const auto member = choose();
        if (!member) return failure(member.error());
        if (const auto problem = validate(member->info)) return refuse(*problem, member->name);
        return expand(*member);
    }

  private:
    Failure<std::string> refuse(std::string_view what, std::string_view member = {}) const {
        std::string text = path_ + ": ";
        if (!member.empty()) text += printable(member) + ": ";
        return {text.append(what)};
    }

    Result<Member, std::string> choose() {
        std::optional<Member> suitable;
        std::optional<Member> any;
        std::uint64_t files = 0;
        std::uint64_t members = 0;
        int status = unzGoToFirstFile(archive_.get());
        for (; status == UNZ_OK; status = unzGoToNextFile(archive_.get())) {
            if (++members > most_members) return refuse("the archive has too many members");
            auto member = describe_current();
            if (!member) return failure(member.error());
            if (member->name.ends_with('/') || is_mac_shadow(member->name)) continue;
            ++files;
            if (!suitable && has_suitable_name(member->name)) suitable = *member;
            if (!any) any = std::move(*member);
        }
        if (status != UNZ_END_OF_LIST_OF_FILE) return refuse("the archive's directory is damaged");
        if (!suitable && files == 1) suitable = std::move(any);
        if (!suitable) return refuse("nothing in the archive ends in .epd, .fen, .pgn or .txt");
        return std::move(*suitable);
    }

    Result<Member, std::string> describe_current() {
        Member member;
        std::array<char, longest_name> name{};
        if (unzGetCurrentFileInfo64(archive_.get(), &member.info, name.data(), name.size() - 1,
                                    nullptr, 0, nullptr, 0) != UNZ_OK ||
            unzGetFilePos64(archive_.get(), &member.place) != UNZ_OK)
            return refuse("the archive's directory is damaged");
        if (member.info.size_filename >= name.size()) return refuse("a member's name is too long");
        member.name.assign(name.data(), member.info.size_filename);
        if (leads_astray(member.name))
            return refuse("the name leads out of the archive's folder", member.name);
        return member;
    }

    std::optional<std::string> validate(const unz_file_info64& info) const {
        if (info.flag & 1U) return "is encrypted";
        if (info.compression_method != 0 && info.compression_method != Z_DEFLATED)
            return "is packed by method " + std::to_string(info.compression_method) +
                   ", only 'stored' and 'deflated' are read";
        return too_large(info.uncompressed_size, info.compressed_size);
    }

    std::optional<std::string> too_large(std::uint64_t size, std::uint64_t packed) const {
        if (size > limits_.largest)
            return "would expand to more than " + mebibytes(limits_.largest);
        if (size > small_enough && size / limits_.largest_ratio > packed)
            return "would expand to more than " + std::to_string(limits_.largest_ratio) +
                   " times its packed size";
        return std::nullopt;
    }

    // The sizes in the directory may lie, so they are checked again as the text grows.
    Result<BookFile, std::string> expand(const Member& member) {
        if (unzGoToFilePos64(archive_.get(), &member.place) != UNZ_OK ||
            unzOpenCurrentFile(archive_.get()) != UNZ_OK)
            return refuse("is damaged", member.name);
        BookFile file;
        file.name = member.name;
        file.text.reserve(member.info.uncompressed_size);
        std::array<char, 1 << 16> block{};
        for (;;) {
            const int got = unzReadCurrentFile(archive_.get(), block.data(), block.size());
            if (got < 0) return refuse("is damaged", member.name);
            if (got == 0) break;
            file.text.append(block.data(), static_cast<std::size_t>(got));
            if (const auto problem = too_large(file.text.size(), member.info.compressed_size))
                return refuse(*problem, member.name);
        }
        // The checksum is compared when the member is closed; a text cut short shows in its size.
        if (unzCloseCurrentFile(archive_.get()) != UNZ_OK ||
            file.text.size() != member.info.uncompressed_size)
            return refuse("is damaged", member.name);
        return file;
    }

    std::string path_;
    BookFileLimits limits_;
    Archive archive_;
};

}  // namespace

Result<BookFile, std::string> read_book_file(const fs::path& path, const BookFileLimits& limits) {
    const auto refuse = [&](std::string_view what) {
        return failure(path.string() + ": " + std::string(what));
    };
    std::error_code problem;
    if (fs::is_directory(path, problem)) return refuse("is a folder, not a file");
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) return refuse(std::strerror(errno));

    BookFile book;
    book.name = path.filename().string();
    std::array<char, 1 << 16> block{};
    for (;;) {
        const std::size_t got = std::fread(block.data(), 1, block.size(), file.get());
        book.text.append(block.data(), got);
        if (book.text.size() > limits.largest)
            return refuse("is larger than " + mebibytes(limits.largest));
        if (book.text.starts_with("PK\3\4") || book.text.starts_with("PK\5\6"))
            return ArchiveReader(path, limits).read();
        if (got < block.size()) break;
    }
    if (std::ferror(file.get()) != 0) return refuse("cannot be read to its end");
    return book;
}

}  // namespace rookery::arena
