// Numbers, operators and configurations as text: what is read, what is refused and how.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/operator_text.hpp"

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
    const std::vector<std::string> names = {"uniform-box", "one-point-box", "swap"};
    expect_all(suggestion("unifrm-box", names), {"uniform-box"});
    expect_all(suggestion("uniform", names), {"uniform-box"});
    EXPECT_EQ(suggestion("zzzzzz", names), "");
    EXPECT_EQ(suggestion("xml", {"md", "csv", "json"}), "") << "one letter of two is not near";
}

template <class Kind>
void check_kind_round_trips() {
    for_each_operator<Kind>([]<class Operator>(Operator) {
        EXPECT_TRUE(rc::check(std::string("text of ") + Operator::name, [] {
            Operator op;
            for (const auto& knob : knobs_of<Operator>())
                op.*knob.member = *rc::gen::inRange(knob.lowest, knob.highest + 1);
            const std::string text = to_text(Kind(op));
            if constexpr (requires { op.rate; }) {
                const Mix<Kind> read = parse_mix<Kind>("--test", text);
                RC_ASSERT(read.size() == 1u);
                RC_ASSERT(to_text(read) == text);
            } else {
                RC_ASSERT(to_text(parse_operator<Kind>("--test", text)) == text);
            }
        }));
    });
}

TEST(OperatorText, EveryOperatorIsReadBackFromItsText) {
    check_kind_round_trips<Initialisation>();
    check_kind_round_trips<Cost>();
    check_kind_round_trips<Selection>();
    check_kind_round_trips<Crossover>();
    check_kind_round_trips<Mutation>();
}

TEST(OperatorText, MixesKeepTheirWeightsAndKnobs) {
    const Mix<Crossover> mix = parse_mix<Crossover>("--crossover", "one-point-box@1:rate=0.9,uniform-box@3");
    ASSERT_EQ(mix.size(), 2u);
    EXPECT_EQ(mix[0].weight, 1u);
    EXPECT_EQ(mix[1].weight, 3u);
    EXPECT_EQ(std::get<OnePointBox>(mix[0].op).rate, percent(90));
    EXPECT_EQ(to_text(mix), "one-point-box@1:rate=0.9,uniform-box@3:rate=0.8");
    const Mix<Mutation> swap = parse_mix<Mutation>("--mutation", "swap:rate=0.5,most=2");
    ASSERT_EQ(swap.size(), 1u);
    EXPECT_EQ(std::get<Swap>(swap[0].op).most, 2u);
    EXPECT_TRUE(parse_mix<Mutation>("--mutation", "none").empty());
}

TEST(OperatorText, RefusalsNameTheNearestRightName) {
    expect_all(refusal([] { parse_operator<Selection>("--selection", "tournamnet"); }),
               {"--selection", "tournamnet", "did you mean 'tournament'", "truncation"});
    expect_all(refusal([] { parse_operator<Selection>("--selection", "tournament:sise=3"); }),
               {"sise", "did you mean 'size'"});
    expect_all(refusal([] { parse_operator<Selection>("--selection", "uniform:size=3"); }), {"no knob 'size'", "none"});
    expect_all(refusal([] { parse_mix<Crossover>("--crossover", "uniform-box@0"); }), {"weight", "1..1000"});
    expect_all(refusal([] { parse_mix<Crossover>("--crossover", ""); }), {"unknown operator ''"});
    expect_all(refusal([] { parse_mix<Crossover>("--crossover", "rate=0.5"); }), {"knob=value"});
    expect_all(refusal([] { parse_mix<Crossover>("--crossover", "uniform-box:rate"); }), {"knob=value"});
    expect_all(refusal([] { parse_operator<Cost>("--cost", "units,row-column"); }), {"one operator"});
    expect_all(refusal([] {
                   parse_mix<Crossover>("--crossover",
                                        "uniform-box,uniform-box,uniform-box,uniform-box,"
                                        "uniform-box,uniform-box,uniform-box,uniform-box,uniform-box");
               }),
               {"9 operators", "at most 8"});
}

