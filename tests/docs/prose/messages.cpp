// Sample for scripts/prose-check: comments are not checked, so nobody is found here. Strings are.
#include "a deme a knob.hpp"

void messages() {
    say("stopped: 286 runs left; repeat the command to continue");
    say("cost 2 is the best after {} generations", count);  // found
    say("the file stands "
        "twice in the list");  // found one line up
    say(R"(Solves puzzles, one per line.
Of equal boards the first one stays.
  --knob   a parameter of an operator

A long line of a help text wraps at about a hundred characters, and a rate of boards
a second is found although it is broken.)");
    const char quote = '"';
    say("one deme", 10'000, quote, "it was told so \"twice\"");  // found twice
}
