// The table of options, as cxxopts and --help want it.
#include "solve_arguments.hpp"

#include <fmt/format.h>

#include "evodoku/engine/config.hpp"
#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/operator_text.hpp"
#include "solve_options.hpp"

namespace evodoku::app {
namespace {

using Value = std::shared_ptr<cxxopts::Value>;

const std::vector<std::string> groups = {"Input", "Machine", "Evolution", "Island", "Budget", "Output"};

Value text() { return cxxopts::value<std::string>(); }
Value texts() { return cxxopts::value<std::vector<std::string>>(); }
Value preset(const std::string& value) { return text()->default_value(value); }
Value preset(std::uint32_t value) { return preset(std::to_string(value)); }
Value preset(const Amount& amount) { return preset(amount.value == 0 ? "0" : amount_to_text(amount)); }

}  // namespace

cxxopts::Options solve_arguments() {
    const Config plain;
    cxxopts::Options options("evodoku solve", "Solves Sudoku puzzles with a genetic algorithm.\n");
    options.custom_help("[OPTION ...]").positional_help("[FILE ...] [-]").show_positional_help().set_width(116);
    options.add_options("Input")("puzzle", "a puzzle: 81 cells, 1-9, blanks . 0 x X * _ (may be repeated)", texts(),
                                 "STRING")(
        "keep-going", "leave bad puzzles out and solve the others; the exit code is 3 all the same")(
        "presolve", "logic before the search: none, givens, singles, full", preset("singles"), "LEVEL");
    options.add_options("Machine")("d,device", "auto, cpu, cuda or cuda:N; auto = a GPU if there is one",
                                   preset("auto"),
                                   "DEVICE")("j,threads", "CPU threads; 0 = all there are", preset(0), "N");
    options.add_options("Evolution")("p,population", "boards a puzzle, as in 256k or 1M; auto suits the device",
                                     preset("auto"), "N")(
        "elite", "best boards kept in a generation: a count, or a share as in 5%", preset(plain.elite), "N")(
        "immigrants", "fresh boards in a generation: a count, or a share", preset(plain.immigrants), "N")(
        "stall", "start afresh after N generations without a better board; 0 = never", preset(plain.stall), "N")(
        "representation", "what a board is: box-board (boxes as permutations) or cell-board (any digit in any cell)",
        preset(to_text(plain.representation)), "NAME")(
        "initialisation", "makes fresh boards", preset(to_text(plain.initialisation)), "OP")(
        "cost", "scores boards", preset(to_text(plain.cost)), "OP")("selection", "chooses parents",
                                                                    preset(to_text(plain.selection)), "OP")(
        "crossover", "crosses parents: one operator, a mix, or none", preset(to_text(plain.crossover)), "OP")(
        "mutation", "mutates children: one operator, a mix, or none", preset(to_text(plain.mutation)), "OP")(
        "replacement", "what of a generation comes into the next", preset(to_text(plain.replacement)), "OP")(
        "stagnation", "what --stall leads to", preset(to_text(plain.stagnation)), "OP")(
        "largest", "boards a puzzle that --stagnation grow may grow to; 0 = as --population", preset(plain.largest),
        "N")("pairs", "on: two children a pair of parents, each with the roles changed", preset("off"), "on|off")(
        "variation", "both: a child may be crossed and mutated; either: never both", preset("both"), "WHICH")(
        "children", "tries a child, from the same parents; the best of them is it", preset(plain.children), "N")(
        "duplicates", "reject: a child that the population has already gives way to a fresh board", preset("keep"),
        "WHICH")("seen", "reject those among about the last N boards of an island, too; 0 = none", preset(plain.seen),
                 "N");
    options.add_options("Island")("islands", "equal parts of the population that breed apart (demes)",
                                  preset(plain.islands), "N")(
        "migrate-every", "generations from one migration to the next", preset(plain.migrate_every), "N")(
        "migrants", "boards an island sends at a migration", preset(plain.migrants), "N")(
        "epoch", "generations between two looks of the program at the islands", preset(plain.epoch), "N");
    options.add_options("Budget")("g,generations", "generations a puzzle may take", preset(plain.generations), "N")(
        "timeout", "time the whole command may take: 30s, 5m, 200ms", text(), "TIME")(
        "s,seed", "decides all random numbers, 0 to 2^64-1; a random one where not given", text(), "N")(
        "runs", "solve everything N times, with the seeds s, s+1, ...", preset(1), "N");
    options.add_options("Output")("format", "grid, line, jsonl or auto; auto = grid for one puzzle, else line",
                                  preset("auto"), "FORMAT")(
        "q,quiet", "say nothing on standard error but errors and a seed that was not given")(
        "v,verbose", "a line a generation on standard error: best and mean cost, restarts")(
        "version", "the version of the program")("h,help", "this text");
    options.add_options("hidden")("files", "", texts());
    options.parse_positional({"files"});
    return options;
}

std::vector<std::string> solve_option_names() {
    const cxxopts::Options options = solve_arguments();
    std::vector<std::string> names;
    for (const std::string& group : groups) {
        for (const auto& option : options.group_help(group).options) {
            for (const std::string& name : option.l) names.push_back("--" + name);
        }
    }
    return names;
}

std::string solve_help() {
    return solve_arguments().help(groups) +
           "\n"
           "A FILE may hold any number of puzzles, 81 cells a line or nine lines of nine; - is standard input.\n"
           "OP is an operator with its knobs, as in --selection tournament:size=5; evodoku operators lists them.\n"
           "A mix gives each child one operator by weight, as in --crossover one-point-box@1,uniform-box@3.\n"
           "\n"
           "Islands stand in a ring. At a migration each sends copies of its best boards to the next, where they take\n"
           "the places of children; an island that stalls starts afresh by itself. The program looks at the islands,\n"
           "for answers and for migrations, only every --epoch generations: --migrate-every is a multiple of that\n"
           "(--epoch fits itself to it where it is not given). One island, the default, breeds as a whole.\n"
           "\n"
           "Results are on standard output, all else on standard error.\n"
           "\n"
           "Exit codes: 0 all solved; 1 some not solved; 2 usage; 3 bad or contradictory puzzle;\n"
           "            4 no usable device; 5 input or output; 130, 143 interrupted (with the results so far)\n"
           "\n"
           "Examples:\n"
           "  evodoku solve puzzle.txt\n"
           "  evodoku solve --puzzle "
           "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
           "  evodoku solve --format jsonl puzzles/*.txt > answers.jsonl\n"
           "  evodoku solve --population 1M --islands 8 --migrate-every 20 --seed 7 hard.txt\n";
}

}  // namespace evodoku::app
