#include "terminal/play/play_setup.h"

#include "arena/players/player_spec.h"
#include "base/text.h"
#include "engine/make_searcher.h"
#include "levels/human_searcher.h"
#include "notation/names.h"

#include <fmt/format.h>

namespace rookery {
namespace {

// Whether the text is the word or its beginning.
bool means(std::string_view text, std::string_view word) {
    return !text.empty() && text.size() <= word.size() &&
           ascii::equal_ignoring_case(text, word.substr(0, text.size()));
}

std::string name_of_searcher(const arena::SearcherSpec& spec, SearcherTable searchers) {
    if (spec.name != spec.searcher) return spec.name;
    // The engine is called by the name of the program.
    std::string name = spec.searcher == searchers.front().name ? "Rookery" : spec.searcher;
    if (find_searcher(searchers, spec.searcher)->is_rated)
        for (const auto& [setting, value] : spec.settings)
            if (setting == "elo") name += fmt::format(" {}", value);
    return spec.level > 0 ? fmt::format("{} level {}", name, spec.level) : name;
}

}  // namespace

std::optional<std::string> parse_game_clock(std::string_view text) {
    constexpr double most_minutes = 24 * 60;
    const std::size_t plus = std::min(text.find('+'), text.size());
    const auto minutes = parse_number<double>(ascii::trim(text.substr(0, plus)));
    const auto seconds = plus == text.size()
                             ? std::optional(0.0)
                             : parse_number<double>(ascii::trim(text.substr(plus + 1)));
    const bool sensible = minutes && seconds && *minutes >= 0 && *minutes <= most_minutes &&
                          *seconds >= 0 && *seconds <= most_minutes * 60 &&
                          *minutes * 60 + *seconds >= 1;
    if (!sensible) return std::nullopt;
    return fmt::format("{:.3f}+{:.3f}", *minutes * 60, *seconds);
}

PlaySetup::PlaySetup(std::vector<std::string> unfinished, std::size_t width)
    : unfinished_(std::move(unfinished)), width_(width),
      question_(unfinished_.empty() ? Question::Side : Question::Resume) {}

std::string PlaySetup::prompt() const {
    switch (question_) {
        case Question::Resume: {
            if (unfinished_.size() == 1)
                return in_lines(fmt::format("There is an unfinished game, {}.", unfinished_[0])) +
                       "Go on with it? [yes] ";
            std::string text = in_lines("There are unfinished games:");
            for (std::size_t i = 0; i < unfinished_.size(); ++i)
                text += in_lines(fmt::format("{}. {}", i + 1, unfinished_[i]));
            return text + "Go on with which? [1, or no] ";
        }
        case Question::Side: return "White, black or random? [white] ";
        case Question::Level:
            return fmt::format("Level, 1 to {}, or human 1200? [{}] ", highest_level,
                               request_.level);
        case Question::Clock: return "Minutes, such as 10 or 5+3? [no clock] ";
        case Question::None: break;
    }
    return {};
}

std::string PlaySetup::answer(std::string_view line) {
    const std::string_view text = ascii::trim(line);
    if (ascii::equal_ignoring_case(text, "quit") || ascii::equal_ignoring_case(text, "exit")) {
        request_.quit = true;
        question_ = Question::None;
        return {};
    }
    switch (question_) {
        case Question::Resume: return answer_resume(text);
        case Question::Side: return answer_side(text);
        case Question::Level: return answer_level(text);
        case Question::Clock: return answer_clock(text);
        case Question::None: break;
    }
    return {};
}

std::string PlaySetup::answer_resume(std::string_view text) {
    const auto number = parse_digits(text, static_cast<int>(unfinished_.size()));
    if (text.empty() || means(text, "yes"))
        request_.resume = 0;
    else if (number && *number > 0)
        request_.resume = static_cast<std::size_t>(*number - 1);
    else if (!means(text, "no"))
        return unfinished_.size() == 1
                   ? "Type yes or no.\n"
                   : in_lines(fmt::format("Type a number from 1 to {}, or no for a new game.",
                                          unfinished_.size()));
    question_ = request_.resume ? Question::None : Question::Side;
    return {};
}

std::string PlaySetup::answer_side(std::string_view text) {
    if (text.empty() || means(text, "white"))
        request_.side = PlayRequest::Side::White;
    else if (means(text, "black"))
        request_.side = PlayRequest::Side::Black;
    else if (means(text, "random"))
        request_.side = PlayRequest::Side::Either;
    else
        return in_lines("Type white, black or random, or just Enter for white.");
    question_ = Question::Level;
    return {};
}

std::string PlaySetup::answer_level(std::string_view text) {
    constexpr std::string_view human_word = "human";
    const bool human = ascii::equal_ignoring_case(text.substr(0, human_word.size()), human_word);
    if (human) {
        const auto rating = parse_number<int>(ascii::trim(text.substr(human_word.size())));
        if (!rating || *rating < human::lowest_rating || *rating > human::highest_rating)
            return in_lines(
                fmt::format("Type human and a rating from {} to {}, such as human 1200.",
                            human::lowest_rating, human::highest_rating));
        request_.human_rating = *rating;
    } else if (!text.empty()) {
        const auto level = parse_number<double>(text);
        if (!level || *level != static_cast<int>(*level) || *level < 0 || *level > highest_level)
            return in_lines(
                fmt::format("Type a number from 1 (weakest) to {}, 0 for full strength, "
                            "or human and a rating for an opponent that plays like a "
                            "person.",
                            highest_level));
        request_.level = static_cast<int>(*level);
    }
    question_ = Question::Clock;
    return {};
}

std::string PlaySetup::answer_clock(std::string_view text) {
    if (!text.empty() && !means(text, "no clock") && !means(text, "none")) {
        if (!parse_game_clock(text))
            return in_lines(
                "Type minutes, such as 10, or minutes and seconds a move, such as 5+3.");
        request_.clock = text;
    }
    question_ = Question::None;
    return {};
}

Result<Seat, std::string> searcher_seat(const std::string& spec, SearcherTable searchers) {
    const auto resolved = arena::resolve_player("searcher:" + spec, {}, searchers);
    if (!resolved) return failure(resolved.error());
    const auto& searcher = std::get<arena::SearcherSpec>(*resolved);
    auto made = make_searcher(searcher.choice(), searchers);
    if (!made) return failure(made.error());
    (*made)->resize(searcher.resources);
    Seat seat{name_of_searcher(searcher, searchers), spec, std::move(*made)};
    if (searcher.level > 0 && searcher.searcher == searchers.front().name)
        seat.elo = levels()[static_cast<std::size_t>(searcher.level) - 1].elo;
    return seat;
}

Result<ByColor<Seat>, std::string> make_seats(const ByColor<std::string>& specs,
                                              SearcherTable searchers) {
    ByColor<Seat> seats;
    for (const Color color : both_colors) {
        if (specs[color] == person_spec) {
            const bool both = specs[~color] == person_spec;
            seats[color] = {both ? std::string(word_for(color)) : "You", person_spec, nullptr};
            continue;
        }
        auto seat = searcher_seat(specs[color], searchers);
        if (!seat) return failure(seat.error());
        seats[color] = std::move(*seat);
    }
    // Two of the same name could not be told apart.
    if (seats[Color::White].name == seats[Color::Black].name)
        for (const Color color : both_colors)
            seats[color].name += fmt::format(" ({})", word_for(color));
    return seats;
}

}  // namespace rookery
