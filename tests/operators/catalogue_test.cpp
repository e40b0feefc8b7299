// The catalogue: names, helps and parameters of all operators.
#include "evodoku/operators/catalogue.hpp"
#include <gtest/gtest.h>
#include <set>
#include <string>
#include "operators/cost/all.hpp"
#include "operators/crossover/all.hpp"
#include "operators/initialisation/all.hpp"
#include "operators/mutation/all.hpp"
#include "operators/replacement/all.hpp"
#include "operators/selection/all.hpp"
#include "operators/stagnation/all.hpp"

namespace evodoku {
namespace {

TEST(Catalogue, NamesAreUniqueInTheirKindAndEveryTextIsThere) {
    for (const OperatorKind kind : every_operator_kind) {
        std::set<std::string_view> names;
        for (const OperatorInfo& op : catalogue(kind)) {
            EXPECT_EQ(op.kind, kind);
            EXPECT_TRUE(names.insert(op.name).second) << op.name;
            EXPECT_GT(op.help.size(), 10u) << op.name;
            EXPECT_NE(op.boards, 0u) << op.name << " supports no board";
            EXPECT_EQ(op.id, id_of(op.name));
            EXPECT_EQ(&info_of(kind, op.id), &op);
            EXPECT_EQ(find_operator(kind, op.name), &op);
            std::size_t position = 0;
            for (const ParameterInfo& parameter : op.parameters()) {
                EXPECT_GT(parameter.help.size(), 10u) << op.name << ":" << parameter.name;
                EXPECT_LE(parameter.min, op.defaults[position]) << op.name << ":" << parameter.name;
                EXPECT_GE(parameter.max, op.defaults[position++]) << op.name << ":" << parameter.name;
            }
        }
        EXPECT_GT(names.size(), 1u) << to_text(kind);
        for (const Representations representation : {box_board, cell_board}) {
            EXPECT_TRUE(default_operator(kind, representation).supports(representation));
        }
        EXPECT_EQ(find_operator(kind, "no such operator"), nullptr);
        EXPECT_THROW(info_of(kind, OperatorId{0}), std::invalid_argument);
    }
}

TEST(Catalogue, SaysWhatTheOperatorsSay) {
    const auto check = []<class List>(const List&) {
        std::span<const OperatorInfo> table = catalogue(List::kind);
        ASSERT_EQ(table.size(), List::size);
        for_each_operator<List>([&]<class Op>(const Op& op) {
            const OperatorInfo& info = table.front();
            table = table.subspan(1);
            EXPECT_EQ(info.name, Op::name);
            EXPECT_EQ(info.boards, Op::supports);
            EXPECT_EQ(info.defaults, values_of(op));
            ParameterValues values{};
            for (std::size_t position = 0; position < info.parameter_count; ++position) {
                EXPECT_EQ(info.parameters()[position].name, Op::parameters()[position].name);
                values[position] = info.parameters()[position].max;
            }
            EXPECT_EQ(values_of(operator_of<Op>(values)), values) << Op::name;
        });
    };
    check(Initialisations{}), check(Costs{}), check(Selections{}), check(Crossovers{}), check(Mutations{});
    check(Replacements{}), check(Stagnations{});
}

}  // namespace
}  // namespace evodoku
