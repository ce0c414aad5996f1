#include "protocol/uci_loop.h"

#include "protocol/line_input.h"
#include "protocol/uci_session.h"

namespace rookery::uci {

void run_loop(const LoopSetup& setup, const std::optional<std::string>& first_line,
              std::istream& input, std::FILE* output) {
    Session session(setup.engine_name, setup.searchers, setup.seed, sink_for(output));
    if (!first_line)
        session.refuse_long_line();
    else if (!session.handle(*first_line))
        return;
    std::string line;
    for (;;) {
        switch (read_line(input, line, max_line_length)) {
            case LineStatus::End: session.end_of_input(); return;
            case LineStatus::TooLong: session.refuse_long_line(); break;
            case LineStatus::Line:
                if (!session.handle(line)) return;
                break;
        }
    }
}

void run_command(const LoopSetup& setup, const std::string& command, std::FILE* output) {
    Session session(setup.engine_name, setup.searchers, setup.seed, sink_for(output));
    if (session.handle(command)) session.finish();
}

}  // namespace rookery::uci
