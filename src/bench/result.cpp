// Results as JSON and CSV.
#include "bench/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "bench/arithmetic.hpp"
#include "bench/ratios.hpp"

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

/// Median, spread and rate are for readers; they are computed from the seconds.
Json json_of(const Timing& timing) {
    return {{"items", timing.items},
            {"rate", timing.rate()},
            {"spread", timing.spread()},
            {"unsteady", is_unsteady(timing)},
            {"median_seconds", timing.median_seconds()},
            {"seconds", timing.seconds}};
}
/// If it is counted: the minimum work per item, and the share of the lower peak.
void add_load(Json& entry, const Result& result, const Measurement& measurement) {
    const Load load = load_of(measurement.what);
    const auto subject = std::ranges::find(result.subjects, measurement.subject, &Subject::id);
    if (load.bytes == 0 || subject == result.subjects.end()) return;
    const Share share = share_of_peak(load, measurement.timing.rate(), subject->copy.rate(), subject->compute.rate());
    entry["bytes_an_item"] = load.bytes;
    entry["operations_an_item"] = load.operations;
    entry["share_of_peak"] = share.of_peak;
    entry["peak"] = share.by_memory ? "memory" : "integers";
}

Timing timing_in(const Json& json) {
    Timing timing{json.at("items").get<double>(), json.at("seconds").get<std::vector<double>>()};
    if (timing.items <= 0 || timing.median_seconds() <= 0) throw std::invalid_argument("a timing without samples");
    return timing;
}

Json json_of(const Subject& subject) {
    return {{"id", subject.id},
            {"name", subject.name},
            {"facts", json_of(subject.facts)},
            {"copy_bytes", json_of(subject.copy)},
            {"integer_operations", json_of(subject.compute)}};
}

Json json_of(const MachineLoad& load) {
    return {{"processors", load.processors},
            {"before", load.before},
            {"others", load.others},
            {"overloaded", is_overloaded(load)}};
}
/// Older files have the load average before the benchmark among the facts of the CPU.
MachineLoad load_in(const Json& json, const std::vector<Subject>& subjects) {
    if (json.contains("load")) {
        const Json& load = json["load"];
        return {load.at("processors"), load.at("before"), load.at("others")};
    }
    MachineLoad load;
    const auto cpu = std::ranges::find(subjects, "cpu", &Subject::id);
    if (cpu == subjects.end()) return load;
    for (const auto& [name, value] : cpu->facts) {
        if (name == "load") load.before = std::strtod(value.c_str(), nullptr);
        if (name == "threads") load.processors = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
    }
    return load;
}

/// Every pair of devices: ratios by population, and the population from which the first wins (null: never).
void add_ratios(Json& json, const Result& result) {
    Json ratios = Json::array(), wins = Json::array();
    for (const Headline& line : headlines(result)) {
        const Ratio& last = line.largest;
        for (const Measurement& measurement : result.measurements) {
            if (measurement.subject != last.fast || measurement.what != last.what) continue;
            const auto ratio = ratio_of(result, last.fast, last.slow, last.what, measurement.population);
            if (!ratio) continue;
            ratios.push_back({{"device", ratio->fast},
                              {"beside", ratio->slow},
                              {"what", ratio->what},
                              {"population", ratio->population},
                              {"ratio", ratio->ratio},
                              {"unsteady", ratio->unsteady}});
        }
        wins.push_back({{"device", last.fast},
                        {"beside", last.slow},
                        {"what", last.what},
                        {"population", line.wins_from != 0 ? Json(line.wins_from) : Json()},
                        {"unsteady", line.wins_unsteadily}});
    }
    json["ratios"] = std::move(ratios);
    json["wins_from"] = std::move(wins);
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
    Json json = {{"schema", Result::schema},      {"program", "evodoku bench"},   {"build", json_of(result.build)},
                 {"date", result.date},           {"load", json_of(result.load)}, {"stopped", result.stopped},
                 {"seed", result.seed},           {"puzzle", result.puzzle},      {"devices", Json::array()},
                 {"fingerprints", Json::array()}, {"measurements", Json::array()}};
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
        if (measurement.batch != 0) entry["batch"] = measurement.batch;
        json["measurements"].push_back(entry);
    }
    add_ratios(json, result);
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
        result.load = load_in(json, result.subjects);
        result.stopped = json.value("stopped", "");
        for (const Json& entry : json.at("fingerprints")) {
            result.agreements.push_back(
                {entry.at("configuration"), entry.at("population"), number_in_hex(entry.at("fingerprint"))});
        }
        for (const Json& entry : json.at("measurements")) {
            result.measurements.push_back(
                {entry.at("device"), entry.at("what"), entry.at("unit"), entry.at("population"), timing_in(entry)});
            if (entry.contains("plain")) result.measurements.back().plain = timing_in(entry["plain"]);
            result.measurements.back().batch = entry.value("batch", std::uint64_t{0});
        }
        return result;
    } catch (const Json::parse_error& error) {
        throw std::invalid_argument(fmt::format("not JSON, from byte {} on", error.byte));
    } catch (const Json::exception& error) {
        const std::string_view what = error.what();  // "[json.exception.out_of_range.403] key 'date' not found"
        throw std::invalid_argument("incomplete or of another kind: " +
                                    std::string(what.substr(std::min(what.find("] ") + 2, what.size()))));
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
