// Operators and numbers as text: what is read, what is refused and how.
#include <rapidcheck.h>

#include "engine/text.hpp"
#include "evodoku/core/count_or_share.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/errors.hpp"
#include "support/refusal.hpp"

namespace evodoku {
namespace {

using test::expect_all;
using test::refusal;

template <class... Kinds>
struct KindList {
    void operator()(const auto& check) const { (check.template operator()<Kinds>(), ...); }
};
constexpr KindList<Initialisation, Cost, Selection, Crossover, Mutation, Replacement, Stagnation> for_each_kind;

template <class Kind>
void check_kind_round_trips() {
    for (const OperatorInfo& info : catalogue(Kind::kind))
        EXPECT_TRUE(rc::check("text of " + std::string(info.name), [&] {
            Kind op(info);
            for (const ParameterInfo& parameter : info.parameters())
                op.set(parameter.name, *rc::gen::inRange(parameter.min, parameter.max + 1));
            const std::string text = to_text(op);
            RC_ASSERT(parse_operator<Kind>("--test", text) == op);
            RC_ASSERT(Kind(text.c_str()) == op);
        }));
}

TEST(OperatorText, EveryOperatorIsReadBackFromItsText) {
    for_each_kind([]<class Kind>() { check_kind_round_trips<Kind>(); });
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
}

TEST(OperatorText, LabelsNameTheForm) {
    EXPECT_EQ(label_of(Crossover("one-point:segment=cell")), "one-point:segment=cell");
    EXPECT_EQ(label_of(Mutation("swap")), "swap");
}

TEST(OperatorText, RefusalsNameTheNearestRightName) {
    struct Refused {
        OperatorKind kind;
        const char* text;
        std::initializer_list<const char*> said;
    };
    const Refused of_mixes[] = {
        {OperatorKind::selection, "tournamnet", {"--option", "tournamnet", "did you mean 'tournament'", "truncation"}},
        {OperatorKind::selection, "tournament:sise=3", {"sise", "did you mean 'size'"}},
        {OperatorKind::selection, "uniform:size=3", {"no parameter 'size'", "none"}},
        {OperatorKind::crossover, "uniform@0", {"weight", "1..1000"}},
        {OperatorKind::crossover, "", {"unknown operator ''"}},
        {OperatorKind::crossover, "rate=0.5", {"parameter=value"}},
        {OperatorKind::crossover, "uniform:rate", {"parameter=value"}},
        {OperatorKind::crossover,
         "k-segment:segment=cell",
         {"parameter 'segment' of 'k-segment' is 'cell'; allowed: box, row ("}},
        {OperatorKind::crossover,
         "uniform,uniform,uniform,uniform,uniform,uniform,uniform,uniform,uniform",
         {"9 operators", "at most 8"}},
    };
    for (const auto& [kind, text, said] : of_mixes)
        expect_all(refusal<SettingError>([&] { parse_mix(kind, "--option", text); }), said);
    expect_all(refusal<SettingError>([] { parse_operator<Cost>("--cost", "units,row-column"); }), {"one operator"});
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
    for_each_kind([]<class Kind>() { check_refusals_of_values<Kind>(); });
}

TEST(OperatorSpec, ReadsAndSetsParametersByName) {
    Selection op = "tournament:size=5";
    EXPECT_TRUE(op.is("tournament"));
    EXPECT_FALSE(op.is("truncation"));
    EXPECT_EQ(op.value("size"), 5u);
    op.set("size", 7);
    EXPECT_EQ(to_text(op), "tournament:size=7");
    EXPECT_THROW(op.value("sise"), std::invalid_argument);
    EXPECT_THROW(op.set("size", 1'000'000'000), std::invalid_argument);
    EXPECT_EQ(op.value("size"), 7u) << "as before";
    Config config;
    EXPECT_THROW(config.mutation[0].op.set("redraws", ~0u), std::invalid_argument);
    config.stagnation.values[0] = config.mutation[0].op.values[0] = ~0u;  // past set()
    EXPECT_THROW(validate(config), std::invalid_argument);
    for (const int order : {-1, 0, 1, 8, 9, 1 << 20}) EXPECT_THROW(Grid{order}, std::invalid_argument) << order;
    EXPECT_THROW(Selection("tournamnet"), SettingError);
    EXPECT_TRUE(Mix<Mutation>("none").empty());
}

TEST(Numbers, CountsAreReadWithSuffixesAndExponents) {
    const std::pair<const char*, std::uint64_t> counts[] = {{"0", 0},
                                                            {"256k", 256'000},
                                                            {"1M", 1'000'000},
                                                            {"0.25M", 250'000},
                                                            {"1e6", 1000000},
                                                            {"2.5e5", 250'000},
                                                            {"18446744073709551615", ~std::uint64_t{0}}};
    for (const auto& [text, count] : counts) EXPECT_EQ(parse_count(text), count);
    for (const char* wrong : {"", "k", "-1", "1.5", "12x", "0x10", "1e400", "nan", "inf", " 1", "1 ", "1kk", "1e-3"})
        EXPECT_FALSE(parse_count(wrong)) << wrong;
}

TEST(Share, OfACountIsWholeWherePerCentsAre) {
    for (std::uint32_t hundredths = 0; hundredths <= 100; ++hundredths)
        for (const std::uint32_t count : {1u, 50u, 100u, 600u, 1'000u, 10'000u})
            EXPECT_EQ(share_of(percent(hundredths), count), hundredths * count / 100) << hundredths;
    EXPECT_EQ(share_of(share_one, max_individuals), max_individuals);
}

TEST(Numbers, SharesAndAmounts) {
    EXPECT_EQ(parse_share("0"), 0u);
    EXPECT_EQ(parse_share("1"), share_one);
    EXPECT_EQ(parse_share("5%"), percent(5));
    EXPECT_EQ(parse_share("0.05"), percent(5));
    for (const char* wrong : {"", "%", "-0.1", "1.01", "101%", "x"}) EXPECT_FALSE(parse_share(wrong)) << wrong;
    EXPECT_EQ(parse_count_or_share("20")->value, 20u);
    EXPECT_FALSE(parse_count_or_share("20")->is_share);
    EXPECT_TRUE(parse_count_or_share("5%")->is_share);
    EXPECT_TRUE(parse_count_or_share("1.0")->is_share);
    EXPECT_FALSE(parse_count_or_share("1")->is_share);
    EXPECT_EQ(parse_count_or_share("2.5k")->value, 2'500u);
    EXPECT_FALSE(parse_count_or_share("1e9"));
}

TEST(Numbers, EveryShareIsReadBackFromItsText) {
    for (Share share = 0; share <= share_one; ++share) ASSERT_EQ(parse_share(share_to_text(share)), share);
    EXPECT_EQ(share_to_text(percent(30)), "0.3");
    EXPECT_EQ(count_or_share_to_text({percent(5), true}), "0.05");
    EXPECT_EQ(count_or_share_to_text({0, true}), "0");
    EXPECT_EQ(share_to_text(1), "0.00002");
    EXPECT_EQ(count_or_share_to_text({share_one, true}), "1.0");
    EXPECT_EQ(count_or_share_to_text({7, false}), "7");
}

TEST(Numbers, Durations) {
    const std::pair<const char*, int> durations[] = {
        {"30s", 30'000}, {"200ms", 200}, {"1.5m", 90'000}, {"1h", 3'600'000}, {"2", 2'000}};
    for (const auto& [text, milliseconds] : durations)
        EXPECT_EQ(parse_duration(text), std::chrono::milliseconds(milliseconds));
    for (const char* wrong : {"", "s", "-1s", "1d", "ten"}) EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(Nearest, SuggestsWhatIsNearAndNothingElse) {
    const std::vector<std::string> names = {"uniform", "one-point", "swap"};
    expect_all(suggestion("unifrm", names), {"uniform"});
    expect_all(suggestion("one-pt", names), {"one-point"});
    EXPECT_EQ(suggestion("zzzzzz", names), "");
    EXPECT_EQ(suggestion("xml", {"md", "csv", "json"}), "") << "one letter of two is not near";
}

}  // namespace
}  // namespace evodoku
