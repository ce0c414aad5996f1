#include "arena/players/launch.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace rookery::arena {
namespace {

enum class Step : int { Folder, Program };

struct Report {
    Step step;
    int error;
};

// Everything the new process needs, made before fork(): after it, only calls that are safe in a
// signal handler are allowed, because another thread may have held any lock.
struct Plan {
    std::vector<char*> arguments;
    const char* folder = nullptr;
    StandardStreams streams;
    int report = -1;
    pid_t parent = -1;
    std::optional<int> niceness;
    std::optional<cpu_set_t> processors;
};

[[noreturn]] void fail(const Plan& plan, Step step) {
    const Report report{step, errno};
    // If even this fails, the status is all that is left to tell.
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
    if (getppid() != plan.parent) _exit(127);  // it ended before we could ask to be told
    reset_signals();
    dup2(plan.streams.input, STDIN_FILENO);
    dup2(plan.streams.output, STDOUT_FILENO);
    dup2(plan.streams.errors, STDERR_FILENO);
    // Files that some library opened without a thought for programs started later.
    static_cast<void>(close_range(3, ~0U, CLOSE_RANGE_CLOEXEC));
    if (plan.folder != nullptr && chdir(plan.folder) != 0) fail(plan, Step::Folder);
    // A request, not a condition: the program runs as well without.
    if (plan.niceness) setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + *plan.niceness);
    if (plan.processors) sched_setaffinity(0, sizeof *plan.processors, &*plan.processors);
    execvp(plan.arguments.front(), plan.arguments.data());
    fail(plan, Step::Program);
}

Plan plan_for(const ChildSetup& setup, const StandardStreams& streams) {
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

std::string problem_text(const ChildSetup& setup, const Report& report) {
    if (report.step == Step::Folder)
        return fmt::format("cannot start '{}' in the folder '{}': {}", setup.program, setup.folder,
                           std::strerror(report.error));
    return fmt::format("cannot start '{}': {}", setup.program, std::strerror(report.error));
}

std::optional<Report> read_report(int file) {
    Report report{};
    ssize_t got = 0;
    do got = ::read(file, &report, sizeof report);
    while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(sizeof report)) return std::nullopt;
    return report;
}

// Programs get their standard streams by dup2, which must not meet its own source.
bool move_above_standard(int& file) {
    if (file > STDERR_FILENO) return true;
    const int higher = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(file);
    file = higher;
    return higher >= 0;
}

}  // namespace

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

LaunchResult launch_program(const ChildSetup& setup, const StandardStreams& streams) {
    // Closed by a successful exec, so the end of it is the good news.
    Pipe news;
    Plan plan = plan_for(setup, streams);
    if (!open_pipe(news))
        return {-1, fmt::format("cannot start '{}': {}", setup.program, std::strerror(errno))};
    plan.report = news.write_end;
    const pid_t process = fork();
    if (process == 0) become_program(plan);
    const int fork_error = errno;
    close_file(news.write_end);
    std::optional<Report> report;
    if (process > 0) report = read_report(news.read_end);
    close_file(news.read_end);
    if (process < 0)
        return {-1, fmt::format("cannot start '{}': {}", setup.program, std::strerror(fork_error))};
    if (!report) return {process, {}};
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
    return {-1, problem_text(setup, *report)};
}

}  // namespace rookery::arena
