#include "training/game_journal.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "training/file_output.h"

#include <fcntl.h>

#include <fstream>
#include <iterator>

namespace rookery::training {
namespace {

constexpr std::string_view magic = "RKJRNL1\n";

}  // namespace

std::filesystem::path journal_of(const std::filesystem::path& file) {
    return file.string() + ".journal";
}

GameJournal::~GameJournal() {
    if (file_ >= 0) ::close(file_);
}

std::optional<std::string> GameJournal::write(std::string_view bytes) {
    if (const auto problem = write_from(file_, size_, bytes)) return path_.string() + ": " + *problem;
    size_ += bytes.size();
    return std::nullopt;
}

std::optional<std::string> GameJournal::begin(std::uint64_t file_size) {
    if (file_ >= 0) ::close(file_);
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file_ < 0) return path_.string() + ": " + std::strerror(errno);
    size_ = 0;
    ByteWriter header;
    header.text(magic);
    header.fixed(file_size, 8);
    return write(header.take());
}

std::optional<std::string> GameJournal::go_on(std::uint64_t valid_size) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) return path_.string() + ": " + std::strerror(errno);
    size_ = valid_size;
    return std::nullopt;
}

// One call of write() for a game: a killed process leaves it whole or not at all, and if ever in
// part, its checksum tells.
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
    if (in.text(magic.size()) != magic) return std::nullopt;
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
        games.number(game.size());
        games.text(game);
        ++content.count;
    }
    content.games = games.take();
    return content;
}

}  // namespace rookery::training
