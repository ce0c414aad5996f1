#include "tablebases/syzygy.h"

#include "base/random.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "notation/names.h"

#ifdef ROOKERY_SYZYGY
#include <tbprobe.h>
#endif

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace rookery {
namespace {

namespace fs = std::filesystem;

// The pieces of both sides: "KQvKR".
bool is_table_name(std::string_view name) {
    const std::size_t middle = name.find('v');
    if (middle == std::string_view::npos || name.size() > 8) return false;
    for (const std::string_view side : {name.substr(0, middle), name.substr(middle + 1)})
        if (!side.starts_with('K') || side.substr(1).find_first_not_of("QRBNP") != side.npos)
            return false;
    return true;
}

// Says why a file is no table, as far as its size and first bytes tell.
std::optional<std::string> validate_table(const fs::path& path, std::string_view magic) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    std::array<char, 4> head{};
    if (error || !file.read(head.data(), head.size())) return "cannot be read";
    if (std::string_view(head.data(), head.size()) != magic) return "is not a table";
    if (size % 64 != 16) return "is incomplete";  // blocks of 64 bytes and a checksum of 16
    return std::nullopt;
}

void take_file(const fs::path& path, SyzygyFiles& found, std::set<std::string>& names) {
    const std::string extension = path.extension().string();
    const bool result = extension == ".rtbw";
    if (!result && extension != ".rtbz") return;
    const std::string stem = path.stem().string();
    if (!is_table_name(stem)) return;
    if (!names.insert(path.filename().string()).second) return;  // in a folder before
    constexpr std::string_view result_magic = "\x71\xe8\x23\x5d";
    constexpr std::string_view distance_magic = "\xd7\x66\x0c\xa5";
    if (const auto why = validate_table(path, result ? result_magic : distance_magic)) {
        found.problems.push_back(path.string() + " " + *why);
        return;
    }
    (result ? found.results : found.distances).push_back(path);
    if (result) found.most_pieces = std::max(found.most_pieces, static_cast<int>(stem.size()) - 1);
}

#ifdef ROOKERY_SYZYGY

std::string counted_tables(const SyzygyFiles& files) {
    std::string text = std::to_string(files.results.size()) + " tables with up to " +
                       std::to_string(files.most_pieces) + " pieces";
    const std::size_t missing =
        files.results.size() - std::min(files.results.size(), files.distances.size());
    if (missing > 0) text += ", " + std::to_string(missing) + " of them without distances (.rtbz)";
    return text;
}

// A position as the library takes it.
struct TableArguments {
    Bitboard white, black, kings, queens, rooks, bishops, knights, pawns;
    unsigned en_passant;
    bool white_to_move;

    explicit TableArguments(const Position& position)
        : white(position.pieces(Color::White)), black(position.pieces(Color::Black)),
          kings(position.pieces(PieceType::King)), queens(position.pieces(PieceType::Queen)),
          rooks(position.pieces(PieceType::Rook)), bishops(position.pieces(PieceType::Bishop)),
          knights(position.pieces(PieceType::Knight)), pawns(position.pieces(PieceType::Pawn)),
          en_passant(position.en_passant() == Square::None
                         ? 0
                         : static_cast<unsigned>(position.en_passant())),
          white_to_move(position.side_to_move() == Color::White) {}

    [[nodiscard]] unsigned probe_result() const {
        return tb_probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, 0, 0,
                            en_passant, white_to_move);
    }
    [[nodiscard]] unsigned probe_moves(int halfmove_clock, unsigned* moves) const {
        return tb_probe_root(white, black, kings, queens, rooks, bishops, knights, pawns,
                             static_cast<unsigned>(halfmove_clock), 0, en_passant, white_to_move,
                             moves);
    }
};

// The library counts from 0, a loss, to 4, a win.
Wdl wdl_of(unsigned result) { return static_cast<Wdl>(static_cast<int>(result) - 2); }

