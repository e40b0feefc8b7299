// Operators as text: what is read, what is refused and how.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/operator_text.hpp"
#include "evodoku/core/amount.hpp"
#include "evodoku/engine/errors.hpp"
#include "support/refusal.hpp"

namespace evodoku {
namespace {

using test::expect_all;
using test::refusal;

template <class Kind>
void check_kind_round_trips() {
    for (const OperatorInfo& info : catalogue(Kind::kind)) {
        EXPECT_TRUE(rc::check("text of " + std::string(info.name), [&] {
            Kind op(info);
            for (const ParameterInfo& parameter : info.parameters())
                op.set(parameter.name, *rc::gen::inRange(parameter.min, parameter.max + 1));
            const std::string text = to_text(op);
            RC_ASSERT(parse_operator<Kind>("--test", text) == op);
            RC_ASSERT(Kind(text.c_str()) == op);
        }));
    }
}

TEST(OperatorText, EveryOperatorIsReadBackFromItsText) {
    check_kind_round_trips<Initialisation>();
    check_kind_round_trips<Cost>();
    check_kind_round_trips<Selection>();
    check_kind_round_trips<Crossover>();
    check_kind_round_trips<Mutation>();
    check_kind_round_trips<Replacement>();
    check_kind_round_trips<Stagnation>();
}

TEST(OperatorText, MixesKeepTheirWeightsAndParameters) {
    const Mix<Crossover> mix = parse_mix<Crossover>("--crossover", "one-point@1:rate=0.9,uniform@3");
    ASSERT_EQ(mix.size(), 2u);
    EXPECT_EQ(mix[0].weight, 1u);
    EXPECT_EQ(mix[1].weight, 3u);
    EXPECT_EQ(mix[0].op.value("rate"), percent(90));
    EXPECT_EQ(to_text(mix), "one-point@1:rate=0.9,min-second=1,segment=box,uniform@3:rate=0.8,segment=box");
    const Mix<Mutation> swap = parse_mix<Mutation>("--mutation", "swap:rate=0.5,max-swaps=2");
    ASSERT_EQ(swap.size(), 1u);
    EXPECT_EQ(swap[0].op.value("max-swaps"), 2u);
    EXPECT_TRUE(parse_mix<Mutation>("--mutation", "none").empty());
    expect_all(refusal<SettingError>([] { parse_operator<Crossover>("--crossover", "k-segment:segment=cell"); }),
               {"parameter 'segment' of 'k-segment' is 'cell'; allowed: box, row ("});
}

TEST(OperatorText, ReadsOldNames) {
    EXPECT_EQ(to_text(parse_operator<Replacement>("--replacement", "worst-end:replaced=0.3")),
              "replace-worst:replaced=0.3");
    EXPECT_EQ(to_text(parse_operator<Replacement>("--replacement", "best-of-both")), "plus:offspring=1,ties=1");
    EXPECT_EQ(to_text(parse_operator<Selection>("--selection", "kept")), "elites-only");
    EXPECT_EQ(to_text(parse_operator<Selection>("--selection", "survivors:replaced=0.2")),
              "deterministic-truncation:replaced=0.2");
    EXPECT_EQ(to_text(parse_mix<Crossover>("--crossover", "one-point-row@2:last=7,exchange-rows@1:most=3,k-boxes")),
              "one-point@2:rate=0.8,min-second=2,segment=row,exchange@1:rate=0.8,max-exchanges=3,inner=1,segment=row,"
              "k-segment@1:rate=0.8,max-segments=7,segment=box");
    EXPECT_EQ(to_text(parse_operator<Crossover>("--crossover", "one-point-cell:inner=1")),
              "one-point:rate=0.8,min-second=2,segment=cell");
    EXPECT_EQ(to_text(parse_operator<Mutation>("--mutation", "swap-cells:least=2,most=3")),
              "swap-cells:rate=0.3,min-swaps=2,max-swaps=3");
    EXPECT_EQ(
        to_text(parse_operator<Stagnation>("--stagnation", "grow:most=9,kept=0.2,crossed-low=0.1,crossed-high=1")),
        "grow:max-growth=9,elite=0.2,min-crossed=0.1,max-crossed=1,every=0");
    expect_all(refusal<SettingError>([] { parse_operator<Crossover>("--crossover", "one-point-row:last=9"); }),
               {"'min-second' of 'one-point' is '9'", "1..8"});
}

TEST(OperatorText, TheTextForHashesKeepsTheFirstNames) {
    EXPECT_EQ(text_for_hash(Crossover("uniform:segment=box")), "uniform-box:rate=0.8");
    EXPECT_EQ(text_for_hash(Crossover("one-point:min-second=2,segment=row")), "one-point-row:rate=0.8,last=7");
    EXPECT_EQ(text_for_hash(Crossover("one-point:min-second=2,segment=cell")), "one-point-cell:rate=0.8,inner=1");
    EXPECT_EQ(text_for_hash(Crossover("one-point")), "one-point-box:rate=0.8");
    EXPECT_EQ(text_for_hash(Crossover("one-point:min-second=2")), "one-point-box:rate=0.8,min-second=2");
    EXPECT_EQ(text_for_hash(Mix<Crossover>("k-segment@1,exchange@2:segment=row")),
              "k-boxes@1:rate=0.8,most=7,exchange-rows@2:rate=0.8,most=6,inner=1");
    EXPECT_EQ(text_for_hash(Mutation("swap:rate=0.3,max-swaps=5")), "swap:rate=0.3,most=5");
    EXPECT_EQ(text_for_hash(Selection("deterministic-truncation")), "survivors:replaced=0.05");
    EXPECT_EQ(text_for_hash(Replacement("plus")), "plus:children=1,ties=1");
    EXPECT_EQ(text_for_hash(Mix<Mutation>("none")), "none");
}

TEST(OperatorText, LabelsNameTheForm) {
    EXPECT_EQ(label_of(Crossover("one-point:segment=cell")), "one-point:segment=cell");
    EXPECT_EQ(label_of(Mutation("swap")), "swap");
}

TEST(OperatorText, RefusalsNameTheNearestRightName) {
    expect_all(refusal<SettingError>([] { parse_operator<Selection>("--selection", "tournamnet"); }),
               {"--selection", "tournamnet", "did you mean 'tournament'", "truncation"});
    expect_all(refusal<SettingError>([] { parse_operator<Selection>("--selection", "tournament:sise=3"); }),
               {"sise", "did you mean 'size'"});
    expect_all(refusal<SettingError>([] { parse_operator<Selection>("--selection", "uniform:size=3"); }),
               {"no parameter 'size'", "none"});
    expect_all(refusal<SettingError>([] { parse_mix<Crossover>("--crossover", "uniform@0"); }), {"weight", "1..1000"});
    expect_all(refusal<SettingError>([] { parse_mix<Crossover>("--crossover", ""); }), {"unknown operator ''"});
    expect_all(refusal<SettingError>([] { parse_mix<Crossover>("--crossover", "rate=0.5"); }), {"parameter=value"});
    expect_all(refusal<SettingError>([] { parse_mix<Crossover>("--crossover", "uniform:rate"); }), {"parameter=value"});
    expect_all(refusal<SettingError>([] { parse_operator<Cost>("--cost", "units,row-column"); }), {"one operator"});
    expect_all(refusal<SettingError>([] {
                   parse_mix<Crossover>("--crossover",
                                        "uniform,uniform,uniform,uniform,"
                                        "uniform,uniform,uniform,uniform,uniform");
               }),
               {"9 operators", "at most 8"});
}

template <class Kind>
void check_refusals_of_values() {
    for (const OperatorInfo& info : catalogue(Kind::kind)) {
        for (const ParameterInfo& parameter : info.parameters()) {
            std::vector<std::string> wrong = {"x", "-1", ""};
            if (parameter.kind == ParameterKind::share) {
                wrong.push_back("1.5");
            } else {
                wrong.push_back(std::to_string(std::uint64_t{parameter.max} + 1));
                if (parameter.min > 0) wrong.push_back(std::to_string(parameter.min - 1));
            }
            for (const std::string& value : wrong) {
                const std::string name(info.name), label(parameter.name);
                expect_all(
                    refusal<SettingError>([&] { parse_operator<Kind>("--test", name + ":" + label + "=" + value); }),
                    {label.c_str(), name.c_str(), "allowed"});
            }
        }
    }
}

TEST(OperatorText, EveryParameterRefusesWhatIsOutsideItsRange) {
    check_refusals_of_values<Initialisation>();
    check_refusals_of_values<Cost>();
    check_refusals_of_values<Selection>();
    check_refusals_of_values<Crossover>();
    check_refusals_of_values<Mutation>();
    check_refusals_of_values<Replacement>();
    check_refusals_of_values<Stagnation>();
}

TEST(OperatorText, ListsEveryOperator) {
    std::size_t expected = 0;
    for (const OperatorKind kind : every_operator_kind) expected += catalogue(kind).size();
    EXPECT_EQ(list_operators().size(), expected);
    EXPECT_GT(expected, 40u);
}

TEST(OperatorSpec, ReadsAndSetsParametersByName) {
    Selection op = "tournament:size=5";
    EXPECT_TRUE(op.is("tournament"));
    EXPECT_FALSE(op.is("truncation"));
    EXPECT_EQ(op.value("size"), 5u);
    op.set("size", 7);
    EXPECT_EQ(to_text(op), "tournament:size=7");
    EXPECT_THROW(op.value("sise"), std::invalid_argument);
    EXPECT_THROW(Selection("tournamnet"), SettingError);
    EXPECT_TRUE(Mix<Mutation>("none").empty());
}

}  // namespace
}  // namespace evodoku
