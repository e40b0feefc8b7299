// XXH3 of the xxHash library, which is used as a header alone.
#include "checkpoint/checksum.hpp"

#define XXH_INLINE_ALL
#define XXH_VECTOR 0  // plain C++: fast enough, and GCC 12 warns falsely inside its own vector headers
#include <xxhash.h>

namespace evodoku {

struct Checksum::State {
    XXH3_state_t of;
};

Checksum::Checksum() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->of); }
Checksum::~Checksum() = default;
void Checksum::add(const void* bytes, std::size_t count) { XXH3_64bits_update(&state_->of, bytes, count); }
std::uint64_t Checksum::value() const { return XXH3_64bits_digest(&state_->of); }

}  // namespace evodoku
