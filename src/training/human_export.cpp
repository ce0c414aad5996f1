#include "training/human_export.h"

#include "base/files.h"
#include "base/text.h"
#include "base/threads.h"
#include "store/json.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

namespace rookery::training {
namespace {

constexpr std::size_t read_size = 1 << 20;
constexpr std::size_t longest_line = 1 << 20;
constexpr std::size_t lines_of_batch = 4096;
constexpr std::size_t most_sources = 256;
constexpr std::uint64_t most_reports = 5;

// The lines of a file, which may be packed by zstd.
class HumanLines {
  public:
    [[nodiscard]] static Result<HumanLines, std::string> open(const std::string& path) {
        HumanLines lines;
        lines.name_ = path;
        lines.file_.open(path, std::ios::binary);
        std::error_code unknown;
        if (!lines.file_ || std::filesystem::is_directory(path, unknown))
            return failure(path + ": it cannot be read");
        lines.bytes_.resize(read_size);
        lines.read_more();
        const std::string_view beginning(lines.bytes_.data(), lines.filled_);
        if (beginning.starts_with("\x28\xB5\x2F\xFD")) {
            lines.unpacker_.reset(ZSTD_createDStream());
            lines.packed_ = std::move(lines.bytes_);
            lines.packed_size_ = std::exchange(lines.filled_, 0);
            lines.bytes_.resize(2 * read_size);
        }
        return lines;
    }

    // Empty at the end, or after a problem.
    [[nodiscard]] std::optional<std::string> next() {
        std::string line;
        for (;;) {
            const auto rest = std::string_view(bytes_.data(), filled_).substr(place_);
            const std::size_t end = rest.find('\n');
            line += rest.substr(0, end);
            place_ += std::min(rest.size(), end == std::string_view::npos ? end : end + 1);
            if (end != std::string_view::npos) break;
            if (line.size() > longest_line) {
                problem_ = fmt::format("{}: line {} is longer than {} bytes", name_, number_ + 1,
                                       longest_line);
                return std::nullopt;
            }
            if (!fill()) {
                if (problem_ || line.empty()) return std::nullopt;
                break;
            }
        }
        ++number_;
        if (line.ends_with('\r')) line.pop_back();
        return line;
    }

    [[nodiscard]] std::uint64_t number() const { return number_; }  // of the last line
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }

  private:
    struct FreeStream {
        void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    };

    void read_more() {
        std::vector<char>& into = unpacker_ ? packed_ : bytes_;
        file_.read(into.data(), static_cast<std::streamsize>(into.size()));
        (unpacker_ ? packed_size_ : filled_) = static_cast<std::size_t>(file_.gcount());
    }
    // The next bytes of the text. False at the end, or after a problem.
    bool fill() {
        place_ = filled_ = 0;
        if (!unpacker_) {
            read_more();
            return filled_ > 0;
        }
        while (filled_ == 0) {
            if (packed_place_ == packed_size_) {
                read_more();
                packed_place_ = 0;
                if (packed_size_ == 0) {
                    if (!is_at_end_) problem_ = name_ + ": it is cut off";
                    return false;
                }
            }
            ZSTD_outBuffer out{bytes_.data(), bytes_.size(), 0};
            ZSTD_inBuffer in{packed_.data(), packed_size_, packed_place_};
            const std::size_t left = ZSTD_decompressStream(unpacker_.get(), &out, &in);
            if (ZSTD_isError(left) != 0) {
                problem_ = name_ + ": it is damaged";
                return false;
            }
            packed_place_ = in.pos;
            filled_ = out.pos;
            is_at_end_ = left == 0;
        }
        return true;
    }

    std::string name_;
    std::ifstream file_;
    std::unique_ptr<ZSTD_DStream, FreeStream> unpacker_;
    std::vector<char> packed_, bytes_;
    std::size_t packed_size_ = 0, packed_place_ = 0;
    std::size_t filled_ = 0, place_ = 0;
    std::uint64_t number_ = 0;
    bool is_at_end_ = false;
    std::optional<std::string> problem_;
};

enum class HumanPart : std::uint8_t { Taken, Held, Sources };

struct HumanCounts {
    std::uint64_t games = 0, positions = 0;
};

// One of the three files, and what is in it.
struct HumanOutput {
    std::unique_ptr<NewFile> moves, about;
    std::map<int, HumanCounts> by_source;

