#include "colony/live/coordinator_link.h"

#include <fmt/format.h>

#include <utility>

namespace rookery::colony {
namespace {

// "b" of "rk.alive.b" and of "rk.found.b.c".
std::string_view third_token(std::string_view subject) {
    for (int i = 0; i < 2; ++i) {
        const std::size_t dot = subject.find('.');
        if (dot == std::string_view::npos) return {};
        subject.remove_prefix(dot + 1);
    }
    return subject.substr(0, subject.find('.'));
}

}  // namespace

Result<std::unique_ptr<CoordinatorLink>, std::string> CoordinatorLink::enter(const BusSettings& settings, const Kinship& kinship) {
    auto bus = Bus::connect(settings);
    if (!bus) return failure(bus.error());
    std::unique_ptr<CoordinatorLink> link(new CoordinatorLink(std::move(*bus), kinship));
    auto alive = link->bus_->subscribe("rk.alive.*", [self = link.get()](const Letter& letter) { self->on_alive(letter); });
    if (!alive) return failure(alive.error());
    link->subscriptions_.push_back(std::move(*alive));
    auto found = link->bus_->subscribe("rk.found.*." + link->bus_->member(),
                                         [self = link.get()](const Letter& letter) { self->on_found(letter); });
    if (!found) return failure(found.error());
    link->subscriptions_.push_back(std::move(*found));
    return link;
}

std::vector<WorkerRecord> CoordinatorLink::present() const {
    const std::scoped_lock lock(mutex_);
    return register_.present(std::chrono::steady_clock::now());
}

std::vector<WorkerRecord> CoordinatorLink::fit() const {
    const std::scoped_lock lock(mutex_);
    return register_.fit(std::chrono::steady_clock::now());
}

bool CoordinatorLink::is_trusted(std::string_view member) const {
    const std::scoped_lock lock(mutex_);
    return register_.is_trusted(member);
}

std::string CoordinatorLink::name_of_next_search() {
    return fmt::format("{}-{:x}-{}", bus_->member(), life_, ++searches_);
}

void CoordinatorLink::set_found_handler(FoundHandler handler) {
    const std::scoped_lock lock(found_mutex_);
    found_handler_ = std::move(handler);
}

void CoordinatorLink::on_alive(const Letter& letter) {
    const std::scoped_lock lock(mutex_);
    register_.hear(third_token(letter.subject), letter.bytes, std::chrono::steady_clock::now());
}

void CoordinatorLink::on_found(const Letter& letter) {
    const std::string_view worker = third_token(letter.subject);
    if (!is_trusted(worker)) return;
    const auto message = parse_found(letter.bytes);
    // The server's own answers can be sent here by another worker, so nonsense is held against nobody.
    if (!message) return;
    const std::scoped_lock lock(found_mutex_);
    if (found_handler_) found_handler_(worker, *message);
}

}  // namespace rookery::colony
