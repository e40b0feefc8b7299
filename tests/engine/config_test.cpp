// validate(): which configurations are refused, and with which message.
#include "evodoku/engine/config.hpp"
#include "engine/text.hpp"
#include "evodoku/engine/errors.hpp"
#include "support/refusal.hpp"

namespace evodoku {
namespace {

using test::expect_all;
using test::refusal;

TEST(Configuration, RefusalsNameTheSettingItsValueAndWhatIsAllowed) {
    const auto refused = [](auto change) {
        Config config = plain_config();
        change(config);
        return refusal<SettingError>([&] { validate(config); });
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
    expect_all(refused([](Config& c) { c.brood_size = 17; }), {"tries is 17", "1..16"});
    expect_all(refused([](Config& c) { c.duplicate_memory = 200'000; }), {"seen is 200000", "duplicates are kept"});
    expect_all(refused([](Config& c) { c.distinct = true, c.duplicate_memory = 99'999; }),
               {"seen is 99999", "100000.."});
    expect_all(refused([](Config& c) { c.max_population = 99'999, c.stagnation = "grow"; }),
               {"largest is 99999", "100000.."});
    expect_all(refused([](Config& c) { c.max_population = 200'000; }), {"largest is 200000", "set stagnation to grow"});
    expect_all(refused([](Config& c) { c.max_population = 200'001, c.islands = 2, c.stagnation = "grow"; }),
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
               {"annealed-swap: end (100) is above start (50)"});
    EXPECT_EQ(refused([](Config& c) { c.stagnation = "grow:max-growth=0"; }), "(no error)") << "it changes shares";
    EXPECT_EQ(refused([](Config& c) { c.stagnation = "grow", c.max_population = 100'001; }), "(no error)");
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
               {"elite (9)", "immigrants (3)", "12 individuals"});
    const auto all_kept = [](Config& c) { c.population = 10, c.restart_after = 0, c.elite = {10, false}; };
    expect_all(refused(all_kept), {"elite (10) would be the whole island, without any child"});
    EXPECT_EQ(refused([&](Config& c) { all_kept(c), c.restart_after = 5; }), "(no error)") << "restarts make some";
    EXPECT_EQ(refused([&](Config& c) { all_kept(c), c.generations = 0; }), "(no error)") << "none are asked for";
    EXPECT_EQ(refused([&](Config& c) { all_kept(c), c.elite = {9, false}, c.immigrants = {1, false}; }), "(no error)");
    expect_all(refused([](Config& c) { c.population = 1, c.restart_after = 0, c.replacement = "replace-worst"; }),
               {"(1) would be the whole island", "a larger population"});
}

TEST(Configuration, AnOperatorThatDoesNotSuitTheRepresentationIsRefusedWithTheReason) {
    for (const Boards representation : {box_board, cell_board}) {
        const auto refused = [&](auto change) {
            Config config = plain_config();
            config.representation = representation;
            config.initialisation = default_for<Initialisation>(representation);
            config.cost = default_for<Cost>(representation);
            config.crossover = {{default_for<Crossover>(representation)}};
            config.mutation = {{default_for<Mutation>(representation)}};
            EXPECT_NO_THROW(validate(config));
            change(config);
            return refusal<SettingError>([&] { validate(config); });
        };
        int unsuitable = 0;
        const auto expect_each = [&]<class Kind>(void (*choose)(Config&, const Kind&)) {
            for (const Kind& op : operators_for<Kind>(representation))
                EXPECT_EQ(refused([&](Config& c) { choose(c, op); }), "(no error)") << label_of(op);
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
    EXPECT_EQ(refusal<SettingError>([&] { validate(rows); }),
              "crossover 'uniform:segment=row' does not support the representation box-board; use uniform:segment=box");
}

}  // namespace
}  // namespace evodoku
