#include "arena/openings/book_file.h"

#include "base/text.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

namespace rookery::arena {
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
    return std::ranges::any_of(endings, [&](std::string_view ending) {
        return name.size() > ending.size() &&
               ascii::equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
    });
}

// No file is written here, but an archive with such a name is an attack.
bool leaves_folder(std::string_view name) {
    if (name.empty() || name.front() == '/' || name.front() == '\\') return true;
    if (name.size() > 1 && name[1] == ':') return true;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("/\\"), name.size());
        if (name.substr(0, end) == "..") return true;
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return false;
}

// The Finder of macOS adds such a file to every member. It has the member's ending, but not its
// content.
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
        if (leaves_folder(member.name))
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
