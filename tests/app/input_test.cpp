// Input that changes while it is read, has no end, or is far larger than the memory that the program may use.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

#include "checkpoint/checkpoint_file.hpp"
#include "checkpoint/fields.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

TEST(Input, AFileThatChangesWhileItIsReadIsNoticed) {
    const TemporaryFiles files;
    const std::string name = files.write("first.txt", easy + "\n"), fifo = files.at("second");
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    // The first file is changed once the program reads the second.
    std::thread writer([&] {
        std::ofstream second(fifo);
        std::ofstream(name) << hard << "\n";
        second << easy << "\n";
    });
    expect_ends(run(solve({name, fifo})), 5, {}, {"changed while it was read; repeat the command"});
    writer.join();
}

constexpr std::uint64_t megabyte = 1 << 20;

/// A limit that a program which keeps the input would exceed. The sanitizers reserve more than any limit.
constexpr std::uint64_t memory = EVODOKU_SANITIZED ? 0 : 128 * megabyte;

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
    const Finished solved = expect_ends(run(limited(solve({"-j", "1", "--format", "line", "-"}), text)), 0);
    EXPECT_EQ(solved.out, easy_answer + "\n");
    expect_ends(run(limited({"check", "-"}, text)), 0, {}, {"1 with one solution"});
}

TEST(HugeInput, ALineWithoutAnEndTakesLittleMemory) {
    const Finished finished = expect_ends(run(limited(solve({"-j", "1", "-"}), filled("123456789"))), 3);
    EXPECT_LT(finished.err.size(), 1000u);
}

TEST(HugeInput, EndlessDevicesAreRefused) {
    for (const std::string device : {"/dev/zero", "/dev/urandom"}) {
        for (const char* const command : {"solve", "check", "convert"}) {
            const Finished finished = run(limited({command, device}));
            EXPECT_EQ(finished.code, 3) << command << " " << device << finished.err;
            EXPECT_LT(finished.err.size() + finished.out.size(), 300u) << "one error, and the summary of check";
            EXPECT_TRUE(device != "/dev/urandom" || contains(finished.out + finished.err, ":1: binary data, not text"));
        }
        const std::string message = "cannot read " + device + ": it has more than 16 MB; is it the right file?";
        for (const Words& words : {Words{"solve", "--config", device, easy}, Words{"experiment", device},
                                   Words{"compare", device, device}}) {
            expect_refused(limited(words), 5, message);
        }
        expect_refused(limited({"solve", "--resume", device}), 5, "it is not a plain file");
    }
}

/// What a checkpoint begins with, up to the number of settings.
void write_begin(FieldWriter& fields, const std::string& version) {
    fields(version, std::string("solve"), std::uint64_t{1}, std::uint64_t{0});
}

/// A file that unpacks to a gigabyte of zeros behind some fields.
std::string zeros_after(const TemporaryFiles& files, const std::function<void(FieldWriter&)>& write) {
    const std::string name = files.folder() + "/bomb.ckpt";
    WrittenFile file(name);
    write_checkpoint_file(file, [&](const StateWriter& to) {
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
        expect_refused(limited({"solve", "--resume", name}), 2, "the checkpoint contradicts itself");
    }
}

}  // namespace
}  // namespace evodoku::test
