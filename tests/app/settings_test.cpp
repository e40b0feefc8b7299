// Settings of the program: files, presets, environment and options, which takes precedence; operators; devices and the
// memory of a population.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "engine/text.hpp"
#include "evodoku/engine/config.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

Words print_config(const Words& more) { return with({"solve", "--device", "cpu", "--print-config"}, more); }

/// The line "NAME = VALUE" of --print-config, without the name.
std::string printed(const std::string& name, const Words& options, const Words& environment = {}) {
    const Finished finished = expect_ends(run(Call{.arguments = print_config(options), .environment = environment}), 0);
    for (const std::string& line : lines_of(finished.out)) {
        if (line.starts_with(name + " = ")) return line.substr(name.size() + 3);
    }
    ADD_FAILURE() << "no " << name << " in " << finished.out;
    return "";
}

/// The fingerprint of every run, in order.
Words fingerprints(const Words& arguments) {
    const Words found = fingerprints_of(run(with(arguments, {"--format", "jsonl"})));
    EXPECT_FALSE(found.empty());
    return found;
}

TEST(Config, OptionThenEnvironmentThenFileThenPresetThenDefault) {
    const TemporaryFiles files;
    const std::string file = files.write("c.toml", "restart-after = 44\n");
    const Words environment = {"EVODOKU_RESTART_AFTER=33"};
    Words options = {"--preset", "plain", "--config", file, "--restart-after", "22"};
    EXPECT_EQ(printed("restart-after", options, environment), "22");
    options.resize(4);
    EXPECT_EQ(printed("restart-after", options, environment), "33");
    EXPECT_EQ(printed("restart-after", options), "44");
    EXPECT_EQ(printed("restart-after", {"--preset", "plain"}), "25");
    EXPECT_EQ(printed("restart-after", {}), std::to_string(Config{}.restart_after));
}

TEST(Config, APresetMayBeNamedByOptionEnvironmentOrFile) {
    const TemporaryFiles files;
    const std::string file = files.write("c.toml", "preset = \"plain\"\nrestart-after = 44\n");
    EXPECT_EQ(printed("population", {"--config", file}), "100000");
    EXPECT_EQ(printed("restart-after", {"--config", file}), "44");
    EXPECT_EQ(printed("restart-after", {}, {"EVODOKU_CONFIG=" + file}), "44");
    EXPECT_EQ(printed("population", {}, {"EVODOKU_PRESET=plain"}), "100000");
    EXPECT_EQ(printed("migrate-every", {}, {"EVODOKU_MIGRATE_EVERY=8"}), "8");
    EXPECT_EQ(printed("migrate-every", {"--preset", "plain"}, {"EVODOKU_MIGRATE_EVERY="}), "20");
    EXPECT_EQ(printed("timeout", {"--timeout", "90s"}), "\"90000ms\"");
}

TEST(Config, APrintedConfigurationReplaysTheRun) {
    const TemporaryFiles files;
    const std::vector<Words> runs = {
        {"-p", "300", "-g", "12"},
        {"-p", "300", "-g", "9", "--runs", "2"},
        {"-p", "400", "-g", "20", "--islands", "4", "--migrate-every", "6", "--restart-after", "4", "--presolve",
         "none"},
        {"-p", "300", "-g", "12", "--elite", "3", "--immigrants", "5%", "--cost", "units", "--selection",
         "truncation:share=0.3", "--crossover", "one-point@1:rate=0.7,uniform@2", "--mutation", "none"},
        {"--preset", "plain", "-p", "500", "-g", "7", "--mutation", "metropolis-swap@2,swap"},
        {"-p", "300", "-g", "12", "--timeout", "1h"},
    };
    for (const Words& options : runs) {
        const Words call = with({"solve", "--device", "cpu", "--seed", "18446744073709551615"}, options);
        const Finished config = expect_ends(run(with(call, {"--print-config"})), 0);
        const Words again = {"solve", "--device", "cpu", "--config", files.write("replay.toml", config.out)};
        EXPECT_EQ(fingerprints(with(again, {"--puzzle", hard})), fingerprints(with(call, {"--puzzle", hard})))
            << config.out;
        EXPECT_EQ(run(with(again, {"--print-config"})).out, config.out);
    }
    const Words other = with(small_solve({"--puzzle", hard}), {"--seed", "6"});
    EXPECT_NE(fingerprints(small_solve({"--puzzle", hard})), fingerprints(other));
}

