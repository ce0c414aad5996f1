#include "arena/statistics/matrix.h"

#include <cassert>
#include <cmath>

namespace rookery::arena {

namespace {

// Lower triangle L with L·Lᵀ = matrix.
std::optional<SquareMatrix> cholesky(const SquareMatrix& matrix) {
    const std::size_t n = matrix.size();
    SquareMatrix lower(n);
    for (std::size_t column = 0; column < n; ++column) {
        for (std::size_t row = column; row < n; ++row) {
            double rest = matrix(row, column);
            for (std::size_t k = 0; k < column; ++k) rest -= lower(row, k) * lower(column, k);
            if (row == column) {
                if (!(rest > 0)) return std::nullopt;
                lower(row, column) = std::sqrt(rest);
            } else {
                lower(row, column) = rest / lower(column, column);
            }
        }
    }
    return lower;
}

}  // namespace

std::optional<SquareMatrix> inverse_of(const SquareMatrix& matrix) {
    const std::optional<SquareMatrix> lower = cholesky(matrix);
    if (!lower) return std::nullopt;
    const std::size_t n = matrix.size();
    // The inverse of the triangle, by forward substitution of each unit vector.
    SquareMatrix part(n);
    for (std::size_t column = 0; column < n; ++column) {
        for (std::size_t row = column; row < n; ++row) {
            double rest = row == column ? 1 : 0;
            for (std::size_t k = column; k < row; ++k) rest -= (*lower)(row, k) * part(k, column);
            part(row, column) = rest / (*lower)(row, row);
        }
    }
    SquareMatrix inverse(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = 0;
            for (std::size_t k = i; k < n; ++k) sum += part(k, i) * part(k, j);
            inverse(i, j) = inverse(j, i) = sum;
        }
    }
    return inverse;
}

std::vector<double> product_of(const SquareMatrix& matrix, const std::vector<double>& vector) {
    assert(vector.size() == matrix.size());
    std::vector<double> product(vector.size());
    for (std::size_t i = 0; i < matrix.size(); ++i)
        for (std::size_t j = 0; j < matrix.size(); ++j) product[i] += matrix(i, j) * vector[j];
    return product;
}

}  // namespace rookery::arena
