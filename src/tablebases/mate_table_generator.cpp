#include "tablebases/mate_table_generator.h"

#include "base/files.h"
#include "tablebases/retrograde.h"

#include <optional>
#include <system_error>
#include <utility>

namespace rookery {
namespace {

class MateTableMaker {
  public:
    MateTableMaker(const MateTableOrder& order, const std::stop_token& stop,
                   const std::function<void(std::string_view)>& progress)
        : order_(order), stop_(stop), progress_(progress), wanted_(with_needs(order.endings)) {}

    Result<MateTablesMade, std::string> run() {
        for (std::size_t i = 0; i < wanted_.size() && !result_.stopped; ++i) {
            const Ending& ending = *wanted_[i];
            heading_ = ending.name() + " (" + std::to_string(i + 1) + " of " +
                       std::to_string(wanted_.size()) + ")";
            if (is_there(ending)) {
                ++result_.kept;
            } else if (auto problem = make(ending)) {
                return failure(std::move(*problem));
            }
            result_.stopped = result_.stopped || stop_.stop_requested();
        }
        return std::move(result_);
    }

  private:
    void tell(const std::string& what) const {
        if (progress_) progress_(heading_ + what);
    }
    [[nodiscard]] std::filesystem::path path_of(const Ending& ending) const {
        return order_.folder / MateTable::file_name(ending);
    }

    // Whether there is a good file; a damaged one is noted.
    bool is_there(const Ending& ending) {
        std::error_code unknown;
        if (!std::filesystem::exists(path_of(ending), unknown)) return false;
        const auto info = MateTable::open_info(path_of(ending));
        if (info && info->ending == &ending) return true;
        result_.damaged.push_back(
            info ? path_of(ending).string() + ": it holds " + info->ending->name() : info.error());
        return false;
    }

    std::optional<std::string> make(const Ending& ending) {
        if (auto problem = learn_needs(ending)) return problem;
        auto table = analyse_ending(ending, known_, order_.threads, stop_, [&](int plies) {
            tell(": mates in " + std::to_string((plies + 1) / 2));
        });
        if (!table) {
            result_.stopped = true;
            return std::nullopt;
        }
        tell(": packing");
        if (auto problem = replace_file(path_of(ending), table->bytes(order_.threads)))
            return problem;
        known_.add(std::move(*table));
        result_.made.push_back(&ending);
        return std::nullopt;
    }

    // Reads what this ending needs and an earlier run made.
    std::optional<std::string> learn_needs(const Ending& ending) {
        for (const Ending* needed : ending.needs()) {
            if (needed->is_dead() || known_.table(*needed) != nullptr) continue;
            tell(": reading " + needed->name());
            auto table = MateTable::open(path_of(*needed));
            if (!table) return table.error();
            known_.add(std::move(*table));
        }
        return std::nullopt;
    }

    const MateTableOrder& order_;
    const std::stop_token& stop_;
    const std::function<void(std::string_view)>& progress_;
    const std::vector<const Ending*> wanted_;
    KnownMates known_;
    std::string heading_;
    MateTablesMade result_;
};

}  // namespace

std::vector<const Ending*> with_needs(const std::vector<const Ending*>& endings) {
    std::vector<bool> wanted(Ending::all().size());
    for (const Ending* ending : endings) {
        wanted[ending->ordinal()] = true;
        for (const Ending* needed : ending->needs()) wanted[needed->ordinal()] = true;
    }
    std::vector<const Ending*> result;
    for (const Ending& ending : Ending::all())
        if (wanted[ending.ordinal()] && !ending.is_dead()) result.push_back(&ending);
    return result;
}

Result<MateTablesMade, std::string>
make_mate_tables(const MateTableOrder& order, const std::stop_token& stop,
                 const std::function<void(std::string_view doing)>& progress) {
    return MateTableMaker(order, stop, progress).run();
}

}  // namespace rookery
