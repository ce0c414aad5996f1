// The way into a colony: it is tried in the background, for as long as it takes, so that nobody who
// searches waits for a server that does not answer.
#pragma once

#include "colony/live/coordinator_link.h"

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace rookery::colony {

struct ConnectorSettings {
    std::filesystem::path invitation;  // a coordinator's; empty: there is none to be found
    // Who we are; nothing once it is told to stop. It may take its time.
    std::function<std::optional<BuildId>(const std::stop_token&)> build_id;
    std::chrono::milliseconds between_tries = std::chrono::seconds(5);
    std::chrono::milliseconds timeout = std::chrono::seconds(2);  // with one try
};

class Connector {
  public:
    explicit Connector(ConnectorSettings settings) : settings_(std::move(settings)) {}
    // We are in.
    explicit Connector(std::shared_ptr<CoordinatorLink> link) : link_(std::move(link)) {}
    ~Connector();

    // Nothing while we are not in. The first call begins to knock, and so does the first after we
    // were thrown out; none waits.
    [[nodiscard]] std::shared_ptr<CoordinatorLink> link();
    // What has happened since it was last asked, each thing once: why we are not in, that we are.
    [[nodiscard]] std::vector<std::string> news();

  private:
    void knock(const std::stop_token& stop);
    [[nodiscard]] Result<std::shared_ptr<CoordinatorLink>, std::string>
    enter(const std::stop_token& stop) const;

    const ConnectorSettings settings_{};
    std::mutex mutex_;
    std::condition_variable_any nothing_;
    std::shared_ptr<CoordinatorLink> link_;
    std::string last_problem_;
    std::vector<std::string> news_;
    std::jthread thread_;  // the last member: it uses the others
};

// The error says what is wrong with the file, or that it is for another role.
[[nodiscard]] Result<CheckedInvitation, std::string>
coordinators_invitation(const std::filesystem::path& path);

// Of the coordinator that `colony init` invites, in the usual folder; empty if nothing says where
// that is.
[[nodiscard]] std::filesystem::path usual_invitation();

}  // namespace rookery::colony
