// The phases of a generation, as functors that make, cross, mutate, score one individual: the algorithm's inside.
//
// phase(deme) gives a body with everything about the deme looked up; body(index) does one individual. A body writes
// its own slot only and reads no slot of what it writes (docs/determinism.md; claim is the exception). A body may have
// more:
//
//   then(index)     to be done after body(index): an executor may do many of the first before it does the second, so
//                   that what the first has asked for arrives
//   acts_on(index)  false where the other two do nothing
//   ask_for(index)  a hint, before body(index)
//
//   (prepare    once a puzzle: the alleles of its boxes, where an operator needs them)
//   (weigh      for a wheel: the weight of every rank; then the executor's scan)
//   plan        selection: which parents, which operators    reads front, writes plans
//   initialise  fresh boards                                 writes back
//   copy        elites, migrants and unchanged children      front -> back
//   cross       one phase an operator                        front -> back
//   mutate      one phase an operator                        back, in place
//   (copy, cross, mutate, keep better: once a further try of each child; spare -> back)
//   (distinct.hpp: duplicates give way to fresh boards)
//   score                                                    back -> costs
//   (rank: the executor's sort)                              costs -> order
//   (merge, settle: the best of parents and children)        front, back -> spare -> back
//   census      once a deme: best, stagnation, end           then back becomes front
#pragma once

#include "evodoku/engine/phases/census.hpp"
#include "evodoku/engine/phases/chain.hpp"
#include "evodoku/engine/phases/distinct.hpp"
#include "evodoku/engine/phases/make.hpp"
#include "evodoku/engine/phases/merge.hpp"
#include "evodoku/engine/phases/plan.hpp"
#include "evodoku/engine/phases/prepare.hpp"
#include "evodoku/engine/phases/ranking.hpp"
#include "evodoku/engine/phases/score.hpp"
#include "evodoku/engine/phases/sums.hpp"
