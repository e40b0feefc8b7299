// Results as JSON and CSV.
#include "bench/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "bench/arithmetic.hpp"
#include "bench/ratios.hpp"
#include "io/json_fields.hpp"
#include "io/json_text.hpp"

namespace evodoku::bench {
namespace {

using io::JsonFields;
using io::JsonObject;

// Where a value of the whole result begins, and one of an entry of a list or of a device.
constexpr const char* outer = "  ";
constexpr const char* inner = "    ";

std::string list_of(const std::vector<JsonObject>& entries) {
    std::vector<std::string> texts;
    for (const JsonObject& entry : entries) texts.push_back(entry.on_lines(inner));
    return io::json_list(texts, outer);
}

JsonObject json_of(const Facts& facts) {
    JsonObject json;
    for (const auto& [name, value] : facts) json.put(name, value);
    return json;
}

/// Median, spread and rate are for readers; they are computed from the seconds.
void put(JsonObject& json, const Timing& timing) {
    std::string seconds;
    for (const double value : timing.seconds) seconds += (seconds.empty() ? "" : ", ") + io::json_number(value);
    json.put("items", timing.items);
    json.put("rate", timing.rate());
    json.put("spread", timing.spread());
    json.put("unsteady", is_unsteady(timing));
    json.put("median_seconds", timing.median_seconds());
    json.put_json("seconds", "[" + seconds + "]");
}
std::string json_of(const Timing& timing) {
    JsonObject json;
    put(json, timing);
    return json.on_lines("      ");
}

/// If it is counted: the minimum work per item, and the share of the lower peak.
void put_load(JsonObject& json, const Result& result, const Measurement& measurement) {
    const Load load = load_of(measurement.what);
    const auto subject = std::ranges::find(result.subjects, measurement.subject, &Subject::id);
    if (load.bytes == 0 || subject == result.subjects.end()) return;
    const Share share = share_of_peak(load, measurement.timing.rate(), subject->copy.rate(), subject->compute.rate());
    json.put("bytes_an_item", load.bytes);
    json.put("operations_an_item", load.operations);
    json.put("share_of_peak", share.of_peak);
    json.put("peak", share.by_memory ? "memory" : "integers");
}

JsonObject json_of(const Measurement& measurement, const Result& result) {
    JsonObject json;
    json.put("device", measurement.subject);
    json.put("what", measurement.what);
    json.put("unit", measurement.unit);
    json.put("population", measurement.population);
    put(json, measurement.timing);
    put_load(json, result, measurement);
    if (measurement.plain) {
        const Pair pair{measurement.timing, *measurement.plain};
        json.put("share_of_plain", pair.share());
        json.put("spread_of_share", pair.spread());
        json.put_json("plain", json_of(*measurement.plain));
    }
    if (measurement.batch != 0) json.put("batch", measurement.batch);
    return json;
}

JsonObject json_of(const Subject& subject) {
    JsonObject json;
    json.put("id", subject.id);
    json.put("name", subject.name);
    json.put_json("facts", json_of(subject.facts).on_lines("      "));
    json.put_json("copy_bytes", json_of(subject.copy));
    json.put_json("integer_operations", json_of(subject.compute));
    return json;
}

JsonObject json_of(const MachineLoad& load) {
    JsonObject json;
    json.put("processors", load.processors);
    if (load.before >= 0) json.put("before", load.before);  // otherwise unknown
    if (load.others >= 0) json.put("others", load.others);
    json.put("overloaded", is_overloaded(load));
    return json;
}

JsonObject json_of(const Agreement& agreement) {
    JsonObject json;
    json.put("configuration", agreement.configuration);
    json.put("population", agreement.population);
    json.put("fingerprint", fmt::format("{:016x}", agreement.fingerprint));
    return json;
}

JsonObject json_of(const Ratio& ratio) {
    JsonObject json;
    json.put("device", ratio.fast);
    json.put("beside", ratio.slow);
    json.put("what", ratio.what);
    json.put("population", ratio.population);
    json.put("ratio", ratio.ratio);
    json.put("unsteady", ratio.unsteady);
    return json;
}

/// Every pair of devices: ratios by population, and the population from which the first wins (null: never).
void put_ratios(JsonObject& json, const Result& result) {
    std::vector<JsonObject> ratios, wins;
    for (const Headline& line : headlines(result)) {
        const Ratio& last = line.largest;
        for (const Measurement& measurement : result.measurements) {
            if (measurement.subject != last.fast || measurement.what != last.what) continue;
            const auto ratio = ratio_of(result, last.fast, last.slow, last.what, measurement.population);
            if (ratio) ratios.push_back(json_of(*ratio));
        }
        JsonObject& win = wins.emplace_back();
        win.put("device", last.fast);
        win.put("beside", last.slow);
        win.put("what", last.what);
        win.put("population", line.wins_from != 0 ? std::optional(line.wins_from) : std::nullopt);
        win.put("unsteady", line.wins_unsteadily);
    }
    json.put_json("ratios", list_of(ratios));
    json.put_json("wins_from", list_of(wins));
}

template <class Value>
Value taken(const JsonFields& json, const char* name) {
    Value value;
    json.take(name, value);
    return value;
}

Timing timing_in(const JsonFields& json) {
    Timing timing{taken<double>(json, "items"), json.numbers("seconds")};
    if (timing.items <= 0 || timing.median_seconds() <= 0) throw std::invalid_argument("a timing without samples");
    return timing;
}

/// Older files have the load average before the benchmark among the facts of the CPU.
MachineLoad load_in(const JsonFields& json, const std::vector<Subject>& subjects) {
    MachineLoad load;
    if (json.has("load")) {
        const JsonFields fields = json.fields("load");
        fields.take("processors", load.processors);
        if (fields.has("before")) fields.take("before", load.before);
        if (fields.has("others")) fields.take("others", load.others);
        return load;
    }
    const auto cpu = std::ranges::find(subjects, "cpu", &Subject::id);
    if (cpu == subjects.end()) return load;
    for (const auto& [name, value] : cpu->facts) {
        if (name == "load") load.before = std::strtod(value.c_str(), nullptr);
        if (name == "threads") load.processors = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
    }
    return load;
}

Subject subject_in(const JsonFields& json) {
    return {taken<std::string>(json, "id"), taken<std::string>(json, "name"), json.table_of_texts("facts"),
            timing_in(json.fields("copy_bytes")), timing_in(json.fields("integer_operations"))};
}

Agreement agreement_in(const JsonFields& json) {
    Agreement agreement{taken<std::string>(json, "configuration"), taken<std::uint32_t>(json, "population")};
    json.take_hexadecimal("fingerprint", agreement.fingerprint);
    return agreement;
}

Measurement measurement_in(const JsonFields& json) {
    Measurement measurement{taken<std::string>(json, "device"), taken<std::string>(json, "what"),
                            taken<std::string>(json, "unit"), taken<std::uint32_t>(json, "population"),
                            timing_in(json)};
    if (json.has("plain")) measurement.plain = timing_in(json.fields("plain"));
    if (json.has("batch")) json.take("batch", measurement.batch);
    return measurement;
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
    std::vector<JsonObject> devices, fingerprints, measurements;
    for (const Subject& subject : result.subjects) devices.push_back(json_of(subject));
    for (const Agreement& agreement : result.agreements) fingerprints.push_back(json_of(agreement));
    for (const Measurement& measurement : result.measurements) measurements.push_back(json_of(measurement, result));
    JsonObject json;
    json.put("schema", Result::schema);
    json.put("program", "evodoku bench");
    json.put_json("build", json_of(result.build).on_lines(outer));
    json.put("date", result.date);
    json.put_json("load", json_of(result.load).on_lines(outer));
    json.put("stopped", result.stopped);
    json.put("seed", result.seed);
    json.put("puzzle", result.puzzle);
    json.put_json("devices", list_of(devices));
    json.put_json("fingerprints", list_of(fingerprints));
    json.put_json("measurements", list_of(measurements));
    put_ratios(json, result);
    return json.on_lines("") + "\n";
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
    for (const JsonFields& device : json.list("devices")) result.subjects.push_back(subject_in(device));
    result.load = load_in(json, result.subjects);
    if (json.has("stopped")) json.take("stopped", result.stopped);
    for (const JsonFields& agreement : json.list("fingerprints")) result.agreements.push_back(agreement_in(agreement));
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