TEST(Config, AVariableThatIsNearlyASettingIsPointedOut) {
    const Words words = solve({"--puzzle", easy});
    const auto said = [](const Words& arguments, const std::string& variable) {
        return run(Call{.arguments = arguments, .environment = {variable}}).err;
    };
    EXPECT_TRUE(contains(said(words, "EVODOKU_POPLUATION=3"),
                         "EVODOKU_POPLUATION is not a setting (did you mean 'population'?)"));
    EXPECT_EQ(said(with(words, {"--quiet"}), "EVODOKU_POPLUATION=3"), "");
    EXPECT_EQ(said(small_solve({"--puzzle", hard}), "EVODOKU_QUIET=1"), "");
}

TEST(Config, MistakesAreNamedWithTheirPlace) {
    const TemporaryFiles files;
    const std::tuple<std::string, Words, std::string> cases[] = {
        {"restart-after = 3\nrestart-aftr = 4\n",
         {},
         ":2:1: unknown key 'restart-aftr' (did you mean 'restart-after'?)"},
        {"thread = 1\n", {}, ":1:1: unknown key 'thread' (did you mean 'threads'?)"},
        {"config = 'x'\n", {}, ":1:1: unknown key 'config'"},
        {"verbose = 2\n", {}, ":1:11: verbose is '2'; allowed: true, false"},
        {"preset = 'plane'\n", {}, ":1:10: preset: unknown preset 'plane' (did you mean 'plain'?)"},
        {"preset = 'row-candidates'\nlargest = 6000\n", {"--population", "7000"}, ":2:11: largest)"}};
    for (const auto& [toml, options, message] : cases) {
        const std::string file = files.write("c.toml", toml);
        expect_refused(solve(with({"--puzzle", easy, "--config", file}, options)), 2, file + message);
    }
    expect_refused(solve({"--puzzle", easy, "--preset", "pyevolve", "--cost", "units"}), 2, "(from preset pyevolve:");
    expect_refused(solve({"--puzzle", easy, "--config", files.folder()}), 5, "it is a folder");
    const std::pair<std::string, std::string> variables[] = {
        {"EVODOKU_PRESET=plane", "EVODOKU_PRESET: unknown preset 'plane' (did you mean 'plain'?)"},
        {"EVODOKU_ELITE=1.5", "EVODOKU_ELITE: '1.5' is neither"},
        {"EVODOKU_DEVICE=cud", "EVODOKU_DEVICE is 'cud'; allowed: auto, cpu, cuda or gpu, cuda:N, cuda:all"},
        {"EVODOKU_QUIET=1", "EVODOKU_QUIET and --verbose exclude each other; leave one of them out\n"}};
    for (const auto& [variable, message] : variables) {
        expect_refused(Call{.arguments = {"solve", "--puzzle", easy, "-v"}, .environment = {variable}}, 2, message);
    }
}

TEST(Config, APresetWithoutEffectIsTold) {
    const TemporaryFiles files;
    const std::string whole = files.write("whole.toml", run(print_config({"--preset", "pyevolve"})).out);
    const std::string note = "evodoku: --preset plain has no effect: ";
    EXPECT_TRUE(contains(run(print_config({"--config", whole, "--preset", "plain"})).err, note));
    const std::string part = files.write("part.toml", "population = 300\n");
    EXPECT_FALSE(contains(run(print_config({"--config", part, "--preset", "plain"})).err, note));
}

TEST(PresetsCommand, ListsAndShows) {
    const Finished list = expect_ends(run({"presets"}), 0);
    EXPECT_TRUE(std::regex_search(list.out, std::regex("(^|\n)plain +The plain genetic algorithm"))) << list.out;
    const TemporaryFiles files;
    for (const std::string& line : lines_of(list.out)) {
        const std::string name = line.substr(0, line.find(' '));
        const std::string file = files.write("preset.toml", run({"presets", "show", name}).out);
        EXPECT_EQ(run(print_config({"--config", file, "--seed", "1"})).out,
                  run(print_config({"--preset", name, "--seed", "1"})).out);
    }
}

/// With every parameter at its default.
std::string spelt_out(const OperatorDescription& op) {
    std::string text = op.name;
    for (const ParameterDescription& parameter : op.parameters)
        text += (text == op.name ? ":" : ",") + parameter.name + "=" + parameter.value;
    return text;
}

