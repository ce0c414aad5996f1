// Who helps, told to whoever watches: each coming and going once.
#pragma once

#include "colony/live/register.h"

#include <map>
#include <string>
#include <vector>

namespace rookery::colony {

class Company {
  public:
    // What is different from the last time, in words.
    [[nodiscard]] std::vector<std::string> changes(const std::vector<WorkerRecord>& present);

  private:
    std::map<std::string, std::string> known_;  // name, and what was said of it
};

}  // namespace rookery::colony
