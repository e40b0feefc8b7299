// Results as JSON and CSV.
#include "evodoku/bench/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "evodoku/bench/arithmetic.hpp"

namespace evodoku::bench {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Facts& facts) {
    Json json = Json::object();
    for (const auto& [name, value] : facts) json[name] = value;
    return json;
}
Facts facts_in(const Json& json) {
    Facts facts;
    for (const auto& [name, value] : json.items()) facts.emplace_back(name, value.get<std::string>());
    return facts;
}

/// Median, spread and rate are for readers; they follow from the seconds.
Json json_of(const Timing& timing) {
    return {{"items", timing.items},
            {"rate", timing.rate()},
            {"spread", timing.spread()},
            {"median_seconds", timing.median_seconds()},
            {"seconds", timing.seconds}};
}
/// Where it is reckoned: what an item costs at least, and how near the rate comes to the nearer ceiling.
void add_load(Json& entry, const Result& result, const Measurement& measurement) {
    const Load load = load_of(measurement.what);
    const auto subject = std::ranges::find(result.subjects, measurement.subject, &Subject::id);
    if (load.bytes == 0 || subject == result.subjects.end()) return;
    const Share share =
        share_of_ceiling(load, measurement.timing.rate(), subject->copy.rate(), subject->compute.rate());
    entry["bytes_an_item"] = load.bytes;
    entry["operations_an_item"] = load.operations;
    entry["share_of_ceiling"] = share.of_ceiling;
    entry["ceiling"] = share.by_memory ? "memory" : "integers";
}

Timing timing_in(const Json& json) {
    Timing timing{json.at("items").get<double>(), json.at("seconds").get<std::vector<double>>()};
    if (timing.items <= 0 || timing.median_seconds() <= 0) throw std::invalid_argument("a timing of nothing");
    return timing;
}

Json json_of(const Subject& subject) {
    return {{"id", subject.id},
            {"name", subject.name},
            {"facts", json_of(subject.facts)},
            {"copy_bytes", json_of(subject.copy)},
            {"integer_operations", json_of(subject.compute)}};
}

std::uint64_t number_in_hex(const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw std::invalid_argument("'" + text + "' is not a fingerprint");
    }
    return number;
}

}  // namespace

const Measurement* Result::find(const std::string& subject, const std::string& what, std::uint32_t population) const {
    for (const Measurement& measurement : measurements) {
        if (measurement.subject == subject && measurement.what == what && measurement.population == population)
            return &measurement;
    }
    return nullptr;
}

std::string to_json(const Result& result) {
    Json json = {{"schema", Result::schema}, {"program", "evodoku bench"},    {"build", json_of(result.build)},
                 {"date", result.date},      {"seed", result.seed},           {"puzzle", result.puzzle},
                 {"devices", Json::array()}, {"fingerprints", Json::array()}, {"measurements", Json::array()}};
    for (const Subject& subject : result.subjects) json["devices"].push_back(json_of(subject));
    for (const Agreement& agreement : result.agreements) {
        json["fingerprints"].push_back({{"configuration", agreement.configuration},
                                        {"population", agreement.population},
                                        {"fingerprint", fmt::format("{:016x}", agreement.fingerprint)}});
    }
    for (const Measurement& measurement : result.measurements) {
        Json entry = {{"device", measurement.subject},
                      {"what", measurement.what},
                      {"unit", measurement.unit},
                      {"population", measurement.population}};
        entry.update(json_of(measurement.timing));
        add_load(entry, result, measurement);
        if (measurement.plain) {
            const Pair pair{measurement.timing, *measurement.plain};
            entry["share_of_plain"] = pair.share();
            entry["spread_of_share"] = pair.spread();
            entry["plain"] = json_of(*measurement.plain);
        }
        json["measurements"].push_back(entry);
    }
    return json.dump(1) + "\n";
}

Result from_json(const std::string& text) {
    try {
        const Json json = Json::parse(text);
        if (!json.is_object() || json.value("program", "") != "evodoku bench")
            throw std::invalid_argument("not the result of evodoku bench");
        if (json.at("schema") != Result::schema) {
            throw std::invalid_argument(
                fmt::format("schema {}; this program reads {}", json.at("schema").dump(), Result::schema));
        }
        Result result;
        result.build = facts_in(json.at("build"));
        result.date = json.at("date");
        result.seed = json.at("seed");
        result.puzzle = json.at("puzzle");
        for (const Json& entry : json.at("devices")) {
            result.subjects.push_back({entry.at("id"), entry.at("name"), facts_in(entry.at("facts")),
                                       timing_in(entry.at("copy_bytes")), timing_in(entry.at("integer_operations"))});
        }
        for (const Json& entry : json.at("fingerprints")) {
            result.agreements.push_back(
                {entry.at("configuration"), entry.at("population"), number_in_hex(entry.at("fingerprint"))});
        }
        for (const Json& entry : json.at("measurements")) {
            result.measurements.push_back(
                {entry.at("device"), entry.at("what"), entry.at("unit"), entry.at("population"), timing_in(entry)});
            if (entry.contains("plain")) result.measurements.back().plain = timing_in(entry["plain"]);
        }
        return result;
    } catch (const Json::exception& error) {
        throw std::invalid_argument(error.what());
    }
}

std::string to_csv(const Result& result) {
    std::string text = "device,what,unit,population,rate,spread,median_seconds,items,repetitions\n";
    for (const Measurement& measurement : result.measurements) {
        const Timing& timing = measurement.timing;
        text += fmt::format("{},{},{},{},{:.6g},{:.4f},{:.6g},{:.0f},{}\n", measurement.subject, measurement.what,
                            measurement.unit, measurement.population, timing.rate(), timing.spread(),
                            timing.median_seconds(), timing.items, timing.seconds.size());
    }
    return text;
}

}  // namespace evodoku::bench