TEST(OperatorText, EveryKnobRefusesWhatIsOutsideItsRange) {
    const auto check = [](const std::string& name, const auto& knob, const auto& parse) {
        const std::string prefix = name + ":" + knob.name + "=";
        std::vector<std::string> wrong = {"x", "-1", ""};
        if (knob.kind == KnobKind::share) {
            wrong.push_back("1.5");
        } else {
            wrong.push_back(std::to_string(std::uint64_t{knob.highest} + 1));
            if (knob.lowest > 0) wrong.push_back(std::to_string(knob.lowest - 1));
        }
        for (const std::string& value : wrong) {
            expect_all(refusal([&] { parse(prefix + value); }), {knob.name, name.c_str(), "allowed"});
        }
    };
    for_each_operator<Selection>([&]<class Operator>(Operator op) {
        for (const auto& knob : knobs_of<Operator>()) {
            check(op.name, knob, [](const std::string& text) { parse_operator<Selection>("--selection", text); });
        }
    });
    for_each_operator<Crossover>([&]<class Operator>(Operator op) {
        for (const auto& knob : knobs_of<Operator>()) {
            check(op.name, knob, [](const std::string& text) { parse_mix<Crossover>("--crossover", text); });
        }
    });
    for_each_operator<Mutation>([&]<class Operator>(Operator op) {
        for (const auto& knob : knobs_of<Operator>()) {
            check(op.name, knob, [](const std::string& text) { parse_mix<Mutation>("--mutation", text); });
        }
    });
}

