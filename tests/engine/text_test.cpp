// Numbers, operators and configurations as text: what is read, what is refused and how.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/nearest.hpp"
#include "engine/numbers.hpp"
#include "engine/operator_text.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {
namespace {

/// The message of the SettingError that `call` throws.
template <class Call>
std::string refusal(const Call& call) {
    try {
        call();
    } catch (const SettingError& error) {
        return error.what();
    }
    return "(no error)";
}

void expect_all(const std::string& text, std::initializer_list<const char*> parts) {
    for (const char* part : parts)
        EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

TEST(Numbers, CountsAreReadWithSuffixesAndExponents) {
    EXPECT_EQ(parse_count("0"), 0u);
    EXPECT_EQ(parse_count("256k"), 256'000u);
    EXPECT_EQ(parse_count("1M"), 1'000'000u);
    EXPECT_EQ(parse_count("0.25M"), 250'000u);
    EXPECT_EQ(parse_count("1e6"), 1'000'000u);
    EXPECT_EQ(parse_count("2.5e5"), 250'000u);
    EXPECT_EQ(parse_count("18446744073709551615"), ~std::uint64_t{0});
    for (const char* wrong : {"", "k", "-1", "1.5", "12x", "0x10", "1e400", "nan", "inf", " 1", "1 ", "1kk", "1e-3"}) {
        EXPECT_FALSE(parse_count(wrong)) << wrong;
    }
}

TEST(Numbers, SharesAndAmounts) {
    EXPECT_EQ(parse_share("0"), 0u);
    EXPECT_EQ(parse_share("1"), whole);
    EXPECT_EQ(parse_share("5%"), percent(5));
    EXPECT_EQ(parse_share("0.05"), percent(5));
    for (const char* wrong : {"", "%", "-0.1", "1.01", "101%", "x"}) EXPECT_FALSE(parse_share(wrong)) << wrong;
    EXPECT_EQ(parse_amount("20")->value, 20u);
    EXPECT_FALSE(parse_amount("20")->is_share);
    EXPECT_TRUE(parse_amount("5%")->is_share);
    EXPECT_TRUE(parse_amount("1.0")->is_share);
    EXPECT_FALSE(parse_amount("1")->is_share);
    EXPECT_EQ(parse_amount("2.5k")->value, 2'500u);
    EXPECT_FALSE(parse_amount("1e9"));
}

TEST(Numbers, EveryShareIsReadBackFromItsText) {
    for (Share share = 0; share <= whole; ++share) ASSERT_EQ(parse_share(share_to_text(share)), share);
    EXPECT_EQ(share_to_text(percent(30)), "0.3");
    EXPECT_EQ(amount_to_text({percent(5), true}), "0.05");
    EXPECT_EQ(amount_to_text({0, true}), "0");
    EXPECT_EQ(share_to_text(1), "0.00002");
    EXPECT_EQ(amount_to_text({whole, true}), "1.0");
    EXPECT_EQ(amount_to_text({7, false}), "7");
}

TEST(Numbers, Durations) {
    using std::chrono::milliseconds;
    EXPECT_EQ(parse_duration("30s"), milliseconds(30'000));
    EXPECT_EQ(parse_duration("200ms"), milliseconds(200));
    EXPECT_EQ(parse_duration("1.5m"), milliseconds(90'000));
    EXPECT_EQ(parse_duration("1h"), milliseconds(3'600'000));
    EXPECT_EQ(parse_duration("2"), milliseconds(2'000));
    for (const char* wrong : {"", "s", "-1s", "1d", "ten"}) EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(Nearest, SuggestsWhatIsNearAndNothingElse) {
    const std::vector<std::string> names = {"uniform", "one-point", "swap"};
    expect_all(suggestion("unifrm", names), {"uniform"});
    expect_all(suggestion("one-pt", names), {"one-point"});
    EXPECT_EQ(suggestion("zzzzzz", names), "");
    EXPECT_EQ(suggestion("xml", {"md", "csv", "json"}), "") << "one letter of two is not near";
}

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
    expect_all(refusal([] { parse_operator<Crossover>("--crossover", "k-segment:segment=cell"); }),
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
    expect_all(refusal([] { parse_operator<Crossover>("--crossover", "one-point-row:last=9"); }),
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
    expect_all(refusal([] { parse_operator<Selection>("--selection", "tournamnet"); }),
               {"--selection", "tournamnet", "did you mean 'tournament'", "truncation"});
    expect_all(refusal([] { parse_operator<Selection>("--selection", "tournament:sise=3"); }),
               {"sise", "did you mean 'size'"});
    expect_all(refusal([] { parse_operator<Selection>("--selection", "uniform:size=3"); }),
               {"no parameter 'size'", "none"});
    expect_all(refusal([] { parse_mix<Crossover>("--crossover", "uniform@0"); }), {"weight", "1..1000"});
    expect_all(refusal([] { parse_mix<Crossover>("--crossover", ""); }), {"unknown operator ''"});
    expect_all(refusal([] { parse_mix<Crossover>("--crossover", "rate=0.5"); }), {"parameter=value"});
    expect_all(refusal([] { parse_mix<Crossover>("--crossover", "uniform:rate"); }), {"parameter=value"});
    expect_all(refusal([] { parse_operator<Cost>("--cost", "units,row-column"); }), {"one operator"});
    expect_all(refusal([] {
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
                expect_all(refusal([&] { parse_operator<Kind>("--test", name + ":" + label + "=" + value); }),
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

TEST(Configuration, RefusalsNameTheSettingItsValueAndWhatIsAllowed) {
    const auto refused = [](auto change) {
        Config config = plain_config();
        change(config);
        return refusal([&] { validate(config); });
    };
    EXPECT_NO_THROW(validate(Config{}));
    EXPECT_NO_THROW(validate(plain_config()));
    expect_all(refused([](Config& c) { c.population = 0; }), {"population is 0", "1..16777216"});
    expect_all(refused([](Config& c) { c.population = max_individuals + 1; }), {"16777217"});
    expect_all(refused([](Config& c) { c.islands = 0; }), {"islands is 0"});
    expect_all(refused([](Config& c) { c.population = 100, c.islands = 7; }), {"100", "7 islands", "98"});
    expect_all(refused([](Config& c) { c.sync_every = 0; }), {"sync-every is 0"});
    expect_all(refused([](Config& c) { c.islands = 2, c.migrate_every = 15; }),
               {"migrate-every is 15", "multiple", "10"});
    expect_all(refused([](Config& c) { c.population = 10, c.elite = {11, false}; }), {"elite is 11", "0..10"});
    expect_all(refused([](Config& c) {
                   c.population = 10, c.elite = {6, false}, c.immigrants = {5, false};
               }),
               {"elite (6)", "immigrants (5)", "11 individuals", "10"});
    expect_all(refused([](Config& c) { c.population = 20, c.islands = 2, c.migrants = 11; }), {"migrants is 11"});
    expect_all(refused([](Config& c) { c.tries = 17; }), {"tries is 17", "1..16"});
    expect_all(refused([](Config& c) { c.seen = 200'000; }), {"seen is 200000", "duplicates are kept"});
    expect_all(refused([](Config& c) { c.distinct = true, c.seen = 99'999; }), {"seen is 99999", "100000.."});
    expect_all(refused([](Config& c) { c.largest = 99'999, c.stagnation = "grow"; }), {"largest is 99999", "100000.."});
    expect_all(refused([](Config& c) { c.largest = 200'000; }), {"largest is 200000", "set stagnation to grow"});
    expect_all(refused([](Config& c) { c.largest = 200'001, c.islands = 2, c.stagnation = "grow"; }),
               {"largest is 200001", "2 islands"});
    expect_all(refused([](Config& c) { c.stagnation = "grow:min-crossed=0.5,max-crossed=0.25"; }),
               {"min-crossed (0.5)", "max-crossed (0.25)"});
    expect_all(refused([](Config& c) { c.restart_after = 0, c.stagnation = "restart:limit=5"; }),
               {"restart", "restart-after is 0"});
    expect_all(refused([](Config& c) { c.restart_after = 0, c.stagnation = "restart:since=1"; }),
               {"restart", "restart-after is 0"});
    expect_all(refused([](Config& c) { c.restart_after = 0, c.stagnation = "grow"; }), {"grow", "restart-after is 0"});
    expect_all(refused([](Config& c) { c.stagnation = "grow"; }), {"grow has no room", "largest is 0", "100001.."});
    expect_all(refused([](Config& c) { c.restart_after = 0, c.stagnation = "reheat"; }),
               {"reheat", "restart-after is 0"});
    expect_all(refused([](Config& c) { c.stagnation = "reheat"; }), {"no mutation cools", "annealed-swap"});
    EXPECT_EQ(refused([](Config& c) { c.stagnation = "reheat", c.mutation = "annealed-heat-bath"; }), "(no error)");
    expect_all(refused([](Config& c) { c.mutation = "annealed-swap:start=50"; }),
               {"annealed-swap: start (50) is below end (100)"});
    EXPECT_EQ(refused([](Config& c) { c.stagnation = "grow:max-growth=0"; }), "(no error)") << "it changes shares";
    EXPECT_EQ(refused([](Config& c) { c.stagnation = "grow", c.largest = 100'001; }), "(no error)");
    const auto cells = [](Config& c, const Cost& cost) {
        c.representation = cell_board, c.initialisation = "all-cells", c.cost = cost;
        c.crossover.clear(), c.mutation = "swap-cells";
    };
    for (const Cost& blind : {Cost{"units"}, Cost{"product"}, Cost{"entry"}, Cost{"duplicates:broken=0"}}) {
        expect_all(refused([&](Config& c) { cells(c, blind); }), {"does not count changed givens", "all-cells"});
        EXPECT_EQ(refused([&](Config& c) { cells(c, blind), c.initialisation = "free-cells"; }), "(no error)");
    }
    EXPECT_EQ(refused([&](Config& c) { cells(c, "duplicates"); }), "(no error)");
    expect_all(refused([&](Config& c) { cells(c, "duplicates"), c.mutation = "swap-cells:min-swaps=3,max-swaps=2"; }),
               {"swap-cells: min-swaps (3) is above max-swaps (2)"});
    expect_all(refused([](Config& c) {
                   c.population = 10, c.replacement = "replace-worst:replaced=0.5", c.immigrants = {6, false};
               }),
               {"kept by replace-worst (5)", "immigrants (6)", "11 individuals", "10"});
    expect_all(refused([](Config& c) {
                   c.population = 10, c.replacement = "plus:offspring=0.5", c.immigrants = {6, false};
               }),
               {"immigrants (6)", "plus makes 5"});
    expect_all(refused([](Config& c) {
                   c.population = 10, c.stagnation = "grow:elite=0.9", c.immigrants = {3, false};
               }),
               {"elite (8)", "immigrants (3)", "11 individuals"});
    const auto all_kept = [](Config& c) { c.population = 10, c.restart_after = 0, c.elite = {10, false}; };
    expect_all(refused(all_kept), {"elite (10) would be the whole island, without any child"});
    EXPECT_EQ(refused([&](Config& c) { all_kept(c), c.restart_after = 5; }), "(no error)") << "restarts make some";
    EXPECT_EQ(refused([&](Config& c) { all_kept(c), c.generations = 0; }), "(no error)") << "none are asked for";
    EXPECT_EQ(refused([&](Config& c) { all_kept(c), c.elite = {9, false}, c.immigrants = {1, false}; }), "(no error)");
    expect_all(refused([](Config& c) { c.population = 1, c.restart_after = 0, c.replacement = "replace-worst"; }),
               {"(1) would be the whole island", "a larger population"});
}

TEST(Configuration, AnOperatorThatDoesNotSuitTheRepresentationIsRefusedWithTheReason) {
    for (const Representations representation : {box_board, cell_board}) {
        const auto refused = [&](auto change) {
            Config config = plain_config();
            config.representation = representation;
            config.initialisation = default_for<Initialisation>(representation);
            config.cost = default_for<Cost>(representation);
            config.crossover = {{default_for<Crossover>(representation)}};
            config.mutation = {{default_for<Mutation>(representation)}};
            EXPECT_NO_THROW(validate(config));
            change(config);
            return refusal([&] { validate(config); });
        };
        int unsuitable = 0;
        const auto expect_each = [&]<class Kind>(void (*choose)(Config&, const Kind&)) {
            for (const Kind& op : operators_for<Kind>(representation)) {
                EXPECT_EQ(refused([&](Config& c) { choose(c, op); }), "(no error)") << label_of(op);
            }
            for (const OperatorInfo& op : catalogue(Kind::kind)) {
                if (op.supports(representation)) continue;
                const std::string said = refused([&](Config& c) { choose(c, Kind(op)); });
                ++unsuitable;
                const char* reason = representation == cell_board       ? "a cell-board does not guarantee that"
                                     : Kind::kind == OperatorKind::cost ? "a box-board has whole boxes"
                                                                        : "a box of a box-board holds each digit once";
                expect_all(said, {to_text(Kind::kind), std::string(op.name).c_str(), to_text(representation), reason,
                                  "those that do: "});
            }
        };
        expect_each(+[](Config& c, const Initialisation& op) { c.initialisation = op; });
        expect_each(+[](Config& c, const Cost& op) { c.cost = op; });
        expect_each(+[](Config& c, const Selection& op) { c.selection = op; });
        expect_each(+[](Config& c, const Crossover& op) { c.crossover = {{op}}; });
        expect_each(+[](Config& c, const Mutation& op) { c.mutation = {{op}}; });
        EXPECT_GT(unsuitable, 10);
    }
    Config rows = plain_config();
    rows.crossover = "uniform:segment=row";
    EXPECT_EQ(refusal([&] { validate(rows); }),
              "crossover 'uniform:segment=row' does not support the representation box-board; use uniform:segment=box");
    expect_all(refusal([] { parse_representation("--representation", "box-bord"); }),
               {"--representation is 'box-bord'", "box-board, cell-board", "did you mean 'box-board'?"});
}

}  // namespace
}  // namespace evodoku
