// Operators that end as they should not: `evodoku check-operator` says how.
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <devices/own_operators.hpp>

using namespace evodoku;

template <int how>
struct Ends : OperatorOn<every_board> {
    static constexpr const char* name = std::array{"never-ends", "exits", "crashes", "throws", "aborts"}[how];
    static constexpr const char* help = "ends as it should not";
    void change(Rules&) const {
        for (volatile bool waits = how == 0; waits;) continue;
        if (how == 1) std::exit(0);
        if (how == 2 || how == 4) std::raise(how == 2 ? SIGSEGV : SIGABRT);
        throw std::runtime_error("no luck in use");
    }
};

EVODOKU_OPERATORS(OwnReplacements<Ends<0>, Ends<1>, Ends<2>, Ends<3>, Ends<4>>)
