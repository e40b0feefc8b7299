// `evodoku operators`: all operators, and when to use each.
#include <fmt/format.h>

#include <iostream>

#include "commands.hpp"
#include "io/json.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::app {
namespace {

/// When to use each operator of a kind, below its name. The measurements are in docs/notes/heat-bath.md and
/// docs/notes/reproductions.md.
std::string advice_on(const std::string& kind) {
    const std::string advice = help_file("advice");
    const std::size_t begin = advice.find(kind + "\n  ");
    return advice.substr(begin, advice.find("\n\n", begin) + 2 - begin);
}

/// All, or those that the words of the command name.
std::vector<OperatorDescription> chosen_operators(const std::vector<std::string>& words) {
    std::vector<OperatorDescription> operators = list_operators();
    if (words.empty()) return operators;
    std::vector<std::string> names;
    for (const OperatorDescription& op : operators) names.insert(names.end(), {op.kind, op.name});
    if (words.size() > 1) throw SettingError(fmt::format("operators: unexpected '{}'; it takes one name", words[1]));
    const std::string& name = words.front();
    std::erase_if(operators, [&](const OperatorDescription& op) { return op.name != name && op.kind != name; });
    if (!operators.empty()) return operators;
    throw SettingError(
        fmt::format("operators: '{}' is neither an operator nor a kind of operators{}; evodoku operators lists all",
                    name, suggestion(name, names)));
}

}  // namespace

std::vector<Option> operators_options() {
    return {{{"json", "", "print JSON"}}, {{"operators", "", "also those of your own, from FILE.so"}, "FILE"}};
}

int run_operators(const std::string&, const CommandLine& line) {
    const std::vector<OperatorDescription> operators = chosen_operators(line.words);
    if (line.has("json")) {
        std::cout << io::json_list(json_of_operators(operators), "") + "\n";
        return all_solved;
    }
    std::string kind, text;
    for (const OperatorDescription& op : operators) {
        if (op.kind != kind) text += fmt::format("{}{}", kind.empty() ? "" : "\n", advice_on(op.kind));
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
    std::cout << text.append(help_file("operators-end"));  // at once, so that a write that fails is the last
    return all_solved;
}

}  // namespace evodoku::app
