#include "colony/bus.h"

#include "colony/setup/certificates.h"
#include "ui/messages.h"

#include <fmt/format.h>
#include <nats/nats.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>

namespace rookery::colony {

// Not in the unnamed namespace, for Bus::Impl has a member of such a type.
namespace nats {

struct Release {
    void operator()(natsOptions* options) const { natsOptions_Destroy(options); }
    void operator()(natsConnection* connection) const { natsConnection_Destroy(connection); }
    void operator()(natsMsg* message) const { natsMsg_Destroy(message); }
};
using Options = std::unique_ptr<natsOptions, Release>;
using Connection = std::unique_ptr<natsConnection, Release>;
using Message = std::unique_ptr<natsMsg, Release>;

}  // namespace nats

namespace {

using nats::Connection;
using nats::Message;
using nats::Options;

constexpr std::int64_t ping_interval_ms = 1000;
constexpr int pings_until_cut_off = 2;
constexpr std::int64_t reconnect_wait_ms = 250;
constexpr std::int64_t reconnect_jitter_ms = 250;
constexpr int waiting_bytes_while_cut_off = 1 << 20;
// The functions of the library block while it tries to connect again. So only our executor calls
// them.
constexpr std::size_t most_bytes_to_send = 4 << 20;
// A server that reads nothing although the connection is open is given up after that time.
constexpr std::int64_t write_deadline_ms = 2000;
constexpr auto closing_timeout = std::chrono::seconds(1);
// A subscriber that is too slow loses messages instead of filling the memory.
constexpr int most_waiting_messages = 20'000;
constexpr int most_waiting_bytes = 32 << 20;

BusMessage message_of(natsMsg* message) {
    const char* answer_to = natsMsg_GetReply(message);
    return {natsMsg_GetSubject(message),
            {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))},
            answer_to == nullptr ? "" : answer_to};
}

}  // namespace

