// Operators on the command line, over the whole registry.
#include <gtest/gtest.h>

#include "evodoku/engine/operator_text.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

/// With every knob at its default.
std::string spelt_out(const OperatorInfo& op) {
    std::string text = op.name;
    for (const KnobInfo& knob : op.knobs) text += (text == op.name ? ":" : ",") + knob.name + "=" + knob.value;
    return text;
}

TEST(Operators, AreAllListedWithTheirKnobs) {
    const Finished finished = run({"operators"});
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(finished.err, "");
    for (const OperatorInfo& op : list_operators()) {
        EXPECT_TRUE(contains(finished.out, op.kind + "\n") && contains(finished.out, "  " + op.name + " ")) << op.name;
        EXPECT_TRUE(contains(finished.out, op.help)) << op.name;
        EXPECT_FALSE(contains("\n" + finished.out, "\n" + op.kind + "\n\n")) << "when to use which of " << op.kind;
        for (const KnobInfo& knob : op.knobs) {
            EXPECT_TRUE(contains(finished.out, knob.help + " (" + knob.range + "; default " + knob.value + ")"))
                << knob.name;
        }
    }
}

TEST(Operators, EachCanBeChosenAndIsReplayed) {
    for (const OperatorInfo& op : list_operators()) {
        for (const std::string& text : {op.name, spelt_out(op)}) {
            Words words = {"--puzzle", hard, "--" + op.kind, text};
            if (op.name == "grow") words.insert(words.end(), {"--stall", "2", "--largest", "900"});
            const Finished finished =
                run(op.representations.front() == "box-board" ? small_solve(words) : small_cell_solve(words));
            EXPECT_LE(finished.code, 1) << text;
            EXPECT_TRUE(contains(finished.err, " --" + op.kind + " " + spelt_out(op) + " ")) << finished.err;
        }
    }
}

TEST(Operators, EachIsFoundFromAMisspelling) {
    for (const OperatorInfo& op : list_operators()) {
        const std::string wrong = op.name.substr(0, op.name.size() - 1);
        const Finished finished = run(small_solve({"--puzzle", hard, "--" + op.kind, wrong}));
        EXPECT_EQ(finished.code, 2);
        EXPECT_TRUE(contains(finished.err,
                             "--" + op.kind + ": unknown operator '" + wrong + "' (did you mean '" + op.name + "'?)"))
            << finished.err;
    }
}

TEST(Operators, KnobsAreChecked) {
    for (const OperatorInfo& op : list_operators()) {
        const std::string option = "--" + op.kind;
        const std::string unknown = run(small_solve({"--puzzle", hard, option, op.name + ":xyzzy=1"})).err;
        EXPECT_TRUE(contains(unknown, option + ": operator '" + op.name + "' has no knob 'xyzzy'; it has: "))
            << unknown;
        for (const KnobInfo& knob : op.knobs) {
            const Finished finished = run(small_solve({"--puzzle", hard, option, op.name + ":" + knob.name + "=1e8"}));
            EXPECT_EQ(finished.code, 2);
            EXPECT_TRUE(contains(finished.err, option + ": knob '" + knob.name + "' of '" + op.name +
                                                   "' is '1e8'; allowed: " + knob.range))
                << finished.err;
        }
    }
    const std::string near = run(small_solve({"--puzzle", hard, "--selection", "tournament:sze=3"})).err;
    EXPECT_TRUE(contains(near, "has no knob 'sze' (did you mean 'size'?)")) << near;
}

TEST(Operators, ThoseThatDoNotSuitTheRepresentationAreRefused) {
    const Finished cells = run(small_solve({"--puzzle", hard, "--crossover", "pmx"}));
    EXPECT_EQ(cells.code, 2);
    EXPECT_TRUE(contains(cells.err, "crossover 'pmx' does not suit the representation box-board: ")) << cells.err;
    EXPECT_EQ(cells.out, "");
    const Finished boxes = run(small_cell_solve({"--puzzle", hard, "--mutation", "heat-bath"}));
    EXPECT_EQ(boxes.code, 2);
    EXPECT_TRUE(contains(boxes.err, "those that do: swap-row, ")) << boxes.err;
    const Finished unknown = run(small_solve({"--puzzle", hard, "--representation", "cells"}));
    EXPECT_TRUE(contains(unknown.err, "--representation is 'cells'; allowed: box-board, cell-board")) << unknown.err;
}

TEST(Operators, CrossoverAndMutationMayBeMixesOrNone) {
    const std::string mix = "one-point-box@1:rate=0.9,uniform-box@3:rate=0.8";
    const Finished mixed = run(small_solve({"--puzzle", hard, "--crossover", mix, "--mutation", "none"}));
    EXPECT_LE(mixed.code, 1);
    EXPECT_TRUE(contains(mixed.err, " --crossover " + mix + " --mutation none ")) << mixed.err;
    const Finished refused = run(small_solve({"--puzzle", hard, "--cost", "row-column,units"}));
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(contains(refused.err, "--cost: 'row-column,units' names a mix; one operator is wanted here"))
        << refused.err;
}

}  // namespace
}  // namespace evodoku::test
