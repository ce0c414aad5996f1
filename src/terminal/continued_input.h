// A file that is read on as a stream by somebody else, after somebody has read ahead of what he needed.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <streambuf>
#include <string>
#include <utility>

namespace rookery {

class ContinuedInput final : public std::streambuf {
  public:
    // First that text, then what the file has.
    ContinuedInput(std::string text, int file) : text_(std::move(text)), file_(file) { set_area(text_.size()); }
    ContinuedInput(const ContinuedInput&) = delete;
    ContinuedInput& operator=(const ContinuedInput&) = delete;

  protected:
    int_type underflow() override {
        text_.resize(4096);
        ssize_t got = 0;
        do got = read(file_, text_.data(), text_.size());
        while (got < 0 && errno == EINTR);
        set_area(got > 0 ? static_cast<std::size_t>(got) : 0);
        return got > 0 ? traits_type::to_int_type(*gptr()) : traits_type::eof();
    }

  private:
    void set_area(std::size_t size) { setg(text_.data(), text_.data(), text_.data() + size); }

    std::string text_;
    int file_;
};

}  // namespace rookery
