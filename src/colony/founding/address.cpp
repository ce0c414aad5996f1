#include "colony/founding/address.h"

#include "notation/printable.h"

#include <arpa/inet.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace rookery::colony {
namespace {

bool is_ipv6(const std::string& host) {
    in6_addr unused{};
    return inet_pton(AF_INET6, host.c_str(), &unused) == 1;
}

bool is_ipv4(const std::string& host) {
    in_addr unused{};
    return inet_pton(AF_INET, host.c_str(), &unused) == 1;
}

bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_label(std::string_view label) {
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-')
        return false;
    return std::ranges::all_of(label,
                               [](char c) { return is_alphanumeric(c) || c == '-' || c == '_'; });
}

bool is_domain_name(std::string_view name) {
    if (name.empty() || name.size() > 253) return false;
    for (std::size_t dot = 0; dot != std::string_view::npos;) {
        dot = name.find('.');
        if (!is_label(name.substr(0, dot))) return false;
        if (dot != std::string_view::npos) name.remove_prefix(dot + 1);
    }
    // What looks like an address but is none, such as 10.0.0.300, is a slip and no name.
    return !std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::uint16_t> port_of(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc{} || end != text.data() + text.size() || port == 0) return std::nullopt;
    return port;
}

}  // namespace

std::string Address::text() const {
    return is_ipv6(host) ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

bool is_ip_address(const std::string& host) { return is_ipv4(host) || is_ipv6(host); }

bool is_valid_host(const std::string& host) {
    // A zero byte would hide the rest from the functions of C.
    return host.find('\0') == std::string::npos && (is_ip_address(host) || is_domain_name(host));
}

Result<Address, std::string> parse_address(std::string_view text, std::uint16_t port_if_none) {
    const auto refusal = [text](std::string_view why) {
        return failure(fmt::format("'{}' is no address: {}", printable(text), why));
    };
    std::string_view host = text;
    std::string_view rest;
    const bool in_brackets = text.starts_with('[');
    if (in_brackets) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) return refusal("the closing bracket is missing");
        host = text.substr(1, end - 1);
        rest = text.substr(end + 1);
    } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        host = text.substr(0, colon);
        rest = text.substr(colon);
    }
    Address address{std::string(host), port_if_none};
    if (!is_valid_host(address.host) || is_ipv6(address.host) != in_brackets)
        return refusal("give HOST:PORT, an IPv6 address in brackets");
    if (!rest.empty()) {
        const auto port = rest.front() == ':' ? port_of(rest.substr(1)) : std::nullopt;
        if (!port) return refusal("the port must be a number from 1 to 65535");
        address.port = *port;
    }
    if (address.port == 0) return refusal("the port is missing");
    return address;
}

}  // namespace rookery::colony
