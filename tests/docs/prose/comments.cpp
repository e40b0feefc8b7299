// Sample for scripts/prose-check --comments: comments are checked, strings are not. Between its phases a child's board: no rate.
// The rate of boards
// a second is found although it is broken.
#include <string>

std::string told = "nobody asked // nor here";  // found: the order that is told
/// Whatever the order, found.
std::uint32_t epoch = 0;  ///< `nobody` in code is not found; epoch and slot are names in the code

/// A long sentence is not found in a comment, as comments have fragments, and as this one here, which goes on and on and
/// has more than thirty-five words in it, shows by not being among the findings of the test at all.
const char* const raw = R"(
// everybody in a raw string
)";