// A random position with the pieces of a table and no capture: the library answers from just that
// table.
std::optional<Position> quiet_position(std::string_view name, Random& random) {
    constexpr int most_tries = 100'000;
    for (int tries = 0; tries < most_tries; ++tries) {
        Setup setup;
        Color color = Color::White;
        bool fits = true;
        for (const char letter : name) {
            if (letter == 'v') {
                color = Color::Black;
                continue;
            }
            const Square square = square_at(static_cast<int>(random.below(64)));
            fits &= setup.board[square] == Piece::None;
            setup.board[square] = make_piece(color, type_from_letter(letter));
        }
        if (!fits) continue;
        const auto placed = Position::from(setup);
        if (!placed || placed->position.in_check()) continue;
        const MoveList moves = legal_moves(placed->position);
        if (moves.empty() || std::ranges::any_of(moves, [&](Move move) {
                return placed->position.is_capture(move);
            }))
            continue;
        return placed->position;
    }
    return std::nullopt;
}

// Makes the library load all tables. Returns those it cannot read.
std::vector<std::string> load_all(std::span<const fs::path> results) {
    std::vector<std::string> problems;
    Random random(1);
    for (const fs::path& path : results) {
        const auto position = quiet_position(path.stem().string(), random);
        if (position && TableArguments(*position).probe_result() == TB_RESULT_FAILED)
            problems.push_back(path.string() + " is damaged");
    }
    return problems;
}

// A folder with links to the files: the library must not see those that are damaged.
Result<fs::path, std::string> folder_of_links(const SyzygyFiles& files) {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "rookery-syzygy-XXXXXX").string();
    if (error || mkdtemp(name.data()) == nullptr)
        return failure("no temporary folder can be made: " + name);
    for (const auto* kind : {&files.results, &files.distances})
        for (const fs::path& path : *kind)
            fs::create_symlink(fs::absolute(path), fs::path(name) / path.filename(), error);
    return fs::path(name);
}

int promotion_code(Move move) {
    if (!move.is_promotion()) return TB_PROMOTES_NONE;
    switch (move.promoted()) {
        case PieceType::Queen: return TB_PROMOTES_QUEEN;
        case PieceType::Rook: return TB_PROMOTES_ROOK;
        case PieceType::Bishop: return TB_PROMOTES_BISHOP;
        default: return TB_PROMOTES_KNIGHT;
    }
}

// The library's result for a move, if there is one.
std::optional<unsigned> result_of(Move move, const unsigned* results) {
    for (const unsigned* one = results; *one != TB_RESULT_FAILED; ++one)
        if (TB_GET_FROM(*one) == static_cast<unsigned>(move.from()) &&
            TB_GET_TO(*one) == static_cast<unsigned>(move.to()) &&
            TB_GET_PROMOTES(*one) == static_cast<unsigned>(promotion_code(move)))
            return *one;
    return std::nullopt;
}

// By results alone, where distances are missing: all moves that keep the result are equal.
std::vector<TableMove> moves_by_results(const Tablebase& tables, const Position& position) {
    std::vector<TableMove> moves;
    for (const Move move : legal_moves(position)) {
        const auto result = tables.probe(position.after(move));
        if (!result) return {};
        TableMove& one = moves.emplace_back();
        one.move = move;
        one.after.wdl = -result->wdl;
        one.rank = static_cast<int>(one.after.wdl);
    }
    return moves;
}

// The best distance of a winning move; 0 if none wins.
int best_distance(std::span<const TableMove> moves) {
    int best = 0;
    for (const TableMove& one : moves)
        if (one.dtz > 0 && (best == 0 || one.dtz < best)) best = one.dtz;
    return best;
}

// Ranks by distance. Early on a search may choose among all winning moves, because it knows better
// than a distance to the next capture which one is natural. After some quiet moves, or a
// repetition, only moves that make progress are left: with at most one ply more than the best
// distance the distance falls from move to move.
void rank_by_distance(std::span<TableMove> moves, int clock, const RankingRules& rules) {
    constexpr int free_plies = 8;
    constexpr int sure = 3000;
    constexpr int unsure = 1000;
    const int best = best_distance(moves);
    const bool free = clock < free_plies && !rules.has_repeated;
    for (TableMove& one : moves) {
        const int distance = std::abs(one.dtz);
        const bool in_time = !rules.fifty_moves || distance == 1 || distance + clock <= 99;
        if (one.dtz > 0) {
            const bool progress = distance <= best + 1;
            one.rank = !in_time ? unsure - distance : free || progress ? sure : sure - distance;
        } else if (one.dtz < 0) {
            // The longer way may reach the fifty-move rule; otherwise a search resists better.
            const bool hopeless = !rules.fifty_moves || 2 * distance + clock < 100;
            one.rank = hopeless ? -sure : in_time ? -sure + distance : -unsure + distance;
        }
    }
}

