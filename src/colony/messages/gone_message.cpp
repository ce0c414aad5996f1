#include "colony/messages/gone_message.h"

#include "colony/founding/names.h"
#include "colony/strict_json.h"

namespace rookery::colony {

// The words are the server's, and other versions of it may say more: only what is needed is looked at.
std::optional<std::string> gone_member(std::string_view text) {
    const auto json = parse_strictly(text);
    if (!json || !json->is_object()) return std::nullopt;
    const auto type = json->find("type");
    if (type == json->end() || *type != "io.nats.server.advisory.v1.client_disconnect") return std::nullopt;
    const auto client = json->find("client");
    if (client == json->end() || !client->is_object()) return std::nullopt;
    const auto user = client->find("user");
    if (user == client->end() || !user->is_string()) return std::nullopt;
    const auto member = MemberId::from_text(user->get_ref<const std::string&>());
    if (!member) return std::nullopt;
    return member->name;
}

}  // namespace rookery::colony
