#include "protocol/uci_loop.h"

#include "protocol/line_input.h"
#include "protocol/uci_session.h"

#include <utility>

namespace rookery::uci {

void run_loop(std::string engine_name, std::unique_ptr<Searcher> searcher, std::istream& input,
              std::FILE* output) {
    Session session(std::move(engine_name), std::move(searcher), [output](std::string_view lines) {
        std::fwrite(lines.data(), 1, lines.size(), output);
        std::fflush(output);
    });
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

}  // namespace rookery::uci
