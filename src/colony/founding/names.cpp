#include "colony/founding/names.h"

#include "notation/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {
namespace {

constexpr Role all_roles[] = {Role::Worker, Role::Coordinator, Role::Watcher};
constexpr std::size_t longest_name = 32;
constexpr std::size_t serial_digits = 32;
constexpr std::string_view domain = ".rookery";

// Not isalpha() and its kin, which ask the locale.
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

}  // namespace

std::string_view role_name(Role role) {
    switch (role) {
        case Role::Worker: return "worker";
        case Role::Coordinator: return "coordinator";
        case Role::Watcher: return "watcher";
    }
    return {};
}

std::optional<Role> role_of_name(std::string_view name) {
    for (const Role role : all_roles)
        if (role_name(role) == name) return role;
    return std::nullopt;
}

bool is_valid_name(std::string_view name) {
    if (name.empty() || name.size() > longest_name || !is_letter(name.front())) return false;
    return std::ranges::all_of(name,
                               [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
}

std::string name_problem(std::string_view name) {
    return fmt::format(
        "'{}' cannot be a name: take 1 to {} of a-z, 0-9 and '-', beginning with a letter",
        printable(name), longest_name);
}

std::string MemberId::text() const {
    return fmt::format("{}.{}@{}{}", name, serial, role_name(role), domain);
}

std::optional<MemberId> MemberId::from_text(std::string_view text) {
    const std::size_t dot = text.find('.');
    const std::size_t at = text.find('@');
    if (dot == std::string_view::npos || at == std::string_view::npos || at < dot)
        return std::nullopt;
    const std::string_view serial = text.substr(dot + 1, at - dot - 1);
    std::string_view role = text.substr(at + 1);
    if (!role.ends_with(domain)) return std::nullopt;
    role.remove_suffix(domain.size());
    const std::optional<Role> known = role_of_name(role);
    if (!known || !is_valid_name(text.substr(0, dot)) || serial.size() != serial_digits ||
        !std::ranges::all_of(serial, is_hexadecimal))
        return std::nullopt;
    return MemberId{std::string(text.substr(0, dot)), std::string(serial), *known};
}

}  // namespace rookery::colony
