// Operators on the command line, over the whole registry.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "engine/operator_text.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

/// With every parameter at its default.
std::string spelt_out(const OperatorDescription& op) {
    std::string text = op.name;
    for (const ParameterDescription& parameter : op.parameters)
        text += (text == op.name ? ":" : ",") + parameter.name + "=" + parameter.value;
    return text;
}

TEST(Operators, AreAllListedWithTheirParameters) {
    const Finished finished = run({"operators"});
    EXPECT_EQ(finished.code, 0);
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
}

TEST(Operators, OneOrAKind) {
    const Finished one = run({"operators", "heat-bath"}), kind = run({"operators", "selection"});
    EXPECT_EQ(one.code, 0);
    EXPECT_TRUE(one.out.starts_with("mutation\n")) << one.out;
    EXPECT_TRUE(contains(one.out, "\n  heat-bath "));
    EXPECT_FALSE(contains(one.out, "\n  metropolis-swap "));
    EXPECT_TRUE(contains(kind.out, "\n  tournament ") && contains(kind.out, "\n  deterministic-truncation "));
    EXPECT_FALSE(contains(kind.out, "\n  heat-bath "));
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
            const ParameterDescription& told = all[k].parameters[at];
            if (parameter.contains("choices")) {
                EXPECT_EQ(fmt::format("{}", fmt::join(parameter["choices"].get<Words>(), ", ")), told.range);
                EXPECT_EQ(parameter["default"], told.value);
                EXPECT_FALSE(parameter.contains("range"));
                continue;
            }
            const nlohmann::json &range = parameter["range"], &standard = parameter["default"];
            ASSERT_TRUE(range.is_array() && range.size() == 2 && standard.is_number()) << parameter;
            EXPECT_TRUE(range[0] < range[1] && range[0] <= standard && standard <= range[1]) << parameter;
            EXPECT_EQ(range[0], std::stod(told.range));
            EXPECT_EQ(range[1], std::stod(told.range.substr(told.range.find("..") + 2)));
            EXPECT_EQ(standard, std::stod(told.value));
        }
    }
    const nlohmann::json one = nlohmann::json::parse(run({"operators", "tournament", "--json"}).out);
    ASSERT_EQ(one.size(), 1u);
    const nlohmann::json& size = one[0]["parameters"][0];
    EXPECT_EQ(size["name"], "size");
    EXPECT_TRUE(size["default"].is_number_integer() && size["range"][1].is_number_integer()) << "a count: " << size;
    const nlohmann::json several = nlohmann::json::parse(run({"operators", "uniform", "--json"}).out);
    std::map<std::string, nlohmann::json> parameters;
    for (const nlohmann::json& op : several) {
        for (const nlohmann::json& each : op["parameters"]) parameters[each["name"]] = each;
    }
    EXPECT_EQ(parameters["rate"]["range"].dump(), "[0.0,1.0]") << "a share";
    EXPECT_TRUE(parameters["segment"]["choices"].is_array()) << "names";
}

TEST(Operators, EachCanBeChosenAndIsReplayed) {
    for (const OperatorDescription& op : list_operators()) {
        for (const std::string& text : {op.name, spelt_out(op)}) {
            Words words = {"--puzzle", hard, "--" + op.kind, text};
            if (op.name == "grow") words.insert(words.end(), {"--restart-after", "2", "--largest", "900"});
            if (op.name == "reheat") words.insert(words.end(), {"--restart-after", "2", "--mutation", "annealed-swap"});
            const bool large = op.representations.front().starts_with("box-board-");
            if (large)
                words = {"solve", "--order", "4", "--generations", "2", "--" + op.kind, text, std::string(256, '.')};
            const Finished finished = run(large                                       ? words
                                          : op.representations.front() == "box-board" ? small_solve(words)
                                                                                      : small_cell_solve(words));
            EXPECT_LE(finished.code, 1) << text;
            EXPECT_TRUE(contains(finished.err, " --" + op.kind + " " + spelt_out(op) + " ")) << finished.err;
        }
    }
}

TEST(Operators, EachIsFoundFromAMisspelling) {
    for (const OperatorDescription& op : list_operators()) {
        const std::string wrong = op.name.substr(0, op.name.size() - 1);
        const Finished finished = run(small_solve({"--puzzle", hard, "--" + op.kind, wrong}));
        EXPECT_EQ(finished.code, 2);
        EXPECT_TRUE(contains(finished.err,
                             "--" + op.kind + ": unknown operator '" + wrong + "' (did you mean '" + op.name + "'?)"))
            << finished.err;
    }
}

TEST(Operators, ParametersAreChecked) {
    for (const OperatorDescription& op : list_operators()) {
        const std::string option = "--" + op.kind;
        const std::string unknown = run(small_solve({"--puzzle", hard, option, op.name + ":xyzzy=1"})).err;
        EXPECT_TRUE(contains(unknown, option + ": operator '" + op.name + "' has no parameter 'xyzzy'; it has: "))
            << unknown;
        for (const ParameterDescription& parameter : op.parameters) {
            const Finished finished =
                run(small_solve({"--puzzle", hard, option, op.name + ":" + parameter.name + "=1e8"}));
            EXPECT_EQ(finished.code, 2);
            EXPECT_TRUE(contains(finished.err, option + ": parameter '" + parameter.name + "' of '" + op.name +
                                                   "' is '1e8'; allowed: " + parameter.range))
                << finished.err;
        }
    }
    const std::string near = run(small_solve({"--puzzle", hard, "--selection", "tournament:sze=3"})).err;
    EXPECT_TRUE(contains(near, "has no parameter 'sze' (did you mean 'size'?)")) << near;
}

TEST(Operators, ThoseThatDoNotSuitTheRepresentationAreRefused) {
    const Finished cells = run(small_solve({"--puzzle", hard, "--crossover", "pmx"}));
    EXPECT_EQ(cells.code, 2);
    EXPECT_TRUE(contains(cells.err, "crossover 'pmx' does not support the representation box-board: ")) << cells.err;
    EXPECT_EQ(cells.out, "");
    const Finished boxes = run(small_cell_solve({"--puzzle", hard, "--mutation", "heat-bath"}));
    EXPECT_EQ(boxes.code, 2);
    EXPECT_TRUE(contains(boxes.err, "those that do: swap-row, ")) << boxes.err;
    const Finished unknown = run(small_solve({"--puzzle", hard, "--representation", "cells"}));
    EXPECT_TRUE(contains(unknown.err, "--representation is 'cells'; allowed: box-board, cell-board")) << unknown.err;
}

TEST(Operators, CrossoverAndMutationMayBeMixesOrNone) {
    const std::string mix = "one-point@1:rate=0.9,min-second=2,segment=box,uniform@3:rate=0.8,segment=box";
    const Finished mixed = run(small_solve({"--puzzle", hard, "--crossover", mix, "--mutation", "none"}));
    EXPECT_LE(mixed.code, 1);
    EXPECT_TRUE(contains(mixed.err, " --crossover " + mix + " --mutation none ")) << mixed.err;
    const Finished refused = run(small_solve({"--puzzle", hard, "--cost", "row-column,units"}));
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(contains(refused.err, "--cost: 'row-column,units' is a mix; exactly one operator is allowed here"))
        << refused.err;
}

}  // namespace
}  // namespace evodoku::test
