#include "training/game_file.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "training/compression.h"
#include "training/file_output.h"
#include "training/game_codec.h"
#include "training/game_journal.h"

#include <fcntl.h>
#include <sys/file.h>

#include <utility>

namespace rookery::training {
namespace {

constexpr std::string_view file_magic = "RKGAMES1";
constexpr std::string_view block_magic = "BLK1";
constexpr std::size_t header_size = file_magic.size() + 4;
constexpr std::size_t block_header_size = 24;
constexpr std::uint64_t longest_origin = 1 << 20;
constexpr std::uint64_t longest_block = 1 << 28;

constexpr std::size_t full_block = 1 << 20;

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

// Where the last whole block ends; nothing if what stands there never was one. Blocks are not looked
// into.
std::optional<std::uint64_t> end_of_blocks(std::ifstream& file, std::uint64_t from,
                                           std::uint64_t size) {
    std::uint64_t end = from;
    while (end + block_header_size <= size) {
        file.clear();
        file.seekg(static_cast<std::streamoff>(end));
        const auto header = parse_block_header(read_bytes(file, block_header_size));
        if (!header) return std::nullopt;
        if (end + block_header_size + header->packed_size > size) break;
        end += block_header_size + header->packed_size;
    }
    return end;
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

    [[nodiscard]] std::string because(const std::string& why) const { return path.string() + ": " + why; }
    [[nodiscard]] std::string system_problem() const { return because(std::strerror(errno)); }

    std::optional<std::string> open(std::string_view origin);
    std::optional<std::string> begin(std::string_view origin);
    std::optional<std::string> go_on(std::string_view origin);
    std::optional<std::string> take_up_journal();
    std::optional<std::string> seal();

    std::filesystem::path path;
    GameJournal journal;
    int file = -1;
    std::uint64_t size = 0;
    // What the journal holds, as it will stand in the block.
    std::string pending;
    std::uint32_t pending_games = 0;
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
    ByteWriter header;
    header.text(file_magic);
    header.fixed(origin.size(), 4);
    header.text(origin);
    const std::string bytes = header.take();
    if (const auto problem = write_all(file, bytes)) return because(*problem);
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
    const auto end = end_of_blocks(input, reader->offset(), reader->size());
    if (!end) return because("it is damaged; choose another file");
    size = *end;
    // Whatever follows is a block cut short, whose games are still in the journal.
    if (::ftruncate(file, static_cast<off_t>(size)) != 0 ||
        ::lseek(file, static_cast<off_t>(size), SEEK_SET) < 0)
        return system_problem();
    return take_up_journal();
}

std::optional<std::string> GameFileWriter::Impl::take_up_journal() {
    auto left = GameJournal::read(path);
    if (!left || left->file_size != size) return journal.begin(size);
    pending = std::move(left->games);
    pending_games = left->count;
    return journal.go_on(left->valid_size);
}

std::optional<std::string> GameFileWriter::Impl::seal() {
    if (pending_games == 0) return std::nullopt;
    const std::string block = block_of(pending, pending_games);
    if (const auto problem = write_all(file, block)) return because(*problem);
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

std::optional<std::string> GameFileWriter::add(const SelfplayGame& game) {
    const std::string bytes = encode(game);
    if (auto problem = impl_->journal.add(bytes)) return problem;
    ByteWriter record;
    record.number(bytes.size());
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
    if (!std::filesystem::is_regular_file(path, problem)) return refuse("there is no such file");
    reader.size_ = std::filesystem::file_size(path, problem);
    reader.file_.open(path, std::ios::binary);
    if (problem || !reader.file_) return refuse("it cannot be read");
    const std::string header = read_bytes(reader.file_, header_size);
    ByteReader in(header);
    if (in.text(file_magic.size()) != file_magic) return refuse("it is not a file of self-play games");
    const std::uint64_t length = in.fixed(4);
    if (!in.ok() || length > longest_origin) return refuse("its header is damaged");
    reader.origin_ = read_bytes(reader.file_, static_cast<std::size_t>(length));
    if (reader.origin_.size() != length) return refuse("its header is cut short");
    reader.offset_ = header_size + length;
    return reader;
}

std::optional<std::string> GameFileReader::next_block() {
    while (offset_ + block_header_size <= size_) {
        file_.clear();
        file_.seekg(static_cast<std::streamoff>(offset_));
        const auto header = parse_block_header(read_bytes(file_, block_header_size));
        const auto complain = [&](const char* why) {
            problems_.push_back(path_.string() + ": block at byte " + std::to_string(offset_) + ": " + why);
        };
        if (!header) {
            complain("it is damaged, and so nothing after it can be found");
            offset_ = size_;
            break;
        }
        const std::string packed = read_bytes(file_, static_cast<std::size_t>(header->packed_size));
        if (packed.size() != header->packed_size) break;  // cut short: the journal has its games
        const bool sound = hash_of(packed) == header->sum;
        auto raw = sound ? decompressed(packed, static_cast<std::size_t>(header->raw_size)) : std::nullopt;
        if (!raw) complain("it is damaged and left out");
        offset_ += block_header_size + header->packed_size;
        if (raw) return raw;
    }
    if (std::exchange(journal_read_, true)) return std::nullopt;
    auto journal = GameJournal::read(path_);
    if (!journal || journal->file_size != offset_ || journal->count == 0) return std::nullopt;
    return std::move(journal->games);
}

bool for_each_game(std::string_view block, const std::function<void(const SelfplayGame&)>& visit) {
    ByteReader in(block);
    while (in.left() > 0) {
        const auto size = static_cast<std::size_t>(in.number());
        const std::string_view bytes = in.text(size);
        const auto game = in.ok() ? decode(bytes) : std::nullopt;
        if (!game) return false;
        visit(*game);
    }
    return true;
}

}  // namespace rookery::training
