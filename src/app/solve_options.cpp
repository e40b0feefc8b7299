#include "solve_options.hpp"

#include <fmt/format.h>

#include <cxxopts.hpp>
#include <random>

#include "commands.hpp"
#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/operator_text.hpp"

namespace evodoku::app {
namespace {

cxxopts::Options make_options() {
    const Config plain;
    const auto text = [] { return cxxopts::value<std::string>(); };
    const auto number = [](auto value) { return cxxopts::value<std::string>()->default_value(fmt::format("{}", value)); };
    const auto preset = [](const std::string& value) { return cxxopts::value<std::string>()->default_value(value); };
    cxxopts::Options options("evodoku solve", "Solves Sudoku puzzles with a genetic algorithm.\n");
    options.custom_help("[OPTION ...]").positional_help("[FILE ...] [-]").show_positional_help().set_width(110);
    options.add_options("Input")
        ("puzzle", "a puzzle, 81 characters (1-9, blanks . 0 x X * _); may be repeated", cxxopts::value<std::vector<std::string>>(), "STRING")
        ("keep-going", "solve the other puzzles where some are bad (exit code 3 all the same)")
        ("presolve", "logic before the search: singles, none", preset("singles"), "LEVEL");
    options.add_options("Machine")
        ("d,device", "auto, cpu, cuda, cuda:N", preset("auto"), "DEVICE")
        ("j,threads", "CPU threads; 0 = all", number(0), "N");
    options.add_options("Evolution")
        ("p,population", "individuals a puzzle, e.g. 256k, 1M; auto suits the device", preset("auto"), "N")
        ("islands", "demes that share the population", number(plain.islands), "N")
        ("migrate-every", "generations between migrations round the ring of islands", number(plain.migrate_every), "N")
        ("migrants", "best individuals an island sends on", number(plain.migrants), "N")
        ("elite", "best individuals kept: a count, or a share as 5% or 0.05", preset(amount_to_text(plain.elite)), "N")
        ("immigrants", "fresh individuals a generation: a count or a share", preset(amount_to_text(plain.immigrants)), "N")
        ("stall", "restart a deme after N generations without improvement; 0 = never", number(plain.stall), "N")
        ("epoch", "generations between two looks of the host; a divisor of migrate-every", number(plain.epoch), "N")
        ("initialisation", "operator that makes fresh boards", preset(to_text(plain.initialisation)), "OP")
        ("cost", "operator that scores", preset(to_text(plain.cost)), "OP")
        ("selection", "operator that chooses parents", preset(to_text(plain.selection)), "OP")
        ("crossover", "operators that cross: a mix a@1,b@3, or none", preset(to_text(plain.crossover)), "OP")
        ("mutation", "operators that mutate: a mix, or none", preset(to_text(plain.mutation)), "OP");
    options.add_options("Budget")
        ("g,generations", "generations a puzzle may take", number(plain.generations), "N")
        ("timeout", "for the whole run: 30s, 5m, 200ms", text(), "TIME")
        ("s,seed", "64-bit seed; random where not given", text(), "N")
        ("runs", "repeat with the seeds s, s+1, ...", number(1), "N");
    options.add_options("Output")
        ("format", "auto, grid, line, jsonl; auto = grid for one puzzle, line for several", preset("auto"), "FORMAT")
        ("q,quiet", "nothing on standard error but errors and a random seed")
        ("v,verbose", "a line a generation")
        ("h,help", "this text");
    options.add_options("hidden")("files", "", cxxopts::value<std::vector<std::string>>());
    options.parse_positional({"files"});
    return options;
}

const std::vector<std::string> groups = {"Input", "Machine", "Evolution", "Budget", "Output"};

std::uint64_t count(const cxxopts::ParseResult& result, const char* name, std::uint64_t lowest, std::uint64_t highest) {
    const std::string& text = result[name].as<std::string>();
    const std::optional<std::uint64_t> value = parse_count(text);
    if (!value) throw UsageError(fmt::format("--{}: '{}' is not a whole number (as in 250000, 250k, 1e6, 1M)", name, text));
    if (*value < lowest || *value > highest) {
        throw UsageError(fmt::format("--{} is {}; allowed: {}..{}", name, text, lowest, highest));
    }
    return *value;
}

std::uint32_t count32(const cxxopts::ParseResult& result, const char* name, std::uint64_t lowest, std::uint64_t highest) {
    return static_cast<std::uint32_t>(count(result, name, lowest, highest));
}

Amount amount(const cxxopts::ParseResult& result, const char* name) {
    const std::string& text = result[name].as<std::string>();
    const std::optional<Amount> value = parse_amount(text);
    if (!value) throw UsageError(fmt::format("--{}: '{}' is neither a count (20) nor a share (5%, 0.05)", name, text));
    return *value;
}

template <class Choice>
Choice choice(const cxxopts::ParseResult& result, const char* name, const std::vector<std::pair<std::string, Choice>>& choices) {
    const std::string& text = result[name].as<std::string>();
    std::vector<std::string> names;
    for (const auto& [known, value] : choices) {
        if (known == text) return value;
        names.push_back(known);
    }
    throw UsageError(fmt::format("--{} is '{}'; allowed: {}{}", name, text, fmt::join(names, ", "), suggestion(text, names)));
}

[[noreturn]] void refuse_unknown(const cxxopts::Options& options, const std::string& word) {
    std::vector<std::string> names;
    for (const std::string& group : groups) {
        for (const auto& option : options.group_help(group).options) {
            for (const std::string& name : option.l) names.push_back("--" + name);
        }
    }
    throw UsageError(fmt::format("unknown option '{}'{}; see evodoku solve --help", word,
                                 suggestion(word.substr(0, word.find('=')), names)));
}

void read_evolution(const cxxopts::ParseResult& result, SolveSettings& settings) {
    Config& config = settings.config;
    constexpr std::uint32_t many = 1'000'000'000;
    settings.automatic_population = result["population"].as<std::string>() == "auto";
    if (!settings.automatic_population) config.population = count32(result, "population", 1, most_individuals);
    config.islands = count32(result, "islands", 1, most_individuals);
    config.migrate_every = count32(result, "migrate-every", 1, many);
    config.migrants = count32(result, "migrants", 0, most_individuals);
    config.generations = count32(result, "generations", 0, many);
    config.stall = count32(result, "stall", 0, many);
    config.epoch = count32(result, "epoch", 1, 1'000'000);
    // An island model that says how often it migrates need not say when the host looks.
    const bool divides = config.migrate_every % config.epoch == 0;
    if (config.islands > 1 && !divides && result["epoch"].has_default()) config.epoch = config.migrate_every;
    config.elite = amount(result, "elite");
    config.immigrants = amount(result, "immigrants");
    config.initialisation = parse_operator<Initialisation>("--initialisation", result["initialisation"].as<std::string>());
    config.cost = parse_operator<Cost>("--cost", result["cost"].as<std::string>());
    config.selection = parse_operator<Selection>("--selection", result["selection"].as<std::string>());
    config.crossover = parse_mix<Crossover>("--crossover", result["crossover"].as<std::string>());
    config.mutation = parse_mix<Mutation>("--mutation", result["mutation"].as<std::string>());
}

void read_budget(const cxxopts::ParseResult& result, SolveSettings& settings) {
    if (result.count("timeout") != 0) {
        const std::string& text = result["timeout"].as<std::string>();
        settings.timeout = parse_duration(text);
        if (!settings.timeout) throw UsageError(fmt::format("--timeout: '{}' is not a time (as in 30s, 5m, 200ms)", text));
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

std::string solve_help() {
    return make_options().help(groups) +
           "\nOperators and their knobs: evodoku operators. As in --mutation swap:rate=0.5,most=3\n"
           "Exit codes: 0 all solved; 1 some not; 2 usage; 3 bad or contradictory puzzle; 4 no usable device;\n"
           "5 input or output; 130, 143 interrupted\n";
}

SolveSettings parse_solve_options(int argc, const char* const* argv) {
    cxxopts::Options options = make_options();
    options.allow_unrecognised_options();
    SolveSettings settings;
    try {
        const cxxopts::ParseResult result = options.parse(argc, argv);
        for (const std::string& word : result.unmatched()) refuse_unknown(options, word);
        settings.help = result.count("help") != 0;
        if (settings.help) return settings;
        if (result.count("files") != 0) settings.files = result["files"].as<std::vector<std::string>>();
        if (result.count("puzzle") != 0) settings.puzzles = result["puzzle"].as<std::vector<std::string>>();
        settings.keep_going = result.count("keep-going") != 0;
        settings.presolve = choice<PresolveLevel>(
            result, "presolve", {{"singles", PresolveLevel::singles}, {"none", PresolveLevel::none}});
        settings.device = result["device"].as<std::string>();
        settings.threads = count32(result, "threads", 0, 1024);
        read_evolution(result, settings);
        read_budget(result, settings);
        settings.format = choice<Format>(result, "format", {{"auto", Format::automatic}, {"grid", Format::grid},
                                                            {"line", Format::line}, {"jsonl", Format::jsonl}});
        settings.quiet = result.count("quiet") != 0;
        settings.verbose = result.count("verbose") != 0;
    } catch (const cxxopts::exceptions::exception& error) {
        throw UsageError(fmt::format("{}; see evodoku solve --help", error.what()));
    }
    if (settings.files.empty() && settings.puzzles.empty()) {
        throw UsageError("no puzzle given: name a file, - for standard input, or --puzzle STRING; see evodoku solve --help");
    }
    return settings;
}

}  // namespace evodoku::app
