// Connects to a colony in the background, for as long as it takes, so that no search waits for a
// server that does not answer.
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
    std::filesystem::path invitation;  // a coordinator's; empty: there is none
    // Finds our build id, which may take time; nothing if told to stop.
    std::function<std::optional<BuildId>(const std::stop_token&)> build_id;
    std::chrono::milliseconds between_tries = std::chrono::seconds(5);
    std::chrono::milliseconds timeout = std::chrono::seconds(2);  // for one try
};

class Connector {
  public:
    explicit Connector(ConnectorSettings settings) : settings_(std::move(settings)) {}
    // Already connected.
    explicit Connector(std::shared_ptr<CoordinatorLink> link) : link_(std::move(link)) {}
    ~Connector();

    // Nothing while there is no connection. The first call starts trying, and so does the first one
    // after the connection was closed; no call waits.
    [[nodiscard]] std::shared_ptr<CoordinatorLink> link();
    // Notices since the last call: why there is no connection, or that there is one. Each is given
    // once.
    [[nodiscard]] std::vector<std::string> news();

  private:
    void keep_trying(const std::stop_token& stop);
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

// The invitation of the coordinator that `colony init` makes, in the usual folder; empty if there
// is no such folder.
[[nodiscard]] std::filesystem::path usual_invitation();

}  // namespace rookery::colony
