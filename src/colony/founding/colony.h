// A colony as its folder describes it.
#pragma once

#include "colony/founding/address.h"
#include "colony/founding/members.h"

#include <string>
#include <vector>

namespace rookery::colony {

struct Colony {
    std::string name;
    std::vector<std::string> addresses;  // HOST:PORT
    Address listen;
    Members members;
};

}  // namespace rookery::colony
