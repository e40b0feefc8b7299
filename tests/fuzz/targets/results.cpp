// Results of an plan, as a resumed experiment reads them, and the tables made from them.
#include <algorithm>

#include "evodoku/engine/errors.hpp"
#include "experiment/experiment.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

using namespace experiment;

const Plan& fixed_plan() {
    static const Plan plan = [] {
        Plan made = read_plan(
            "history = 'improvements'\nseeds = { first = 1, count = 2 }\npuzzles = ['p.txt']\n[[configurations]]\nname "
            "= 'a'\n"
            "restart-after = 1\n[[configurations]]\nname = 'b'\nrestart-after = 2\n",
            "plan.toml");
        made.puzzles = {{Grid{}, "p.txt", 1}, {Grid{}, "p.txt", 2}};
        return made;
    }();
    return plan;
}

/// Results with the names and seeds of the plan's runs, as if these had made them.
std::vector<Record> of_the_plan(std::vector<Record> records) {
    const std::vector<Run> runs = runs_to_make(fixed_plan(), {}, "results.jsonl");
    records.resize(std::min(records.size(), runs.size()));
    for (std::size_t k = 0; k < records.size(); ++k) {
        const Record blank = blank_record(fixed_plan(), runs[k]);
        Record& record = records[k];
        record.puzzle = blank.puzzle, record.file = blank.file, record.line = blank.line;
        record.configuration = blank.configuration, record.config_hash = blank.config_hash;
        record.seed = blank.seed, record.run_seed = blank.run_seed, record.settings = blank.settings;
    }
    return records;
}

void make_tables(const std::vector<Record>& records) {
    const Plan& plan = fixed_plan();
    runs_to_make(plan, records, "results.jsonl");
    warnings_of(records);
    for (const Grouping grouping : {Grouping::configuration, Grouping::file, Grouping::puzzle})
        summarise(plan, records, grouping);
}

}  // namespace

void results(Bytes bytes) {
    const MemoryFile file(bytes);
    try {
        std::size_t torn_bytes = 0;
        const std::vector<Record> records = read_results(AppendedFile(file.name()), torn_bytes);
        std::string written;
        for (const Record& record : records) {
            written = to_json(record);
            require(to_json(parse_record(written)) == written, "a record does not read back");
        }
        make_tables(of_the_plan(records));
    } catch (const SettingError&) {
    }
}

}  // namespace evodoku::fuzz
