#include "base/embedded_file.h"
#include "knowledge/polyglot_book.h"

// The path comes from src/CMakeLists.txt.
ROOKERY_EMBED_FILE(default_book_file, ROOKERY_BOOK)

namespace rookery {

PolyglotBook PolyglotBook::default_book() { return over(default_book_file()); }

}  // namespace rookery
