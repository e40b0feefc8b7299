// `evodoku operators`: the registry, for people.
#include <fmt/format.h>

#include <iostream>
#include <string>

#include "commands.hpp"
#include "evodoku/engine/operator_text.hpp"
#include "exit_codes.hpp"

namespace evodoku::app {
namespace {

struct Advice {
    const char *kind, *text;
};

/// When to use which. What is measured stands in docs/algorithm.md and docs/reproductions.md; a line is at most 116
/// wide.
constexpr Advice all_advice[] = {
    {"initialisation",
     "random-boxes, unless a published system wants cells. On cells row-candidates starts from what the givens allow;\n"
     "the charles presets, which start from free-cells, solved nothing in 30 runs each. all-cells makes genes of "
     "givens.\n"},
    {"cost",
     "row-column on boxes, duplicates on cells. units is far coarser: a line that misses one digit costs as much as "
     "one\n"
     "that misses six. The local-search mutations judge by row-column, whatever is chosen here.\n"},
    {"selection",
     "survivors with the heat bath: a tournament of 2 in its place took 30 times the redraws. tournament where "
     "crossover\n"
     "and mutation know nothing of cost, so that selection alone drives. uniform is the baseline.\n"},
    {"crossover",
     "band-stack with the heat bath, where it is free but no gain; always taken and for half of the children, it "
     "doubled\n"
     "the work. With swaps crossover matters: building-blocks solved an easy puzzle in 20 runs of 20, swaps alone "
     "never.\n"},
    {"mutation",
     "heat-bath to solve: all of the 100 hardest puzzles, of which plain swaps solved 0.3 %. hill-climb-swap is fast "
     "at\n"
     "first and ends in local optima; metropolis-swap gets out of them. swap is the plain baseline.\n"},
    {"replacement",
     "generational, with elites where crossover and mutation know nothing of cost. best-of-both where selection "
     "hardly\n"
     "prefers one board to another, as a roulette wheel does. worst-end comes near a steady state.\n"},
    {"stagnation",
     "restart for the plain algorithm, with --stall 25: of two hard puzzles 15 took less work on one and solved the "
     "other\n"
     "less often. The heat bath gains nothing by restarts: leave --stall at 0. grow is row-candidates'; wants "
     "--largest.\n"},
};

std::string advice_on(std::string_view kind) {
    std::string text;
    for (const Advice& advice : all_advice) {
        if (advice.kind != kind) continue;
        bool begins = true;
        for (const char letter : std::string_view(advice.text)) {
            if (begins) text += "  ";
            begins = letter == '\n';
            text += letter;
        }
    }
    return text;
}

}  // namespace

int operators_command(int argc, const char* const* argv) {
    const std::string word = argc > 1 ? argv[1] : "";
    if (word == "-h" || word == "--help") {
        std::cout << "evodoku operators - lists every operator with its knobs, their range and default, and when to "
                     "use which\n";
        return all_solved;
    }
    if (!word.empty()) throw UsageError(fmt::format("operators: unexpected '{}'; it takes no arguments", word));

    std::string kind, text;
    for (const OperatorInfo& op : list_operators()) {
        if (op.kind != kind) text += (kind.empty() ? "" : "\n") + op.kind + "\n" + advice_on(op.kind) + "\n";
        kind = op.kind;
        // Whoever suits every representation need not say so.
        const bool particular = op.representations.size() == 1;
        text +=
            fmt::format("  {:<18}{}{}\n", op.name, op.help, particular ? " [" + op.representations.front() + "]" : "");
        for (const KnobInfo& knob : op.knobs) {
            text += fmt::format("    {:<16}{} ({}; default {})\n", knob.name, knob.help, knob.range, knob.value);
        }
    }
    text +=
        "\nWritten name:knob=value,knob=value, as in  --selection tournament:size=5\n"
        "Crossover and mutation may be mixes; each child gets one by weight, as in\n"
        "  --crossover one-point-box@1:rate=0.9,uniform-box@3:rate=0.9\n";
    std::cout << text;  // at once, so that a write that fails is the last
    return all_solved;
}

}  // namespace evodoku::app
