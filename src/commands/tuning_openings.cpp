#include "commands/tuning_openings.h"

#include "arena/openings/opening_book.h"

#include <memory>

namespace rookery {
namespace {

using namespace arena;

TrialOpenings random_from(std::uint64_t seed, std::uint64_t first) {
    return [seed, first](std::size_t trial) -> Result<Opening, std::string> {
        return random_opening(seed, first + trial);
    };
}

// In the order of the seed, from its begin or from its end.
TrialOpenings openings_of(std::shared_ptr<const OpeningBook> book, std::uint64_t seed, Order order,
                          bool from_the_end) {
    auto indices =
        std::make_shared<const std::vector<std::size_t>>(opening_order(book->size(), seed, order));
    return [book = std::move(book), indices = std::move(indices), from_the_end](std::size_t trial) {
        const std::size_t place = trial % indices->size();
        return book->at((*indices)[from_the_end ? indices->size() - 1 - place : place]);
    };
}

}  // namespace

Result<OpeningSource, std::string> opening_source(const std::string& name) {
    OpeningSource source{name, std::nullopt, {}, {}};
    if (name == "random") {
        // More than any tuning plays.
        constexpr std::uint64_t far_off = std::uint64_t{1} << 40;
        source.for_tuning = [](std::uint64_t seed) { return random_from(seed, 0); };
        source.for_judging = [](std::uint64_t seed) { return random_from(seed, far_off); };
        return source;
    }
    auto loaded =
        name == "study" ? OpeningBook::of(study_openings(), name) : OpeningBook::load(name);
    if (!loaded) return failure(loaded.error());
    const auto book = std::make_shared<const OpeningBook>(std::move(*loaded));
    const Order order = name == "study" ? Order::Sequential : Order::Random;
    source.count = book->size();
    source.for_tuning = [=](std::uint64_t seed) { return openings_of(book, seed, order, false); };
    source.for_judging = [=](std::uint64_t seed) { return openings_of(book, seed, order, true); };
    return source;
}

}  // namespace rookery
