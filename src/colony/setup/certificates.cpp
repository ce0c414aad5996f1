#include "colony/setup/certificates.h"

#include "colony/setup/address.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <ctime>
#include <memory>

namespace rookery::colony {
namespace {

template <auto Free>
struct Deleter {
    template <class T>
    void operator()(T* object) const {
        Free(object);
    }
};
template <class T, auto Free>
using Owned = std::unique_ptr<T, Deleter<Free>>;

using Bio = Owned<BIO, BIO_free_all>;
using Number = Owned<BIGNUM, BN_free>;
using PrivateKey = Owned<EVP_PKEY, EVP_PKEY_free>;
using KeyCheck = Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;
using Certificate = Owned<X509, X509_free>;
using Extension = Owned<X509_EXTENSION, X509_EXTENSION_free>;
using Names = Owned<GENERAL_NAMES, GENERAL_NAMES_free>;
using Store = Owned<X509_STORE, X509_STORE_free>;
using Check = Owned<X509_STORE_CTX, X509_STORE_CTX_free>;

// Clocks differ: a new certificate must be valid on a machine whose clock is a little behind.
constexpr std::time_t clock_tolerance = 5 * 60;
constexpr std::time_t seconds_a_day = 24 * 60 * 60;
// In the year 2255. A certificate can name the year 9999, but the clock counts nanoseconds and ends
// before.
constexpr std::time_t last_second = 9'000'000'000;
constexpr int serial_bits = 128;

// OpenSSL keeps a list of errors per thread. Old errors in it would be taken for a failure of the
// next connection.
struct ErrorList {
    ErrorList() { ERR_clear_error(); }
    ~ErrorList() { ERR_clear_error(); }
    ErrorList(const ErrorList&) = delete;
    ErrorList& operator=(const ErrorList&) = delete;

