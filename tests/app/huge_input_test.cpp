// Input without an end, or far larger than the memory that the program may use.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_file.hpp"
#include "checkpoint/fields.hpp"
#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

constexpr std::uint64_t megabyte = 1 << 20;

/// A limit that a program which keeps the input would exceed. The sanitizers reserve more than any limit.
constexpr std::uint64_t memory = std::string_view(EVODOKU_SANITIZE).empty() ? 128 * megabyte : 0;

Call limited(const Words& arguments, const std::string& input = "") {
    return {.arguments = arguments, .input = input, .memory = memory};
}

/// More than the limit.
std::string filled(const std::string& line) {
    std::string text;
    while (text.size() < 200 * megabyte) text += line;
    return text;
}

TEST(HugeInput, APipeOfTwoHundredMegabytesTakesLittleMemory) {
    const std::string text = filled("# " + std::string(1000, '-') + "\n") + easy + "\n";
    const Finished solved = run(limited(solve({"-j", "1", "--format", "line", "-"}), text));
    EXPECT_EQ(solved.code, 0) << solved.err;
    EXPECT_EQ(solved.out, easy_answer + "\n");
    const Finished checked = run(limited({"check", "-"}, text));
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_TRUE(contains(checked.err, "1 with one solution")) << checked.err;
}

TEST(HugeInput, ALineWithoutAnEndTakesLittleMemory) {
    const Finished finished = run(limited(solve({"-j", "1", "-"}), filled("123456789")));
    EXPECT_EQ(finished.code, 3) << finished.err;
    EXPECT_LT(finished.err.size(), 1000u);
}

TEST(HugeInput, EndlessDevicesAreRefused) {
    for (const std::string device : {"/dev/zero", "/dev/urandom"}) {
        for (const char* const command : {"solve", "check", "convert"}) {
            const Finished finished = run(limited({command, device}));
            EXPECT_EQ(finished.code, 3) << command << " " << device << finished.err;
            EXPECT_LT(finished.err.size() + finished.out.size(), 300u) << "one error, and the summary of check";
        }
        const std::string message = "cannot read " + device + ": it has more than 16 MB; is it the right file?";
        for (const Words& words : {Words{"solve", "--config", device, easy}, Words{"experiment", device},
                                   Words{"compare", device, device}}) {
            const Finished finished = run(limited(words));
            EXPECT_EQ(finished.code, 5) << finished.err;
            EXPECT_TRUE(contains(finished.err, message)) << finished.err;
        }
        const Finished resumed = run(limited({"solve", "--resume", device}));
        EXPECT_EQ(resumed.code, 5) << resumed.err;
        EXPECT_TRUE(contains(resumed.err, "it is not a plain file")) << resumed.err;
    }
}

/// What a checkpoint begins with, up to the number of settings.
void write_begin(FieldWriter& fields, const std::string& version) {
    fields(version, std::uint64_t{1}, std::uint64_t{0});
}

/// A file that unpacks to a gigabyte of zeros behind some fields.
std::string zeros_after(const TemporaryFiles& files, const std::function<void(FieldWriter&)>& write) {
    const std::string name = files.folder() + "/bomb.ckpt";
    write_checkpoint_file(name, [&](const ByteSink& to) {
        FieldWriter fields(to);
        write(fields);
        const std::string zeros(megabyte, '\0');
        for (int k = 0; k < 1024; ++k) to(zeros.data(), zeros.size());
    });
    return name;
}

TEST(HugeInput, ASmallCheckpointThatUnpacksToAGigabyteIsRefused) {
    const TemporaryFiles files;
    const std::vector<std::function<void(FieldWriter&)>> beginnings = {
        [](FieldWriter& fields) { fields(std::uint64_t{1} << 30); },  // the length of the version
        [](FieldWriter& fields) { write_begin(fields, "0"), fields(std::uint64_t{1} << 40); },  // settings
        [](FieldWriter& fields) { write_begin(fields, "0"), fields(std::uint64_t{0}, std::uint64_t{1} << 40); },
        [](FieldWriter& fields) {
            write_begin(fields, "0");
            fields(std::uint64_t{900});
            for (int k = 0; k < 900; ++k) fields(std::string(200'000, '\0'), std::string());
        },
    };
    for (const auto& beginning : beginnings) {
        const std::string name = zeros_after(files, beginning);
        EXPECT_LT(std::filesystem::file_size(name), megabyte);
        const Finished finished = run(limited({"solve", "--resume", name}));
        EXPECT_EQ(finished.code, 2) << finished.err;
        EXPECT_TRUE(contains(finished.err, "the checkpoint contradicts itself")) << finished.err;
    }
}

}  // namespace
}  // namespace evodoku::test
