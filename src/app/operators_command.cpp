// `evodoku operators`: the registry, for people.
#include <fmt/format.h>

#include <iostream>
#include <string>

#include "commands.hpp"
#include "evodoku/engine/operator_text.hpp"
#include "exit_codes.hpp"

namespace evodoku::app {

int operators_command(int argc, const char* const* argv) {
    const std::string word = argc > 1 ? argv[1] : "";
    if (word == "-h" || word == "--help") {
        std::cout << "evodoku operators - lists every operator with its knobs, their range and default\n";
        return all_solved;
    }
    if (!word.empty()) throw UsageError(fmt::format("operators: unexpected '{}'; it takes no arguments", word));

    std::string kind, text;
    for (const OperatorInfo& op : list_operators()) {
        if (op.kind != kind) text += (kind.empty() ? "" : "\n") + op.kind + "\n";
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
