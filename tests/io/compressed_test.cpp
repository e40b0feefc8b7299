// gzip and zstd, whole and damaged, and files that unpack to far more than they are.
#include <sys/resource.h>
#include <zlib.h>
#include <zstd.h>

#include "reading.hpp"

namespace evodoku::io {
namespace {

std::string gzipped(const std::string& text, int level = 6) {
    z_stream state{};
    deflateInit2(&state, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&state, text.size()), '\0');
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    state.avail_in = static_cast<uInt>(text.size());
    state.next_out = reinterpret_cast<Bytef*>(packed.data());
    state.avail_out = static_cast<uInt>(packed.size());
    deflate(&state, Z_FINISH);
    packed.resize(state.total_out);
    deflateEnd(&state);
    return packed;
}

std::string zstandard(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

struct Packer {
    const char* name;
    std::string (*pack)(const std::string&);
};

class Compressed : public testing::TestWithParam<Packer> {
protected:
    static std::string pack(const std::string& text) { return GetParam().pack(text); }
};

TEST_P(Compressed, IsReadLikeTheTextItself) {
    std::string many;
    for (int puzzle = 0; puzzle < 5000; ++puzzle) many += wikipedia + "\n" + escargot + "\n";
    for (const std::string& text : {wikipedia + "\n", as_rows(escargot, "\r\n"), many}) {
        const Found plain = read_all(text), unpacked = read_all(pack(text));
        EXPECT_EQ(unpacked.puzzles, plain.puzzles);
        EXPECT_EQ(unpacked.lines, plain.lines);
        EXPECT_TRUE(unpacked.errors.empty());
    }
    const Found joined = read_all(pack(wikipedia + "\n") + pack(escargot + "\n"));
    EXPECT_EQ(joined.puzzles, (std::vector{wikipedia, escargot}));
    EXPECT_TRUE(joined.errors.empty());
}

TEST_P(Compressed, DamageIsToldAfterWhatCouldBeRead) {
    std::string text;
    for (int puzzle = 0; puzzle < 20'000; ++puzzle)
        text += std::to_string(puzzle * 7919 % 100'003) + " " + wikipedia + "\n";
    const std::string packed = pack(text);
    const Found cut = read_all(packed.substr(0, packed.size() / 2));
    EXPECT_GT(cut.puzzles.size(), 100u);
    ASSERT_FALSE(cut.errors.empty());
    EXPECT_NE(cut.errors.back().message().find("file is cut off"), std::string::npos) << cut.errors.back().what();
    std::string damaged = packed;
    for (std::size_t at = packed.size() / 2; at < packed.size() / 2 + 64; ++at) damaged[at] = '\xFF';
    const Found found = read_all(damaged);
    ASSERT_FALSE(found.errors.empty());
    EXPECT_NE(found.errors.back().message().find("file is damaged"), std::string::npos) << found.errors.back().what();
}

TEST_P(Compressed, DamageIsTheOnlyErrorOfItsFile) {
    std::string lines, grids, json = "[";
    for (int puzzle = 0; puzzle < 2'000; ++puzzle) {
        lines += std::to_string(puzzle * 7919 % 100'003) + " " + wikipedia + "\n";
        grids += "Grid " + std::to_string(puzzle * 7919 % 100'003) + "\n" + as_rows(wikipedia);
        json += "{\"id\": " + std::to_string(puzzle * 7919 % 100'003) + ", \"puzzle\": \"" + wikipedia + "\"},\n";
    }
    json += "{\"puzzle\": \"" + wikipedia + "\"}]\n";
    for (const std::string& text : {lines, grids, json, wikipedia}) {
        const std::string packed = pack(text);
        for (const std::size_t missing : {1u, 10u, 33u}) {
            const Found found = read_all(packed.substr(0, packed.size() - missing));
            ASSERT_EQ(found.errors.size(), 1u) << missing << found.errors[0].what();
            EXPECT_NE(found.errors[0].message().find("file is cut off"), std::string::npos) << found.errors[0].what();
        }
    }
}

TEST_P(Compressed, AnEmptyOneHasNoPuzzle) {
    const Found found = read_all(pack(""));
    ASSERT_EQ(found.errors.size(), 1u);
    EXPECT_NE(found.errors[0].message().find("no puzzle in the file"), std::string::npos) << found.errors[0].what();
}

long peak_memory_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

TEST_P(Compressed, ABombIsReadInStreams) {
    // One line of 128 MiB, and 16 MiB of empty lines: packed they are less than a megabyte each.
    for (const char c : {'\0', '\n'}) {
        std::string packed;
        {
            const std::string part(std::size_t{16} << 20, c);
            const std::string packed_part = pack(part);
            for (int copy = 0; copy < (c == '\n' ? 1 : 8); ++copy) packed += packed_part;
        }
        ASSERT_LT(packed.size(), std::size_t{1} << 20);
        const long before = peak_memory_mib();
        const Found found = read_all(packed);
        EXPECT_TRUE(found.puzzles.empty());
        ASSERT_FALSE(found.errors.empty());
        EXPECT_LT(found.errors.size(), 10u);
        EXPECT_LT(peak_memory_mib() - before, 40);
    }
}

INSTANTIATE_TEST_SUITE_P(Both, Compressed,
                         testing::Values(Packer{"gzip", [](const std::string& text) { return gzipped(text); }},
                                         Packer{"zstd", zstandard}),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace evodoku::io
