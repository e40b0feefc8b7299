// Numbers and plurals for people.
#include "wording.hpp"

#include <fmt/format.h>

namespace evodoku::app {

std::string counted(std::uint64_t number, std::string_view thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

std::string rounded(double number) {
    static constexpr const char* prefixes[] = {"", " k", " M", " G", " T"};
    int prefix = 0;
    while (number >= 999.5 && prefix < 4) number /= 1000, ++prefix;  // what three digits would round up to 1000
    return prefix == 0 ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}{}", number, prefixes[prefix]);
}

}  // namespace evodoku::app
