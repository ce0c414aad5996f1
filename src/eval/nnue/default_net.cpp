#include "base/embedded_file.h"
#include "eval/nnue/network_file.h"

#include <cstdio>
#include <cstdlib>

// The paths come from cmake/network.cmake, the second one if it differs from the first.
ROOKERY_EMBED_FILE(default_network_file, ROOKERY_NETWORK)
#ifdef ROOKERY_LEVEL_NETWORK
ROOKERY_EMBED_FILE(level_network_file, ROOKERY_LEVEL_NETWORK)
#endif

namespace rookery::nnue {
namespace {

std::shared_ptr<const Network> parse_embedded(std::string_view bytes) {
    auto parsed = parse_network(bytes);
    if (parsed) return *parsed;
    // The program was built with a wrong file; a test finds that before a user does.
    std::fprintf(stderr, "rookery: the network inside the program: %s\n", parsed.error().c_str());
    std::abort();
}

}  // namespace

std::shared_ptr<const Network> default_net() {
    static const std::shared_ptr<const Network> own = parse_embedded(default_network_file());
    return own;
}

std::shared_ptr<const Network> level_net() {
#ifdef ROOKERY_LEVEL_NETWORK
    static const std::shared_ptr<const Network> own = parse_embedded(level_network_file());
    return own;
#else
    return default_net();
#endif
}

}  // namespace rookery::nnue