namespace {

// "Timeout" of "(conn.c:12): Timeout": the place in its source is left out.
std::string_view without_place(std::string_view words) {
    const std::size_t end = words.find("): ");
    return words.starts_with('(') && end != std::string_view::npos ? words.substr(end + 3) : words;
}

// The last error of the library on this thread, if it is this one.
std::string library_words(natsStatus status) {
    natsStatus last = NATS_OK;
    const char* text = nats_GetLastError(&last);
    if (text == nullptr || *text == '\0' || last != status) return natsStatus_GetText(status);
    return std::string(without_place(text));
}

std::string in_brackets(std::string_view sentence, std::string_view details) {
    if (details.empty()) return std::string(sentence);
    return fmt::format("{} ({})", sentence, without_place(details));
}

// Nothing for a status that a user does not meet.
const char* plain_words(natsStatus status) {
    switch (status) {
        case NATS_TIMEOUT: return "the server did not answer in time";
        case NATS_NO_RESPONDERS: return "the server keeps no queues";
        case NATS_CONNECTION_CLOSED:
        case NATS_CONNECTION_DISCONNECTED:
        case NATS_STALE_CONNECTION:
        case NATS_IO_ERROR: return "the connection to the server is lost";
        case NATS_NOT_PERMITTED: return "the server does not permit this member to do that";
        case NATS_CONNECTION_AUTH_FAILED:
            return "the server does not accept the invitation any more";
        case NATS_SLOW_CONSUMER: return "messages came faster than they were read; some are lost";
        case NATS_MAX_PAYLOAD: return "a message is longer than the server permits";
        case NATS_NO_MEMORY: return "there is no memory left";
        default: return nullptr;
    }
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

std::string look_elsewhere() {
    return fmt::format("if its address has changed, '{} colony find FILE --save' looks for it",
                       command_name());
}

// Why the certificates were not accepted.
std::string tls_problem(std::string_view words, const std::string& where,
                        const Invitation& invitation) {
    if (contains_any(words, {"has expired", "not yet valid"}))
        return fmt::format("the certificate of the server at {} has expired, or the clock of this "
                           "machine is wrong; '{} colony renew' on its machine makes a new one",
                           where, command_name());
    if (contains_any(words, {"issuer certificate", "self-signed", "self signed", "mismatch",
                             "signature failure", "verify failed"}))
        return fmt::format("the server at {} does not belong to colony {}: its certificate is of "
                           "another authority; {}",
                           where, invitation.colony, look_elsewhere());
    return fmt::format("no encrypted connection to {} can be made", where);
}

}  // namespace

std::string words_for(natsStatus status) {
    const char* plain = plain_words(status);
    const std::string details = library_words(status);
    return plain != nullptr ? in_brackets(plain, details) : details;
}

std::string revoked_problem(const Invitation& invitation) {
    const bool is_worker = invitation.role == Role::Worker;
    return fmt::format("the invitation of {} was revoked or replaced by a newer one; '{} colony "
                       "invite {}{}' on the machine of the server of colony {} makes a new one",
                       invitation.member, command_name(), invitation.member,
                       is_worker ? "" : fmt::format(" --role {}", role_name(invitation.role)),
                       invitation.colony);
}

std::string entry_problem(int status, std::string_view library_words,
                          const Invitation& invitation) {
    const std::string where = fmt::format("{}", fmt::join(invitation.addresses, ", "));
    const auto with_details = [&](const std::string& sentence) {
        return in_brackets(sentence, library_words);
    };
    if (library_words.find("maximum connections") != std::string_view::npos)
        return with_details(
            fmt::format("the server at {} has as many connections as it permits", where));
    switch (status) {
        case NATS_CONNECTION_AUTH_FAILED: return with_details(revoked_problem(invitation));
        case NATS_NO_SERVER:
        case NATS_IO_ERROR:
            return with_details(
                fmt::format("no server answers at {}; '{} colony up' on its machine starts it; {}",
                            where, command_name(), look_elsewhere()));
        case NATS_TIMEOUT:
            return with_details(
                fmt::format("{} did not answer in time; {}", where, look_elsewhere()));
        case NATS_SSL_ERROR: return with_details(tls_problem(library_words, where, invitation));
        case NATS_PROTOCOL_ERROR:
        case NATS_CONNECTION_CLOSED:
        case NATS_SECURE_CONNECTION_WANTED:
        case NATS_SECURE_CONNECTION_REQUIRED:
            return with_details(fmt::format("what answers at {} is not the server of colony {}; {}",
                                            where, invitation.colony, look_elsewhere()));
        default: return with_details(fmt::format("the server at {} does not let us in", where));
    }
}

struct Bus::Impl {
    Connection connection;
    // Subscriptions that have ended; used by the executor's thread only. The library (up to 3.5)
    // uses freed memory if a subscription is destroyed while a message to it is under way, so they
    // are destroyed only when there can be no more messages.
    std::vector<std::shared_ptr<Subscription::Impl>> ended;
    std::string member;
    std::string revoked_words;
    bool is_refusal_told = false;  // used by the library's thread only
    std::mutex mutex;
    std::condition_variable changed;
    BusEventHandler on_event;
    bool is_closed = false;
    std::atomic<bool> is_connected = false;
    SerialExecutor executor{most_bytes_to_send};  // the last member: it uses the connection

    void emit(BusEvent event, const std::string& words) {
        const std::scoped_lock lock(mutex);
        if (on_event) on_event(event, words);
    }
    static void on_error(natsConnection*, natsSubscription*, natsStatus status, void* self) {
        auto& impl = *static_cast<Impl*>(self);
        // The library tries twice before it gives up.
        if (status == NATS_CONNECTION_AUTH_FAILED && std::exchange(impl.is_refusal_told, true))
            return;
        impl.emit(BusEvent::Refused, words_for(status));
    }
    static void on_cut_off(natsConnection*, void* self) {
        static_cast<Impl*>(self)->is_connected = false;
        static_cast<Impl*>(self)->emit(BusEvent::CutOff, "");
    }
    static void on_connected(natsConnection*, void* self) {
        static_cast<Impl*>(self)->is_connected = true;
        static_cast<Impl*>(self)->is_refusal_told = false;
        static_cast<Impl*>(self)->emit(BusEvent::Connected, "");
    }
    static void on_closed(natsConnection*, void* self) {
        auto& impl = *static_cast<Impl*>(self);
        impl.is_connected = false;
        impl.emit(BusEvent::Closed, "");
        const std::scoped_lock lock(impl.mutex);
        impl.is_closed = true;
        impl.changed.notify_all();
    }
};

struct Bus::Subscription::Impl {
    Bus::Impl& bus;
    natsSubscription* subscription = nullptr;
    std::mutex mutex;
    std::condition_variable changed;
    MessageHandler handler;  // empty after the end
    bool is_complete = false;

