// A colony in a temporary folder, and clients that connect to its server as members.
#pragma once

#include "colony/setup/address.h"
#include "colony/setup/certificates.h"
#include "colony/setup/members.h"
#include "colony/setup/private_file.h"
#include "colony/setup/server.h"
#include "colony/setup/setup.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <nats/nats.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace rookery::colony {

// For everything that happens sooner or later: only a test that fails waits so long.
inline constexpr auto long_enough = std::chrono::seconds(60);

class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name =
            (std::filesystem::temp_directory_path() / "rookery-colony-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) std::abort();
        path_ = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path operator/(const char* name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

inline unsigned mode_of(const std::filesystem::path& path) {
    struct stat facts {};
    return ::stat(path.c_str(), &facts) == 0 ? facts.st_mode & 07777U : 0;
}

// The value, or the end of the test: without it nothing that follows makes sense. By an exception,
// so that servers that were started are stopped.
template <class Value>
Value must(Result<Value, std::string> result) {
    if (!result) throw std::runtime_error(result.error());
    return std::move(*result);
}

inline SetupPlan local_plan() {
    return {.name = "home", .addresses = {"127.0.0.1"}, .listen = "127.0.0.1", .port = 0};
}

// Founded on a free port of this machine; its server runs as long as this lives.
class TestColony {
  public:
    TestColony() : folder(base / "colony"), colony(must(found(folder, local_plan()))) {}
    TestColony(const TestColony&) = delete;
    TestColony& operator=(const TestColony&) = delete;
    ~TestColony() { EXPECT_EQ(stop_server(folder), std::nullopt); }

    void start() const { static_cast<void>(must(start_server(folder))); }
    [[nodiscard]] Invitation invited(std::string name, Role role = Role::Worker) const {
        return must(invite(folder, {.name = std::move(name), .role = role}));
    }
    void reload() const { ASSERT_EQ(reload_server(folder), std::nullopt); }

    TemporaryFolder base;
    std::filesystem::path folder;
    Colony colony;
};

// A connection by libnats, as a worker will have it.
class TestClient {
  public:
    explicit TestClient(const Invitation& invitation, bool with_certificate = true,
                        const char* server_name = server_host_name) {
        natsOptions* options = nullptr;
        natsOptions_Create(&options);
        const std::string url = "tls://" + invitation.addresses.front();
        natsOptions_SetURL(options, url.c_str());
        natsOptions_SetSecure(options, true);
        natsOptions_SetTimeout(options, std::chrono::milliseconds(long_enough).count());
        natsOptions_SetAllowReconnect(options, false);
        natsOptions_SetSendAsap(options, true);
        natsOptions_SetCATrustedCertificates(options, invitation.authority.c_str());
        natsOptions_SetExpectedHostname(options, server_name);
        natsOptions_SetCustomInboxPrefix(options, inbox_prefix(invitation.member).c_str());
        natsOptions_SetErrorHandler(options, &TestClient::on_error, this);
        natsOptions_SetClosedCB(options, &TestClient::on_closed, this);
        if (with_certificate)
            natsOptions_SetCertificatesChain(options, invitation.certificate.c_str(),
                                             invitation.key.c_str());
        status_ = natsConnection_Connect(&connection_, options);
        // TLS 1.3 lets a client believe that it is welcome until the first answer.
        if (status_ == NATS_OK) status_ = natsConnection_Flush(connection_);
        natsOptions_Destroy(options);
    }
    TestClient(const TestClient&) = delete;
    TestClient& operator=(const TestClient&) = delete;
    ~TestClient() {
        if (connection_ == nullptr) return;
        natsConnection_Close(connection_);
        {
            // The library reports the end on a thread of its own.
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, long_enough, [this] { return closed_; });
        }
        natsConnection_Destroy(connection_);
    }

    [[nodiscard]] bool connected() const { return status_ == NATS_OK; }
    [[nodiscard]] natsConnection* get() const { return connection_; }

    void publish(const std::string& subject, const std::string& text,
                 const char* answer_to = nullptr) const {
        const int size = static_cast<int>(text.size());
        const natsStatus status =
            answer_to != nullptr
                ? natsConnection_PublishRequest(connection_, subject.c_str(), answer_to,
                                                text.data(), size)
                : natsConnection_Publish(connection_, subject.c_str(), text.data(), size);
        EXPECT_EQ(status, NATS_OK);
        EXPECT_EQ(natsConnection_Flush(connection_), NATS_OK);
    }

    // Whether the server allows it. Its answers come in order: after the answer to a ping, an error
    // is there.
    [[nodiscard]] bool may_publish(const std::string& subject) const {
        natsConnection_PublishString(connection_, subject.c_str(), "x");
        natsConnection_Flush(connection_);
        return !last_error().ends_with("Publish to \"" + subject + "\"");
    }
    [[nodiscard]] bool may_subscribe(const std::string& subject) const {
        natsSubscription* subscription = nullptr;
        natsConnection_SubscribeSync(&subscription, connection_, subject.c_str());
        natsConnection_Flush(connection_);
        natsSubscription_Destroy(subscription);
        return !last_error().ends_with("Subscription to \"" + subject + "\"");
    }
    [[nodiscard]] std::string last_error() const {
        const char* text = nullptr;
        natsConnection_GetLastError(connection_, &text);
        return text != nullptr ? text : "";
    }

    [[nodiscard]] bool is_disconnected() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, long_enough, [this] { return closed_; });
    }

  private:
    // Without a handler the library prints the server's errors.
    static void on_error(natsConnection*, natsSubscription*, natsStatus, void*) {}
    static void on_closed(natsConnection*, void* self) {
        auto& client = *static_cast<TestClient*>(self);
        const std::lock_guard lock(client.mutex_);
        client.closed_ = true;
        client.changed_.notify_all();
    }

    natsConnection* connection_ = nullptr;
    natsStatus status_ = NATS_ERR;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool closed_ = false;
};

