// Connects a UCI session to streams, until `quit` or the end of the input.
#pragma once

#include "search/searcher.h"

#include <cstdio>
#include <istream>
#include <memory>
#include <string>

namespace rookery::uci {

void run_loop(std::string engine_name, std::unique_ptr<Searcher> searcher, std::istream& input,
              std::FILE* output);

}  // namespace rookery::uci
