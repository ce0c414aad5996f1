#include "colony/live/connector.h"

#include "base/files.h"

#include <fmt/format.h>

#include <utility>

namespace rookery::colony {

Connector::~Connector() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

std::shared_ptr<CoordinatorLink> Connector::link() {
    const std::scoped_lock lock(mutex_);
    if (link_ && link_->bus().is_closed()) {
        // There may be a new invitation.
        news_.emplace_back("colony: the server does not know us any more; searching alone");
        link_.reset();
        if (thread_.joinable()) thread_.join();
        thread_ = {};
    }
    if (!link_ && !thread_.joinable())
        thread_ = std::jthread([this](const std::stop_token& stop) { keep_trying(stop); });
    return link_;
}

std::vector<std::string> Connector::news() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(news_, {});
}

void Connector::keep_trying(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        auto entered = enter(stop);
        if (stop.stop_requested()) return;
        std::unique_lock lock(mutex_);
        if (entered) {
            link_ = std::move(*entered);
            news_.push_back(fmt::format("colony: we are in, as {}", link_->bus().member()));
            return;
        }
        if (entered.error() != last_problem_) {
            last_problem_ = entered.error();
            news_.push_back(fmt::format("colony: {}; searching alone", last_problem_));
        }
        nothing_.wait_for(lock, stop, settings_.between_tries,
                          [&] { return stop.stop_requested(); });
    }
}

Result<std::shared_ptr<CoordinatorLink>, std::string>
Connector::enter(const std::stop_token& stop) const {
    // Read again every time: the file may be new or renewed.
    auto checked = coordinators_invitation(settings_.invitation);
    if (!checked) return failure(checked.error());
    auto bus =
        Bus::connect({.invitation = std::move(checked->invitation), .timeout = settings_.timeout});
    if (!bus) return failure(bus.error());
    // Last, because it is needed only with a connection.
    const auto build_id = settings_.build_id(stop);
    if (!build_id) return failure(std::string("told to stop"));
    auto link = CoordinatorLink::enter(std::move(*bus), *build_id, settings_.invitation);
    if (!link) return failure(link.error());
    return std::shared_ptr<CoordinatorLink>(std::move(*link));
}

Result<CheckedInvitation, std::string> coordinators_invitation(const std::filesystem::path& path) {
    if (path.empty())
        return failure(std::string("no colony is named, and nothing says where the usual one is"));
    auto checked = read_invitation(path, std::chrono::system_clock::now());
    if (!checked) return failure(checked.error());
    if (checked->invitation.role != Role::Coordinator)
        return failure(fmt::format("{} is the invitation of a {}; this needs a coordinator's, "
                                   "which 'rookery colony invite "
                                   "NAME --role coordinator' makes",
                                   path.string(), role_name(checked->invitation.role)));
    return std::move(*checked);
}

std::filesystem::path usual_invitation() {
    const auto data = data_folder();
    return data ? *data / "colony" / "home.rookery" : std::filesystem::path();
}

}  // namespace rookery::colony
