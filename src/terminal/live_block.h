// Several lines on a terminal that are replaced by newer ones in their place.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace rookery {

class LiveBlock {
  public:
    explicit LiveBlock(std::FILE* file) : file_(file) {}
    LiveBlock(const LiveBlock&) = delete;
    LiveBlock& operator=(const LiveBlock&) = delete;

    // No line may be wider than width(), or the block cannot be taken back.
    void show(const std::vector<std::string>& lines);
    // Takes the block away.
    void clear();
    [[nodiscard]] std::size_t width() const;

  private:
    std::FILE* file_;
    std::size_t height_ = 0;
};

}  // namespace rookery
