#include "arena/players/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace rookery::arena {
namespace {

constexpr std::size_t most_files = 4;  // of a call of Waiter::wait()

timespec as_timespec(std::chrono::nanoseconds time) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
    timespec spec{};
    spec.tv_sec = static_cast<time_t>(seconds.count());
    spec.tv_nsec = static_cast<long>((time - seconds).count());
    return spec;
}

}  // namespace

Waiter::Waiter()
    : timer_(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)),
      interruption_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Waiter::~Waiter() {
    for (const int file : {timer_, interruption_})
        if (file >= 0) close(file);
}

void Waiter::interrupt() {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(interruption_, &one, sizeof one));
}

void Waiter::forget_interruption() {
    std::uint64_t count = 0;
    static_cast<void>(!::read(interruption_, &count, sizeof count));
}

// False where there is no timer, for a program may run out of files.
bool Waiter::set_timer(Clock::time_point deadline) {
    if (timer_ < 0) return false;
    if (deadline == set_for_) return true;
    // The steady clock is the system's monotonic one, so its instants can be named as they are.
    itimerspec setting{};
    setting.it_value = as_timespec(std::max(deadline.time_since_epoch(), Clock::duration(1)));
    if (timerfd_settime(timer_, TFD_TIMER_ABSTIME, &setting, nullptr) != 0) return false;
    set_for_ = deadline;
    return true;
}

Waiter::Outcome Waiter::wait(std::span<pollfd> files, Clock::time_point deadline,
                             Interruption interruption) {
    assert(files.size() <= most_files);
    const bool timed = set_timer(deadline);
    std::array<pollfd, most_files + 2> all;
    std::copy(files.begin(), files.end(), all.begin());
    const std::size_t count = files.size();
    const bool heeded = interruption == Interruption::Heeded;
    all[count] = {heeded ? interruption_ : -1, POLLIN, 0};
    all[count + 1] = {timed ? timer_ : -1, POLLIN, 0};
    for (;;) {
        const auto now = timed ? Clock::time_point() : Clock::now();
        if (!timed && now >= deadline) return Outcome::Timeout;
        const timespec left = as_timespec(deadline - now);
        const int ready = ppoll(all.data(), count + 2, timed ? nullptr : &left, nullptr);
        if (ready < 0 && errno == EINTR) continue;
        std::copy_n(all.begin(), count, files.begin());
        const auto is_ready = [](const pollfd& file) { return file.revents != 0; };
        if (ready <= 0 || is_ready(all[count + 1])) return Outcome::Timeout;
        return is_ready(all[count]) ? Outcome::Interrupted : Outcome::Ready;
    }
}

// A pipe that programs started by us do not inherit, with both ends above the standard streams.
struct Pipe {
    int read_end = -1;
    int write_end = -1;
};

namespace {

// Programs get their standard streams by dup2, which must not meet its own source.
bool move_above_standard(int& file) {
    if (file > STDERR_FILENO) return true;
    const int higher = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(file);
    file = higher;
    return higher >= 0;
}

void close_file(int& file) {
    if (file >= 0) ::close(file);
    file = -1;
}

bool open_pipe(Pipe& pipe) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    pipe.read_end = ends[0];
    pipe.write_end = ends[1];
    const bool read_moved = move_above_standard(pipe.read_end);
    const bool write_moved = move_above_standard(pipe.write_end);
    if (read_moved && write_moved) return true;
    const int error = errno;
    close_file(pipe.read_end);
    close_file(pipe.write_end);
    errno = error;
    return false;
}

// The files that become a program's standard input, output and error output.
using Streams = std::array<int, 3>;

Failure<std::string> cannot_start(const ChildSetup& setup, int error,
                                  std::string_view folder = {}) {
    const std::string where = folder.empty() ? "" : fmt::format(" in the folder '{}'", folder);
    return failure(
        fmt::format("cannot start '{}'{}: {}", setup.program, where, std::strerror(error)));
}

enum class Step : int { Folder, Program };

struct Report {
    Step step;
    int error;
};

// Everything the new process needs, made before fork(). After it, only calls that are safe in a
// signal handler are allowed, because another thread may have held any lock.
struct Plan {
    std::vector<char*> arguments;
    const char* folder = nullptr;
    Streams streams{};
    int report = -1;
    pid_t parent = -1;
    std::optional<int> niceness;
    std::optional<cpu_set_t> processors;
};

[[noreturn]] void fail(const Plan& plan, Step step) {
    const Report report{step, errno};
    // If even this fails, the exit status is the only report.
    if (::write(plan.report, &report, sizeof report) < 0) _exit(126);
    _exit(127);
}

