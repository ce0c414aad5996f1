// Lines of a protocol that are meant to be a certain kind of command.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <variant>

namespace rookery::test {

// The command that a protocol's parser makes of the line; it is a failure if it is of another kind.
template <class Kind, class Parser>
Kind parsed_as(Parser parse, std::string_view line) {
    const auto command = parse(line);
    if (const Kind* kind = std::get_if<Kind>(&command)) return *kind;
    ADD_FAILURE() << "'" << line << "' became alternative " << command.index();
    return Kind{};
}

}  // namespace rookery::test
