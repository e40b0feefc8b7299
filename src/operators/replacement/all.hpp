// Every rule for which boards survive into the next generation. Add a new one to this list.
#pragma once

#include "operators/concepts.hpp"
#include "operators/replacement/ageing.hpp"
#include "operators/replacement/elite_learning.hpp"
#include "operators/replacement/elitist.hpp"
#include "operators/replacement/generational.hpp"
#include "operators/replacement/plus.hpp"
#include "operators/replacement/replace_worst.hpp"

namespace evodoku {

using Replacements =
    OperatorList<OperatorKind::replacement, Generational, ReplaceWorst, Plus, Elitist, Ageing, EliteLearning>;

}  // namespace evodoku
