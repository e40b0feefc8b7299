// Records to and from JSON.
#include "experiment/record.hpp"

#include <fmt/format.h>

#include "io/json_fields.hpp"
#include "io/json_text.hpp"

namespace evodoku::experiment {
namespace {

std::string hexadecimal(std::uint64_t number) { return fmt::format("{:016x}", number); }

}  // namespace

std::string to_json(const Record& record) {
    io::JsonObject line;
    line.put("puzzle", record.puzzle);
    line.put("file", record.file);
    line.put("line", record.line);
    line.put("configuration", record.configuration);
    line.put("config_hash", hexadecimal(record.config_hash));
    line.put("seed", record.seed);
    line.put("run_seed", record.run_seed);
    line.put("solved", record.solved);
    line.put("status", record.status);
    line.put("cost", record.cost);
    line.put("generations", record.generations);
    line.put("evaluations", record.evaluations);
    line.put("trials", record.trials);
    line.put("redraws", record.redraws);
    line.put("restarts", record.restarts);
    line.put("seconds", record.seconds);
    line.put("fingerprint", hexadecimal(record.fingerprint));
    line.put("version", record.made_by.version);
    line.put("commit", record.made_by.commit);
    line.put("machine", record.made_by.machine);
    line.put("settings", record.settings);
    if (!record.history.empty()) {
        std::string points;
        for (const Improvement& each : record.history) {
            points += fmt::format("{}[{},{},{},{},{},{}]", points.empty() ? "" : ",", each.generation, each.evaluations,
                                  each.trials, each.redraws, io::json_number(each.seconds), each.cost);
        }
        line.put_json("history", "[" + points + "]");
    }
    return line.on_one_line();
}

Record parse_record(std::string_view text) {
    Record record;
    const io::JsonFields line(text);
    line.take("puzzle", record.puzzle);
    line.take("file", record.file);
    line.take("line", record.line);
    line.take("configuration", record.configuration);
    line.take_hexadecimal("config_hash", record.config_hash);
    line.take("seed", record.seed);
    line.take("run_seed", record.run_seed);
    line.take("solved", record.solved);
    line.take("status", record.status);
    line.take("cost", record.cost);
    line.take("generations", record.generations);
    line.take("evaluations", record.evaluations);
    line.take("trials", record.trials);
    line.take("redraws", record.redraws);
    line.take("restarts", record.restarts);
    line.take("seconds", record.seconds);
    line.take_hexadecimal("fingerprint", record.fingerprint);
    line.take("version", record.made_by.version);
    line.take("commit", record.made_by.commit);
    line.take("machine", record.made_by.machine);
    line.take("settings", record.settings);
    if (line.has("history")) {
        for (const std::vector<double>& point : line.rows("history", 6)) {
            const auto whole = [&point](std::size_t k) { return static_cast<std::uint64_t>(point[k]); };
            record.history.push_back({static_cast<std::uint32_t>(whole(0)), whole(1), whole(2), whole(3), point[4],
                                      static_cast<std::uint32_t>(whole(5))});
        }
    }
    return record;
}

}  // namespace evodoku::experiment