void reset_signals() {
    // Handlers vanish with exec, but what is ignored or blocked would stay so.
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number) sigaction(number, &standard, nullptr);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become_program(const Plan& plan) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan.parent) _exit(127);  // the parent ended before prctl
    reset_signals();
    for (int i = 0; i < 3; ++i) dup2(plan.streams[static_cast<std::size_t>(i)], i);
    // Libraries may have opened files that the program would inherit.
    static_cast<void>(close_range(3, ~0U, CLOSE_RANGE_CLOEXEC));
    if (plan.folder != nullptr && chdir(plan.folder) != 0) fail(plan, Step::Folder);
    // Errors are ignored: the program runs without these as well.
    if (plan.niceness) setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + *plan.niceness);
    if (plan.processors) sched_setaffinity(0, sizeof *plan.processors, &*plan.processors);
    execvp(plan.arguments.front(), plan.arguments.data());
    fail(plan, Step::Program);
}

Plan plan_for(const ChildSetup& setup, const Streams& streams) {
    Plan plan;
    plan.arguments.push_back(const_cast<char*>(setup.program.c_str()));
    for (const std::string& argument : setup.arguments)
        plan.arguments.push_back(const_cast<char*>(argument.c_str()));
    plan.arguments.push_back(nullptr);
    if (!setup.folder.empty()) plan.folder = setup.folder.c_str();
    plan.streams = streams;
    plan.parent = getpid();
    plan.niceness = setup.niceness;
    if (!setup.processors.empty()) {
        cpu_set_t set;
        CPU_ZERO(&set);
        for (int processor : setup.processors)
            if (processor >= 0 && processor < CPU_SETSIZE)
                CPU_SET(static_cast<std::size_t>(processor), &set);
        plan.processors = set;
    }
    return plan;
}

std::optional<Report> read_report(int file) {
    Report report{};
    ssize_t got = 0;
    do got = ::read(file, &report, sizeof report);
    while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(sizeof report)) return std::nullopt;
    return report;
}

// Returns once the program runs or has failed to. It leads a process group of its own, has no other
// open files than these, and is killed when the calling *thread* ends: that is how Linux counts.
Result<pid_t, std::string> launch_program(const ChildSetup& setup, const Streams& streams) {
    // A successful exec closes it without a report.
    Pipe reports;
    Plan plan = plan_for(setup, streams);
    if (!open_pipe(reports)) return cannot_start(setup, errno);
    plan.report = reports.write_end;
    const pid_t process = fork();
    if (process == 0) become_program(plan);
    const int fork_error = errno;
    close_file(reports.write_end);
    std::optional<Report> report;
    if (process > 0) report = read_report(reports.read_end);
    close_file(reports.read_end);
    if (process < 0) return cannot_start(setup, fork_error);
    if (!report) return process;
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
    return report->step == Step::Folder ? cannot_start(setup, report->error, setup.folder)
                                        : cannot_start(setup, report->error);
}

using Instant = ChildProcess::Instant;
using Clock = ChildProcess::Clock;

constexpr std::size_t read_size = 1 << 16;