    // When the connection is closed.
    ~Impl() {
        if (subscription == nullptr) return;
        natsSubscription_Destroy(subscription);
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return is_complete; });
    }

    // Returns when the handler runs no more. The executor tells the server, which takes time.
    static void end(std::shared_ptr<Impl> impl) {
        {
            const std::scoped_lock lock(impl->mutex);
            impl->handler = nullptr;
        }
        SerialExecutor& executor = impl->bus.executor;
        executor.give(0, [kept = std::move(impl)] {
            natsSubscription_Unsubscribe(kept->subscription);
            kept->bus.ended.push_back(kept);
        });
    }

    static void on_message(natsConnection*, natsSubscription*, natsMsg* raw, void* self) {
        const Message message(raw);
        auto& impl = *static_cast<Impl*>(self);
        const std::scoped_lock lock(impl.mutex);
        if (impl.handler) impl.handler(message_of(message.get()));
    }
    static void on_complete(void* self) {
        auto& impl = *static_cast<Impl*>(self);
        const std::scoped_lock lock(impl.mutex);
        impl.is_complete = true;
        impl.changed.notify_all();
    }
};

namespace {

// The first failure of a call of the library, if there was one.
class Steps {
  public:
    Steps& operator<<(natsStatus status) {
        if (first_ == NATS_OK && status != NATS_OK) {
            first_ = status;
            words_ = words_for(status);
        }
        return *this;
    }
    [[nodiscard]] bool ok() const { return first_ == NATS_OK; }
    [[nodiscard]] const std::string& words() const { return words_; }

  private:
    natsStatus first_ = NATS_OK;
    std::string words_;
};

Steps set_connection(natsOptions* options, const BusSettings& settings) {
    const Invitation& invitation = settings.invitation;
    std::vector<std::string> urls;
    for (const std::string& address : invitation.addresses) urls.push_back("tls://" + address);
    std::vector<const char*> servers;
    for (const std::string& url : urls) servers.push_back(url.c_str());
    Steps steps;
    steps << natsOptions_SetServers(options, servers.data(), static_cast<int>(servers.size()))
          << natsOptions_SetName(options, invitation.member.c_str())
          << natsOptions_SetSecure(options, true)
          << natsOptions_SetCATrustedCertificates(options, invitation.authority.c_str())
          << natsOptions_SetCertificatesChain(options, invitation.certificate.c_str(),
                                              invitation.key.c_str())
          << natsOptions_SetExpectedHostname(options, server_host_name)
          << natsOptions_SetCustomInboxPrefix(options, inbox_prefix(invitation.member).c_str())
          << natsOptions_SetTimeout(options, settings.timeout.count())
          // Without this every message waits for a millisecond.
          << natsOptions_SetSendAsap(options, true)
          << natsOptions_SetWriteDeadline(options, write_deadline_ms)
          << natsOptions_SetPingInterval(options, ping_interval_ms)
          << natsOptions_SetMaxPingsOut(options, pings_until_cut_off)
          << natsOptions_SetMaxReconnect(options, -1)
          << natsOptions_SetReconnectWait(options, reconnect_wait_ms)
          << natsOptions_SetReconnectJitter(options, reconnect_jitter_ms, reconnect_jitter_ms)
          << natsOptions_SetReconnectBufSize(options, waiting_bytes_while_cut_off);
    return steps;
}

}  // namespace

