// The natural logarithm and exponential, made of + - * / alone. Those of libm differ in the last
// bit between systems, and a reduction table that differs in one entry changes every search after
// it.
#pragma once

#include <cassert>

namespace rookery {

[[nodiscard]] constexpr double natural_log(double x) {
    assert(x > 0);
    constexpr double ln2 = 0x1.62e42fefa39efp-1;
    int halvings = 0;
    while (x > 1.5) {
        x /= 2;
        ++halvings;
    }
    while (x < 0.75) {
        x *= 2;
        --halvings;
    }
    // ln x = 2 artanh((x - 1) / (x + 1)); the argument is at most 1/5, so the series is short.
    const double t = (x - 1) / (x + 1);
    const double t2 = t * t;
    double power = t;
    double sum = 0;
    for (int n = 1; n < 40; n += 2) {
        sum += power / n;
        power *= t2;
    }
    return 2 * sum + halvings * ln2;
}

[[nodiscard]] constexpr double natural_exp(double x) {
    constexpr double largest = 700;  // beyond it a double overflows
    if (x > largest) x = largest;
    if (x < -largest) x = -largest;
    // Small enough for a short series, then squared as often as it was halved.
    int halvings = 0;
    while (x > 0.125 || x < -0.125) {
        x /= 2;
        ++halvings;
    }
    double sum = 1;
    double term = 1;
    for (int n = 1; n < 12; ++n) {
        term *= x / n;
        sum += term;
    }
    while (halvings-- > 0) sum *= sum;
    return sum;
}

}  // namespace rookery
