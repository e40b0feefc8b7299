// Records to and from JSON.
#include "experiment/record.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace evodoku::experiment {
namespace {

using Json = nlohmann::ordered_json;

std::string hexadecimal(std::uint64_t number) { return fmt::format("{:016x}", number); }

std::uint64_t parse_hexadecimal(const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    if (error != std::errc() || end != text.data() + text.size() || text.size() != 16) {
        throw std::invalid_argument("not 16 hexadecimal digits");
    }
    return number;
}

}  // namespace

std::string to_json(const Record& record) {
    Json line;
    line["puzzle"] = record.puzzle;
    line["file"] = record.file;
    line["line"] = record.line;
    line["configuration"] = record.configuration;
    line["config_hash"] = hexadecimal(record.config_hash);
    line["seed"] = record.seed;
    line["run_seed"] = record.run_seed;
    line["solved"] = record.solved;
    line["status"] = record.status;
    line["cost"] = record.cost;
    line["generations"] = record.generations;
    line["evaluations"] = record.evaluations;
    line["trials"] = record.trials;
    line["redraws"] = record.redraws;
    line["restarts"] = record.restarts;
    line["seconds"] = record.seconds;
    line["fingerprint"] = hexadecimal(record.fingerprint);
    line["version"] = record.made_by.version;
    line["commit"] = record.made_by.commit;
    line["machine"] = record.made_by.machine;
    line["settings"] = record.settings;
    if (!record.history.empty()) {
        Json points = Json::array();
        for (const Improvement& each : record.history) {
            points.push_back({each.generation, each.evaluations, each.trials, each.redraws, each.seconds, each.cost});
        }
        line["history"] = points;
    }
    return line.dump();
}

Record parse_record(std::string_view text) {
    Record record;
    try {
        const Json line = Json::parse(text);
        line.at("puzzle").get_to(record.puzzle);
        line.at("file").get_to(record.file);
        line.at("line").get_to(record.line);
        line.at("configuration").get_to(record.configuration);
        record.config_hash = parse_hexadecimal(line.at("config_hash"));
        line.at("seed").get_to(record.seed);
        line.at("run_seed").get_to(record.run_seed);
        line.at("solved").get_to(record.solved);
        line.at("status").get_to(record.status);
        line.at("cost").get_to(record.cost);
        line.at("generations").get_to(record.generations);
        line.at("evaluations").get_to(record.evaluations);
        line.at("trials").get_to(record.trials);
        line.at("redraws").get_to(record.redraws);
        line.at("restarts").get_to(record.restarts);
        line.at("seconds").get_to(record.seconds);
        record.fingerprint = parse_hexadecimal(line.at("fingerprint"));
        line.at("version").get_to(record.made_by.version);
        line.at("commit").get_to(record.made_by.commit);
        line.at("machine").get_to(record.made_by.machine);
        line.at("settings").get_to(record.settings);
        if (line.contains("history")) {
            for (const Json& point : line.at("history")) {
                record.history.push_back(
                    {point.at(0), point.at(1), point.at(2), point.at(3), point.at(4), point.at(5)});
            }
        }
    } catch (const nlohmann::json::exception& error) {
        throw std::invalid_argument(error.what());
    }
    return record;
}

}  // namespace evodoku::experiment
