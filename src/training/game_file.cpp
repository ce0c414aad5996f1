#include "training/game_file.h"

#include "base/bytes.h"
#include "training/game_codec.h"

#include <fcntl.h>
#include <sys/file.h>
#include <zstd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace rookery::training {
namespace {

constexpr std::string_view file_magic = "RKGAMES1";
constexpr std::string_view block_magic = "BLK1";
constexpr std::string_view journal_magic = "RKJRNL1\n";
constexpr std::size_t header_size = file_magic.size() + 4;
constexpr std::size_t block_header_size = 24;
constexpr std::uint64_t longest_origin = 1 << 20;
constexpr std::uint64_t longest_block = 1 << 28;

constexpr std::size_t full_block = 1 << 20;

// The slowest level, because writing is rare compared with playing, and reading is always fast.
constexpr int compression_level = 19;

struct BlockHeader {
    std::uint64_t raw_size = 0;
    std::uint64_t packed_size = 0;
    std::uint64_t games = 0;
    std::uint64_t sum = 0;
};

std::optional<BlockHeader> parse_block_header(std::string_view bytes) {
    ByteReader in(bytes);
    if (in.text(block_magic.size()) != block_magic) return std::nullopt;
    BlockHeader header;
    header.raw_size = in.fixed(4);
    header.packed_size = in.fixed(4);
    header.games = in.fixed(4);
    header.sum = in.fixed(8);
    if (!in.ok() || header.raw_size > longest_block || header.packed_size > longest_block)
        return std::nullopt;
    return header;
}

std::string read_bytes(std::ifstream& file, std::size_t size) {
    std::string bytes(size, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(size));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

// Begin and end of the last complete block.
struct LastBlock {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

// Reads only the headers of the blocks. Empty if one of them is damaged.
std::optional<LastBlock> last_block(std::ifstream& file, std::uint64_t from, std::uint64_t size) {
    LastBlock last{from, from};
    while (last.end + block_header_size <= size) {
        file.clear();
        file.seekg(static_cast<std::streamoff>(last.end));
        const auto header = parse_block_header(read_bytes(file, block_header_size));
        if (!header) return std::nullopt;
        const std::uint64_t end = last.end + block_header_size + header->packed_size;
        if (end > size) break;
        last = {last.end, end};
    }
    return last;
}

// Whether the journal holds the games after this end of the file.
bool follows(const std::optional<GameJournal::Content>& journal, std::uint64_t end) {
    return journal && journal->file_size == end;
}

// Whether the journal belongs to another file. If it begins where the last block begins, its games
// are in that block.
bool is_astray(const std::optional<GameJournal::Content>& journal, std::uint64_t last_begin,
               std::uint64_t end) {
    return journal && journal->count > 0 && !follows(journal, end) && !follows(journal, last_begin);
}

std::string astray_text(const std::filesystem::path& path, const GameJournal::Content& journal,
                        std::uint64_t end) {
    return journal_of(path).string() + ": its " + std::to_string(journal.count) +
           " games follow byte " + std::to_string(journal.file_size) + " of " + path.string() +
           ", whose last block ends at byte " + std::to_string(end);
}

std::string block_text(const std::filesystem::path& path, std::uint64_t offset,
                       const std::string& why) {
    return path.string() + ": block at byte " + std::to_string(offset) + ": " + why;
}

std::string block_of(const std::string& games, std::uint32_t count) {
    const std::string packed = compressed(games);
    ByteWriter block;
    block.text(block_magic);
    block.fixed(games.size(), 4);
    block.fixed(packed.size(), 4);
    block.fixed(count, 4);
    block.fixed(hash_of(packed), 8);
    block.text(packed);
    return block.take();
}

}  // namespace

struct GameFileWriter::Impl {
    explicit Impl(std::filesystem::path where) : path(std::move(where)), journal(path) {}
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() {
        if (file >= 0) ::close(file);
    }

    [[nodiscard]] std::string because(const std::string& why) const {
        return path.string() + ": " + why;
    }
    [[nodiscard]] std::string system_problem() const { return because(std::strerror(errno)); }
    [[nodiscard]] std::string refuse_journal(const GameJournal::Content& left,
                                             std::uint64_t end) const {
        return astray_text(path, left, end) + "; move one of the two away";
    }

    std::optional<std::string> open(std::string_view origin);
    std::optional<std::string> begin(std::string_view origin);
    std::optional<std::string> go_on(std::string_view origin);
    std::optional<std::string> seal();

    std::filesystem::path path;
    GameJournal journal;
    int file = -1;
    std::uint64_t size = 0;
    // The games of the journal, in the form of a block.
    std::string pending;
    std::uint32_t pending_games = 0;
    std::optional<std::string> dropped;
};

std::optional<std::string> GameFileWriter::Impl::open(std::string_view origin) {
    std::error_code problem;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), problem);
    if (problem) return because("its folder cannot be made: " + problem.message());
    file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) return system_problem();
    if (::flock(file, LOCK_EX | LOCK_NB) != 0)
        return because("another program is writing games into it");
    const std::uint64_t length = std::filesystem::file_size(path, problem);
    if (problem) return because(problem.message());
    return length == 0 ? begin(origin) : go_on(origin);
}

