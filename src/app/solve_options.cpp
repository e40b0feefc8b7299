// The command line into settings.
#include "solve_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string_view>

#include "commands.hpp"
#include "evodoku/engine/nearest.hpp"
#include "solve_arguments.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

[[noreturn]] void refuse_unknown(const std::string& word) {
    const std::string name = word.substr(0, word.find('=', 2));
    throw UsageError(
        fmt::format("unknown option '{}'{}; see evodoku solve --help", name, suggestion(name, solve_option_names())));
}

/// Files, standard input and puzzles in the order given. Read from the list of arguments, since cxxopts parts the
/// values of a repeated option at their commas. `any_name`: a file's name may begin with a dash, since -- parts files
/// from options.
void read_inputs(const cxxopts::ParseResult& result, bool any_name, SolveSettings& settings) {
    using Kind = InputSource::Kind;
    bool reads_standard_input = false;
    for (const cxxopts::KeyValue& argument : result.arguments()) {
        if (argument.key() == "puzzle") {
            settings.inputs.push_back({Kind::text, argument.value()});
        } else if (argument.key() == "files" && argument.value() == "-") {
            if (reads_standard_input) throw UsageError("- stands twice; standard input can be read only once");
            reads_standard_input = true;
            settings.inputs.push_back({Kind::standard_input, ""});
        } else if (argument.key() == "files") {
            if (argument.value().starts_with('-') && !any_name) refuse_unknown(argument.value());
            settings.inputs.push_back({Kind::file, argument.value()});
        }
    }
    if (settings.inputs.empty() && !settings.print_config) {
        throw UsageError(
            "no puzzle given: name a file, - for standard input, or --puzzle STRING; see evodoku solve --help");
    }
}

/// The name of an option as it was written last: it may have an alias, of which cxxopts does not tell.
std::string written_name(const std::string& name, int argc, const char* const* argv) {
    std::string alias, written = name;
    for (const Setting<SolveSettings>& setting : solve_settings()) {
        if (setting.name == name) alias = setting.alias;
    }
    for (int k = 1; k < argc && !alias.empty(); ++k) {
        const std::string_view word(argv[k]), option = word.substr(0, word.find('='));
        for (const std::string& each : {name, alias}) {
            if (option == "--" + each) written = each;
        }
    }
    return "--" + written;
}

/// The settings that options name, in the order given.
std::vector<Assignment> options_given(const cxxopts::ParseResult& result, int argc, const char* const* argv) {
    std::vector<std::string> names = names_of(solve_settings());
    names.insert(names.end(), layer_names.begin(), layer_names.end());
    std::vector<Assignment> list;
    for (const cxxopts::KeyValue& argument : result.arguments()) {
        if (std::find(names.begin(), names.end(), argument.key()) == names.end()) continue;
        list.push_back({argument.key(), argument.value(), written_name(argument.key(), argc, argv)});
    }
    return list;
}

void choose_seed(SolveSettings& settings) {
    settings.random_seed = !settings.seed;
    if (settings.seed) return;
    std::random_device entropy;
    settings.seed = std::uint64_t{entropy()} << 32 | entropy();
}

}  // namespace

SolveSettings parse_solve_options(int argc, const char* const* argv) {
    cxxopts::Options options = solve_arguments();
    options.allow_unrecognised_options();
    SolveSettings settings;
    try {
        const cxxopts::ParseResult result = options.parse(argc, argv);
        settings.help = result.count("help") != 0;
        settings.version = result.count("version") != 0;
        if (settings.help || settings.version) return settings;
        for (const std::string& word : result.unmatched()) refuse_unknown(word);
        settings.print_config = result.count("print-config") != 0;
        apply_layers(settings, options_given(result, argc, argv));
        choose_seed(settings);
        if (settings.quiet && settings.verbose) throw UsageError("--quiet and --verbose exclude each other");
        const bool has_separator = std::find(argv, argv + argc, std::string_view("--")) != argv + argc;
        read_inputs(result, has_separator, settings);
    } catch (const cxxopts::exceptions::exception& error) {
        throw UsageError(fmt::format("{}; see evodoku solve --help", plain_quotes(error.what())));
    }
    return settings;
}

}  // namespace evodoku::app