    [[nodiscard]] static std::string reason(const char* what) {
        const unsigned long code = ERR_peek_last_error();
        const char* why = code != 0 ? ERR_reason_error_string(code) : nullptr;
        return fmt::format("{}: {}", what, why != nullptr ? why : "OpenSSL does not say why");
    }
};

Bio reader(const std::string& text) {
    return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string content(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

std::string pem_of(X509* certificate) {
    const Bio bio(BIO_new(BIO_s_mem()));
    return bio && PEM_write_bio_X509(bio.get(), certificate) == 1 ? content(bio.get())
                                                                  : std::string();
}

std::string pem_of(EVP_PKEY* key) {
    // Memory that is wiped when it is given back.
    const Bio bio(BIO_new(BIO_s_secmem()));
    return bio && PEM_write_bio_PKCS8PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr,
                                                nullptr) == 1
               ? content(bio.get())
               : std::string();
}

// A second certificate or other text would be read by others and not by us.
Certificate read_certificate(const std::string& text) {
    const Bio bio = reader(text);
    Certificate certificate(bio ? PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)
                                : nullptr);
    if (certificate && pem_of(certificate.get()) != text) return nullptr;
    return certificate;
}

// Without this OpenSSL asks at the terminal for the password of an encrypted key.
int no_password(char*, int, int, void*) { return -1; }

// The text of a key holds its public part too. With a damaged private part it would still seem to
// match.
bool halves_belong_together(EVP_PKEY* key) {
    const KeyCheck check(EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
    return check && EVP_PKEY_pairwise_check(check.get()) == 1;
}

PrivateKey read_key(const std::string& text) {
    const Bio bio = reader(text);
    PrivateKey key(bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr)
                       : nullptr);
    if (key && (pem_of(key.get()) != text || !halves_belong_together(key.get()))) return nullptr;
    return key;
}

bool add_extension(X509* certificate, X509* issuer, int kind, const char* value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value));
    return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

// Built from parts instead of a text that OpenSSL would parse, so that nothing in a name can become
// another name.
bool add_name(GENERAL_NAMES* names, int type, const std::string& value) {
    Owned<GENERAL_NAME, GENERAL_NAME_free> name(GENERAL_NAME_new());
    ASN1_STRING* text = type == GEN_IPADD ? a2i_IPADDRESS(value.c_str()) : ASN1_IA5STRING_new();
    if (!name || text == nullptr) {
        ASN1_STRING_free(text);
        return false;
    }
    GENERAL_NAME_set0_value(name.get(), type, text);
    if (type != GEN_IPADD &&
        ASN1_STRING_set(text, value.data(), static_cast<int>(value.size())) != 1)
        return false;
    if (sk_GENERAL_NAME_push(names, name.get()) <= 0) return false;
    static_cast<void>(name.release());
    return true;
}

bool set_serial(X509* certificate) {
    const Number number(BN_new());
    if (!number || BN_rand(number.get(), serial_bits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ODD) != 1)
        return false;
    return BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool set_subject(X509* certificate, const std::string& name) {
    X509_NAME* subject = X509_get_subject_name(certificate);
    return X509_NAME_add_entry_by_txt(subject, "O", MBSTRING_UTF8,
                                      reinterpret_cast<const unsigned char*>("Rookery"), -1, -1,
                                      0) == 1 &&
           X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                                      reinterpret_cast<const unsigned char*>(name.data()),
                                      static_cast<int>(name.size()), -1, 0) == 1;
}

bool set_times(X509* certificate, X509* issuer, int days) {
    const std::time_t now = std::time(nullptr);
    std::time_t end = now + days * seconds_a_day;
    const std::time_t begin = std::min(now, end) - clock_tolerance;
    if (ASN1_TIME_set(X509_getm_notBefore(certificate), begin) == nullptr) return false;
    if (ASN1_TIME_set(X509_getm_notAfter(certificate), end) == nullptr) return false;
    // A certificate must not be valid for longer than its authority.
    if (issuer != nullptr && X509_cmp_time(X509_get0_notAfter(issuer), &end) < 0)
        return X509_set1_notAfter(certificate, X509_get0_notAfter(issuer)) == 1;
    return true;
}

// The properties in which the three kinds of certificates differ.
struct Kind {
    std::string name;
    const char* constraints;
    const char* key_usage;
    const char* purpose;  // null for an authority
    Names other_names;
};

bool add_extensions(X509* certificate, X509* issuer, const Kind& kind) {
    return add_extension(certificate, issuer, NID_basic_constraints, kind.constraints) &&
           add_extension(certificate, issuer, NID_key_usage, kind.key_usage) &&
           add_extension(certificate, issuer, NID_subject_key_identifier, "hash") &&
           add_extension(certificate, issuer, NID_authority_key_identifier, "keyid:always") &&
           (kind.purpose == nullptr ||
            add_extension(certificate, issuer, NID_ext_key_usage, kind.purpose)) &&
           (kind.other_names == nullptr ||
            X509_add1_ext_i2d(certificate, NID_subject_alt_name, kind.other_names.get(), 0,
                              X509V3_ADD_DEFAULT) == 1);
}

// Without an issuer it signs itself.
Result<Identity, std::string> issue(const Kind& kind, X509* issuer, EVP_PKEY* issuer_key,
                                    int days) {
    const PrivateKey key(EVP_EC_gen("P-256"));
    if (!key) return failure(ErrorList::reason("no key could be made"));
    const Certificate certificate(X509_new());
    X509* made = certificate.get();
    X509* signer = issuer != nullptr ? issuer : made;
    if (made == nullptr || X509_set_version(made, X509_VERSION_3) != 1 || !set_serial(made) ||
        !set_times(made, issuer, days) || X509_set_pubkey(made, key.get()) != 1 ||
        !set_subject(made, kind.name) ||
        X509_set_issuer_name(made, X509_get_subject_name(signer)) != 1 ||
        !add_extensions(made, signer, kind) ||
        X509_sign(made, issuer_key != nullptr ? issuer_key : key.get(), EVP_sha256()) == 0)
        return failure(ErrorList::reason("no certificate could be made"));
    Identity identity{pem_of(made), pem_of(key.get())};
    if (identity.certificate.empty() || identity.key.empty())
        return failure(ErrorList::reason("the certificate cannot be written as text"));
    return identity;
}

Result<Identity, std::string> issue_by(const Identity& authority, const Kind& kind, int days) {
    const Certificate issuer = read_certificate(authority.certificate);
    if (!issuer) return failure("the authority's certificate is damaged");
    const PrivateKey key = read_key(authority.key);
    if (!key || X509_check_private_key(issuer.get(), key.get()) != 1)
        return failure("the authority's key is damaged or belongs to another certificate");
    return issue(kind, issuer.get(), key.get(), days);
}

std::chrono::system_clock::time_point time_of(const ASN1_TIME* time) {
    std::tm parts{};
    if (ASN1_TIME_to_tm(time, &parts) != 1) return {};
    return std::chrono::system_clock::from_time_t(
        std::clamp<std::time_t>(timegm(&parts), 0, last_second));
}

std::string only_email(X509* certificate) {
    const Names names(static_cast<GENERAL_NAMES*>(
        X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
    // With a second name the server would choose one of them.
    if (!names || sk_GENERAL_NAME_num(names.get()) != 1) return {};
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), 0);
    if (name->type != GEN_EMAIL) return {};
    const unsigned char* bytes = ASN1_STRING_get0_data(name->d.rfc822Name);
    const auto size = static_cast<std::size_t>(ASN1_STRING_length(name->d.rfc822Name));
    return {bytes, bytes + size};
}

bool is_signed_by(X509* certificate, X509* authority) {
    const Store store(X509_STORE_new());
    const Check check(X509_STORE_CTX_new());
    if (!store || !check || X509_STORE_add_cert(store.get(), authority) != 1 ||
        X509_STORE_CTX_init(check.get(), store.get(), certificate, nullptr) != 1)
        return false;
    X509_STORE_CTX_set_flags(check.get(), X509_V_FLAG_NO_CHECK_TIME | X509_V_FLAG_X509_STRICT |
                                              X509_V_FLAG_CHECK_SS_SIGNATURE);
    return X509_verify_cert(check.get()) == 1;
}

}  // namespace