std::optional<std::string> GameFileWriter::Impl::begin(std::string_view origin) {
    if (const auto left = GameJournal::read(path); is_astray(left, 0, 0))
        return refuse_journal(*left, 0);
    ByteWriter header;
    header.text(file_magic);
    header.fixed(origin.size(), 4);
    header.text(origin);
    const std::string bytes = header.take();
    if (const auto problem = write_from(file, 0, bytes)) return because(*problem);
    size = bytes.size();
    return journal.begin(size);
}

std::optional<std::string> GameFileWriter::Impl::go_on(std::string_view origin) {
    const auto reader = GameFileReader::open(path);
    if (!reader) return reader.error();
    if (reader->origin() != origin)
        return because("its games were made in another way (" + reader->origin() + ", now " +
                       std::string(origin) + "); choose another file");
    std::ifstream input(path, std::ios::binary);
    const auto last = last_block(input, reader->offset(), reader->size());
    if (!last) return because("it is damaged; choose another file");
    auto left = GameJournal::read(path);
    if (is_astray(left, last->begin, last->end)) return refuse_journal(*left, last->end);
    const std::uint64_t rest = reader->size() - last->end;
    const bool has_games = follows(left, last->end) && left->count > 0;
    if (rest > 0 && !has_games)
        dropped =
            block_text(path, last->end,
                       "it was cut off, and its " + std::to_string(rest) + " bytes are taken away");
    size = last->end;
    if (::ftruncate(file, static_cast<off_t>(size)) != 0) return system_problem();
    if (!has_games) return journal.begin(size);
    pending = std::move(left->games);
    pending_games = left->count;
    return journal.go_on(left->valid_size);
}

std::optional<std::string> GameFileWriter::Impl::seal() {
    if (pending_games == 0) return std::nullopt;
    const std::string block = block_of(pending, pending_games);
    if (const auto problem = write_from(file, size, block)) return because(*problem);
    if (::fdatasync(file) != 0) return system_problem();
    size += block.size();
    pending.clear();
    pending_games = 0;
    return journal.begin(size);
}

GameFileWriter::GameFileWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GameFileWriter::GameFileWriter(GameFileWriter&&) noexcept = default;
GameFileWriter& GameFileWriter::operator=(GameFileWriter&&) noexcept = default;
GameFileWriter::~GameFileWriter() = default;

Result<GameFileWriter, std::string> GameFileWriter::open(const std::filesystem::path& path,
                                                         std::string_view origin) {
    auto impl = std::make_unique<Impl>(path);
    if (auto problem = impl->open(origin)) return failure(std::move(*problem));
    return GameFileWriter(std::move(impl));
}

const std::optional<std::string>& GameFileWriter::dropped() const { return impl_->dropped; }

std::optional<std::string> GameFileWriter::add(const SelfplayGame& game) {
    const std::string bytes = encode(game);
    if (auto problem = impl_->journal.add(bytes)) return problem;
    ByteWriter record;
    record.varint(bytes.size());
    record.text(bytes);
    impl_->pending += record.take();
    ++impl_->pending_games;
    return impl_->pending.size() < full_block ? std::nullopt : impl_->seal();
}

std::optional<std::string> GameFileWriter::close() {
    if (auto problem = impl_->seal()) return problem;
    impl_->journal.remove();
    ::close(std::exchange(impl_->file, -1));  // and with it the lock
    return std::nullopt;
}

Result<GameFileReader, std::string> GameFileReader::open(const std::filesystem::path& path) {
    GameFileReader reader;
    reader.path_ = path;
    const auto refuse = [&](const char* why) { return failure(path.string() + ": " + why); };
    std::error_code problem;
    if (std::filesystem::is_directory(path, problem)) return refuse("it is a folder");
    if (!std::filesystem::is_regular_file(path, problem)) return refuse("there is no such file");
    reader.size_ = std::filesystem::file_size(path, problem);
    reader.file_.open(path, std::ios::binary);
    if (problem || !reader.file_) return refuse("it cannot be read");
    const std::string header = read_bytes(reader.file_, header_size);
    ByteReader in(header);
    if (in.text(file_magic.size()) != file_magic)
        return refuse("it is not a file of self-play games");
    const std::uint64_t length = in.fixed(4);
    if (!in.ok() || length > longest_origin) return refuse("its header is damaged");
    reader.origin_ = read_bytes(reader.file_, static_cast<std::size_t>(length));
    if (reader.origin_.size() != length) return refuse("its header is cut short");
    reader.offset_ = header_size + length;
    return reader;
}

void GameFileReader::warn_of_block(const std::string& why) {
    problems_.push_back(block_text(path_, offset_, why));
}

