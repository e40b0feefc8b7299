// The table of Gumbel numbers on the host.
#include "operators/mutation/gumbel.hpp"

namespace evodoku {

constexpr GumbelTable gumbel_table;
static_assert(gumbel_table.below.front() == 2870 && gumbel_table.below.back() == 0);

}  // namespace evodoku
