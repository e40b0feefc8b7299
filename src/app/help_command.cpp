// `evodoku help`: the options of a command, and a listing as JSON, from which scripts/docs/make-reference makes
// docs/reference/options.md.
#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "io/json.hpp"

namespace evodoku::app {
namespace {

/// Every command with its options, except the two helps; the basic ones first.
std::string json_listing() {
    const auto of_option = [](const Option& option) {
        io::Record json;
        json.put("name", option.name);
        json.put("letter", option.letter == '\0' ? "" : std::string(1, option.letter));
        json.put("value", option.value);
        json.put("choices", option.choices);
        json.put("default", option.standard);
        json.put("basic", option.is(basic));
        json.put("help", option.help);
        return json.on_one_line();
    };
    return io::json_list_of(all_commands(), [&](const Command& command) {
        const CommandInfo info = command.info();
        std::vector<Option> options = all_options(command);
        std::erase_if(options, [](const Option& option) { return option.name.starts_with("help"); });
        std::ranges::stable_partition(options, [](const Option& option) { return option.is(basic); });
        io::Record json;
        json.put("name", command.name);
        json.put("words", command.words);
        json.put("summary", command.summary);
        json.put_json("options", io::json_list_of(options, of_option));
        json.put("notes", info.notes + (info.notes.empty() || info.more.empty() ? "" : "\n") + info.more);
        return json.on_one_line();
    });
}

}  // namespace

CommandInfo help_info() { return {.options = {{{"json", "", "print every command with its options as JSON"}}}}; }

int run_help(const std::string&, const CommandLine& line) {
    const std::vector<std::string>& words = line.words;
    if (line.arguments.size() > 1) {
        throw SettingError("help takes one command or one option; see evodoku help --help-all");
    }
    if (line.arguments.empty()) {
        std::cout << overview();
    } else if (line.has("json")) {
        std::cout << io::indented_json(json_listing()) << '\n';
    } else {
        const auto command = std::ranges::find(all_commands(), words.front(), &Command::name);
        if (command == all_commands().end()) refuse_command(words.front());
        std::cout << help_text(*command, false);
    }
    return all_solved;
}

}  // namespace evodoku::app
