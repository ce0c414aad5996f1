#include "base/threads.h"

#include <pthread.h>

namespace rookery {

void use_deep_stacks() {
#ifdef __GLIBC__
    constexpr std::size_t room = std::size_t{8} << 20;  // only what is used takes memory
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return;
    std::size_t present = 0;
    if (pthread_getattr_default_np(&attributes) == 0 &&
        pthread_attr_getstacksize(&attributes, &present) == 0 && present < room &&
        pthread_attr_setstacksize(&attributes, room) == 0)
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
#endif
}

}  // namespace rookery