// The subscription of one member to one subject.
class TestSubscription {
  public:
    TestSubscription(TestClient& client, const std::string& subject) {
        natsConnection_SubscribeSync(&subscription_, client.get(), subject.c_str());
        natsConnection_Flush(client.get());
    }
    TestSubscription(const TestSubscription&) = delete;
    TestSubscription& operator=(const TestSubscription&) = delete;
    ~TestSubscription() { natsSubscription_Destroy(subscription_); }

    // The next message, if one comes.
    [[nodiscard]] std::optional<std::string> next(std::chrono::milliseconds timeout = long_enough) {
        natsMsg* message = nullptr;
        if (natsSubscription_NextMsg(&message, subscription_, timeout.count()) != NATS_OK)
            return std::nullopt;
        std::string text(natsMsg_GetData(message),
                         static_cast<std::size_t>(natsMsg_GetDataLength(message)));
        natsMsg_Destroy(message);
        return text;
    }

  private:
    natsSubscription* subscription_ = nullptr;
};

// A queue "games" of jobs, as a coordinator can make one.
inline void make_games_queue(jsCtx* queues) {
    jsStreamConfig stream;
    jsStreamConfig_Init(&stream);
    const char* subjects[] = {"rk.job.>"};
    stream.Name = jobs_stream;
    stream.Subjects = subjects;
    stream.SubjectsLen = 1;
    stream.Retention = js_WorkQueuePolicy;
    ASSERT_EQ(js_AddStream(nullptr, queues, &stream, nullptr, nullptr), NATS_OK);
    jsConsumerConfig consumer;
    jsConsumerConfig_Init(&consumer);
    consumer.Durable = "games";
    consumer.AckPolicy = js_AckExplicit;
    ASSERT_EQ(js_AddConsumer(nullptr, queues, jobs_stream, &consumer, nullptr, nullptr), NATS_OK);
}

inline bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

template <class Condition>
bool comes_true(Condition condition) {
    for (const auto end = std::chrono::steady_clock::now() + long_enough;
         std::chrono::steady_clock::now() < end;) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

class RawClient {
  public:
    // The newest version of TLS to speak; 0: the newest there is.
    explicit RawClient(const Invitation& invitation, int max_version = 0)
        : context_(SSL_CTX_new(TLS_client_method())) {
        const auto address = parse_address(invitation.addresses.front());
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(address->port);
        inet_pton(AF_INET, address->host.c_str(), &where.sin_addr);
        socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
        const timeval timeout{60, 0};
        setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        if (::connect(socket_, reinterpret_cast<sockaddr*>(&where), sizeof where) != 0) return;
        // The greeting comes in the open; only then the server speaks TLS.
        for (char c = 0; c != '\n' && ::recv(socket_, &c, 1, 0) == 1;) greeting_ += c;
        // OpenSSL itself refuses old versions by default, but it is the server that is to be
        // tested.
        SSL_CTX_set_security_level(context_, 0);
        SSL_CTX_set_min_proto_version(context_, TLS1_VERSION);
        SSL_CTX_set_max_proto_version(context_, max_version);
        use_identity(invitation);
        tls_ = SSL_new(context_);
        SSL_set_fd(tls_, socket_);
        secure_ = SSL_connect(tls_) == 1;
    }
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;
    ~RawClient() {
        SSL_free(tls_);
        SSL_CTX_free(context_);
        ::close(socket_);
    }

    [[nodiscard]] bool is_secure() const { return secure_; }
    [[nodiscard]] const std::string& greeting() const { return greeting_; }
    [[nodiscard]] std::string version() const { return SSL_get_version(tls_); }

    void send(std::string_view text) {
        SSL_write(tls_, text.data(), static_cast<int>(text.size()));
    }
    // Everything up to the word, or to the end of the connection.
    [[nodiscard]] std::string heard_until(std::string_view word) {
        std::string heard;
        char some[4096];
        for (int size = 0; heard.find(word) == std::string::npos &&
                           (size = SSL_read(tls_, some, sizeof some)) > 0;)
            heard.append(some, static_cast<std::size_t>(size));
        return heard;
    }

  private:
    void use_identity(const Invitation& invitation) {
        BIO* text = BIO_new_mem_buf(invitation.certificate.data(),
                                    static_cast<int>(invitation.certificate.size()));
        X509* certificate = PEM_read_bio_X509(text, nullptr, nullptr, nullptr);
        SSL_CTX_use_certificate(context_, certificate);
        X509_free(certificate);
        BIO_free(text);
        text = BIO_new_mem_buf(invitation.key.data(), static_cast<int>(invitation.key.size()));
        EVP_PKEY* key = PEM_read_bio_PrivateKey(text, nullptr, nullptr, nullptr);
        SSL_CTX_use_PrivateKey(context_, key);
        EVP_PKEY_free(key);
        BIO_free(text);
    }

    SSL_CTX* context_;
    SSL* tls_ = nullptr;
    int socket_ = -1;
    std::string greeting_;
    bool secure_ = false;
};

}  // namespace rookery::colony
