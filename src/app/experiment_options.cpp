// The command line of `evodoku experiment`.
#include "experiment_options.hpp"

#include <fmt/format.h>

#include <cxxopts.hpp>

#include "commands.hpp"
#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/setting_values.hpp"
#include "solve_arguments.hpp"

namespace evodoku::app {
namespace {

using experiment::Grouping;

const Choices<TableFormat> formats = {
    {"md", TableFormat::markdown}, {"csv", TableFormat::csv}, {"json", TableFormat::json}};
const Choices<Grouping> groupings = {
    {"configuration", Grouping::configuration}, {"file", Grouping::file}, {"puzzle", Grouping::puzzle}};

cxxopts::Options arguments() {
    const auto text = [] { return cxxopts::value<std::string>(); };
    cxxopts::Options options("evodoku experiment", "Runs a plan: puzzles x configurations x seeds, and sums it up.\n");
    options.custom_help("[OPTION ...]").positional_help("PLAN.toml").show_positional_help().set_width(116);
    options.add_options()("o,output", "file of results, a line a run; otherwise that of the plan, or PLAN.jsonl",
                          text(),
                          "FILE")("format", "the table: md, csv or json", text()->default_value("md"), "FORMAT")(
        "by", "rows of the table: one a configuration, or one for each on every file or puzzle",
        text()->default_value("configuration"),
        "ROWS")("d,device", "cpu, cuda, cuda:N or auto", text()->default_value("cpu"), "DEVICE")(
        "j,threads", "runs at once on the CPU, one thread each; 0 = all processors", text()->default_value("0"), "N")(
        "q,quiet", "say nothing on standard error but errors")("h,help", "this text");
    options.add_options("hidden")("plans", "", cxxopts::value<std::vector<std::string>>());
    options.parse_positional({"plans"});
    return options;
}

[[noreturn]] void refuse_unknown(const std::string& word) {
    const cxxopts::Options options = arguments();
    std::vector<std::string> names;
    for (const auto& option : options.group_help("").options) {
        for (const std::string& name : option.l) names.push_back("--" + name);
    }
    const std::string name = word.substr(0, word.find('=', 2));
    throw UsageError(
        fmt::format("unknown option '{}'{}; see evodoku experiment --help", name, suggestion(name, names)));
}

}  // namespace

ExperimentSettings parse_experiment_options(int argc, const char* const* argv) {
    cxxopts::Options options = arguments();
    options.allow_unrecognised_options();
    ExperimentSettings settings;
    try {
        const cxxopts::ParseResult result = options.parse(argc, argv);
        settings.help = result.count("help") != 0;
        if (settings.help) return settings;
        for (const std::string& word : result.unmatched()) refuse_unknown(word);
        for (const cxxopts::KeyValue& argument : result.arguments()) {
            if (argument.key() != "plans") continue;
            if (argument.value().starts_with('-')) refuse_unknown(argument.value());
            if (!settings.plan.empty()) throw UsageError("experiment: one plan at a time");
            settings.plan = argument.value();
        }
        if (settings.plan.empty()) throw UsageError("no plan given: name a file; see evodoku experiment --help");
        const auto text = [&](const char* name) { return result[name].as<std::string>(); };
        if (result.count("output") != 0) settings.output = text("output");
        settings.device = text("device");
        settings.threads = static_cast<unsigned>(read_count("--threads", text("threads"), 0, 1024));
        settings.format = read_choice("--format", text("format"), formats);
        settings.grouping = read_choice("--by", text("by"), groupings);
        settings.quiet = result.count("quiet") != 0;
    } catch (const cxxopts::exceptions::exception& error) {
        throw UsageError(fmt::format("{}; see evodoku experiment --help", plain_quotes(error.what())));
    }
    return settings;
}

std::string experiment_help() {
    return arguments().help({""}) +
           "\n"
           "A plan, whose files are looked for beside it:\n"
           "  seeds = { first = 1, count = 30 }\n"
           "  puzzles = [\"easy.txt\", { file = \"hard.txt\", lines = [1, \"4-9\"] }]\n"
           "  [defaults]                      settings of all configurations, as evodoku solve --config has them\n"
           "  generations = 500\n"
           "  [[configurations]]\n"
           "  preset = \"plain\"\n"
           "  [[configurations]]\n"
           "  name = \"small\"\n"
           "  population = 2000\n"
           "\n"
           "Results are added to their file run by run. The same command again goes on where the last one ended.\n"
           "docs/experiments.md says what the columns of the table mean.\n"
           "\n"
           "Exit codes: 0 all runs made; 2 usage, or a plan that can't be; 3 bad or contradictory puzzle;\n"
           "            4 no usable device; 5 input or output; 130, 143 interrupted (with the results so far)\n";
}

}  // namespace evodoku::app
