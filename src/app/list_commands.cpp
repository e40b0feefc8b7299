// `evodoku presets` and `evodoku operators`.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "engine/nearest.hpp"
#include "engine/operator_text.hpp"
#include "io/json_text.hpp"
#include "settings/presets.hpp"

namespace evodoku::app {
namespace {

struct Advice {
    const char *kind, *text;
};

/// When to use each operator. The measurements are in docs/algorithm.md and docs/reproductions.md.
constexpr Advice all_advice[] = {
    {"initialisation",
     "Use random-boxes, unless you repeat a published system on cells. On cells, row-candidates uses only digits that\n"
     "the givens allow. The charles presets use free-cells. With all-cells, givens are genes, too.\n"},
    {"cost",
     "Use row-column on boxes and duplicates on cells. units is much coarser: a line that misses one digit costs as\n"
     "much as one that misses six. The local-search mutations use row-column, whichever cost you choose.\n"},
    {"selection",
     "Use deterministic-truncation with the heat bath. Use tournament if crossover and mutation do not use the cost, "
     "so that only\n"
     "selection drives the search. uniform is the baseline.\n"},
    {"crossover",
     "Use band-stack with the heat bath, at a low rate. With swaps, crossover matters: building-blocks solves easy\n"
     "puzzles that swaps alone do not.\n"},
    {"mutation",
     "Use heat-bath to solve. hill-climb-swap is fast at first and ends in local optima; metropolis-swap can leave\n"
     "them. annealed-swap begins hot and cools, for simulated annealing. swap is the plain baseline.\n"},
    {"replacement",
     "Use generational, with elites if crossover and mutation do not use the cost. Use plus if selection\n"
     "pressure is low, as with a roulette wheel. replace-worst is close to a steady state.\n"},
    {"stagnation",
     "Use restart for the plain algorithm, with --restart-after. The heat bath does not benefit from restarts. grow\n"
     "belongs to row-candidates and needs --largest. reheat belongs to the mutations that cool.\n"},
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

OptionInfo json_option() { return {"json", '\0', "", "", "print JSON"}; }

/// All, or those that the words of the command name.
std::vector<OperatorDescription> chosen_operators(const std::vector<std::string>& words) {
    std::vector<OperatorDescription> operators = list_operators();
    if (words.empty()) return operators;
    if (words.size() > 1) throw UsageError(fmt::format("operators: unexpected '{}'; it takes one name", words[1]));
    const std::string& name = words.front();
    std::vector<std::string> names = operators_info().choices;
    std::erase_if(operators, [&](const OperatorDescription& op) { return op.name != name && op.kind != name; });
    if (!operators.empty()) return operators;
    throw UsageError(
        fmt::format("operators: '{}' is neither an operator nor a kind of operators{}; evodoku operators "
                    "lists all",
                    name, suggestion(name, names)));
}

std::string json_of(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts) list += (list.empty() ? "" : ",") + io::json_quoted(text);
    return "[" + list + "]";
}

/// A share has a point: 1.0.
std::string json_of(const ParameterDescription& parameter) {
    const auto number = [&](double value) {
        return parameter.whole ? std::to_string(static_cast<std::uint32_t>(value)) : io::json_number(value);
    };
    io::JsonObject item;
    item.put("name", parameter.name);
    if (parameter.choices.empty()) {
        item.put_json("range", fmt::format("[{},{}]", number(parameter.min), number(parameter.max)));
        item.put_json("default", number(parameter.number));
    } else {
        item.put_json("choices", json_of(parameter.choices));
        item.put("default", parameter.value);
    }
    item.put("help", parameter.help);
    return item.on_one_line();
}

std::string json_of(const std::vector<OperatorDescription>& operators) {
    std::vector<std::string> items;
    for (const OperatorDescription& op : operators) {
        io::JsonObject item;
        item.put("kind", op.kind);
        item.put("name", op.name);
        item.put("help", op.help);
        item.put_json("representations", json_of(op.representations));
        std::string parameters;
        for (const ParameterDescription& each : op.parameters) {
            parameters += (parameters.empty() ? "" : ",") + json_of(each);
        }
        item.put_json("parameters", "[" + parameters + "]");
        items.push_back(item.on_one_line());
    }
    return io::json_list(items, "") + "\n";
}

}  // namespace

CommandInfo presets_info() {
    CommandInfo info;
    info.choices = preset_names();
    info.choices.insert(info.choices.begin(), "show");
    info.notes =
        "evodoku presets             lists the presets, for evodoku solve --preset NAME\n"
        "evodoku presets show NAME   prints one, as a file for --config\n";
    return info;
}

int run_presets(const std::string&, const CommandLine& line) {
    const std::vector<std::string> words = line.words();
    if (!words.empty() && words.front() != "show") {
        throw UsageError(fmt::format("presets: unexpected '{}'; it takes nothing or show NAME", words.front()));
    }
    if (words.size() == 1)
        throw UsageError("presets show: the name of a preset is missing; evodoku presets lists them");
    if (words.size() > 2) throw UsageError(fmt::format("presets show: unexpected '{}'; it takes one name", words[2]));
    if (words.size() == 2) {
        std::cout << find_preset("presets show", words[1]).text;
        return all_solved;
    }
    std::size_t width = 0;
    for (const Preset& preset : presets()) width = std::max(width, preset.name.size());
    for (const Preset& preset : presets()) {
        std::cout << fmt::format("{:<{}}  {}\n", preset.name, width, preset.summary());
    }
    return all_solved;
}

CommandInfo operators_info() {
    CommandInfo info;
    info.options = {json_option()};
    info.notes =
        "NAME is an operator or a kind of operators: evodoku operators heat-bath, evodoku operators selection\n";
    for (const OperatorDescription& op : list_operators()) {
        if (std::ranges::count(info.choices, op.kind) == 0) info.choices.push_back(op.kind);
        info.choices.push_back(op.name);
    }
    return info;
}

int run_operators(const std::string&, const CommandLine& line) {
    const std::vector<OperatorDescription> operators = chosen_operators(line.words());
    if (line.has("json")) {
        std::cout << json_of(operators);
        return all_solved;
    }
    std::string kind, text;
    for (const OperatorDescription& op : operators) {
        if (op.kind != kind) text += (kind.empty() ? "" : "\n") + op.kind + "\n" + advice_on(op.kind) + "\n";
        kind = op.kind;
        // The list names representations only if an operator does not support all of them.
        const bool particular = op.representations.size() == 1;
        text +=
            fmt::format("  {:<26}{}{}\n", op.name, op.help, particular ? " [" + op.representations.front() + "]" : "");
        for (const ParameterDescription& parameter : op.parameters) {
            text += fmt::format("    {:<24}{} ({}; default {})\n", parameter.name, parameter.help, parameter.range,
                                parameter.value);
        }
    }
    text +=
        "\nWritten name:parameter=value,parameter=value, as in  --selection tournament:size=5\n"
        "Crossover and mutation may be mixes; each child gets one by weight, as in\n"
        "  --crossover one-point@1:rate=0.9,uniform@3:rate=0.9\n";
    std::cout << text;  // at once, so that a write that fails is the last
    return all_solved;
}

}  // namespace evodoku::app
