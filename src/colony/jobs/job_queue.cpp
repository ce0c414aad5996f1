#include "colony/jobs/job_queue.h"

#include "colony/setup/members.h"

#include <fmt/format.h>
#include <nats/nats.h>

#include <mutex>
#include <set>
#include <utility>

namespace rookery::colony {

std::string words_for(natsStatus status);  // bus.cpp

// Not in the unnamed namespace, for JobQueue::Impl has a member of such a type.
namespace jetstream {

struct Release {
    void operator()(jsCtx* context) const { jsCtx_Destroy(context); }
    void operator()(natsMsg* message) const { natsMsg_Destroy(message); }
    void operator()(jsPubAck* ack) const { jsPubAck_Destroy(ack); }
};
template <class Thing>
using Owned = std::unique_ptr<Thing, Release>;

}  // namespace jetstream

namespace {

using jetstream::Owned;

constexpr std::int64_t ns_per_second = 1'000'000'000;
constexpr std::int64_t queue_timeout_ms = 3000;
// Shorter than the other timeout: a job that arrives too late is handed out again, but only after
// some seconds.
constexpr std::int64_t taker_timeout_ms = 1000;
// A job that no worker took for so long belongs to a coordinator that is gone, or is put again.
constexpr std::int64_t longest_life = 600 * ns_per_second;
constexpr std::int64_t most_bytes = 256 << 20;
constexpr std::int32_t longest_message_bytes = 64 << 10;
constexpr std::int64_t most_jobs_in_hand = 10'000;

// The messages that JetStream reads as acknowledgements.
constexpr std::string_view settled = "+ACK";
constexpr std::string_view given_back = "-NAK";
constexpr std::string_view more_time = "+WPI";

natsStatus make_stream(jsCtx* context, jsErrCode* code) {
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    const char* subjects[] = {"rk.job.>"};
    config.Name = jobs_stream;
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.Retention = js_WorkQueuePolicy;
    config.Storage = js_FileStorage;
    config.Discard = js_DiscardNew;
    config.MaxAge = longest_life;
    config.MaxBytes = most_bytes;
    config.MaxMsgSize = longest_message_bytes + 1024;  // the id travels beside the job
    return js_AddStream(nullptr, context, &config, nullptr, code);
}

natsStatus make_consumer(jsCtx* context, const QueueName& name, jsErrCode* code) {
    const std::string consumer = name.consumer();
    const std::string subject = name.subject();
    jsConsumerConfig config;
    jsConsumerConfig_Init(&config);
    config.Durable = consumer.c_str();
    config.FilterSubject = subject.c_str();
    config.AckPolicy = js_AckExplicit;
    config.AckWait = std::chrono::duration_cast<std::chrono::nanoseconds>(holder_timeout).count();
    config.MaxDeliver = -1;
    config.MaxAckPending = most_jobs_in_hand;
    return js_AddConsumer(nullptr, context, jobs_stream, &config, nullptr, code);
}

}  // namespace

std::string QueueName::subject() const {
    return fmt::format("rk.job.{}.{}{}", priority, bench, is_timed ? ".timed" : "");
}
std::string QueueName::consumer() const {
    return fmt::format("p{}-{}{}", priority, bench, is_timed ? "-timed" : "");
}

struct JobQueue::Impl {
    Bus& bus;
    natsConnection* connection;
    Owned<jsCtx> context;
    std::mutex mutex;
    std::set<QueueName> known;  // guarded by it

    // A request for information about a queue is answered at once, even if there is no such queue;
    // a request for a job is then not answered.
    bool exists(const QueueName& name) {
        const std::scoped_lock lock(mutex);
        if (known.contains(name)) return true;
        jsConsumerInfo* info = nullptr;
        const natsStatus status = js_GetConsumerInfo(&info, context.get(), jobs_stream,
                                                     name.consumer().c_str(), nullptr, nullptr);
        jsConsumerInfo_Destroy(info);
        if (status == NATS_OK) known.insert(name);
        return status == NATS_OK;
    }
    void forget(const QueueName& name) {
        const std::scoped_lock lock(mutex);
        known.erase(name);
    }
};

// Acknowledgements are messages to the subject that the job names.
struct JobQueue::Taken::Impl {
    Bus& bus;
    std::string bytes;
    std::string answer_to;
    std::mutex mutex;  // one thread plays, another asks for time
    bool is_settled = false;

