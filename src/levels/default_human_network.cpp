#include "base/embedded_file.h"
#include "levels/human_network.h"

#include <cstdio>
#include <cstdlib>

// The path comes from src/CMakeLists.txt.
ROOKERY_EMBED_FILE(human_network_file, ROOKERY_HUMAN_NETWORK)

namespace rookery::human {

std::shared_ptr<const HumanNetwork> HumanNetwork::built_in() {
    static const std::shared_ptr<const HumanNetwork> own = [] {
        auto parsed = parse(human_network_file());
        if (parsed) return *parsed;
        // The program was built with a wrong file; a test finds that before a user does.
        std::fprintf(stderr, "rookery: the human network inside the program: %s\n",
                     parsed.error().c_str());
        std::abort();
    }();
    return own;
}

Result<std::shared_ptr<const HumanNetwork>, std::string>
HumanNetwork::from_file_or_built_in(const std::string& path) {
    if (path.empty()) return built_in();
    return from_file(path);
}

}  // namespace rookery::human
