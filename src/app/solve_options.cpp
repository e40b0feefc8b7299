// Option texts into checked settings.
#include "solve_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string_view>

#include "commands.hpp"
#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/operator_text.hpp"
#include "solve_arguments.hpp"

namespace evodoku::app {
namespace {

std::uint64_t count(const cxxopts::ParseResult& result, const char* name, std::uint64_t lowest, std::uint64_t highest) {
    const std::string& text = result[name].as<std::string>();
    const std::optional<std::uint64_t> value = parse_count(text);
    if (!value) {
        throw UsageError(fmt::format("--{}: '{}' is not a whole number {}..{} (written as 250000, 250k, 1e6 or 1M)",
                                     name, text, lowest, highest));
    }
    if (*value < lowest || *value > highest) {
        throw UsageError(fmt::format("--{} is {}; allowed: {}..{}", name, text, lowest, highest));
    }
    return *value;
}

std::uint32_t count32(const cxxopts::ParseResult& result, const char* name, std::uint64_t lowest,
                      std::uint64_t highest) {
    return static_cast<std::uint32_t>(count(result, name, lowest, highest));
}

Amount amount(const cxxopts::ParseResult& result, const char* name) {
    const std::string& text = result[name].as<std::string>();
    const std::optional<Amount> value = parse_amount(text);
    if (!value) throw UsageError(fmt::format("--{}: '{}' is neither a count (20) nor a share (5%, 0.05)", name, text));
    return *value;
}

template <class Choice>
Choice choice(const cxxopts::ParseResult& result, const char* name,
              const std::vector<std::pair<std::string, Choice>>& choices) {
    const std::string& text = result[name].as<std::string>();
    std::vector<std::string> names;
    for (const auto& [known, value] : choices) {
        if (known == text) return value;
        names.push_back(known);
    }
    throw UsageError(
        fmt::format("--{} is '{}'; allowed: {}{}", name, text, fmt::join(names, ", "), suggestion(text, names)));
}

[[noreturn]] void refuse_unknown(const std::string& word) {
    const std::string name = word.substr(0, word.find('=', 2));
    throw UsageError(
        fmt::format("unknown option '{}'{}; see evodoku solve --help", name, suggestion(name, solve_option_names())));
}

/// With quotation marks that every terminal shows.
std::string plain_quotes(std::string text) {
    for (const char* mark : {"\u2018", "\u2019"}) {
        for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) text.replace(at, 3, "'");
    }
    return text;
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
    if (settings.inputs.empty()) {
        throw UsageError(
            "no puzzle given: name a file, - for standard input, or --puzzle STRING; see evodoku solve --help");
    }
}

/// Who names a representation and no operator of a kind gets the one that the representation has by default.
void read_operators(const cxxopts::ParseResult& result, Config& config) {
    config.representation = parse_representation("--representation", result["representation"].as<std::string>());
    const bool plain = config.representation == Config{}.representation;
    const auto one = [&]<class Kind>(const char* name, Kind& op) {
        op = !plain && result[name].has_default() ? default_for<Kind>(config.representation)
                                                  : parse_operator<Kind>(std::string("--") + name,
                                                                         result[name].as<std::string>());
    };
    const auto mix = [&]<class Kind>(const char* name, Mix<Kind>& ops) {
        if (!plain && result[name].has_default()) {
            ops = {{default_for<Kind>(config.representation)}};
        } else {
            ops = parse_mix<Kind>(std::string("--") + name, result[name].as<std::string>());
        }
    };
    one("initialisation", config.initialisation);
    one("cost", config.cost);
    one("selection", config.selection);
    mix("crossover", config.crossover);
    mix("mutation", config.mutation);
    one("replacement", config.replacement);
    one("stagnation", config.stagnation);
}

void read_evolution(const cxxopts::ParseResult& result, SolveSettings& settings) {
    Config& config = settings.config;
    constexpr std::uint32_t many = 1'000'000'000;
    settings.automatic_population = result["population"].as<std::string>() == "auto";
    if (!settings.automatic_population) config.population = count32(result, "population", 1, most_individuals);
    config.islands = count32(result, "islands", 1, most_individuals);
    config.migrate_every = count32(result, "migrate-every", 1, many);
    config.migrants = count32(result, "migrants", 0, most_individuals);
    settings.default_migrants = result["migrants"].has_default();
    config.generations = count32(result, "generations", 0, many);
    config.stall = count32(result, "stall", 0, many);
    config.epoch = count32(result, "epoch", 1, 1'000'000);
    // Who says how often boards migrate need not say when the program looks: the longest epoch that divides it.
    if (config.islands > 1 && result["epoch"].has_default()) {
        while (config.migrate_every % config.epoch != 0) --config.epoch;
    }
    config.elite = amount(result, "elite");
    config.immigrants = amount(result, "immigrants");
    read_operators(result, config);
    config.largest = count32(result, "largest", 0, most_individuals);
    config.pairs = choice<bool>(result, "pairs", {{"off", false}, {"on", true}});
    config.either = choice<bool>(result, "variation", {{"both", false}, {"either", true}});
    config.children = count32(result, "children", 1, most_tries);
    config.distinct = choice<bool>(result, "duplicates", {{"keep", false}, {"reject", true}});
    config.seen = count32(result, "seen", 0, many);
}

void read_budget(const cxxopts::ParseResult& result, SolveSettings& settings) {
    if (result.count("timeout") != 0) {
        const std::string& text = result["timeout"].as<std::string>();
        settings.timeout = parse_duration(text);
        if (!settings.timeout)
            throw UsageError(fmt::format("--timeout: '{}' is not a time (as in 30s, 5m, 200ms)", text));
    }
    settings.runs = count32(result, "runs", 1, 1'000'000);
    settings.random_seed = result.count("seed") == 0;
    if (settings.random_seed) {
        std::random_device entropy;
        settings.seed = std::uint64_t{entropy()} << 32 | entropy();
    } else {
        settings.seed = count(result, "seed", 0, ~std::uint64_t{0});
    }
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
        settings.keep_going = result.count("keep-going") != 0;
        settings.presolve = choice<PresolveLevel>(result, "presolve",
                                                  {{"none", PresolveLevel::none},
                                                   {"givens", PresolveLevel::givens},
                                                   {"singles", PresolveLevel::singles},
                                                   {"full", PresolveLevel::full}});
        settings.device = result["device"].as<std::string>();
        settings.threads = count32(result, "threads", 0, 1024);
        read_evolution(result, settings);
        read_budget(result, settings);
        settings.format = choice<Format>(
            result, "format",
            {{"auto", Format::automatic}, {"grid", Format::grid}, {"line", Format::line}, {"jsonl", Format::jsonl}});
        settings.quiet = result.count("quiet") != 0;
        settings.verbose = result.count("verbose") != 0;
        if (settings.quiet && settings.verbose) throw UsageError("--quiet and --verbose exclude each other");
        const bool has_separator = std::find(argv, argv + argc, std::string_view("--")) != argv + argc;
        read_inputs(result, has_separator, settings);
    } catch (const cxxopts::exceptions::exception& error) {
        throw UsageError(fmt::format("{}; see evodoku solve --help", plain_quotes(error.what())));
    }
    return settings;
}

const char* to_text(Format format) {
    switch (format) {
        case Format::grid:
            return "grid";
        case Format::line:
            return "line";
        case Format::jsonl:
            return "jsonl";
        case Format::automatic:
            break;
    }
    return "auto";
}

}  // namespace evodoku::app
