// A value or the reason why there is none. Errors at the edges of the program are values, not
// exceptions: the caller of a parser decides what to do with an error.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

namespace rookery {

template <class Error>
struct Failure {
    Error error;
};

template <class Error>
[[nodiscard]] Failure<std::decay_t<Error>> failure(Error&& error) {
    return {std::forward<Error>(error)};
}

template <class Value, class Error>
class [[nodiscard]] Result {
  public:
    Result(Value value) : content_(std::in_place_index<0>, std::move(value)) {}
    template <class Reason>
    Result(Failure<Reason> refusal) : content_(std::in_place_index<1>, std::move(refusal.error)) {}

    [[nodiscard]] bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    // Only after ok().
    [[nodiscard]] Value& value() & { return *checked<0>(); }
    [[nodiscard]] const Value& value() const& { return *checked<0>(); }
    [[nodiscard]] Value&& value() && { return std::move(*checked<0>()); }
    [[nodiscard]] Value& operator*() & { return value(); }
    [[nodiscard]] const Value& operator*() const& { return value(); }
    [[nodiscard]] Value&& operator*() && { return std::move(*this).value(); }
    [[nodiscard]] Value* operator->() { return checked<0>(); }
    [[nodiscard]] const Value* operator->() const { return checked<0>(); }

    // Only after !ok().
    [[nodiscard]] const Error& error() const& { return *checked<1>(); }
    [[nodiscard]] Error&& error() && { return std::move(*checked<1>()); }

    [[nodiscard]] Value value_or(Value fallback) const {
        return ok() ? value() : std::move(fallback);
    }

  private:
    template <std::size_t Index>
    auto* checked() {
        assert(content_.index() == Index);
        return std::get_if<Index>(&content_);
    }
    template <std::size_t Index>
    const auto* checked() const {
        assert(content_.index() == Index);
        return std::get_if<Index>(&content_);
    }

    std::variant<Value, Error> content_;
};

}  // namespace rookery
