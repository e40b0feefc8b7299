// The catalogue: names, helps and parameters of all operators.
#include <gtest/gtest.h>
#include <set>
#include <string>
#include "evodoku/operators/operator.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/all.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/all.hpp"
#include "operators/replacement/all.hpp"
#include "operators/selection/selections.hpp"

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
            EXPECT_EQ(op.forms().front().defaults, op.defaults);
            std::size_t position = 0;
            for (const ParameterInfo& parameter : op.parameters()) {
                EXPECT_GT(parameter.help.size(), 10u) << op.name << ":" << parameter.name;
                EXPECT_LE(parameter.min, op.defaults[position]) << op.name << ":" << parameter.name;
                EXPECT_GE(parameter.max, op.defaults[position++]) << op.name << ":" << parameter.name;
            }
        }
        EXPECT_GT(names.size(), 1u) << to_text(kind);
        EXPECT_EQ(find_operator(kind, "no such operator"), nullptr);
        EXPECT_THROW(info_of(kind, OperatorId{0}), std::invalid_argument);
    }
}

TEST(Catalogue, SaysWhatTheOperatorsSay) {
    const auto check = []<class List>(const List&) {
        std::size_t forms = 0;
        for (const OperatorInfo& info : catalogue(List::kind)) forms += info.forms().size();
        EXPECT_EQ(forms, List::size);
        List::for_each([&]<class Op>(const Op& op) {
            const OperatorInfo* info = find_operator(List::kind, Op::name);
            ASSERT_NE(info, nullptr);
            const OperatorForm& form = info->form_of(values_of(op));
            EXPECT_EQ(form.boards, Op::supports);
            EXPECT_EQ(form.defaults, values_of(op));
            ParameterValues values = values_of(op);
            std::size_t position = has_rate<Op> ? 1 : 0;
            for (const Parameter<Op>& parameter : parameters_of<Op>()) {
                EXPECT_EQ(info->parameters()[position].name, parameter.name);
                values[position++] = parameter.max;
            }
            EXPECT_EQ(info->parameter_count, position);
            EXPECT_EQ(has_rate<Op>, position != 0 && info->parameters()[0].name == "rate");
            EXPECT_EQ(values_of(operator_of<Op>(values)), values) << Op::name;
            EXPECT_TRUE(is_form_for<Op>(values));
        });
    };
    check(Initialisations{}), check(Costs{}), check(Selections{}), check(Crossovers{}), check(Mutations{});
    check(Replacements{}), check(Stagnations{});
}

TEST(Catalogue, SegmentsAreFormsOfOneOperator) {
    const OperatorInfo* uniform = find_operator(OperatorKind::crossover, "uniform");
    ASSERT_NE(uniform, nullptr);
    ASSERT_EQ(uniform->forms().size(), 3u);
    EXPECT_EQ(uniform->parameters()[uniform->form_parameter].name, "segment");
    EXPECT_EQ(uniform->forms()[0].boards, box_boards);
    EXPECT_EQ(uniform->forms()[1].boards, cell_board);
    EXPECT_EQ(uniform->forms()[2].boards, cell_board);
    EXPECT_TRUE(is_form_for<UniformCrossover<Rows>>(uniform->forms()[1].defaults));
    EXPECT_FALSE(is_form_for<UniformCrossover<Rows>>(uniform->forms()[2].defaults));
    EXPECT_EQ(find_operator(OperatorKind::crossover, "exchange")->forms().size(), 2u) << "no cells";
}

}  // namespace
}  // namespace evodoku
