#include "tune/genetic.h"

#include <cassert>

namespace rookery::tune {
namespace {

// In steps, either way.
constexpr double spread_of_the_first = 5;
constexpr double largest_mutation = 2;
// One parameter in this number mutates.
constexpr std::uint64_t mutation_one_in = 4;

double change_up_to(double most, Random& random) { return most * (2 * random.unit() - 1); }

}  // namespace

Genetic::Genetic(std::vector<TunedParameter> parameters, const GeneticSettings& settings)
    : parameters_(std::move(parameters)), settings_(settings), random_(settings.seed) {
    assert(settings.population >= 2);
    const Values start = starts_of(parameters_);
    // The first member is the start itself.
    population_.assign(settings.population, start);
    for (std::size_t member = 1; member < population_.size(); ++member)
        for (std::size_t i = 0; i < parameters_.size(); ++i)
            population_[member][i] = parameters_[i].limited(
                start[i] + parameters_[i].step * change_up_to(spread_of_the_first, random_));
    draw_contests();
}

void Genetic::draw_contests() {
    contests_.clear();
    if (settings_.pairs - begun_ < pairs_of_generation()) return;
    const std::size_t size = population_.size();
    for (std::size_t i = 0; i < size; ++i) {
        const auto one = static_cast<std::size_t>(random_.below(size));
        const auto further = static_cast<std::size_t>(random_.below(size - 1)) + 1;
        contests_.push_back({one, (one + further) % size});
    }
}

std::optional<Trial> Genetic::next() {
    if (contests_.empty() || proposed_ == pairs_of_generation()) return std::nullopt;
    const Contest& contest = contests_[proposed_++ / settings_.pairs_of_contest];
    return Trial{++begun_, rounded(population_[contest.one]), rounded(population_[contest.other])};
}

void Genetic::learn(const Trial&, const TrialResult& result) {
    contests_[heard_++ / settings_.pairs_of_contest].balance += result.balance();
    if (heard_ < pairs_of_generation()) return;
    breed();
    proposed_ = heard_ = 0;
    ++generation_;
    draw_contests();
}

void Genetic::breed() {
    // In a tie the first, which is as random as the second.
    const auto winner = [this](const Contest& contest) -> const Values& {
        return population_[contest.balance >= 0 ? contest.one : contest.other];
    };
    std::vector<Values> children;
    for (std::size_t i = 0; i < contests_.size(); ++i)
        children.push_back(
            child_of(winner(contests_[i]), winner(contests_[(i + 1) % contests_.size()])));
    population_ = std::move(children);
}

Values Genetic::child_of(const Values& mother, const Values& father) {
    Values child;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        double value = random_.one_in(2) ? mother[i] : father[i];
        if (random_.one_in(mutation_one_in))
            value += parameters_[i].step * change_up_to(largest_mutation, random_);
        child.push_back(parameters_[i].limited(value));
    }
    return child;
}

Values Genetic::values() const {
    Values mean(parameters_.size());
    for (const Values& member : population_)
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += member[i] / static_cast<double>(population_.size());
    return mean;
}

std::string Genetic::doing() const { return "generation " + std::to_string(generation_); }

}  // namespace rookery::tune