Result<Identity, std::string> make_authority(std::string_view name, int days) {
    const ErrorList errors;
    const Kind kind{std::string(name), "critical,CA:TRUE,pathlen:0", "critical,keyCertSign,cRLSign",
                    nullptr, nullptr};
    return issue(kind, nullptr, nullptr, days);
}

Result<Identity, std::string>
make_server_identity(const Identity& authority, const std::vector<std::string>& hosts, int days) {
    const ErrorList errors;
    Names names(sk_GENERAL_NAME_new_null());
    if (!names || !add_name(names.get(), GEN_DNS, server_host_name))
        return failure(ErrorList::reason("no certificate could be made"));
    for (const std::string& host : hosts)
        if (!is_valid_host(host) ||
            !add_name(names.get(), is_ip_address(host) ? GEN_IPADD : GEN_DNS, host))
            return failure("a host is neither a name nor an IP address");
    return issue_by(authority,
                    {"server", "critical,CA:FALSE", "critical,digitalSignature", "serverAuth",
                     std::move(names)},
                    days);
}

Result<Identity, std::string> make_member_identity(const Identity& authority,
                                                   std::string_view member_id, int days) {
    const ErrorList errors;
    Names names(sk_GENERAL_NAME_new_null());
    if (!names || !add_name(names.get(), GEN_EMAIL, std::string(member_id)))
        return failure(ErrorList::reason("no certificate could be made"));
    return issue_by(authority,
                    {"member", "critical,CA:FALSE", "critical,digitalSignature", "clientAuth",
                     std::move(names)},
                    days);
}

Result<CertificateFacts, std::string> describe(const std::string& certificate,
                                               const std::string& authority) {
    const ErrorList errors;
    const Certificate described = read_certificate(certificate);
    if (!described) return failure("the certificate is damaged");
    const Certificate issuer = read_certificate(authority);
    if (!issuer) return failure("the authority's certificate is damaged");
    return CertificateFacts{
        .id = only_email(described.get()),
        .not_before = time_of(X509_get0_notBefore(described.get())),
        .not_after = time_of(X509_get0_notAfter(described.get())),
        .is_signed_by_authority = is_signed_by(described.get(), issuer.get()),
        .is_for_member = X509_check_purpose(described.get(), X509_PURPOSE_SSL_CLIENT, 0) == 1,
        .is_for_server = X509_check_purpose(described.get(), X509_PURPOSE_SSL_SERVER, 0) == 1,
    };
}

bool key_fits(const std::string& key, const std::string& certificate) {
    const ErrorList errors;
    const Certificate read = read_certificate(certificate);
    const PrivateKey secret = read_key(key);
    return read && secret && X509_check_private_key(read.get(), secret.get()) == 1;
}

Result<std::string, std::string> random_hexadecimal(std::size_t bytes) {
    const ErrorList errors;
    std::vector<unsigned char> drawn(bytes);
    if (RAND_bytes(drawn.data(), static_cast<int>(bytes)) != 1)
        return failure(ErrorList::reason("the system gives no random numbers"));
    std::string digits;
    for (const unsigned char byte : drawn) digits += fmt::format("{:02x}", byte);
    return digits;
}

}  // namespace rookery::colony
