// The result of a benchmark, as `evodoku compare` reads it.
#include <stdexcept>

#include "bench/result.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {

void bench(Bytes bytes) {
    using namespace evodoku::bench;
    try {
        const Result result = from_json(std::string(bytes));
        const std::string text = to_json(result);
        require(to_json(from_json(text)) == text, "a result does not read back");
        to_csv(result);
        compare(result, result, 0.05);
        for (const std::string& difference : differences({result, result}, {"A", "B"}))
            require(!difference.starts_with("A lacks"), "a result lacks its own measurements");
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace evodoku::fuzz
