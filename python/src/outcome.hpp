// The outcome of a puzzle as Python sees it.
#pragma once

#include "bindings.hpp"
#include "evodoku/backend/solve.hpp"

namespace evodoku::python {

void bind_outcome(nb::module_& module);

}  // namespace evodoku::python