TEST(Operators, AreAllListedWithTheirParameters) {
    const Finished finished = expect_ends(run({"operators"}), 0);
    EXPECT_EQ(finished.err, "");
    for (const OperatorDescription& op : list_operators()) {
        EXPECT_TRUE(contains(finished.out, op.kind + "\n") && contains(finished.out, "  " + op.name + " ")) << op.name;
        EXPECT_TRUE(contains(finished.out, op.help)) << op.name;
        EXPECT_FALSE(contains("\n" + finished.out, "\n" + op.kind + "\n\n")) << "when to use which of " << op.kind;
        for (const ParameterDescription& parameter : op.parameters) {
            EXPECT_TRUE(
                contains(finished.out, parameter.help + " (" + parameter.range + "; default " + parameter.value + ")"))
                << parameter.name;
        }
    }
    const std::string one = run({"operators", "heat-bath"}).out, kind = run({"operators", "selection"}).out;
    EXPECT_TRUE(one.starts_with("mutation\n")) << one;
    EXPECT_TRUE(contains(one, "\n  heat-bath ") && !contains(one, "\n  metropolis-swap ")) << one;
    EXPECT_TRUE(contains(kind, "\n  tournament ") && contains(kind, "\n  deterministic-truncation ")) << kind;
    EXPECT_FALSE(contains(kind, "\n  heat-bath ")) << kind;
}

TEST(Operators, AsJson) {
    const nlohmann::json listed = nlohmann::json::parse(run({"operators", "--json"}).out);
    const std::vector<OperatorDescription> all = list_operators();
    ASSERT_EQ(listed.size(), all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
        EXPECT_EQ(listed[k]["kind"], all[k].kind);
        EXPECT_EQ(listed[k]["name"], all[k].name);
        EXPECT_EQ(listed[k]["help"], all[k].help);
        EXPECT_EQ(listed[k]["representations"].get<Words>(), all[k].representations);
        ASSERT_EQ(listed[k]["parameters"].size(), all[k].parameters.size());
        for (std::size_t at = 0; at < all[k].parameters.size(); ++at) {
            const nlohmann::json& parameter = listed[k]["parameters"][at];
            const ParameterDescription& expected = all[k].parameters[at];
            if (parameter.contains("choices")) {
                EXPECT_EQ(fmt::format("{}", fmt::join(parameter["choices"].get<Words>(), ", ")), expected.range);
                EXPECT_EQ(parameter["default"], expected.value);
                EXPECT_FALSE(parameter.contains("range"));
                continue;
            }
            const nlohmann::json &range = parameter["range"], &standard = parameter["default"];
            ASSERT_TRUE(range.is_array() && range.size() == 2 && standard.is_number()) << parameter;
            EXPECT_TRUE(range[0] < range[1] && range[0] <= standard && standard <= range[1]) << parameter;
            EXPECT_EQ(range[0], std::stod(expected.range));
            EXPECT_EQ(range[1], std::stod(expected.range.substr(expected.range.find("..") + 2)));
            EXPECT_EQ(standard, std::stod(expected.value));
        }
    }
    const nlohmann::json size =
        nlohmann::json::parse(run({"operators", "tournament", "--json"}).out)[0]["parameters"][0];
    EXPECT_EQ(size["name"], "size");
    EXPECT_TRUE(size["default"].is_number_integer() && size["range"][1].is_number_integer()) << "a count: " << size;
    std::map<std::string, nlohmann::json> parameters;
    for (const nlohmann::json& op : nlohmann::json::parse(run({"operators", "uniform", "--json"}).out)) {
        for (const nlohmann::json& each : op["parameters"]) parameters[each["name"]] = each;
    }
    EXPECT_EQ(parameters["rate"]["range"].dump(), "[0.0,1.0]") << "a share";
}

TEST(Operators, EachCanBeChosenAndIsReplayed) {
    for (const OperatorDescription& op : list_operators()) {
        for (const std::string& text : {op.name, spelt_out(op)}) {
            Words words = {"--puzzle", hard, "--" + op.kind, text};
            if (op.name == "grow") words = with(words, {"--restart-after", "2", "--largest", "900"});
            if (op.name == "reheat") words = with(words, {"--restart-after", "2", "--mutation", "annealed-swap"});
            const std::string& boards = op.representations.front();
            if (boards.starts_with("box-board-")) {
                words = {"solve", "--order", "4", "--generations", "2", "--" + op.kind, text, std::string(256, '.')};
            } else {
                words = boards == "box-board" ? small_solve(words) : small_cell_solve(words);
            }
            const Finished finished = run(words);
            EXPECT_LE(finished.code, 1) << text;
            EXPECT_TRUE(contains(finished.err, " --" + op.kind + " " + spelt_out(op) + " ")) << finished.err;
        }
    }
    const std::string mix = "one-point@1:rate=0.9,min-second=2,segment=box,uniform@3:rate=0.8,segment=box";
    const Finished mixed = run(small_solve({"--puzzle", hard, "--crossover", mix, "--mutation", "none"}));
    EXPECT_LE(mixed.code, 1);
    EXPECT_TRUE(contains(mixed.err, " --crossover " + mix + " --mutation none ")) << mixed.err;
}

