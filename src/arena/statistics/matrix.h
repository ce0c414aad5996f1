// A small dense symmetric matrix: what a rating list of some hundred players needs.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace rookery::arena {

class SquareMatrix {
  public:
    SquareMatrix() = default;
    explicit SquareMatrix(std::size_t size) : size_(size), cells_(size * size) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] double& operator()(std::size_t row, std::size_t column) {
        return cells_[row * size_ + column];
    }
    [[nodiscard]] double operator()(std::size_t row, std::size_t column) const {
        return cells_[row * size_ + column];
    }

  private:
    std::size_t size_ = 0;
    std::vector<double> cells_;
};

// Of a symmetric matrix whose eigenvalues are all positive; none where they are not.
[[nodiscard]] std::optional<SquareMatrix> inverse_of(const SquareMatrix& matrix);

[[nodiscard]] std::vector<double> product_of(const SquareMatrix& matrix,
                                             const std::vector<double>& vector);

}  // namespace rookery::arena
