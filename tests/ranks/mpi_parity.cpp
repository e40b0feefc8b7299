// Started by mpirun on any number of ranks: evolves configurations over them and compares with one process. Prints one
// line per difference; exit code 1 if there is any.
#include <iostream>

#include "ranks/several_ranks.hpp"

namespace {

using namespace evodoku;

bool is_same(Ranks& ranks, const test::NamedConfiguration& named, bool on_islands) {
    const auto one = test::one_process(named);
    const auto several = make_backend_over(ranks, test::device_of(0), named.config, named.puzzle_slots, on_islands);
    if (test::digest(test::evolve(*several, named)) == test::digest(test::evolve(*one, named))) return true;
    std::cout << named.name << (on_islands ? ", islands" : ", puzzles") << " on " << ranks.size() << " ranks\n";
    return false;
}

}  // namespace

int main() {
    const std::unique_ptr<Ranks> ranks = join_mpi();
    int different = 0, compared = 0;
    if (ranks->rank() != 0) {
        serve(*ranks, test::device_of(ranks->rank()));
    } else {
        for (const test::NamedConfiguration& named : test::configurations()) {
            if (named.config.islands > 1) ++compared, different += !is_same(*ranks, named, true);
            if (named.puzzles > 1) ++compared, different += !is_same(*ranks, named, false);
        }
        std::cout << compared << " compared, " << different << " different\n";
        end_all(*ranks);
    }
    ranks->leave();
    return different == 0 && (ranks->rank() != 0 || compared >= 35) ? 0 : 1;
}