TEST(Operators, MistakesAreNamedWithTheOption) {
    const std::pair<Words, std::string> cases[] = {
        {{"--mutation", "heat-bat"}, "--mutation: unknown operator 'heat-bat' (did you mean 'heat-bath'?)"},
        {{"--selection", "tournament:sze=3"},
         "--selection: operator 'tournament' has no parameter 'sze' (did you mean 'size'?)"},
        {{"--selection", "tournament:size=1e8"}, "--selection: parameter 'size' of 'tournament' is '1e8'; allowed: "},
        {{"--crossover", "pmx"}, "crossover 'pmx' does not support the representation box-board: "},
        {{"--representation", "cell-board", "--crossover", "pmx", "--mutation", "heat-bath"},
         "those that do: swap-row, "},
        {{"--representation", "cells"}, "--representation is 'cells'; allowed: box-board, cell-board"},
        {{"--cost", "row-column,units"}, "--cost: 'row-column,units' is a mix; exactly one operator is allowed here"}};
    for (const auto& [options, message] : cases) {
        expect_refused(small_cell_solve(with({"--puzzle", hard, "--representation", "box-board", "--crossover",
                                              "uniform", "--mutation", "swap"},
                                             options)),
                       2, message);
    }
}

TEST(Device, OneThatCannotBeUsedIsAnErrorOfItsOwn) {
    for (const std::string device : {"cuda:999", "gpu:999"}) {  // named as it was written
        const Words words = {"solve", "--puzzle", easy, "--device", device};
        expect_refused(words, 4, "--device " + device + ": ");
        expect_refused(words, 4, "--device auto or cpu runs without a GPU");
    }
    expect_refused({"solve", "--puzzle", easy, "--device", "gpu:x"}, 2,
                   "--device: 'x' is not the number of a device; the first is cuda:0\n");
    EXPECT_EQ(run({"solve", "--puzzle", easy, "--device", "gpu"}).code,
              run({"solve", "--puzzle", easy, "--device", "cuda"}).code);
}

TEST(Device, AutoAndCudaAgreeOnTheReason) {
    const Finished cuda = run({"solve", "--puzzle", easy, "--device", "cuda", "-p", "600"});
    const Finished automatic = expect_ends(run({"solve", "--puzzle", easy, "-p", "600"}), 0);
    if (cuda.code == 0) {
        EXPECT_TRUE(contains(automatic.err, " on cuda:")) << automatic.err;
        return;
    }
    EXPECT_EQ(cuda.code, 4);
    const std::string head = "evodoku: --device cuda: ";
    ASSERT_TRUE(cuda.err.starts_with(head)) << cuda.err;
    const std::string reason = cuda.err.substr(head.size(), cuda.err.rfind(';') - head.size());
    const bool has_cuda = !contains(reason, "built without CUDA");  // else there is nothing to say in each run
    EXPECT_EQ(contains(automatic.err, reason), has_cuda) << automatic.err;
    const Finished in_image = run({.arguments = {"solve", easy}, .environment = {"NVIDIA_VISIBLE_DEVICES=all"}});
    EXPECT_EQ(contains(in_image.err, "no NVIDIA driver in this container (docker run --gpus all); using the CPU"),
              contains(reason, "no NVIDIA driver"))
        << in_image.err;
    EXPECT_TRUE(contains(automatic.err, " on cpu ")) << automatic.err;
}

#if !EVODOKU_SANITIZED  // sanitizers reserve more address space than any limit
TEST(Memory, TooLargeAPopulationIsRefusedWithWhatSetIt) {
    const TemporaryFiles files;
    const std::string file = files.write("large.toml", "population = \"16M\"\n");
    const std::tuple<Words, Words, std::string> cases[] = {{{"-p", "16M"}, {}, "--population)"},
                                                           {{}, {"EVODOKU_POPULATION=16M"}, "EVODOKU_POPULATION)"},
                                                           {{"--config", file}, {}, file + ":1:"}};
    for (const auto& [options, environment, origin] : cases) {
        const Call call{.arguments = solve(with({"--presolve", "none", "--puzzle", hard}, options)),
                        .environment = environment,
                        .memory = 1u << 30};
        expect_refused(call, 2, "(from " + origin);
        EXPECT_TRUE(contains(run(call).err, "memory"));
    }
}
#endif

}  // namespace
}  // namespace evodoku::test