#endif

}  // namespace

Result<SyzygyFiles, std::string> find_syzygy_files(const std::string& folders) {
    SyzygyFiles found;
    std::set<std::string> names;
    std::string_view rest = folders;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string folder(ascii::trim(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (folder.empty()) continue;
        std::error_code error;
        std::vector<fs::path> entries;
        for (fs::directory_iterator entry(folder, error), last; !error && entry != last;
             entry.increment(error))
            entries.push_back(entry->path());
        if (error) return failure("the folder '" + folder + "' cannot be read");
        std::ranges::sort(entries);
        for (const fs::path& path : entries) take_file(path, found, names);
    }
    return found;
}

#ifdef ROOKERY_SYZYGY

const bool can_read_syzygy = true;

Result<std::unique_ptr<Syzygy>, std::string> Syzygy::open(const std::string& folders) {
    auto found = find_syzygy_files(folders);
    if (!found) return failure(found.error());
    if (found->results.empty()) {
        const std::string why = found->problems.empty() ? "" : ": " + found->problems.front();
        return failure("there are no tables (.rtbw) in '" + folders + "'" + why);
    }
    std::unique_ptr<Syzygy> tables(new Syzygy);
    std::string path = folders;
    if (!found->problems.empty()) {
        auto links = folder_of_links(*found);
        if (!links) return failure(links.error());
        tables->links_ = *links;
        path = links->string();
    }
    if (!tb_init(path.c_str()) || TB_LARGEST == 0)
        return failure("the tables in '" + folders + "' cannot be opened");
    tables->most_pieces_ = static_cast<int>(TB_LARGEST);
    tables->summary_ = counted_tables(*found);
    for (auto& problem : load_all(found->results)) found->problems.push_back(std::move(problem));
    for (const std::string& problem : found->problems) tables->summary_ += "; " + problem;
    return tables;
}

// The library keeps its tables: its own way to free them unmaps wrong addresses. A program opens
// them once.
Syzygy::~Syzygy() {
    std::error_code error;
    if (!links_.empty()) fs::remove_all(links_, error);
}

std::optional<TableResult> Syzygy::probe(const Position& position) const {
    if (position.castling_rooks() != 0 || popcount(position.occupied()) > most_pieces_)
        return std::nullopt;
    const unsigned result = TableArguments(position).probe_result();
    if (result == TB_RESULT_FAILED) return std::nullopt;
    return TableResult{wdl_of(result), std::nullopt};
}

std::vector<TableMove> Syzygy::rank_moves(const Position& position,
                                          const RankingRules& rules) const {
    if (position.castling_rooks() != 0 || popcount(position.occupied()) > most_pieces_) return {};
    std::array<unsigned, TB_MAX_MOVES> results{};
    {
        const std::lock_guard lock(mutex_);
        const unsigned best =
            TableArguments(position).probe_moves(position.halfmove_clock(), results.data());
        if (best == TB_RESULT_CHECKMATE || best == TB_RESULT_STALEMATE) return {};
        if (best == TB_RESULT_FAILED) results[0] = TB_RESULT_FAILED;
    }
    std::vector<TableMove> moves;
    for (const Move move : legal_moves(position)) {
        const auto result = result_of(move, results.data());
        if (!result) {
            moves = moves_by_results(*this, position);
            break;
        }
        TableMove& one = moves.emplace_back();
        one.move = move;
        one.after.wdl = wdl_of(TB_GET_WDL(*result));
        const int distance = static_cast<int>(TB_GET_DTZ(*result));
        one.dtz = one.after.wdl < Wdl::Draw ? -distance : distance;
    }
    if (std::ranges::any_of(moves, [](const TableMove& one) { return one.dtz != 0; }))
        rank_by_distance(moves, position.halfmove_clock(), rules);
    std::ranges::stable_sort(moves, std::greater(), &TableMove::rank);
    return moves;
}

#else

const bool can_read_syzygy = false;

Result<std::unique_ptr<Syzygy>, std::string> Syzygy::open(const std::string&) {
    return failure("this program was built without the library that reads Syzygy tables");
}
Syzygy::~Syzygy() = default;
std::optional<TableResult> Syzygy::probe(const Position&) const { return std::nullopt; }
std::vector<TableMove> Syzygy::rank_moves(const Position&, const RankingRules&) const { return {}; }

#endif

}  // namespace rookery
