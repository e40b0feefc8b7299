// Reads every file of the corpus with its target, without a fuzzer: replay CORPUS [TARGET ...].
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "targets.hpp"

namespace {

using namespace evodoku;

struct Target {
    std::string name;
    void (*read)(fuzz::Bytes bytes);
};

const std::vector<Target> targets = {
    {"puzzles", fuzz::puzzles},
    {"large_puzzles", fuzz::large_puzzles},
    {"compressed", fuzz::compressed},
    {"npy", fuzz::npy},
    {"check", fuzz::check},
    {"settings", fuzz::settings},
    {"plan", fuzz::plan},
    {"checkpoint", fuzz::checkpoint},
    {"state", fuzz::state},
    {"results", fuzz::results},
    {"bench", fuzz::bench},
    {"history", fuzz::history},
    {"report", fuzz::report},
};

/// The number of files. An empty folder would test nothing.
int replay(const Target& target, const std::filesystem::path& folder) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        std::printf("%s\n", entry.path().c_str());
        std::fflush(stdout);  // the last line names the file of a finding
        target.read(bytes);
        for (const std::size_t length : {bytes.size() / 2, bytes.size() - std::min<std::size_t>(bytes.size(), 1)})
            target.read(fuzz::Bytes(bytes).substr(0, length));
        ++count;
    }
    return count;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: replay CORPUS [TARGET ...]\n");
        return 2;
    }
    const std::vector<std::string> wanted(argv + 2, argv + argc);
    for (const Target& target : targets) {
        if (!wanted.empty() && std::ranges::count(wanted, target.name) == 0) continue;
        if (replay(target, std::filesystem::path(argv[1]) / target.name) == 0) {
            std::fprintf(stderr, "%s has no corpus in %s\n", target.name.c_str(), argv[1]);
            return 1;
        }
    }
}