    void settle(std::string_view word) {
        const std::scoped_lock lock(mutex);
        if (!std::exchange(is_settled, true)) bus.publish(answer_to, word);
    }
    ~Impl() { settle(given_back); }
};

JobQueue::JobQueue(Bus& bus)
    : impl_(new Impl{bus, static_cast<natsConnection*>(bus.connection()), nullptr}) {
    jsOptions options;
    jsOptions_Init(&options);
    options.Wait = queue_timeout_ms;
    jsCtx* context = nullptr;
    natsConnection_JetStream(&context, impl_->connection, &options);
    impl_->context.reset(context);
}

JobQueue::~JobQueue() = default;

std::optional<std::string> JobQueue::prepare(std::uint64_t bench) {
    jsErrCode code{};
    natsStatus status = make_stream(impl_->context.get(), &code);
    // A queue with other settings, made by another version, works as well.
    if (status != NATS_OK && code != JSStreamNameExistErr)
        return "there can be no queue of jobs: " + words_for(status);
    for (int i = 0; i < 2 * QueueName::priorities; ++i) {
        const QueueName name{i / 2, bench, i % 2 == 1};
        code = {};
        status = make_consumer(impl_->context.get(), name, &code);
        if (status != NATS_OK && code != JSConsumerNameExistErr)
            return fmt::format("there can be no queue {}: {}", name.consumer(), words_for(status));
    }
    return std::nullopt;
}

Result<std::uint64_t, std::string> JobQueue::put(const QueueName& name, std::string_view bytes,
                                                 const std::string& id) {
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.MsgId = id.c_str();
    options.ExpectStream = jobs_stream;
    jsPubAck* raw = nullptr;
    const natsStatus status =
        js_Publish(&raw, impl_->context.get(), name.subject().c_str(), bytes.data(),
                   static_cast<int>(bytes.size()), &options, nullptr);
    const Owned<jsPubAck> ack(raw);
    if (status != NATS_OK)
        return failure("a job cannot be put into the queue: " + words_for(status));
    return ack->Sequence;
}

std::optional<bool> JobQueue::has(std::uint64_t number) {
    natsMsg* raw = nullptr;
    jsErrCode code{};
    const natsStatus status =
        js_GetMsg(&raw, impl_->context.get(), jobs_stream, number, nullptr, &code);
    const Owned<natsMsg> message(raw);
    if (status == NATS_OK) return true;
    const bool is_gone =
        code == JSNoMessageFoundErr || code == JSSequenceNotFoundErr || code == JSStreamNotFoundErr;
    if (is_gone || status == NATS_NOT_FOUND) return false;
    return std::nullopt;
}

void JobQueue::remove(std::uint64_t number) {
    js_DeleteMsg(impl_->context.get(), jobs_stream, number, nullptr, nullptr);
}

// The library's function for taking a message always waits; the plain request does not.
Result<std::optional<JobQueue::Taken>, std::string> JobQueue::take(const QueueName& name) {
    if (!impl_->exists(name))
        return failure(fmt::format("queue {}: there is none", name.consumer()));
    const std::string subject =
        fmt::format("$JS.API.CONSUMER.MSG.NEXT.{}.{}", jobs_stream, name.consumer());
    natsMsg* raw = nullptr;
    const natsStatus status =
        natsConnection_RequestString(&raw, impl_->connection, subject.c_str(),
                                     R"({"batch":1,"no_wait":true})", taker_timeout_ms);
    const Owned<natsMsg> message(raw);
    if (status != NATS_OK) {
        impl_->forget(name);
        return failure(fmt::format("queue {}: {}", name.consumer(), words_for(status)));
    }
    const char* const answer_to = natsMsg_GetReply(raw);
    // A message without that subject says that there is no job.
    if (answer_to == nullptr || !std::string_view(answer_to).starts_with("$JS.ACK."))
        return std::optional<Taken>();
    std::unique_ptr<Taken::Impl> taken(new Taken::Impl{
        impl_->bus,
        {natsMsg_GetData(raw), static_cast<std::size_t>(natsMsg_GetDataLength(raw))},
        answer_to});
    return std::optional(Taken(std::move(taken)));
}

JobQueue::Taken::Taken(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
JobQueue::Taken::Taken(Taken&&) noexcept = default;
JobQueue::Taken& JobQueue::Taken::operator=(Taken&&) noexcept = default;
JobQueue::Taken::~Taken() = default;

std::string_view JobQueue::Taken::bytes() const { return impl_->bytes; }

void JobQueue::Taken::ask_for_time() {
    const std::scoped_lock lock(impl_->mutex);
    if (!impl_->is_settled) impl_->bus.publish(impl_->answer_to, more_time);
}

void JobQueue::Taken::settle() { impl_->settle(settled); }

void JobQueue::Taken::give_back(std::chrono::milliseconds delay) {
    if (delay.count() == 0) return impl_->settle(given_back);
    impl_->settle(fmt::format("{} {{\"delay\": {}}}", given_back, delay.count() * 1'000'000));
}

}  // namespace rookery::colony
