// The file of a checkpoint: whole or not at all, and every damage is noticed.
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "checkpoint/checkpoint_file.hpp"
#include "checkpoint/fields.hpp"
#include "support/refusal.hpp"
#include "support/temporary_files.hpp"

namespace evodoku {
namespace {

std::set<std::string> names_in(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename());
    return names;
}

void write_checkpoint_file(const std::string& name, const std::function<void(const StateWriter& to)>& state) {
    WrittenFile file(name);
    write_checkpoint_file(file, state);
}

/// Bytes that no compression shortens much.
std::string noise(std::size_t count) {
    std::string bytes(count, '\0');
    std::uint64_t state = 1;
    for (char& byte : bytes) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        byte = static_cast<char>(state >> 56);
    }
    return bytes;
}

class CheckpointFile : public testing::Test {
protected:
    void write(const std::string& state) const {
        write_checkpoint_file(name, [&](const StateWriter& to) { to(state.data(), state.size()); });
    }
    std::string read(std::size_t count) const {
        CheckpointReader reader(name);
        std::string state(count, '\0');
        reader.read(state.data(), count);
        return state;
    }
    /// The error of a file with these bytes.
    std::string error_of(const std::string& bytes) const {
        std::ofstream(name, std::ios::binary | std::ios::trunc) << bytes;
        return test::refusal<CheckpointError>([&] { read(5000); });
    }

    test::TemporaryFiles files;
    std::string name = files.folder() + "/run.ckpt";
};

TEST_F(CheckpointFile, GivesBackWhatWasWritten) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{4096}, std::size_t{3'000'001}}) {
        const std::string state = noise(size);
        write(state);
        EXPECT_EQ(read(size), state);
        EXPECT_THROW(read(size + 1), CheckpointError) << "there is no more";
    }
    EXPECT_EQ(names_in(files.folder()), std::set<std::string>{"run.ckpt"});
}

TEST_F(CheckpointFile, OfFieldsGivesThemBack) {
    write_checkpoint_file(name, [](const StateWriter& to) {
        FieldWriter fields(to);
        fields(true, std::uint32_t{7}, std::string("text"), 0.5, std::string(), ~std::uint64_t{0});
    });
    CheckpointReader reader(name);
    const StateReader source = reader.source();
    FieldReader fields(source);
    EXPECT_TRUE(fields.next<bool>());
    EXPECT_EQ(fields.next<std::uint32_t>(), 7u);
    EXPECT_EQ(fields.next<std::string>(), "text");
    EXPECT_EQ(fields.next<double>(), 0.5);
    EXPECT_EQ(fields.next<std::string>(), "");
    EXPECT_THROW(fields.next<std::string>(), CheckpointError) << "a text longer than the file takes no memory";
}

TEST_F(CheckpointFile, CutOffAnywhereIsRefused) {
    write(noise(5000));
    const std::string whole = test::text_of_file(name);
    for (std::size_t length = 0; length < whole.size(); length += length < 64 || length + 64 > whole.size() ? 1 : 37) {
        const std::string error = error_of(whole.substr(0, length));
        const char* const cause = length == 0  ? "is empty"
                                  : length < 8 ? "is not a checkpoint of evodoku"
                                               : "is damaged";
        EXPECT_TRUE(error.find(cause) != error.npos) << length << ": " << error;
    }
    EXPECT_EQ(error_of(whole), "(no error)") << "the whole file is good";
}

TEST_F(CheckpointFile, AnyChangedByteIsNoticed) {
    write(noise(5000));
    const std::string whole = test::text_of_file(name);
    for (std::size_t at = 0; at < whole.size(); at += at < 64 || at + 64 > whole.size() ? 1 : 37) {
        for (const char flip : {'\x01', '\x80'}) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ flip);
            EXPECT_NE(error_of(changed), "(no error)") << at;
        }
    }
    EXPECT_NE(error_of(whole + "x"), "(no error)") << "a longer file";
}

