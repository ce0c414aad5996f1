// e to the power of x, made of + - * / alone: like the logarithm, the same on every system.
#pragma once

namespace rookery {

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
