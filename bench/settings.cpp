// The settings of `evodoku bench`.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "bench/benchmark.hpp"
#include "engine/text.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::bench {
namespace {

std::string list_text(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ",")); }

double read_limit(std::string_view label, std::string_view text) {
    const auto time = parse_duration(text);
    return std::chrono::duration<double>(required(label, text, time, "not a time, as in 2s or 500ms")).count();
}

}  // namespace

void Options::be_quick() {
    axis = "4k,256k";
    only = {"puzzles", "score", "generations"};
    patience.spread = 0.05, patience.limit_seconds = 0.2, patience.min_repetitions = 3;
    sets = {"hardest"};
    time_limit = 15;  // and 18 for the measurement under way
}

std::vector<std::string> Options::choose_devices() {
    std::vector<std::string> notes;
    for (const std::string& text : wanted_devices) {
        UsableDevices usable;
        if (text == "all") {
            usable = usable_devices();
        } else {
            for (const DeviceChoice& choice : evodoku::choose_devices(text, "--device"))
                usable.devices.push_back(choice.device), usable.notes.push_back(choice.note);
        }
        std::ranges::copy_if(usable.notes, std::back_inserter(notes), [](auto& note) { return !note.empty(); });
        for (const Device& device : usable.devices)
            if (std::ranges::count(devices, device) == 0) devices.push_back(device);
    }
    return notes;
}

SettingTable<Options> bench_settings() {
    using S = Options;
    const auto spread = [](auto& of) -> auto& { return of.patience.spread; };
    const auto limit = [](auto& of) -> auto& { return of.patience.limit_seconds; };
    const std::vector<std::string> works = {"puzzles",         "answers",   "score", "generations", "phases",
                                            "metropolis-swap", "heat-bath", "rank",  "operators"};
    const auto read_works = [works](std::string_view label, std::string_view text) {
        std::vector<std::string> words = split(text, ',');
        for (const std::string& word : words) read_word(label, word, works);
        return words;
    };
    return {field_row<S>({"device", "",
                          "devices, as in cpu,cuda:0; all = the CPU and every usable GPU; a CPU is measured on all its "
                          "threads and on one",
                          'd'},
                         "LIST", &S::wanted_devices, [](auto, std::string_view text) { return split(text, ','); },
                         list_text, {"all", "cpu", "cuda:0"}),
            count_row<S>({"threads", "", "CPU threads; 0 = all", 'j'}, &S::threads, 0, 1024),
            text_row<S>({"axis", "", "populations: N, a list, or a range as in 4k:4M:x4", 'a'}, "RANGE", &S::axis),
            field_row<S>({"only", "", "make only these measurements, as in puzzles,score"}, "LIST", &S::only,
                         read_works, list_text, works),
            operators_row<S>("", &S::operators),
            flag_row<S>({"quick", "", "fewer populations and puzzles, short measurements: under 20 seconds in total"},
                        &S::quick),
            share_row<S>({"spread", "", "repeat until the quartiles are within this share of the median"}, spread),
            field_row<S>({"limit", "", "maximum time per figure, after 5 repetitions"}, "TIME", limit, read_limit,
                         [](double seconds) { return fmt::format("{:g}s", seconds); }),
            count_row<S>({"seed", "", "seed for all random numbers", 's'}, &S::seed, 0, ~std::uint64_t{0}),
            text_row<S>({"json", "", "write the result to a file"}, "FILE", &S::json_file),
            text_row<S>({"csv", "", "write the figures to a file; - is standard output, instead of the table"}, "FILE",
                        &S::csv_file)};
}

}  // namespace evodoku::bench