TEST_F(CheckpointFile, OfAnotherFormatOrProgramIsNamed) {
    write("state");
    std::string other = test::text_of_file(name);
    other[8] = static_cast<char>(checkpoint_version + 1);
    EXPECT_EQ(error_of(other),
              name + " was written by a newer evodoku (format 5; this program reads 4): go on with that version");
    other[8] = static_cast<char>(checkpoint_version - 1);
    EXPECT_EQ(error_of(other),
              name + " was written by an older evodoku (format 3; this program reads 4): go on with that version");
    EXPECT_EQ(error_of(noise(9000)), name + " is not a checkpoint of evodoku; name the file of --checkpoint");
    EXPECT_EQ(error_of(""), name + " is empty: its run ended before the first checkpoint; start that again");
    const auto unreadable = [](const std::string& what) {
        return test::refusal<FileError>([&] { CheckpointReader reader(what); });
    };
    EXPECT_EQ(unreadable(files.at("none")), "cannot read " + files.at("none") + ": No such file or directory");
    EXPECT_EQ(unreadable(files.folder()), "cannot read " + files.folder() + ": it is not a plain file");
}

TEST_F(CheckpointFile, AFailureLeavesTheOldOne) {
    write("the old one");
    const std::string old = test::text_of_file(name);
    EXPECT_THROW(write_checkpoint_file(name,
                                       [](const StateWriter& to) {
                                           to("half", 4);
                                           throw std::runtime_error("the state can't be read");
                                       }),
                 std::runtime_error);
    EXPECT_EQ(test::text_of_file(name), old);

    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit fails, as on a full disk
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{100'000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    EXPECT_THROW(write(noise(1'000'000)), FileError);
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(test::text_of_file(name), old);
    EXPECT_EQ(names_in(files.folder()), std::set<std::string>{"run.ckpt"});
    EXPECT_THROW(WrittenFile(files.folder() + "/none/run.ckpt"), FileError);
}

TEST_F(CheckpointFile, HasOneWriterThatKeepsItWhileItIsReplaced) {
    const auto expect_in_use = [&] {
        EXPECT_EQ(test::refusal<FileError>([&] { const WrittenFile second(name); }),
                  "cannot write " + name + ": another process is writing it; wait for its end, or name another file");
    };
    {
        WrittenFile first(name);
        EXPECT_FALSE(std::filesystem::exists(name)) << "what is killed now leaves no file";
        first.reserve();
        expect_in_use();
        for (int times = 0; times < 3; ++times) {
            write_checkpoint_file(first, [](const StateWriter& to) { to("state", 5); });
            expect_in_use();
        }
        std::filesystem::remove(name);
        WrittenFile(name).replace("that of another run");
        write_checkpoint_file(first, [](const StateWriter& to) { to("state", 5); });  // the other has ended
        expect_in_use();
        std::filesystem::remove(name);
        WrittenFile other(name);
        other.reserve();
        EXPECT_THROW(write_checkpoint_file(first, [](const StateWriter& to) { to("state", 5); }), FileError);
    }
    WrittenFile(name).reserve();
    EXPECT_THROW(WrittenFile(name).replace([&](const WrittenFile::Write&) {
        EXPECT_FALSE(std::filesystem::exists(name));
        throw FileError("no contents");
    }),
                 FileError);
    EXPECT_EQ(names_in(files.folder()), std::set<std::string>()) << "it was never written";
}

TEST_F(CheckpointFile, TakesNoNameThatIsThere) {
    const std::string folder = files.folder() + "/";
    const std::string pid = std::to_string(getpid());
    files.write("victim", "mine");
    for (const std::string& link :
         {std::string("run.ckpt.tmp"), std::string("run.ckpt.part"), ".evodoku-" + pid + "-0.tmp"})
        std::filesystem::create_symlink(folder + "victim", folder + link);
    files.write(".evodoku-" + pid + "-1.tmp", "mine");
    std::filesystem::create_symlink(folder + "real.ckpt", name);
    const std::set<std::string> before = names_in(folder);
    for (const auto how : {TemporaryFile::Name::none_if_possible, TemporaryFile::Name::always}) {
        TemporaryFile file(folder + "real.ckpt", how);
        file.write("text", 4);
        file.replace_target();
        EXPECT_EQ(test::text_of_file(name), "text");
        std::filesystem::remove(folder + "real.ckpt");
        { const TemporaryFile given_up(name, how); }
        EXPECT_EQ(names_in(folder), before);
    }
    write("state");
    EXPECT_EQ(read(5), "state");
    EXPECT_TRUE(std::filesystem::is_symlink(name)) << "a link stays one";
    EXPECT_EQ(test::text_of_file(folder + "victim"), "mine");
    EXPECT_EQ(test::text_of_file(folder + ".evodoku-" + pid + "-1.tmp"), "mine");
}

}  // namespace
}  // namespace evodoku
