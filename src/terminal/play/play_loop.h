// Connects a game to the terminal, or to whatever the input and output are.
#pragma once

#include "terminal/line_source.h"
#include "terminal/play/play_session.h"
#include "terminal/play/play_setup.h"

#include <filesystem>
#include <optional>

namespace rookery {

// The questions before a game; their answers say to quit if the input ends or Ctrl-C comes.
[[nodiscard]] PlayRequest ask_request(LineSource& lines, std::optional<std::string> unfinished);

// Until the game is over, the input ends, or Ctrl-C. What is then unfinished is kept in that file,
// and a file that is there from before goes when the game is finished.
void run_play_loop(PlaySession& session, LineSource& lines,
                   const std::optional<std::filesystem::path>& unfinished);

}  // namespace rookery
