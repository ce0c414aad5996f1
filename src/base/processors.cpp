#include "base/processors.h"

#include <sched.h>

namespace rookery {
namespace {

bool keep_on(const std::vector<int>& processors) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int processor : processors) {
        if (processor < 0 || processor >= CPU_SETSIZE) return false;
        CPU_SET(static_cast<unsigned>(processor), &set);
    }
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace

std::vector<int> usable_processors() {
    std::vector<int> processors;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return processors;
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
        if (CPU_ISSET(static_cast<unsigned>(processor), &set)) processors.push_back(processor);
    return processors;
}

PinnedThread::PinnedThread(const std::vector<int>& processors) {
    if (processors.empty()) return;
    std::vector<int> before = usable_processors();
    if (keep_on(processors)) before_ = std::move(before);
}

PinnedThread::~PinnedThread() {
    if (pinned()) keep_on(before_);
}

}  // namespace rookery
