#include "notation/text_error.h"

namespace rookery {

std::string describe(const TextError& error) {
    std::string text;
    if (error.line > 0) text = "line " + std::to_string(error.line) + ", ";
    return text + "column " + std::to_string(error.offset + 1) + ": " + error.what;
}

}  // namespace rookery
