// The line to an engine: its process and the record of what was said, for any protocol.
#pragma once

#include "arena/game/player.h"
#include "arena/players/child_process.h"
#include "arena/players/conversation.h"
#include "arena/players/engine_spec.h"

#include <memory>
#include <string>
#include <string_view>

namespace rookery::arena {

class EngineLink {
  public:
    using Clock = ChildProcess::Clock;
    using Instant = ChildProcess::Instant;
    using ReadStatus = ChildProcess::ReadStatus;

    explicit EngineLink(const EngineSpec& spec) : spec_(spec) {}

    [[nodiscard]] bool running() const { return child_ != nullptr; }
    [[nodiscard]] Result<bool, std::string> launch();
    void stop(std::chrono::milliseconds grace);
    void kill() { child_.reset(); }

    // From any thread: ends the waits that heed it until it is forgotten.
    void interrupt() { waiter_->interrupt(); }
    void forget_interruption() { waiter_->forget_interruption(); }

    // Whole lines. Whether they arrived is seen by whether an answer comes.
    void send(std::string_view lines, Instant deadline);
    using Interruption = Waiter::Interruption;
    [[nodiscard]] ChildProcess::Reading receive(Instant deadline,
                                                Interruption interruption = Interruption::Ignored);
    [[nodiscard]] ChildProcess::Reading receive_at_once();

    // Reads on until a line begins with that word. The error says what happened instead.
    [[nodiscard]] Result<bool, std::string> await(std::string_view word, std::string_view asked,
                                                  Instant deadline);

    // It has closed its output: what became of it, and its last words. Ends it if need be.
    struct End {
        Trouble trouble = Trouble::Disconnected;
        std::string details;
    };
    [[nodiscard]] End find_out_end();

    [[nodiscard]] Conversation& conversation() { return conversation_; }
    [[nodiscard]] const Conversation& conversation() const { return conversation_; }
    // "'stockfish --flag'", for errors.
    [[nodiscard]] std::string command_line() const;
    // "; its last words: ..." or nothing.
    [[nodiscard]] std::string last_words() const;

  private:
    const EngineSpec& spec_;
    std::shared_ptr<Waiter> waiter_ = std::make_shared<Waiter>();
    std::unique_ptr<ChildProcess> child_;
    Conversation conversation_;
};

// The first word of a line, and the line without it.
std::string_view take_word(std::string_view& text);

}  // namespace rookery::arena