TEST(OperatorText, ListsEveryOperator) {
    std::size_t expected = 0;
    for_each_operator<Initialisation>([&](auto) { ++expected; });
    for_each_operator<Cost>([&](auto) { ++expected; });
    for_each_operator<Selection>([&](auto) { ++expected; });
    for_each_operator<Crossover>([&](auto) { ++expected; });
    for_each_operator<Mutation>([&](auto) { ++expected; });
    for_each_operator<Replacement>([&](auto) { ++expected; });
    for_each_operator<Stagnation>([&](auto) { ++expected; });
    EXPECT_EQ(list_operators().size(), expected);
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
    expect_all(refused([](Config& c) { c.population = most_individuals + 1; }), {"16777217"});
    expect_all(refused([](Config& c) { c.islands = 0; }), {"islands is 0"});
    expect_all(refused([](Config& c) { c.population = 100, c.islands = 7; }), {"100", "7 islands", "98"});
    expect_all(refused([](Config& c) { c.epoch = 0; }), {"epoch is 0"});
    expect_all(refused([](Config& c) { c.islands = 2, c.migrate_every = 15; }),
               {"migrate-every is 15", "multiple", "10"});
    expect_all(refused([](Config& c) { c.population = 10, c.elite = {11, false}; }), {"elite is 11", "0..10"});
    expect_all(refused([](Config& c) {
                   c.population = 10, c.elite = {6, false}, c.immigrants = {5, false};
               }),
               {"elite (6)", "immigrants (5)", "11 individuals", "10"});
    expect_all(refused([](Config& c) { c.population = 20, c.islands = 2, c.migrants = 11; }), {"migrants is 11"});
    expect_all(refused([](Config& c) { c.children = 17; }), {"children is 17", "1..16"});
    expect_all(refused([](Config& c) { c.seen = 200'000; }), {"seen is 200000", "duplicates are kept"});
    expect_all(refused([](Config& c) { c.distinct = true, c.seen = 99'999; }), {"seen is 99999", "100000.."});
    expect_all(refused([](Config& c) { c.largest = 99'999, c.stagnation = Grow{}; }), {"largest is 99999", "100000.."});
    expect_all(refused([](Config& c) { c.largest = 200'000; }), {"largest is 200000", "stagnation grow"});
    expect_all(refused([](Config& c) { c.largest = 200'001, c.islands = 2, c.stagnation = Grow{}; }),
               {"largest is 200001", "2 islands"});
    expect_all(refused([](Config& c) { c.stagnation = Grow{.crossed_low = percent(50), .crossed_high = percent(25)}; }),
               {"crossed-low (0.5)", "crossed-high (0.25)"});
    expect_all(refused([](Config& c) { c.stall = 0, c.stagnation = Restart{.limit = 5}; }), {"restart", "stall is 0"});
    expect_all(refused([](Config& c) { c.stall = 0, c.stagnation = Restart{.since = 1}; }), {"restart", "stall is 0"});
    expect_all(refused([](Config& c) { c.stall = 0, c.stagnation = Grow{}; }), {"grow", "stall is 0"});
    expect_all(refused([](Config& c) { c.stagnation = Grow{}; }), {"grow has no room", "largest is 0", "100001.."});
    EXPECT_EQ(refused([](Config& c) { c.stagnation = Grow{.most = 0}; }), "(no error)") << "it changes shares";
    EXPECT_EQ(refused([](Config& c) { c.stagnation = Grow{}, c.largest = 100'001; }), "(no error)");
    const auto cells = [](Config& c, const Cost& cost) {
        c.representation = suits_cell_board, c.initialisation = AllCells{}, c.cost = cost;
        c.crossover.clear(), c.mutation = {{SwapCells{}}};
    };
    for (const Cost& blind : {Cost{Units{}}, Cost{Product{}}, Cost{Entry{}}, Cost{Duplicates{.broken = 0}}}) {
        expect_all(refused([&](Config& c) { cells(c, blind); }), {"does not see broken givens", "all-cells"});
        EXPECT_EQ(refused([&](Config& c) { cells(c, blind), c.initialisation = FreeCells{}; }), "(no error)");
    }
    EXPECT_EQ(refused([&](Config& c) { cells(c, Duplicates{}); }), "(no error)");
    expect_all(refused([&](Config& c) { cells(c, Duplicates{}), c.mutation = {{SwapCells{.least = 3, .most = 2}}}; }),
               {"swap-cells: least (3) is above most (2)"});
    expect_all(refused([](Config& c) {
                   c.population = 10, c.replacement = WorstEnd{.replaced = percent(50)}, c.immigrants = {6, false};
               }),
               {"kept by worst-end (5)", "immigrants (6)", "11 individuals", "10"});
    expect_all(refused([](Config& c) {
                   c.population = 10, c.replacement = BestOfBoth{.children = percent(50)}, c.immigrants = {6, false};
               }),
               {"immigrants (6)", "best-of-both makes 5"});
    expect_all(refused([](Config& c) {
                   c.population = 10, c.stagnation = Grow{.kept = percent(90)}, c.immigrants = {3, false};
               }),
               {"elite (8)", "immigrants (3)", "11 individuals"});
    const auto all_kept = [](Config& c) { c.population = 10, c.stall = 0, c.elite = {10, false}; };
    expect_all(refused(all_kept), {"elite (10) would be the whole deme, and no child ever made"});
    EXPECT_EQ(refused([&](Config& c) { all_kept(c), c.stall = 5; }), "(no error)") << "restarts make some";
    EXPECT_EQ(refused([&](Config& c) { all_kept(c), c.generations = 0; }), "(no error)") << "none are asked for";
    EXPECT_EQ(refused([&](Config& c) { all_kept(c), c.elite = {9, false}, c.immigrants = {1, false}; }), "(no error)");
    expect_all(refused([](Config& c) { c.population = 1, c.stall = 0, c.replacement = WorstEnd{}; }),
               {"(1) would be the whole deme", "a larger population"});
}

TEST(Configuration, AnOperatorThatDoesNotSuitTheRepresentationIsRefusedWithTheReason) {
    for (const Representations representation : {suits_box_board, suits_cell_board}) {
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
        const auto expect = [&](const std::string& kind, const auto& op, const std::string& said) {
            if ((op.suits & representation) != 0) {
                EXPECT_EQ(said, "(no error)") << op.name;
                return;
            }
            ++unsuitable;
            expect_all(said, {kind.c_str(), op.name, to_text(representation), "holds", "those that do: "});
        };
        for_each_operator<Initialisation>(
            [&](auto op) { expect("initialisation", op, refused([&](Config& c) { c.initialisation = op; })); });
        for_each_operator<Cost>([&](auto op) { expect("cost", op, refused([&](Config& c) { c.cost = op; })); });
        for_each_operator<Selection>(
            [&](auto op) { expect("selection", op, refused([&](Config& c) { c.selection = op; })); });
        for_each_operator<Crossover>(
            [&](auto op) { expect("crossover", op, refused([&](Config& c) { c.crossover = {{op}}; })); });
        for_each_operator<Mutation>(
            [&](auto op) { expect("mutation", op, refused([&](Config& c) { c.mutation = {{op}}; })); });
        EXPECT_GT(unsuitable, 10);
    }
    expect_all(refusal([] { parse_representation("--representation", "box-bord"); }),
               {"--representation is 'box-bord'", "box-board, cell-board", "did you mean 'box-board'?"});
}

}  // namespace
}  // namespace evodoku