// A pipe whose reader is gone must give an error, not end the program. The program may handle
// SIGPIPE in another way, so the signal is blocked for this thread and this call alone.
ssize_t write_without_signal(int file, const char* data, std::size_t size) {
    sigset_t pipe_signal, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const ssize_t written = ::write(file, data, size);
    const int error = errno;
    if (written < 0 && error == EPIPE && sigismember(&before, SIGPIPE) == 0) {
        const timespec at_once{};
        while (sigtimedwait(&pipe_signal, nullptr, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return written;
}

pollfd readable(int file) { return {file, POLLIN, 0}; }  // a negative file is never ready

}  // namespace

std::string describe(const ExitStatus& status) {
    if (status.signal == 0) return fmt::format("ended with status {}", status.code);
    const char* name = sigabbrev_np(status.signal);
    const char* words = sigdescr_np(status.signal);
    if (name == nullptr || words == nullptr)
        return fmt::format("was killed by signal {}", status.signal);
    return fmt::format("was killed by SIG{} ({})", name, words);
}

struct ChildProcess::Pipes {
    Pipe input, output, errors;

    bool open() { return open_pipe(input) && open_pipe(output) && open_pipe(errors); }
    void close_theirs() {
        close_file(input.read_end);
        close_file(output.write_end);
        close_file(errors.write_end);
    }
    void close_ours() {
        close_file(input.write_end);
        close_file(output.read_end);
        close_file(errors.read_end);
    }
};

// A thread that starts the program and waits for its end. It is there because a program can only be
// told to die with the thread that started it, and the threads of a match come and go.
struct ChildProcess::Keeper {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Result<pid_t, std::string>> launch;  // once it has been tried
    std::optional<ExitStatus> status;
    int ended = -1;  // readable when there is a status
    std::thread thread;

    ~Keeper() {
        if (thread.joinable()) thread.join();
        close_file(ended);
    }

    void run(const ChildSetup& setup, Pipes& pipes) {
        // Signals to this program are for the threads that expect them.
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, nullptr);
        auto launched = launch_program(
            setup, {pipes.input.read_end, pipes.output.write_end, pipes.errors.write_end});
        pipes.close_theirs();
        {
            const std::lock_guard lock(mutex);
            launch = launched;
            changed.notify_all();  // from here on setup and pipes may be gone
        }
        if (launched) await_end(*launched);
    }

    void await_end(pid_t process) {
        siginfo_t info{};
        // Its number stays taken until it is reaped; so first end what it left in its group.
        waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOWAIT);
        const std::lock_guard lock(mutex);
        ::kill(-process, SIGKILL);
        waitid(P_PID, static_cast<id_t>(process), &info, WEXITED);
        ExitStatus found;
        (info.si_code == CLD_EXITED ? found.code : found.signal) = info.si_status;
        status = found;
        const std::uint64_t one = 1;
        static_cast<void>(!::write(ended, &one, sizeof one));
    }

    void signal(int number) {
        const std::lock_guard lock(mutex);
        if (!status) ::kill(-**launch, number);
    }

    [[nodiscard]] std::optional<ExitStatus> end() {
        const std::lock_guard lock(mutex);
        return status;
    }
};

Result<std::unique_ptr<ChildProcess>, std::string>
ChildProcess::launch(const ChildSetup& setup, std::shared_ptr<Waiter> waiter) {
    Pipes pipes;
    auto keeper = std::make_unique<Keeper>();
    keeper->ended = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (keeper->ended < 0 || !pipes.open()) {
        const int error = errno;
        pipes.close_theirs();
        pipes.close_ours();
        return cannot_start(setup, error);
    }
    try {
        keeper->thread =
            std::thread([&setup, &pipes, keeper = keeper.get()] { keeper->run(setup, pipes); });
    } catch (const std::system_error& problem) {
        pipes.close_theirs();
        pipes.close_ours();
        return cannot_start(setup, problem.code().value());
    }
    {
        std::unique_lock lock(keeper->mutex);
        keeper->changed.wait(lock, [&keeper] { return keeper->launch.has_value(); });
    }
    if (!*keeper->launch) {
        pipes.close_ours();
        return failure(keeper->launch->error());
    }
    return std::unique_ptr<ChildProcess>(
        new ChildProcess(std::move(keeper), std::move(waiter), pipes));
}

ChildProcess::ChildProcess(std::unique_ptr<Keeper> keeper, std::shared_ptr<Waiter> waiter,
                           const Pipes& ours)
    : keeper_(std::move(keeper)), waiter_(std::move(waiter)), input_(ours.input.write_end),
      output_(ours.output.read_end), errors_(ours.errors.read_end) {
    // Only our ends: the program's own must block as programs expect.
    for (int file : {input_, output_, errors_}) fcntl(file, F_SETFL, O_NONBLOCK);
    buffer_.resize(2 * read_size);
}

ChildProcess::~ChildProcess() {
    kill();
    close_input();
    close_file(output_);
    close_file(errors_);
}

void ChildProcess::close_input() { close_file(input_); }

ChildProcess::WriteStatus ChildProcess::write(std::string_view text, Instant deadline) {
    while (!text.empty()) {
        if (input_ < 0) return WriteStatus::Closed;
        const ssize_t written = write_without_signal(input_, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            // It does not read, perhaps because it waits for us to read: keep as much as fits.
            const bool room = end_ - begin_ < longest_line && !output_ended_;
            pollfd files[] = {
                {input_, POLLOUT, 0}, readable(room ? output_ : -1), readable(errors_)};
            if (waiter_->wait(files, deadline) == Waiter::Outcome::Timeout)
                return WriteStatus::Timeout;
            if (files[1].revents != 0) static_cast<void>(fill());
            if (files[2].revents != 0) read_errors();
        } else if (errno != EINTR) {
            close_input();
            return WriteStatus::Closed;
        }
    }
    return WriteStatus::Done;
}

