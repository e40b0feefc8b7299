// `evodoku compare`: two results of the benchmark.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

#include "bench_table.hpp"
#include "commands.hpp"
#include "evodoku/bench/comparison.hpp"
#include "evodoku/engine/numbers.hpp"
#include "exit_codes.hpp"
#include "messages.hpp"
#include "wording.hpp"

namespace evodoku::app {
namespace {

constexpr const char* help =
    "evodoku compare A.json B.json [--tolerance 5%] - how B compares with A, both written by evodoku bench --json\n"
    "\n"
    "  FASTER, SLOWER   off by more than the tolerance and by more than the spread of the two\n"
    "  SAME             off by less, or by no more than the spread\n"
    "  UNCLEAR          the spread is larger than the tolerance: nobody can tell\n"
    "\n"
    "What only one of them has measured is told, and is no loss.\n"
    "\n"
    "Exit codes: 0 nothing is slower; 1 something is; 2 usage; 5 a file that can't be read\n";

bench::Result read(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) throw InputOutputError(fmt::format("cannot read {}", file));
    try {
        return bench::from_json(text.str());
    } catch (const std::invalid_argument& error) {
        throw InputOutputError(fmt::format("{}: {}", file, error.what()));
    }
}

void tell_missing(const std::string& file, const std::vector<std::string>& missing) {
    if (missing.empty()) return;
    const std::size_t shown = std::min<std::size_t>(missing.size(), 3);
    say(fmt::format("{} lacks {}{}", file, fmt::join(missing.begin(), missing.begin() + shown, "; "),
                    missing.size() > shown ? fmt::format(" and {} more", missing.size() - shown) : ""));
}

/// Two machines, or one with other threads: ratios are of the two, not of the program.
void tell_other_devices(const bench::Result& first, const bench::Result& second) {
    for (const bench::Subject& subject : first.subjects) {
        const auto other = std::ranges::find(second.subjects, subject.id, &bench::Subject::id);
        if (other == second.subjects.end() || other->name == subject.name) continue;
        say(fmt::format("{} is {} in A, {} in B", subject.id, subject.name, other->name));
    }
}

/// The words of the command line but for --tolerance and its value.
std::vector<std::string> take_arguments(int argc, const char* const* argv, double& tolerance) {
    std::vector<std::string> files;
    for (int k = 1; k < argc; ++k) {
        std::string word = argv[k];
        if (word == "--tolerance" && k + 1 < argc) word += std::string("=") + argv[++k];
        if (word.starts_with("--tolerance=")) {
            const std::optional<Share> share = parse_share(word.substr(word.find('=') + 1));
            if (!share) throw UsageError("--tolerance is not a share, as in 5%");
            tolerance = static_cast<double>(*share) / whole;
        } else if (word.starts_with("-")) {
            throw UsageError(fmt::format("compare: unexpected '{}'; see evodoku compare --help", word));
        } else {
            files.push_back(word);
        }
    }
    if (files.size() != 2) throw UsageError("compare takes two files; see evodoku compare --help");
    return files;
}

}  // namespace

int compare_command(int argc, const char* const* argv) {
    if (std::any_of(argv + 1, argv + argc, [](std::string_view word) { return word == "-h" || word == "--help"; })) {
        std::cout << help;
        return all_solved;
    }
    double tolerance = 0.05;
    const std::vector<std::string> files = take_arguments(argc, argv, tolerance);
    const bench::Result first = read(files[0]), second = read(files[1]);
    const std::vector<bench::Comparison> all = bench::compare(first, second, tolerance);
    if (all.empty()) throw UsageError("the two files have no measurement in common");

    for (const bench::Agreement& agreement : bench::disagreements(first, second)) {
        say(fmt::format("the two do not evolve alike: configuration {}, population {}: another fingerprint",
                        agreement.configuration, agreement.population));
    }
    tell_other_devices(first, second);
    tell_missing(files[0], bench::missing(second, first));
    tell_missing(files[1], bench::missing(first, second));
    std::vector<std::vector<std::string>> rows{{"measurement", "population", "A", "B", "B : A", "spread", ""}};
    std::size_t slower = 0;
    for (const bench::Comparison& one : all) {
        slower += one.verdict == bench::Verdict::slower && one.population != 0;
        rows.push_back({fmt::format("{} {}", one.subject, one.what),
                        one.population == 0 ? "" : std::to_string(one.population), rounded(one.first) + "/s",
                        rounded(one.second) + "/s", fmt::format("{:.3f}", one.ratio),
                        fmt::format("{:.1f} %", 100 * one.spread), to_text(one.verdict)});
    }
    std::cout << aligned(rows);
    say(fmt::format("{} compared, {} slower", counted(all.size(), "measurement"), slower));
    return slower != 0 ? some_slower : all_solved;
}

}  // namespace evodoku::app
