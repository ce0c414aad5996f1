#include "knowledge/polyglot_book.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <system_error>
#include <utility>

namespace rookery {

using polyglot::Entry;
using polyglot::entry_size;

Result<PolyglotBook, std::string> PolyglotBook::open(const std::filesystem::path& path) {
    std::error_code problem;
    if (std::filesystem::is_directory(path, problem))
        return failure(path.string() + " is a folder");
    const std::uintmax_t bytes = std::filesystem::file_size(path, problem);
    PolyglotBook book;
    book.file_.open(path, std::ios::binary);
    if (problem || !book.file_) return failure(path.string() + " cannot be read");
    if (bytes == 0 || bytes % entry_size != 0)
        return failure(path.string() + " is not a Polyglot book: its size of " +
                       std::to_string(bytes) + " bytes is not a multiple of 16");
    book.size_ = bytes / entry_size;
    return book;
}

Result<PolyglotBook, std::string> PolyglotBook::open_to_play(const std::filesystem::path& path) {
    auto book = open(path);
    if (book && !book->looks_sorted())
        return failure(path.string() + " is not a Polyglot book: its entries are not in order");
    return book;
}

PolyglotBook PolyglotBook::over(std::span<const char> bytes) {
    PolyglotBook book;
    book.memory_ = bytes;
    book.size_ = bytes.size() / entry_size;
    return book;
}

std::optional<Entry> PolyglotBook::entry(std::uint64_t number) {
    if (number >= size_) return std::nullopt;
    if (!memory_.empty())
        return polyglot::read_entry(memory_.subspan(number * entry_size).first<entry_size>());
    std::array<char, entry_size> bytes{};
    file_.clear();  // of an earlier read past a file that has become shorter
    file_.seekg(static_cast<std::streamoff>(number * entry_size));
    if (!file_.read(bytes.data(), entry_size)) return std::nullopt;
    return polyglot::read_entry(bytes);
}

std::vector<BookMove> PolyglotBook::moves(const Position& position, Key key) {
    std::uint64_t begin = 0;
    for (std::uint64_t end = size_; begin < end;) {
        const std::uint64_t middle = begin + (end - begin) / 2;
        const auto found = entry(middle);
        if (!found) return {};
        if (found->key < key)
            begin = middle + 1;
        else
            end = middle;
    }
    std::vector<BookMove> moves;
    constexpr std::size_t most_entries = 4096;  // of a damaged book
    for (std::size_t i = 0; i < most_entries; ++i) {
        const auto found = entry(begin + i);
        if (!found || found->key != key) break;
        const Move move = polyglot::move_of(position, found->move);
        if (!move) continue;
        const auto known = std::ranges::find(moves, move, &BookMove::move);
        if (known == moves.end()) {
            moves.push_back({move, found->weight, found->learn});
            continue;
        }
        constexpr unsigned most = std::numeric_limits<std::uint16_t>::max();
        known->weight = static_cast<std::uint16_t>(
            std::min(unsigned{known->weight} + unsigned{found->weight}, most));
    }
    std::ranges::stable_sort(moves, std::ranges::greater(), &BookMove::weight);
    return moves;
}

bool PolyglotBook::looks_sorted() {
    constexpr std::uint64_t parts = 63;
    Key last = 0;
    for (std::uint64_t part = 0; part <= parts; ++part) {
        const auto found = entry((size_ - 1) / parts * part + (size_ - 1) % parts * part / parts);
        if (!found || found->key < last) return false;
        last = found->key;
    }
    return true;
}

PolyglotBook::Faults PolyglotBook::check() {
    Faults faults;
    Key last = 0;
    for (std::uint64_t i = 0; i < size_; ++i) {
        const auto found = entry(i);
        if (!found) {
            faults.unreadable = size_ - i;
            break;
        }
        faults.unsorted += found->key < last;
        faults.weightless += found->weight == 0;
        last = found->key;
    }
    return faults;
}

std::optional<Move> choose_book_move(std::span<const BookMove> moves, BookChoice choice,
                                     Random& random) {
    const std::uint64_t sum = std::accumulate(
        moves.begin(), moves.end(), std::uint64_t{0},
        [](std::uint64_t so_far, const BookMove& one) { return so_far + one.weight; });
    if (sum == 0) return std::nullopt;
    if (choice == BookChoice::Best)
        return std::ranges::max_element(moves, {}, &BookMove::weight)->move;
    std::uint64_t drawn = random.below(sum);
    for (const BookMove& one : moves) {
        if (drawn < one.weight) return one.move;
        drawn -= one.weight;
    }
    return std::nullopt;
}

}  // namespace rookery