std::optional<ChildProcess::Reading> ChildProcess::next_buffered_line() {
    for (;;) {
        const char* const from = buffer_.data() + scanned_;
        const auto* const found =
            static_cast<const char*>(std::memchr(from, '\n', end_ - scanned_));
        if (found == nullptr) break;
        const std::size_t start = begin_;
        std::size_t stop = static_cast<std::size_t>(found - buffer_.data());
        begin_ = scanned_ = stop + 1;
        if (std::exchange(skipping_, false)) continue;
        if (stop > start && buffer_[stop - 1] == '\r') --stop;
        return Reading{ReadStatus::Line, {buffer_.data() + start, stop - start}, false};
    }
    scanned_ = end_;
    if (skipping_) {
        begin_ = end_;
    } else if (end_ - begin_ >= longest_line) {
        skipping_ = true;
        const std::size_t start = std::exchange(begin_, end_);
        return Reading{ReadStatus::Line, {buffer_.data() + start, longest_line}, true};
    }
    return std::nullopt;
}

void ChildProcess::make_room() {
    if (begin_ == end_) {
        begin_ = scanned_ = end_ = 0;
        return;
    }
    if (buffer_.size() - end_ >= read_size) return;
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    scanned_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
    if (buffer_.size() - end_ < read_size) buffer_.resize(2 * buffer_.size());
}

ChildProcess::Fill ChildProcess::fill() {
    make_room();
    ssize_t got = 0;
    do got = ::read(output_, buffer_.data() + end_, read_size);
    while (got < 0 && errno == EINTR);
    if (got > 0) {
        end_ += static_cast<std::size_t>(got);
        return Fill::Data;
    }
    if (got < 0 && errno == EAGAIN) return Fill::Nothing;
    output_ended_ = true;
    return Fill::End;
}

void ChildProcess::read_errors() {
    char block[4096];
    const ssize_t got = ::read(errors_, block, sizeof block);
    if (got > 0) {
        last_words_.append(block, static_cast<std::size_t>(got));
        if (last_words_.size() > most_last_words)
            last_words_.erase(0, last_words_.size() - most_last_words);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        close_file(errors_);
    }
}

ChildProcess::Reading ChildProcess::read_line(Instant deadline, Interruption interruption) {
    for (;;) {
        if (const auto line = next_buffered_line()) return *line;
        if (output_ended_) {
            // A last line need not have an end.
            if (begin_ == end_) return {};
            const std::size_t start = std::exchange(begin_, end_);
            return {ReadStatus::Line, {buffer_.data() + start, end_ - start}, false};
        }
        pollfd files[] = {readable(output_), readable(errors_)};
        switch (waiter_->wait(files, deadline, interruption)) {
            case Waiter::Outcome::Timeout: return {ReadStatus::Timeout, {}, false};
            case Waiter::Outcome::Interrupted: return {ReadStatus::Interrupted, {}, false};
            case Waiter::Outcome::Ready: break;
        }
        if (files[1].revents != 0) read_errors();
        if (files[0].revents != 0) static_cast<void>(fill());
    }
}

ChildProcess::Reading ChildProcess::read_line_at_once() {
    for (;;) {
        if (const auto line = next_buffered_line()) return *line;
        if (output_ended_ || fill() != Fill::Data) return {ReadStatus::Timeout, {}, false};
    }
}

std::optional<ExitStatus> ChildProcess::wait(Instant deadline) {
    if (!keeper_) return std::nullopt;
    for (;;) {
        pollfd files[] = {readable(keeper_->ended), readable(output_ended_ ? -1 : output_),
                          readable(errors_)};
        if (waiter_->wait(files, deadline) != Waiter::Outcome::Ready) return keeper_->end();
        if (files[2].revents != 0) read_errors();
        if (files[1].revents != 0) {
            begin_ = end_;
            static_cast<void>(fill());
        }
        // Its last output may still be in the pipe.
        if (files[0].revents != 0 && files[2].revents == 0) return keeper_->end();
    }
}

void ChildProcess::stop(std::string_view quit_command, std::chrono::milliseconds grace) {
    static_cast<void>(write(quit_command, Clock::now() + grace / 5));
    close_input();
    if (!keeper_ || wait(Clock::now() + grace)) return;
    keeper_->signal(SIGTERM);
    if (wait(Clock::now() + grace / 2)) return;
    kill();
}

void ChildProcess::kill() {
    if (!keeper_) return;
    keeper_->signal(SIGKILL);
    // Only a process stuck inside the kernel can outlive this; better to leave its keeper behind
    // with it than to wait for both.
    if (!wait(Clock::now() + std::chrono::seconds(5))) {
        keeper_->thread.detach();
        static_cast<void>(keeper_.release());
    }
}

}  // namespace rookery::arena
