// THE algorithm: one generation, phase by phase, written once. phases/*.hpp defines each step.
//
//   last generation,  -- plan ->  parents  -- cross, mutate, score ->  children  -- rank, merge ->  next generation
//   in order of cost  |              make_child(), for each               |      make_generation(), together
//                     +- or a copy; or a fresh board: the only ones at a start or restart, which has no parents
//
// The argument decides how a step is executed; it has a member for every name below:
//
//   GenerationOn             puts each step on a list, which a device then runs for all individuals (steps_on.hpp)
//   ChildrenOfBlock          does the steps of a block's children one after the other, in one kernel (fast_paths.hpp)
//   SharedMemoryGeneration   makes whole generations of an island in shared memory (fast_paths.hpp)
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// One child, from its plan to its cost.
EVODOKU_OF_EITHER_SIDE
template <class Child>
EVODOKU_HD EVODOKU_INLINE void make_child(const Child& child) {
    child.plan();        // selection: the parents, and which of the operators below
    child.initialise();  // a fresh board: at the start, at a restart, as an immigrant
    child.copy();        // an elite, a migrant, or a parent that is not crossed
    child.cross();       // or a board made from two parents
    child.mutate();      // changed at random, or improved by a local search
    child.score();       // 0 is a solution
}

/// Another try of a child, from the same parents.
EVODOKU_OF_EITHER_SIDE
template <class Child>
EVODOKU_HD EVODOKU_INLINE void try_child_again(const Child& child) {
    child.copy();
    child.cross();
    child.mutate();
    child.keep_better();  // of this try and the best earlier one
}

/// All children of a generation, and which of them survive.
EVODOKU_OF_EITHER_SIDE
template <class Generation>
EVODOKU_HD EVODOKU_INLINE void make_generation(const Generation& generation) {
    generation.make_children();                                                      // make_child(), each
    for (std::uint32_t k = 1; k < generation.tries(); ++k) generation.try_again(k);  // try_child_again(), each
    if (generation.rejects_duplicates()) generation.replace_duplicates();            // by fresh boards
    generation.rank();                                                               // by cost, then by index
    if (generation.merges()) generation.merge();                                     // (mu + lambda): parents compete
    generation.end();  // the best board, stagnation, the end; children become parents
}

/// Rejects each child whose board the population or the island's earlier generations already contain. A fresh board
/// takes its place; with `drops` nothing does, and the population is smaller.
void replace_duplicates(const auto& children) {
    children.find_equals();     // enter every board into a hash table; mark all but the first of equal keys
    children.find_seen();       // reject a child whose key is among those of earlier generations
    children.reject();          // compare each marked child with the others of its key; reject it if one is equal
    children.make_rejected();   // make a fresh board for each rejected child
    children.note_seen();       // note the keys of this generation for find_seen()
    children.score_rejected();  // score the fresh boards; a dropped child gets the cost of an unused individual
    children.forget_equals();   // empty the hash table for the next generation
}

}  // namespace evodoku
