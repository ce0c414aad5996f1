#include "tune/position_files.h"

#include "tune/epd_source.h"
#include "tune/games_source.h"
#include "tune/pgn_source.h"

#include <filesystem>

namespace rookery::tune {

Result<PositionSource, std::string> positions_of(const std::vector<std::string>& paths,
                                                 const training::PositionFilter& filter) {
    std::vector<PositionSource> sources;
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::exists(path, error)) return failure("there is no file " + path);
        if (path.ends_with(".epd"))
            sources.push_back(epd_source(path));
        else if (path.ends_with(".games"))
            sources.push_back(games_source(path, filter));
        else if (path.ends_with(".pgn"))
            sources.push_back(pgn_source(path));
        else
            return failure(path + " is of no known kind: .games, .epd and .pgn are read");
    }
    return joined(std::move(sources));
}

}  // namespace rookery::tune
