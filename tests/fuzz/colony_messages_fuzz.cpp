// Any bytes as what members of a colony say: no crash, and whatever is accepted can be written and
// read again unchanged.
#include "colony/messages.h"
#include "colony/setup/members.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace rookery;
using namespace rookery::colony;

void require(bool condition) {
    if (!condition) std::abort();
}

template <class Message, class Parse>
void check(std::string_view text, Parse parse) {
    const Parsed<Message> parsed = parse(text);
    if (!parsed) return require(!parsed.error().empty());
    const Parsed<Message> again = parse(to_text(*parsed));
    require(again.ok());
    require(*again == *parsed);
}

void check_order(std::string_view text) {
    const Parsed<Order> parsed = parse_order(text);
    if (!parsed) return require(!parsed.error().empty());
    const Parsed<Order> again =
        parse_order(std::visit([](const auto& order) { return to_text(order); }, *parsed));
    require(again.ok());
    require(*again == *parsed);
    if (const auto* join = std::get_if<JoinOrder>(&*parsed))
        require(is_valid_name(join->coordinator));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check<Heartbeat>(text, parse_heartbeat);
    check<FoundMessage>(text, parse_found);
    check_order(text);
    // The version of a message that can be read can be read as well.
    if (const auto alive = parse_heartbeat(text))
        require(protocol_version_of(text)->protocol == alive->protocol);
    if (const auto version = protocol_version_of(text)) require(version->version.size() <= 64);
    if (const auto member = gone_member(text)) require(is_valid_name(*member));
    return 0;
}