    explicit HumanOutput(const std::filesystem::path& path)
        : moves(std::make_unique<NewFile>(path)),
          about(std::make_unique<NewFile>(path.string() + ".json")) {}

    void add(int source, const std::vector<HumanRecord>& records) {
        moves->stream().write(reinterpret_cast<const char*>(records.data()),
                              static_cast<std::streamsize>(records.size() * sizeof(HumanRecord)));
        HumanCounts& counts = by_source[source];
        ++counts.games;
        counts.positions += records.size();
    }
    [[nodiscard]] HumanCounts sum() const {
        HumanCounts all;
        for (const auto& [source, counts] : by_source) {
            all.games += counts.games;
            all.positions += counts.positions;
        }
        return all;
    }
};

class HumanExport {
  public:
    explicit HumanExport(const HumanExportOrder& order) : order_(order) {
        const std::filesystem::path path(order.output);
        for (const char* ending : {".moves", ".held.moves", ".sources.moves"})
            outputs_.emplace_back(std::filesystem::path(path).replace_extension(ending));
    }

    // The first problem with what is to be written.
    [[nodiscard]] std::optional<std::string> begin() const {
        for (const HumanOutput& output : outputs_)
            for (NewFile* file : {output.moves.get(), output.about.get()}) {
                if (auto problem = validate_output(file->name(), order_.replace)) return problem;
                if (!file->stream()) return file->name() + ": it cannot be written";
            }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> read(HumanLines& lines, const std::stop_token& stop) {
        std::vector<std::string> batch;
        bool is_at_end = false;
        while (!is_at_end && !stop.stop_requested()) {
            const std::uint64_t first = lines.number() + 1;
            for (batch.clear(); batch.size() < lines_of_batch;) {
                auto line = lines.next();
                is_at_end = !line;
                if (is_at_end) break;
                batch.push_back(std::move(*line));
            }
            if (auto problem = add(batch, lines.name(), first)) return problem;
        }
        return lines.problem();
    }

    // Gives the files their names. Returns the problem.
    [[nodiscard]] std::optional<std::string> finish() {
        for (HumanOutput& output : outputs_) {
            Json about = Json::array();
            for (const auto& [source, counts] : output.by_source) {
                const Json made_by = {{"people", names_[static_cast<std::size_t>(source)]}};
                about.push_back({{"made_by", made_by},
                                 {"source", source},
                                 {"games", counts.games},
                                 {"positions", counts.positions}});
            }
            output.about->stream() << about.dump(2) << '\n';
            if (!output.moves->close() || !output.about->close())
                return output.moves->name() + ": it cannot be written";
        }
        for (HumanOutput& output : outputs_)
            if (!output.moves->take_name() || !output.about->take_name())
                return output.moves->name() + ": it cannot be written";
        return std::nullopt;
    }

    [[nodiscard]] HumanCounts counts(HumanPart part) const {
        return outputs_[static_cast<std::size_t>(part)].sum();
    }
    [[nodiscard]] std::uint64_t refused() const { return refused_; }
    [[nodiscard]] std::uint64_t games_so_far() const { return games_; }
    // Held sources that no game came from: most likely a mistyped name.
    [[nodiscard]] std::vector<std::string> missing_sources() const {
        std::vector<std::string> missing;
        for (const std::string& name : order_.held_sources)
            if (std::ranges::find(names_, name) == names_.end()) missing.push_back(name);
        return missing;
    }
    [[nodiscard]] const std::vector<std::string>& sources() const { return names_; }

  private:
    [[nodiscard]] std::optional<std::string> add(const std::vector<std::string>& lines,
                                                 const std::string& file, std::uint64_t first) {
        std::vector<std::optional<Result<HumanGame, std::string>>> games(lines.size());
        constexpr std::size_t at_once = 64;
        share_among_threads(
            order_.threads, (lines.size() + at_once - 1) / at_once, [&](std::size_t part) {
                const std::size_t end = std::min(lines.size(), (part + 1) * at_once);
                for (std::size_t i = part * at_once; i < end; ++i)
                    games[i] = parse_human_game(lines[i]);
            });
        std::vector<int> sources(lines.size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (!*games[i]) {
                if (++refused_ <= most_reports)
                    print_printable_error(
                        fmt::format("{}: line {}: {}", file, first + i, games[i]->error()));
                continue;
            }
            const auto source = number_of((**games[i]).source);
            if (!source)
                return fmt::format("{}: line {}: more than {} sources", file, first + i,
                                   most_sources);
            sources[i] = *source;
        }
        std::vector<std::vector<HumanRecord>> records(lines.size());
        share_among_threads(order_.threads, lines.size(), [&](std::size_t i) {
            if (*games[i]) records[i] = records_of(**games[i], sources[i]);
        });
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (!*games[i]) continue;
            outputs_[static_cast<std::size_t>(part_of(**games[i]))].add(sources[i], records[i]);
            ++games_;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<int> number_of(const std::string& source) {
        const auto found = std::ranges::find(names_, source);
        const auto number = static_cast<int>(found - names_.begin());
        if (found == names_.end()) {
            if (names_.size() == most_sources) return std::nullopt;
            names_.push_back(source);
        }
        return number;
    }
    [[nodiscard]] HumanPart part_of(const HumanGame& game) const {
        if (std::ranges::find(order_.held_sources, game.source) != order_.held_sources.end())
            return HumanPart::Sources;
        const bool is_held = order_.held_of > 0 && hash_of_moves(game) % order_.held_of == 0;
        return is_held ? HumanPart::Held : HumanPart::Taken;
    }

    const HumanExportOrder& order_;
    std::vector<HumanOutput> outputs_;  // by HumanPart
    std::vector<std::string> names_;    // of the sources
    std::uint64_t refused_ = 0;
    std::atomic<std::uint64_t> games_ = 0;
};

std::string counts_text(const HumanCounts& counts) {
    return fmt::format("{} positions of {} games", counts.positions, counts.games);
}

}  // namespace

int export_human_games(const HumanExportOrder& order) {
    if (std::filesystem::path(order.output).extension() != ".moves")
        return fail_with_printable(order.output + ": the name must end in .moves", exit_usage);
    std::vector<HumanLines> files;
    for (const std::string& name : order.files) {
        auto lines = HumanLines::open(name);
        if (!lines) return fail_with_printable(lines.error());
        files.push_back(std::move(*lines));
    }
    HumanExport run(order);
    if (const auto problem = run.begin()) return fail_with_printable(*problem);
    ProgressLine line;
    const auto ended = run_watched(
        line,
        [&](const std::stop_token& stop) {
            std::optional<std::string> problem;
            for (HumanLines& lines : files)
                if (!problem) problem = run.read(lines, stop);
            return problem;
        },
        [&] {
            const auto games = static_cast<double>(run.games_so_far());
            return fmt::format("{} games, {:.0f} games/s", run.games_so_far(),
                               games / std::max(0.001, line.seconds()));
        });
    if (ended.value) return fail_with_printable(*ended.value);
    if (ended.stopped) return fail_with("interrupted; nothing was written", exit_interrupted);
    if (run.games_so_far() == 0) return fail_with("there is no game in these files");
    for (const std::string& name : run.missing_sources())
        return fail_with_printable(
            fmt::format("no game is from '{}'{}", name, did_you_mean(name, run.sources())));
    if (const auto problem = run.finish()) return fail_with_printable(*problem);
    fmt::print("{} to learn from\n{} held back by their moves\n{} held back by their source\n{} "
               "lines refused, {:.1f} seconds\n",
               counts_text(run.counts(HumanPart::Taken)), counts_text(run.counts(HumanPart::Held)),
               counts_text(run.counts(HumanPart::Sources)), run.refused(), line.seconds());
    return exit_ok;
}

Result<std::vector<HumanMove>, std::string> human_moves_of_file(const std::string& path) {
    const auto content = text_of_file(path);
    if (!content) return failure(content.error());
    std::string_view bytes = *content;
    HumanRecord record{};
    if (bytes.empty() || bytes.size() % record.size() != 0)
        return failure(
            fmt::format("{}: not a file of moves, which have {} bytes each", path, record.size()));
    std::vector<HumanMove> moves;
    moves.reserve(bytes.size() / record.size());
    for (; !bytes.empty(); bytes.remove_prefix(record.size())) {
        std::copy_n(bytes.begin(), record.size(), record.begin());
        const auto move = unpacked(record);
        if (!move)
            return failure(
                fmt::format("{}: number {} is no move of a game", path, moves.size() + 1));
        moves.push_back(*move);
    }
    return moves;
}

}  // namespace rookery::training
