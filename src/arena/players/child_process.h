// Another program, started and talked to by lines through pipes.
//
// A program that misbehaves cannot make us hang, fill our memory or stay behind: every wait has a
// deadline, the stored part of its output is bounded, and its whole process group is killed when it
// is stopped and when we end, also when we are killed. One thread at a time may call the methods.
#pragma once

#include "base/result.h"

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

struct ChildSetup {
    std::string program;  // a path, or a name to look for on PATH
    std::vector<std::string> arguments;
    std::string folder;           // to start it in; empty: where we are
    std::optional<int> niceness;  // added to ours
    std::vector<int> processors;  // to keep it on; empty: any
};

struct ExitStatus {
    int code = 0;    // where no signal ended it
    int signal = 0;  // 0: it ended by itself

    [[nodiscard]] bool is_clean() const { return code == 0 && signal == 0; }
};

// "ended with status 3", "was killed by SIGSEGV (Segmentation fault)".
[[nodiscard]] std::string describe(const ExitStatus& status);

// Waits for files, until a deadline comes or another thread interrupts.
//
// An engine sends many lines for one deadline. A timeout given to every wait would be set up and
// taken down by the system for each of them, which costs more than reading the line; here a timer
// is set once and waited for like any other file.
class Waiter {
  public:
    using Clock = std::chrono::steady_clock;

    Waiter();
    ~Waiter();
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    enum class Outcome { Ready, Timeout, Interrupted };
    enum class Interruption { Heeded, Ignored };
    // At most four files. Ready if one of them is and nothing else has come before: output without
    // end delays neither a deadline nor an interruption.
    [[nodiscard]] Outcome wait(std::span<pollfd> files, Clock::time_point deadline,
                               Interruption interruption = Interruption::Ignored);

    // From any thread: ends the waits that heed it until it is forgotten.
    void interrupt();
    void forget_interruption();

  private:
    [[nodiscard]] bool set_timer(Clock::time_point deadline);

    int timer_ = -1;
    int interruption_ = -1;
    Clock::time_point set_for_{};
};

class ChildProcess {
  public:
    using Clock = std::chrono::steady_clock;
    using Instant = Clock::time_point;

    // Longer lines are cut.
    static constexpr std::size_t longest_line = std::size_t{1} << 20;
    static constexpr std::size_t most_last_words = 4096;

    // The error names the program and says what is wrong: "cannot start 'x': No such file or
    // directory".
    [[nodiscard]] static Result<std::unique_ptr<ChildProcess>, std::string>
    launch(const ChildSetup& setup, std::shared_ptr<Waiter> waiter = std::make_shared<Waiter>());
    // Kills it if it still runs.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    enum class WriteStatus { Done, Timeout, Closed };
    // Writes all of the text, which has its own line ends. The program's output meanwhile is kept,
    // so that neither side waits for the other.
    [[nodiscard]] WriteStatus write(std::string_view text, Instant deadline);

    enum class ReadStatus { Line, Timeout, End, Interrupted };
    struct Reading {
        ReadStatus status = ReadStatus::End;
        std::string_view line;  // without its end; valid until the next call of any method
        bool cut = false;       // there was more of it
    };
    using Interruption = Waiter::Interruption;
    [[nodiscard]] Reading read_line(Instant deadline,
                                    Interruption interruption = Interruption::Ignored);
    // The same without waiting; Timeout if there is none yet.
    [[nodiscard]] Reading read_line_at_once();

    // Set once it has ended. Waits no longer than the deadline, and discards its output meanwhile.
    [[nodiscard]] std::optional<ExitStatus> wait(Instant deadline);
    // Writes the quit command and closes its input; after the grace period it gets SIGTERM, then
    // SIGKILL.
    void stop(std::string_view quit_command, std::chrono::milliseconds grace);
    void kill();

    // The end of what it wrote to its error output.
    [[nodiscard]] const std::string& last_words() const { return last_words_; }

  private:
    struct Keeper;
    struct Pipes;
    enum class Fill { Data, Nothing, End };

    ChildProcess(std::unique_ptr<Keeper> keeper, std::shared_ptr<Waiter> waiter, const Pipes& ours);

    [[nodiscard]] std::optional<Reading> next_buffered_line();
    [[nodiscard]] Fill fill();
    void make_room();
    void read_errors();
    void close_input();

    std::unique_ptr<Keeper> keeper_;
    std::shared_ptr<Waiter> waiter_;  // shared with the thread that interrupts
    int input_ = -1;
    int output_ = -1;
    int errors_ = -1;
    bool output_ended_ = false;

    std::vector<char> buffer_;
    std::size_t begin_ = 0;    // of what has not been given out
    std::size_t scanned_ = 0;  // up to here there is no line end
    std::size_t end_ = 0;
    bool skipping_ = false;  // within the rest of a line that was cut

    std::string last_words_;
};

}  // namespace rookery::arena