std::optional<std::string> GameFileReader::next_block_of_file() {
    while (offset_ + block_header_size <= size_) {
        file_.clear();
        file_.seekg(static_cast<std::streamoff>(offset_));
        const auto header = parse_block_header(read_bytes(file_, block_header_size));
        if (!header) {
            warn_of_block("it is damaged, and so nothing after it can be found");
            offset_ = size_;
            break;
        }
        const std::uint64_t end = offset_ + block_header_size + header->packed_size;
        if (end > size_) break;
        const std::string packed = read_bytes(file_, static_cast<std::size_t>(header->packed_size));
        const bool sound = hash_of(packed) == header->sum;
        auto raw =
            sound ? decompressed(packed, static_cast<std::size_t>(header->raw_size)) : std::nullopt;
        if (!raw) warn_of_block("it is damaged and left out");
        last_block_ = offset_;
        offset_ = end;
        if (raw) return raw;
    }
    return std::nullopt;
}

bool GameFileReader::has_grown() {
    std::error_code problem;
    const std::uint64_t now = std::filesystem::file_size(path_, problem);
    if (problem || now <= size_) return false;
    size_ = now;
    return true;
}

std::optional<std::string> GameFileReader::next_block() {
    if (is_at_end_) return std::nullopt;
    std::optional<GameJournal::Content> journal;
    do {
        if (auto block = next_block_of_file()) return block;
        journal = GameJournal::read(path_);
        if (follows(journal, offset_) && journal->count > 0) {
            is_at_end_ = true;
            return std::move(journal->games);
        }
        // The writer may have made a block of the journal meanwhile.
    } while (has_grown());
    is_at_end_ = true;
    if (offset_ < size_)
        warn_of_block("it is cut off, and its " + std::to_string(size_ - offset_) +
                      " bytes are left out");
    if (is_astray(journal, last_block_, offset_))
        problems_.push_back(astray_text(path_, *journal, offset_) + "; they are left out");
    return std::nullopt;
}

bool for_each_game(std::string_view block, const std::function<void(const SelfplayGame&)>& visit) {
    ByteReader in(block);
    while (in.left() > 0) {
        const auto size = static_cast<std::size_t>(in.varint());
        const std::string_view bytes = in.text(size);
        const auto game = in.ok() ? decode(bytes) : std::nullopt;
        if (!game) return false;
        visit(*game);
    }
    return true;
}

std::filesystem::path journal_of(const std::filesystem::path& file) {
    return file.string() + ".journal";
}

GameJournal::~GameJournal() {
    if (file_ >= 0) ::close(file_);
}

std::optional<std::string> GameJournal::write(std::string_view bytes) {
    if (const auto problem = write_from(file_, size_, bytes))
        return path_.string() + ": " + *problem;
    size_ += bytes.size();
    return std::nullopt;
}

std::optional<std::string> GameJournal::begin(std::uint64_t file_size) {
    if (file_ >= 0) ::close(file_);
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file_ < 0) return path_.string() + ": " + std::strerror(errno);
    size_ = 0;
    ByteWriter header;
    header.text(journal_magic);
    header.fixed(file_size, 8);
    return write(header.take());
}

std::optional<std::string> GameJournal::go_on(std::uint64_t valid_size) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) return path_.string() + ": " + std::strerror(errno);
    size_ = valid_size;
    return std::nullopt;
}

// A game is one call of write(), so a killed process writes all of it or nothing; the checksum
// finds anything else.
std::optional<std::string> GameJournal::add(std::string_view game) {
    ByteWriter record;
    record.fixed(game.size(), 4);
    record.fixed(hash_of(game), 8);
    record.text(game);
    return write(record.take());
}

void GameJournal::remove() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

std::optional<GameJournal::Content> GameJournal::read(const std::filesystem::path& file) {
    std::ifstream input(journal_of(file), std::ios::binary);
    if (!input) return std::nullopt;
    const std::string bytes(std::istreambuf_iterator<char>(input), {});
    ByteReader in(bytes);
    if (in.text(journal_magic.size()) != journal_magic) return std::nullopt;
    Content content;
    content.file_size = in.fixed(8);
    if (!in.ok()) return std::nullopt;
    ByteWriter games;
    for (;;) {
        content.valid_size = bytes.size() - in.left();
        const std::uint64_t size = in.fixed(4);
        const std::uint64_t sum = in.fixed(8);
        const std::string_view game = in.text(static_cast<std::size_t>(size));
        if (!in.ok() || game.empty() || hash_of(game) != sum) break;
        games.varint(game.size());
        games.text(game);
        ++content.count;
    }
    content.games = games.take();
    return content;
}

std::string compressed(std::string_view bytes) {
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size =
        ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), compression_level);
    if (ZSTD_isError(size) != 0) throw std::runtime_error(ZSTD_getErrorName(size));
    packed.resize(size);
    return packed;
}

std::optional<std::string> decompressed(std::string_view bytes, std::size_t size) {
    std::string raw(size, '\0');
    const std::size_t got = ZSTD_decompress(raw.data(), raw.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(got) != 0 || got != size) return std::nullopt;
    return raw;
}

}  // namespace rookery::training
