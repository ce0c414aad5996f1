#include "terminal/line_editor.h"

#include "ui/screen.h"

#include <unistd.h>

#ifdef ROOKERY_LINE_EDITING

#include "base/text.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <histedit.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <system_error>
#include <utility>

namespace rookery {
namespace {

constexpr int lines_remembered = 1000;
constexpr wchar_t refresh_key = 0x1f;  // Ctrl-_

std::string_view last_word(std::string_view text) {
    const std::size_t blank = text.find_last_of(' ');
    return blank == std::string_view::npos ? text : text.substr(blank + 1);
}

std::string_view common_beginning(const std::vector<std::string>& words) {
    std::string_view common = words.front();
    for (const std::string& word : words) {
        const auto [end, other] =
            std::mismatch(common.begin(), common.end(), word.begin(), word.end());
        common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
    }
    return common;
}

}  // namespace

bool can_edit_lines() { return true; }

// The callbacks of libedit get this object as its "client data".
struct LineEditor::Library {
    Library(const Interrupts& interrupts_, Completer completer_,
            std::optional<std::filesystem::path> path)
        : interrupts(interrupts_), completer(std::move(completer_)), history_path(std::move(path)) {
        // Otherwise a figurine or a name with an accent could not be typed.
        std::setlocale(LC_CTYPE, "");
        editor = el_init("rookery", stdin, stdout, stderr);
        past = history_init();
        if (editor == nullptr || past == nullptr) return;
        HistEvent event;
        history(past, &event, H_SETSIZE, lines_remembered);
        history(past, &event, H_SETUNIQUE, 1);
        if (history_path) history(past, &event, H_LOAD, history_path->c_str());
        el_set(editor, EL_CLIENTDATA, this);
        el_set(editor, EL_HIST, history, past);
        el_set(editor, EL_PROMPT, show_prompt);
        el_set(editor, EL_EDITOR, "emacs");
        el_set(editor, EL_SIGNAL, 1);  // window sizes, and the way back from Ctrl-Z
        el_set(editor, EL_GETCFN, read_character);
        el_set(editor, EL_ADDFN, "rookery-complete", "Complete the word before the cursor",
               complete);
        el_set(editor, EL_BIND, "^I", "rookery-complete", nullptr);
        el_set(editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
        el_set(editor, EL_ADDFN, "rookery-refresh", "Show the prompt as it is now", refresh);
        el_set(editor, EL_BIND, "^_", "rookery-refresh", nullptr);
        el_set(editor, EL_BIND, "\033^_", "rookery-refresh", nullptr);  // after Escape alone
        el_source(editor, nullptr);  // ~/.editrc: a person's own keys
    }
    ~Library() {
        if (past != nullptr) history_end(past);
        if (editor != nullptr) el_end(editor);
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    static Library& of(EditLine* editor) {
        void* data = nullptr;
        el_get(editor, EL_CLIENTDATA, &data);
        return *static_cast<Library*>(data);
    }

    static char* show_prompt(EditLine* editor) { return of(editor).prompt.text.data(); }

    // One character of however many bytes; 0 ends the line, as the end of the input does. When the
    // prompt has changed, the character is the key that shows it: then the library redraws the line
    // itself and knows where the cursor is.
    static int read_character(EditLine* editor, wchar_t* character) {
        Library& library = of(editor);
        std::mbstate_t state{};
        for (;;) {
            char byte = 0;
            switch (library.interrupts.wait_for_input(STDIN_FILENO, library.prompt.good_for)) {
                case Interrupts::Wait::Interrupt: return 0;
                case Interrupts::Wait::Timeout:
                    library.prompt = library.make_prompt();
                    if (library.prompt.expired) return 0;
                    *character = refresh_key;
                    return 1;
                case Interrupts::Wait::Input: break;
            }
            if (read(STDIN_FILENO, &byte, 1) != 1) return 0;
            const std::size_t length = std::mbrtowc(character, &byte, 1, &state);
            if (length == static_cast<std::size_t>(-2)) continue;  // more bytes follow
            if (length != static_cast<std::size_t>(-1)) return 1;
            state = {};  // not a character: ignored
        }
    }

    static unsigned char refresh(EditLine*, int) { return CC_REFRESH; }

    static unsigned char complete(EditLine* editor, int) {
        const LineInfo* line = el_line(editor);
        const std::string_view before(line->buffer,
                                      static_cast<std::size_t>(line->cursor - line->buffer));
        const std::vector<std::string> words = of(editor).completer(before);
        if (words.empty()) return CC_REFRESH_BEEP;
        const std::size_t typed = last_word(before).size();
        std::string more(
            common_beginning(words).substr(std::min(typed, common_beginning(words).size())));
        if (words.size() == 1) more += ' ';
        if (!more.empty())
            return el_insertstr(editor, more.c_str()) == 0 ? CC_REFRESH : CC_REFRESH_BEEP;
        fmt::print("\n{}",
                   wrapped(fmt::format("{}", fmt::join(words, " ")), LiveBlock(stdout).width()));
        std::fflush(stdout);
        return CC_REDISPLAY;
    }

    // The text of the line that Ctrl-C ended.
    std::string unfinished() const {
        const LineInfo* line = el_line(editor);
        return {line->buffer, static_cast<std::size_t>(line->lastchar - line->buffer)};
    }

    void remember(const std::string& line) {
        HistEvent event;
        history(past, &event, H_ENTER, line.c_str());
        if (!history_path) return;
        std::error_code error;  // without a folder there is no history
        std::filesystem::create_directories(history_path->parent_path(), error);
        history(past, &event, H_SAVE, history_path->c_str());
    }

    const Interrupts& interrupts;
    Completer completer;
    std::optional<std::filesystem::path> history_path;
    PromptMaker make_prompt;
    Prompt prompt;
    EditLine* editor = nullptr;
    History* past = nullptr;
};

LineEditor::LineEditor(const Interrupts& interrupts, Completer completer,
                       std::optional<std::filesystem::path> history)
    : library_(std::make_unique<Library>(interrupts, std::move(completer), std::move(history))) {}

LineEditor::~LineEditor() = default;

TypedLine LineEditor::next(const PromptMaker& make_prompt) {
    if (library_->editor == nullptr || library_->past == nullptr) return {TypedLine::Kind::End};
    std::fflush(stdout);
    library_->make_prompt = make_prompt;
    library_->prompt = make_prompt();
    if (library_->prompt.expired) return {TypedLine::Kind::Expired};
    int length = 0;
    const char* text = el_gets(library_->editor, &length);
    if (library_->prompt.expired) {
        std::fputs("\n", stdout);
        return {TypedLine::Kind::Expired};
    }
    if (text == nullptr || length <= 0) {
        const bool interrupted = library_->interrupts.pending();
        TypedLine ended{interrupted ? TypedLine::Kind::Interrupted : TypedLine::Kind::End};
        if (interrupted) ended.text = library_->unfinished();
        std::fputs(interrupted ? "^C\n" : "\n", stdout);
        return ended;
    }
    const std::string line(ascii::trim({text, static_cast<std::size_t>(length)}));
    if (!line.empty()) library_->remember(line);
    return {TypedLine::Kind::Line, line};
}

}  // namespace rookery

#else

#include <utility>

namespace rookery {

struct LineEditor::Library {};

bool can_edit_lines() { return false; }

LineEditor::LineEditor(const Interrupts&, Completer, std::optional<std::filesystem::path>) {}
LineEditor::~LineEditor() = default;
TypedLine LineEditor::next(const PromptMaker&) { return {TypedLine::Kind::End}; }

}  // namespace rookery

#endif

namespace rookery {

std::unique_ptr<TypedLines> make_lines(LineSource& source, bool show_prompt, Completer completer,
                                       std::optional<std::filesystem::path> history) {
    const TerminalFacts output = facts_about(STDOUT_FILENO);
    if (source.is_typed() && output.can_move_cursor() && can_edit_lines())
        return std::make_unique<LineEditor>(source.interrupts(), std::move(completer),
                                            std::move(history));
    return std::make_unique<PlainLines>(source, source.is_typed() && show_prompt);
}

}  // namespace rookery
