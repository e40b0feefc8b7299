// `evodoku help`: the options of a command, and a listing as JSON, from which scripts/docs/make-reference makes
// docs/reference/options.md.
#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "io/json.hpp"

namespace evodoku {

void describe(auto& fields, const Option& option) {
    fields("name", option.name);
    fields("letter", option.letter == '\0' ? "" : std::string(1, option.letter));
    fields("value", option.value);
    fields("choices", option.choices);
    fields("default", option.standard);
    fields("basic", option.is(basic));
    fields("help", option.help);
}

namespace app {

/// With its options, except the two helps; the basic ones first.
void describe(auto& fields, const Command& command) {
    const CommandInfo info = command.info();
    std::vector<Option> options = all_options(command);
    std::erase_if(options, [](const Option& option) { return option.name.starts_with("help"); });
    std::ranges::stable_partition(options, [](const Option& option) { return option.is(basic); });
    fields("name", command.name);
    fields("words", command.words);
    fields("summary", command.summary);
    fields("options", options);
    fields("notes", info.notes + (info.notes.empty() || info.more.empty() ? "" : "\n") + info.more);
}

CommandInfo help_info() { return {.options = {{{"json", "", "print every command with its options as JSON"}}}}; }

int run_help(const std::string&, const CommandLine& line) {
    const std::vector<std::string>& words = line.words;
    if (line.arguments.size() > 1) {
        throw SettingError("help takes one command or one option; see evodoku help --help-all");
    }
    if (line.arguments.empty()) {
        std::cout << overview();
    } else if (line.has("json")) {
        std::cout << io::indented_json(io::json_of(all_commands())) << '\n';
    } else {
        const auto command = std::ranges::find(all_commands(), words.front(), &Command::name);
        if (command == all_commands().end()) refuse_command(words.front());
        std::cout << help_text(*command, false);
    }
    return all_solved;
}

}  // namespace app

}  // namespace evodoku
