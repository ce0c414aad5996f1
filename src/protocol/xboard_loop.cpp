#include "protocol/xboard_loop.h"

#include "protocol/line_input.h"
#include "protocol/xboard_session.h"

#include <thread>
#include <utility>

namespace rookery::xboard {

// This thread reads, another does what was read: a move has to come out while nothing comes in.
void run_loop(const LoopSetup& setup, const std::optional<std::string>& first_line,
              std::istream& input, std::FILE* output) {
    Session session(setup.engine_name, setup.searchers, setup.seed, sink_for(output));
    const std::jthread worker([&session] { session.run(); });
    if (first_line)
        session.hear(*first_line);
    else
        session.hear_long_line();
    std::string line = first_line.value_or("");
    while (!is_quit(line)) {
        switch (read_line(input, line, max_line_length)) {
            case LineStatus::End: return session.hear_end();
            case LineStatus::TooLong:
                line.clear();
                session.hear_long_line();
                break;
            case LineStatus::Line: session.hear(line); break;
        }
    }
}

}  // namespace rookery::xboard
