// A connection without a client library's manners: it sends whatever a test wants sent.
#pragma once

#include "colony/setup/address.h"
#include "colony/setup/invitation.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace rookery::colony {

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
