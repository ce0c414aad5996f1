#include "commands/perft_progress.h"

#include "terminal/perft_text.h"

namespace rookery {

void ProgressDisplay::update(const PerftProgress& progress) {
    const std::lock_guard lock(mutex_);
    latest_ = progress;
}

void ProgressDisplay::show() {
    if (!line_.is_due()) return;
    PerftProgress progress;
    {
        const std::lock_guard lock(mutex_);
        progress = latest_;
    }
    line_.show(progress_text(progress, line_.seconds()));
}

}  // namespace rookery