Result<std::unique_ptr<Bus>, std::string> Bus::connect(const BusSettings& settings) {
    const SignalBlocker blocker;
    natsOptions* raw = nullptr;
    if (natsOptions_Create(&raw) != NATS_OK) return failure("there is no memory for a connection");
    const Options options(raw);
    auto impl = std::make_unique<Impl>();
    impl->member = settings.invitation.member;
    impl->revoked_words = rookery::colony::revoked_problem(settings.invitation);
    impl->on_event = settings.on_event;
    Steps steps = set_connection(options.get(), settings);
    steps << natsOptions_SetErrorHandler(options.get(), Impl::on_error, impl.get())
          << natsOptions_SetDisconnectedCB(options.get(), Impl::on_cut_off, impl.get())
          << natsOptions_SetReconnectedCB(options.get(), Impl::on_connected, impl.get())
          << natsOptions_SetClosedCB(options.get(), Impl::on_closed, impl.get());
    if (!steps.ok())
        return failure(fmt::format("the invitation of {} cannot be used: {}",
                                   settings.invitation.member, steps.words()));
    natsConnection* connection = nullptr;
    const natsStatus status = natsConnection_Connect(&connection, options.get());
    if (status != NATS_OK) {
        std::string words = library_words(status);
        if (status == NATS_NO_SERVER) {
            const auto unknown = unknown_host(settings.invitation.addresses);
            words =
                unknown ? fmt::format("the name {} is not known on this machine", *unknown) : "";
        }
        return failure(entry_problem(status, words, settings.invitation));
    }
    impl->connection.reset(connection);
    impl->is_connected = true;
    std::unique_ptr<Bus> bus(new Bus(std::move(impl)));
    // With TLS 1.3 a client that is refused finds out only with the first answer.
    if (bus->flush(settings.timeout)) return bus;
    const bool is_refused = !bus->is_connected() || bus->is_closed();
    return failure(entry_problem(is_refused ? NATS_CONNECTION_AUTH_FAILED : NATS_TIMEOUT,
                                 is_refused ? "the server has hung up" : "it is silent",
                                 settings.invitation));
}

Bus::Bus(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Bus::~Bus() {
    {
        // An end that the program itself asked for is no event.
        const std::scoped_lock lock(impl_->mutex);
        impl_->on_event = nullptr;
    }
    // The server may not have read the last messages when the connection closes; so they are
    // flushed.
    if (impl_->is_connected) flush(closing_timeout);
    natsConnection_Close(impl_->connection.get());
    // The library reports the end on a thread of its own, last of all.
    std::unique_lock lock(impl_->mutex);
    impl_->changed.wait(lock, [&] { return impl_->is_closed; });
}

bool Bus::publish(const std::string& subject, std::string_view bytes) {
    return impl_->executor.give(
        subject.size() + bytes.size(),
        [connection = impl_->connection.get(), subject, text = std::string(bytes)] {
            natsConnection_Publish(connection, subject.c_str(), text.data(),
                                   static_cast<int>(text.size()));
        });
}

Result<Bus::Subscription, std::string> Bus::subscribe(const std::string& subject,
                                                      MessageHandler handler) {
    const SignalBlocker blocker;
    std::shared_ptr<Subscription::Impl> impl(new Subscription::Impl{.bus = *impl_});
    impl->handler = std::move(handler);
    const natsStatus status =
        natsConnection_Subscribe(&impl->subscription, impl_->connection.get(), subject.c_str(),
                                 Subscription::Impl::on_message, impl.get());
    if (status != NATS_OK)
        return failure(fmt::format("{} cannot be listened to: {}", subject, words_for(status)));
    natsSubscription_SetOnCompleteCB(impl->subscription, Subscription::Impl::on_complete,
                                     impl.get());
    natsSubscription_SetPendingLimits(impl->subscription, most_waiting_messages,
                                      most_waiting_bytes);
    return Subscription(std::move(impl));
}

std::optional<std::string> Bus::ask(const std::string& subject, std::string_view bytes,
                                    std::chrono::milliseconds timeout) {
    natsMsg* raw = nullptr;
    const natsStatus status =
        natsConnection_Request(&raw, impl_->connection.get(), subject.c_str(), bytes.data(),
                               static_cast<int>(bytes.size()), timeout.count());
    if (status != NATS_OK) return std::nullopt;
    const Message message(raw);
    return std::string(message_of(raw).bytes);
}

bool Bus::flush(std::chrono::milliseconds timeout) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    if (!impl_->executor.finish(timeout)) return false;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    return natsConnection_FlushTimeout(impl_->connection.get(),
                                       std::max<std::int64_t>(1, left.count())) == NATS_OK;
}

