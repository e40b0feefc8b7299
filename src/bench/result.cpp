// Results as JSON and CSV.
#include "bench/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/comparison.hpp"
#include "io/json_fields.hpp"

namespace evodoku::bench {
namespace {

using io::JsonFields;
using Json = nlohmann::ordered_json;

Json json_of(const Facts& facts) {
    Json json = Json::object();
    for (const auto& [name, value] : facts) json[name] = value;
    return json;
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

Json json_of(const Measurement& measurement, const Result& result) {
    Json json = {{"device", measurement.subject},
                 {"what", measurement.what},
                 {"unit", measurement.unit},
                 {"population", measurement.population}};
    json.update(json_of(measurement.timing));
    const Subject* subject = result.find_subject(measurement.subject);
    if (const Work work = work_of(measurement.what); work.bytes != 0 && subject != nullptr) {
        const Share share = share_of_peak(measurement, *subject);
        json["bytes_an_item"] = work.bytes;
        json["operations_an_item"] = work.operations;
        json["share_of_peak"] = share.of_peak;
        json["peak"] = share.by_memory ? "memory" : "integers";
    }
    if (measurement.plain) {
        const Pair pair{measurement.timing, *measurement.plain};
        json["share_of_plain"] = pair.share();
        json["spread_of_share"] = pair.spread();
        json["plain"] = json_of(*measurement.plain);
    }
    if (measurement.batch != 0) json["batch"] = measurement.batch;
    return json;
}

Json json_of(const Subject& subject) {
    return {{"id", subject.id},
            {"name", subject.name},
            {"facts", json_of(subject.facts)},
            {"copy_bytes", json_of(subject.copy)},
            {"integer_operations", json_of(subject.compute)}};
}

Json json_of(const MachineLoad& load) {
    Json json = {{"processors", load.processors}};
    if (load.before >= 0) json["before"] = load.before;  // otherwise unknown
    if (load.others >= 0) json["others"] = load.others;
    json["overloaded"] = is_overloaded(load);
    return json;
}

Json json_of(const Agreement& agreement) {
    return {{"configuration", agreement.configuration},
            {"population", agreement.population},
            {"fingerprint", fmt::format("{:016x}", agreement.fingerprint)}};
}

Json json_of(const Comparison& ratio) {
    return {{"device", ratio.subject},        {"beside", ratio.reference}, {"what", ratio.what},
            {"population", ratio.population}, {"ratio", ratio.ratio},      {"unsteady", ratio.unsteady}};
}

template <class Entry>
Json list_of(const std::vector<Entry>& entries) {
    Json list = Json::array();
    for (const Entry& entry : entries) list.push_back(json_of(entry));
    return list;
}

template <class Value>
Value taken(const JsonFields& json, const char* name, bool optional = false) {
    Value value{};
    if (!optional || json.has(name)) json.take(name, value);
    return value;
}

Timing timing_in(const JsonFields& json) {
    Timing timing{taken<double>(json, "items"), json.numbers("seconds")};
    if (timing.items <= 0 || timing.median_seconds() <= 0) throw std::invalid_argument("a timing without samples");
    return timing;
}

MachineLoad load_in(const JsonFields& json) {
    MachineLoad load;
    json.take("processors", load.processors);
    if (json.has("before")) json.take("before", load.before);
    if (json.has("others")) json.take("others", load.others);
    return load;
}

Measurement measurement_in(const JsonFields& json) {
    Measurement measurement{taken<std::string>(json, "device"), taken<std::string>(json, "what"),
                            taken<std::string>(json, "unit"), taken<std::uint32_t>(json, "population"),
                            timing_in(json)};
    if (json.has("plain")) measurement.plain = timing_in(json.fields("plain"));
    measurement.batch = taken<std::uint64_t>(json, "batch", true);
    return measurement;
}

}  // namespace

bool Measurement::is_detail() const {
    return std::ranges::any_of(std::vector<std::string>{"phase/", "crossover/", "mutation/", "variant/"},
                               [&](const std::string& begin) { return what.starts_with(begin); });
}

const Measurement* Result::find(const std::string& subject, const std::string& what, std::uint32_t population) const {
    const auto found = std::ranges::find_if(measurements, [&](const Measurement& each) {
        return each.subject == subject && each.what == what && each.population == population;
    });
    return found == measurements.end() ? nullptr : &*found;
}

const Subject* Result::find_subject(const std::string& id) const {
    const auto found = std::ranges::find(subjects, id, &Subject::id);
    return found == subjects.end() ? nullptr : &*found;
}

std::string to_json(const Result& result) {
    Json measurements = Json::array(), ratios = Json::array(), wins = Json::array();
    for (const Measurement& measurement : result.measurements) measurements.push_back(json_of(measurement, result));
    for (const Headline& line : headlines(result)) {
        for (const Comparison& ratio : line.ratios) ratios.push_back(json_of(ratio));
        Json win = json_of(line.ratios.back());
        win.erase("ratio");
        win["population"] = line.wins_from != 0 ? Json(line.wins_from) : Json();  // null: never
        win["unsteady"] = line.wins_unsteadily;
        wins.push_back(win);
    }
    const Json json = {{"schema", Result::schema},
                       {"program", "evodoku bench"},
                       {"build", json_of(result.build)},
                       {"date", result.date},
                       {"load", json_of(result.load)},
                       {"stopped", result.stopped},
                       {"seed", result.seed},
                       {"puzzle", result.puzzle},
                       {"devices", list_of(result.subjects)},
                       {"fingerprints", list_of(result.agreements)},
                       {"measurements", measurements},
                       {"ratios", ratios},
                       {"wins_from", wins}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result from_json(const std::string& text) {
    const JsonFields json(text);
    if (!json.has("program") || taken<std::string>(json, "program") != "evodoku bench") {
        throw std::invalid_argument("not the result of evodoku bench");
    }
    const auto schema = taken<std::uint32_t>(json, "schema");
    if (schema != Result::schema) {
        throw std::invalid_argument(fmt::format("schema {}; this program reads {}", schema, Result::schema));
    }
    Result result;
    result.build = json.table_of_texts("build");
    json.take("date", result.date);
    json.take("seed", result.seed);
    json.take("puzzle", result.puzzle);
    for (const JsonFields& device : json.list("devices")) {
        result.subjects.push_back({taken<std::string>(device, "id"), taken<std::string>(device, "name"),
                                   device.table_of_texts("facts"), timing_in(device.fields("copy_bytes")),
                                   timing_in(device.fields("integer_operations"))});
    }
    if (json.has("load")) result.load = load_in(json.fields("load"));
    result.stopped = taken<std::string>(json, "stopped", true);
    for (const JsonFields& entry : json.list("fingerprints")) {
        result.agreements.push_back(
            {taken<std::string>(entry, "configuration"), taken<std::uint32_t>(entry, "population")});
        entry.take_hexadecimal("fingerprint", result.agreements.back().fingerprint);
    }
    for (const JsonFields& entry : json.list("measurements")) result.measurements.push_back(measurement_in(entry));
    return result;
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
