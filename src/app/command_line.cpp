// The replay line: settings back into options.
#include "command_line.hpp"

#include <fmt/format.h>

#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

/// As one word of a shell.
std::string quoted(const std::string& word) {
    static constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return text + "'";
}

std::string input_text(const InputSource& input) {
    switch (input.kind) {
        case InputSource::Kind::standard_input:
            return " -";
        case InputSource::Kind::text:
            return " --puzzle " + quoted(input.text);
        case InputSource::Kind::file:
            break;
    }
    return " " + quoted(input.text.starts_with('-') ? "./" + input.text : input.text);  // not to be taken for an option
}

}  // namespace

std::string replay_command(const std::string& program, const SolveSettings& settings, const std::string& device) {
    static const std::set<std::string> left_out = {"threads", "timeout", "quiet", "verbose"};
    std::string text = quoted(program) + " solve";
    for (const InputSource& input : settings.inputs) text += input_text(input);
    SolveSettings spelt_out = settings;
    spelt_out.device = device;
    for (const Setting<SolveSettings>& setting : solve_settings()) {
        const std::string value = setting.write(spelt_out);
        if (left_out.contains(setting.name) || value.empty()) continue;
        if (!setting.is_flag()) {
            text += fmt::format(" --{} {}", setting.name, quoted(value));
        } else if (value == "true") {
            text += fmt::format(" --{}", setting.name);
        }
    }
    return text;
}

}  // namespace evodoku::app
