#include "colony/setup/certificates.h"

#include "colony_helpers.h"

#include <gtest/gtest.h>

#include <openssl/err.h>

#include <chrono>
#include <string>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
using std::chrono::system_clock;

constexpr const char* some_id = "w1.00112233445566778899aabbccddeeff@worker.rookery";

TEST(Certificates, AuthorityCertifiesAMember) {
    const Identity authority = must(make_authority("home", 100));
    const Identity member = must(make_member_identity(authority, some_id, 10));
    const CertificateFacts facts = must(describe(member.certificate, authority.certificate));
    EXPECT_EQ(facts.id, some_id);
    EXPECT_TRUE(facts.is_signed_by_authority);
    EXPECT_TRUE(facts.is_for_member);
    EXPECT_FALSE(facts.is_for_server);
    const auto now = system_clock::now();
    EXPECT_LT(facts.not_before, now - 4min);
    EXPECT_GT(facts.not_before, now - 1h);
    EXPECT_GT(facts.not_after, now + 10 * 24h - 1h);
    EXPECT_LT(facts.not_after, now + 10 * 24h + 1h);
}

TEST(Certificates, AServerIsNoMemberAndNoAuthority) {
    const Identity authority = must(make_authority("home", 100));
    const Identity server =
        must(make_server_identity(authority, {"10.0.0.1", "::1", "box.example"}, 10));
    const CertificateFacts facts = must(describe(server.certificate, authority.certificate));
    EXPECT_EQ(facts.id, "");
    EXPECT_TRUE(facts.is_signed_by_authority);
    EXPECT_TRUE(facts.is_for_server);
    EXPECT_FALSE(facts.is_for_member);
    const Identity grandchild = must(make_member_identity(server, some_id, 10));
    EXPECT_FALSE(must(describe(grandchild.certificate, server.certificate)).is_signed_by_authority);
    EXPECT_FALSE(
        must(describe(grandchild.certificate, authority.certificate)).is_signed_by_authority);
}

TEST(Certificates, AnAuthorityOfTheSameNameIsAnother) {
    const Identity ours = must(make_authority("home", 100));
    const Identity theirs = must(make_authority("home", 100));
    const Identity member = must(make_member_identity(theirs, some_id, 10));
    EXPECT_FALSE(must(describe(member.certificate, ours.certificate)).is_signed_by_authority);
    EXPECT_TRUE(must(describe(ours.certificate, ours.certificate)).is_signed_by_authority);
    EXPECT_FALSE(must(describe(ours.certificate, theirs.certificate)).is_signed_by_authority);
}

TEST(Certificates, FewerThanNoDaysHaveExpired) {
    const Identity authority = must(make_authority("home", 100));
    const Identity member = must(make_member_identity(authority, some_id, -2));
    const CertificateFacts facts = must(describe(member.certificate, authority.certificate));
    EXPECT_LT(facts.not_before, facts.not_after);
    EXPECT_LT(facts.not_after, system_clock::now() - 24h);
    EXPECT_TRUE(facts.is_signed_by_authority);
}

TEST(Certificates, NothingOutlivesItsAuthority) {
    const Identity authority = must(make_authority("home", 5));
    const Identity member = must(make_member_identity(authority, some_id, 50));
    EXPECT_EQ(must(describe(member.certificate, authority.certificate)).not_after,
              must(describe(authority.certificate, authority.certificate)).not_after);
}

// The clock's numbers end in the year 2262, those of certificates in 9999.
TEST(Certificates, TimesFarAwayAreCutShort) {
    const Identity authority = must(make_authority("home", 2'000'000));
    const CertificateFacts facts = must(describe(authority.certificate, authority.certificate));
    EXPECT_GT(facts.not_after, system_clock::now() + 100 * 365 * 24h);
    const Identity ancient = must(make_member_identity(authority, some_id, -50'000));
    EXPECT_LT(must(describe(ancient.certificate, authority.certificate)).not_after,
              system_clock::now() - 40 * 365 * 24h);
}

TEST(Certificates, AKeyFitsItsOwnCertificateOnly) {
    const Identity authority = must(make_authority("home", 5));
    const Identity one = must(make_member_identity(authority, some_id, 5));
    const Identity two = must(make_member_identity(authority, some_id, 5));
    EXPECT_TRUE(key_fits(one.key, one.certificate));
    EXPECT_FALSE(key_fits(one.key, two.certificate));
    EXPECT_FALSE(key_fits("", one.certificate));
    EXPECT_FALSE(key_fits(one.key, ""));
    EXPECT_FALSE(key_fits(one.key + "x", one.certificate));
    EXPECT_NE(one.certificate, two.certificate);
}

// The public half that stands beside the secret one fits as before.
TEST(Certificates, ADamagedKeyDoesNotFit) {
    const Identity authority = must(make_authority("home", 5));
    const std::size_t in_the_secret_half = authority.key.find('\n') + 1 + 60;
    for (const char c : std::string("ABCDEFabcdef012345")) {
        std::string damaged = authority.key;
        if (damaged[in_the_secret_half] == c) continue;
        damaged[in_the_secret_half] = c;
        EXPECT_FALSE(key_fits(damaged, authority.certificate));
    }
}

// It must neither be read nor ask for its password at the terminal.
TEST(Certificates, ALockedKeyIsRefused) {
    const Identity authority = must(make_authority("home", 5));
    const std::string locked =
        "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n"
        "DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\nAAAAAAAAAAAAAAAAAAAAAA==\n"
        "-----END EC PRIVATE KEY-----\n";
    EXPECT_FALSE(key_fits(locked, authority.certificate));
}

TEST(Certificates, DamagedCertificatesAreRefused) {
    const Identity authority = must(make_authority("home", 5));
    const Identity member = must(make_member_identity(authority, some_id, 5));
    for (const std::string& text :
         {std::string(), std::string("x"), member.certificate + member.certificate,
          "words\n" + member.certificate, member.key, member.certificate.substr(0, 200)}) {
        EXPECT_FALSE(describe(text, authority.certificate).ok());
        EXPECT_FALSE(describe(member.certificate, text).ok());
    }
    EXPECT_FALSE(make_member_identity({authority.certificate, member.key}, some_id, 5).ok());
    EXPECT_FALSE(make_member_identity({"", ""}, some_id, 5).ok());
}

TEST(Certificates, OddHostsAreRefused) {
    const Identity authority = must(make_authority("home", 5));
    for (const char* host : {"", "a b", "a,DNS:b", "10.0.0.300", "a\nb", "*.example", "-a", "a..b"})
        EXPECT_FALSE(make_server_identity(authority, {host}, 5).ok()) << host;
    EXPECT_FALSE(make_server_identity(authority, {std::string("a\0b", 3)}, 5).ok());
}

// A connection made next in the same thread would take them for its own.
TEST(Certificates, NoErrorsAreLeftBehind) {
    EXPECT_FALSE(describe("x", "y").ok());
    EXPECT_EQ(ERR_peek_error(), 0U);
    EXPECT_FALSE(key_fits("x", "y"));
    EXPECT_EQ(ERR_peek_error(), 0U);
}

TEST(Certificates, RandomDigitsDiffer) {
    const std::string one = must(random_hexadecimal(16));
    EXPECT_EQ(one.size(), 32U);
    EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_NE(one, must(random_hexadecimal(16)));
}

}  // namespace
}  // namespace rookery::colony
