// Operators as the program lists and replays them; the device that it chooses, and the memory of a population.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/text.hpp"
#include "evodoku/engine/config.hpp"
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