bool Bus::is_connected() const { return impl_->is_connected; }

bool Bus::is_closed() const {
    const std::scoped_lock lock(impl_->mutex);
    return impl_->is_closed;
}

const std::string& Bus::member() const { return impl_->member; }

std::string Bus::revoked_problem() const { return impl_->revoked_words; }

void* Bus::connection() const { return impl_->connection.get(); }

Bus::Subscription::Subscription(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
Bus::Subscription::Subscription(Subscription&&) noexcept = default;
Bus::Subscription& Bus::Subscription::operator=(Subscription&& other) noexcept {
    std::swap(impl_, other.impl_);
    return *this;
}
Bus::Subscription::~Subscription() {
    if (impl_) Impl::end(std::move(impl_));
}

SerialExecutor::SerialExecutor(std::size_t most_bytes)
    : most_bytes_(most_bytes), thread_([this] { work(); }) {}

SerialExecutor::~SerialExecutor() {
    {
        const std::scoped_lock lock(mutex_);
        is_closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

bool SerialExecutor::give(std::size_t bytes, Task task) {
    {
        const std::scoped_lock lock(mutex_);
        if (bytes > 0 && waiting_bytes_ + bytes > most_bytes_) return false;
        waiting_bytes_ += bytes;
        ++given_;
        waiting_.push_back({bytes, std::move(task)});
    }
    changed_.notify_all();
    return true;
}

bool SerialExecutor::finish(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, timeout, [this, until = given_] { return done_ >= until; });
}

void SerialExecutor::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_closing_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        Waiting next = std::move(waiting_.front());
        waiting_.pop_front();
        waiting_bytes_ -= next.bytes;
        lock.unlock();
        next.task();
        next = {};
        lock.lock();
        ++done_;
        changed_.notify_all();
    }
}

namespace {

// Below the number of connections that a process may have.
constexpr std::size_t most_at_once = 256;

std::set<std::uint16_t> ports_of(const Invitation& invitation) {
    std::set<std::uint16_t> ports;
    for (const std::string& text : invitation.addresses)
        if (const auto address = parse_address(text)) ports.insert(address->port);
    return ports;
}

std::vector<Address> candidates(const Invitation& invitation, const Network& network) {
    std::vector<Address> all;
    for (const std::uint16_t port : ports_of(invitation))
        for (const std::string& host : network.hosts()) all.push_back({host, port});
    return all;
}

}  // namespace

Result<FoundServer, std::string> find_server(const BusSettings& settings,
                                             const std::vector<Network>& networks,
                                             std::chrono::milliseconds greeting_timeout) {
    std::size_t strangers = 0;
    std::vector<std::string> asked;
    for (const Network& network : networks) {
        asked.push_back(network.text());
        const std::vector<Address> all = candidates(settings.invitation, network);
        for (std::size_t i = 0; i < all.size(); i += most_at_once) {
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i);
            const auto count = static_cast<std::ptrdiff_t>(std::min(all.size() - i, most_at_once));
            const std::vector<Address> some(begin, begin + count);
            for (const Address& address : greeted_among(some, greeting_timeout)) {
                BusSettings there = settings;
                there.invitation.addresses = {address.text()};
                if (auto bus = Bus::connect(there))
                    return FoundServer{address.text(), std::move(*bus)};
                ++strangers;
            }
        }
    }
    if (asked.empty()) return failure("this machine is in no network in which one could look");
    std::string problem = fmt::format("the server of colony {} is not in {}",
                                      settings.invitation.colony, fmt::join(asked, ", "));
    if (strangers > 0)
        problem += fmt::format(" ({} other servers are, or would not have us)", strangers);
    return failure(std::move(problem));
}

Result<FoundServer, std::string> find_near(const BusSettings& settings,
                                           const std::vector<std::string>& networks) {
    std::vector<Network> where;
    for (const std::string& text : networks) {
        auto network = parse_network(text);
        if (!network) return failure(network.error());
        where.push_back(*network);
    }
    return find_server(settings, networks.empty() ? default_nets() : where);
}

}  // namespace rookery::colony
