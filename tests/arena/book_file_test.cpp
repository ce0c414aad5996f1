// Opening files on the disk: plain, zipped, damaged, hostile.
#include "arena/openings/opening.h"

#include <gtest/gtest.h>
#include <minizip/zip.h>
#include <stdlib.h>

#include <fstream>

namespace rookery::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view ruy_fen =
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// A folder of its own that vanishes with the test.
class BookFiles : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "rookery-openings-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, std::string_view content) {
        const fs::path path = folder_ / name;
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }

    struct Packed {
        std::string name;
        std::string content;
    };
    fs::path zip(const std::string& name, const std::vector<Packed>& members) {
        const fs::path path = folder_ / name;
        zipFile archive = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
        for (const Packed& member : members) {
            const zip_fileinfo info{};
            zipOpenNewFileInZip64(archive, member.name.c_str(), &info, nullptr, 0, nullptr, 0,
                                  nullptr, Z_DEFLATED, 6, 0);
            zipWriteInFileInZip(archive, member.content.data(),
                                static_cast<unsigned>(member.content.size()));
            zipCloseFileInZip(archive);
        }
        zipClose(archive, nullptr);
        return path;
    }
    static std::string read(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    fs::path folder_;
};

TEST_F(BookFiles, PlainFiles) {
    const auto book = OpeningBook::load(write("a.epd", std::string(start_fen) + "\n"));
    ASSERT_TRUE(book.ok()) << book.error();
    EXPECT_EQ(book->size(), 1U);
    EXPECT_EQ(OpeningBook::load(folder_ / "none.epd").error(),
              (folder_ / "none.epd").string() + ": No such file or directory");
    EXPECT_TRUE(contains(OpeningBook::load(folder_).error(), "is a folder"));
    EXPECT_TRUE(contains(
        OpeningBook::load(write("big.epd", std::string(5000, 'x')), {.limits = {.largest = 4096}})
            .error(),
        "is larger than"));
}

TEST_F(BookFiles, TheFirstSuitableMemberOfAnArchive) {
    const auto path = zip("book.zip", {{"folder/", ""},
                                       {"README", "not this"},
                                       {"__MACOSX/._a.epd", "nor this"},
                                       {"folder/Book.EPD", std::string(start_fen) + "\n"},
                                       {"other.pgn", "1. e4 *"}});
    const auto book = OpeningBook::load(path);
    ASSERT_TRUE(book.ok()) << book.error();
    EXPECT_EQ(book->size(), 1U);
    EXPECT_EQ(book->name(), path.string() + ": folder/Book.EPD");
    // A single member may be called anything, and the archive as well.
    EXPECT_EQ(OpeningBook::load(zip("single.bin", {{"openings", std::string(ruy_fen)}}))->size(),
              1U);
    const auto pgn = OpeningBook::load(zip("games.pgn.zip", {{"games.pgn", "1. e4 e5 *"}}));
    EXPECT_EQ(pgn->at(0)->moves.size(), 2U);
}

TEST_F(BookFiles, ArchivesWithoutAnythingToRead) {
    EXPECT_TRUE(
        contains(OpeningBook::load(zip("two.zip", {{"a.doc", "x"}, {"b.doc", "y"}})).error(),
                 "nothing in the archive ends in .epd, .fen, .pgn or .txt"));
    const auto empty = write("empty.zip", std::string("PK\5\6") + std::string(18, '\0'));
    EXPECT_FALSE(OpeningBook::load(empty).ok());
}

TEST_F(BookFiles, NamesThatLeadAstrayAreRefused) {
    for (const char* name : {"../a.epd", "x/../../a.epd", "/a.epd", "..\\a.epd", "C:a.epd"}) {
        const auto book = OpeningBook::load(zip("astray.zip", {{name, std::string(start_fen)}}));
        ASSERT_FALSE(book.ok()) << name;
        EXPECT_TRUE(contains(book.error(), "leads out of the archive's folder")) << book.error();
    }
    EXPECT_TRUE(OpeningBook::load(zip("fine.zip", {{"a..b.epd", std::string(start_fen)}})).ok());
}

TEST_F(BookFiles, BombsAreNotExpanded) {
    const auto bomb = zip("bomb.zip", {{"a.epd", std::string(std::size_t{8} << 20, ' ')}});
    EXPECT_LT(fs::file_size(bomb), 20'000U);
    EXPECT_TRUE(contains(OpeningBook::load(bomb).error(), "more than 100 times its packed size"));
    EXPECT_TRUE(contains(OpeningBook::load(bomb, {.limits = {.largest = 1 << 20}}).error(),
                         "would expand to more than 1 MiB"));

    // The directory says that all is small: no more than that is unpacked, and the checksum is
    // wrong.
    std::string bytes = read(bomb);
    const std::size_t central = bytes.find("PK\1\2");
    ASSERT_NE(central, std::string::npos);
    for (const std::size_t size : {central + 24, std::size_t{22}})
        bytes.replace(size, 4, std::string_view("\x00\x10\x00\x00", 4));
    const auto liar = OpeningBook::load(write("liar.zip", bytes));
    ASSERT_FALSE(liar.ok());
    EXPECT_TRUE(contains(liar.error(), "a.epd: is damaged")) << liar.error();
}

TEST_F(BookFiles, EncryptedAndUnknownMethodsAreRefused) {
    const std::string good = read(zip("good.zip", {{"a.epd", std::string(start_fen)}}));
    const std::size_t central = good.find("PK\1\2");
    std::string encrypted = good;
    encrypted[6] = static_cast<char>(encrypted[6] | 1);
    encrypted[central + 8] = static_cast<char>(encrypted[central + 8] | 1);
    EXPECT_TRUE(
        contains(OpeningBook::load(write("secret.zip", encrypted)).error(), "a.epd: is encrypted"));
    std::string method = good;
    method[8] = method[central + 10] = 14;
    EXPECT_TRUE(
        contains(OpeningBook::load(write("lzma.zip", method)).error(), "packed by method 14"));
}

TEST_F(BookFiles, DamagedArchivesAreRefusedWhereverTheyAreCut) {
    std::string text;
    for (int i = 0; i < 50; ++i)
        text += std::string(ruy_fen) + " " + std::to_string(i * 7919) + "\n";
    const std::string good = read(zip("good.zip", {{"a.epd", text}}));
    for (std::size_t size = 4; size < good.size(); ++size) {
        const auto book = OpeningBook::load(write("cut.zip", good.substr(0, size)));
        EXPECT_FALSE(book.ok()) << size;
    }
    // A byte of the packed text: the checksum finds it if nothing else does.
    const std::size_t middle = good.find("PK\1\2") / 2;
    std::string flipped = good;
    flipped[middle] = static_cast<char>(flipped[middle] ^ 0x55);
    EXPECT_TRUE(contains(OpeningBook::load(write("flipped.zip", flipped)).error(), "is damaged"));
}

}  // namespace
}  // namespace rookery::arena
