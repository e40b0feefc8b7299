// Objects that must not be loaded, each by its macro.
#include <cstdlib>

#include "operator_interface.hpp"
#include "operators/catalogue.hpp"

namespace {

using namespace evodoku;

struct Taken : OperatorOn<every_board> {
#if defined(BAD_RANGE)
    static constexpr const char* name = "out-of-range";
    std::uint32_t number = 7;
    static constexpr std::array parameters{count_parameter("number", &Taken::number, 1, 5, "a number from 1 to 5")};
#else
    static constexpr const char* name = "generational";
    static constexpr std::array<Parameter<Taken>, 0> parameters{};
#endif
    static constexpr const char* help = "an operator of the program has its name";
};

#if defined(EXITS)
const int ended = (std::_Exit(0), 0);
#endif

}  // namespace

#if !defined(NONE)
extern "C" const OperatorObject* evodoku_operators() {
    static const ObjectList lists[] = {
        {catalogue_of<OperatorList<OperatorKind::replacement, Taken>>, StepCode{}, nullptr}};
#if defined(OTHER_VERSION)
    static const OperatorObject object{"another version", lists};
#else
    static const OperatorObject object{operator_interface, lists};
#endif
    return &object;
}
#endif
