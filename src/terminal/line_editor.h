// Lines typed at a terminal, with keys to edit them, a history and completion.
//
// libedit does the work; line_editor.cpp alone includes it. The portable program is built without
// it, since it has no console: can_edit_lines() is then false.
#pragma once

#include "terminal/line_source.h"
#include "ui/interrupts.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

[[nodiscard]] bool can_edit_lines();

// The words that may complete the last word of a text.
using Completer = std::function<std::vector<std::string>(std::string_view before_cursor)>;

// For standard input and output, both of which are a terminal. Only one reads at a time.
class LineEditor final : public TypedLines {
  public:
    // The history is kept in that file, if one is given.
    LineEditor(const Interrupts& interrupts, Completer completer,
               std::optional<std::filesystem::path> history);
    ~LineEditor() override;
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    using TypedLines::next;
    [[nodiscard]] TypedLine next(const PromptMaker& make_prompt) override;

  private:
    struct Library;
    std::unique_ptr<Library> library_;
};

// An editor where standard input and output are a terminal that can move its cursor, otherwise
// lines as they come, with a prompt if `source` is typed and `show_prompt` is set.
[[nodiscard]] std::unique_ptr<TypedLines> make_lines(LineSource& source, bool show_prompt,
                                                     Completer completer,
                                                     std::optional<std::filesystem::path> history);

}  // namespace rookery
