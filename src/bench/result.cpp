// Results as JSON and CSV; ratios of rates, verdicts, and the populations where two devices cross.
#include "bench/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "io/described_json.hpp"

namespace evodoku {

void describe(auto& fields, io::Described<GpuState> auto& state) {
    fields("sm_mhz", state.sm_mhz);
    fields("memory_mhz", state.memory_mhz);
    fields("celsius", state.celsius);
    fields("milliwatts", state.milliwatts);
    fields("reasons", state.reasons);
    fields.optional("unknown", state.unknown, !state.unknown.empty());
}

}  // namespace evodoku

namespace evodoku::bench {

using io::Described;

// The fields of a result. What is derived from the measurements is for other programs.

void describe(auto& fields, Described<Timing> auto& timing) {
    fields("items", timing.items);
    fields.derived("rate", timing.rate());
    fields.derived("spread", timing.spread());
    fields.derived("unsteady", is_unsteady(timing));
    fields.derived("median_seconds", timing.median_seconds());
    fields("seconds", timing.seconds);
    fields.require(timing.items > 0 && timing.median_seconds() > 0, "a timing without samples");
}

void describe(auto& fields, Described<Clocks> auto& clocks) {
    fields("before", clocks.before);
    fields("after", clocks.after);
    fields.derived("throttled_by", clocks.throttled_by());
}

void describe(auto& fields, Described<Subject> auto& subject) {
    fields("id", subject.id);
    fields("name", subject.name);
    fields("facts", subject.facts);
    fields("copy_bytes", subject.copy);
    fields("integer_operations", subject.compute);
    fields.optional("clocks", subject.clocks, subject.clocks.has_value());
}

void describe(auto& fields, Described<MachineLoad> auto& load) {
    fields("processors", load.processors);
    fields.optional("before", load.before, load.before >= 0);  // otherwise unknown
    fields.optional("others", load.others, load.others >= 0);
    fields.derived("overloaded", is_overloaded(load));
}

void describe(auto& fields, Described<Agreement> auto& agreement) {
    fields("configuration", agreement.configuration);
    fields("population", agreement.population);
    fields.hexadecimal("fingerprint", agreement.fingerprint);
}

/// `subject`: for what is derived; null where it is read.
void describe(auto& fields, Described<Measurement> auto& measurement, const Subject* subject = nullptr) {
    fields("device", measurement.subject);
    fields("what", measurement.what);
    fields("unit", measurement.unit);
    fields("population", measurement.population);
    describe(fields, measurement.timing);
    if (const Work work = work_of(measurement.what); work.bytes != 0 && subject != nullptr) {
        const Share share = share_of_peak(measurement, *subject);
        fields.derived("bytes_an_item", work.bytes);
        fields.derived("operations_an_item", work.operations);
        fields.derived("share_of_peak", share.of_peak);
        fields.derived("peak", share.by_memory ? "memory" : "integers");
    }
    if (measurement.plain) {
        const Pair pair{measurement.timing, *measurement.plain};
        fields.derived("share_of_plain", pair.share());
        fields.derived("spread_of_share", pair.spread());
    }
    fields.optional("plain", measurement.plain, measurement.plain.has_value());
    fields.optional("clocks", measurement.clocks, measurement.clocks.has_value());
    fields.optional("batch", measurement.batch, measurement.batch != 0);
}

/// All but the measurements.
void describe(auto& fields, Described<Result> auto& result) {
    fields("build", result.build);
    fields("date", result.date);
    fields.optional("load", result.load, true);
    fields.optional("stopped", result.stopped, true);
    fields("seed", result.seed);
    fields("puzzle", result.puzzle);
    fields("devices", result.subjects);
    fields("fingerprints", result.agreements);
}

namespace {

constexpr std::uint32_t schema = 1;

io::JsonObject json_of(const Comparison& of, const std::optional<std::uint32_t>& population) {
    io::JsonObject json;
    json.put("device", of.subject);
    json.put("beside", of.reference);
    json.put("what", of.what);
    json.put("population", population);
    return json;
}

Comparison compared(const std::string& subject, const std::string& reference, const std::string& what,
                    std::uint32_t population, const Timing& timing, const Timing& base) {
    const double rate = timing.rate(), base_rate = base.rate();
    // std::hypot would need glibc 2.35, and RHEL 9 has 2.34.
    const double spread = std::sqrt(base.spread() * base.spread() + timing.spread() * timing.spread());
    return {subject,          reference, what,
            population,       rate,      base_rate,
            rate / base_rate, spread,    is_unsteady(timing) || is_unsteady(base)};
}

/// "power cap in B" for two results; empty if neither was throttled.
std::string throttled(const std::optional<Clocks>& first, const std::optional<Clocks>& second) {
    const std::string one = first ? first->throttled_by() : "", other = second ? second->throttled_by() : "";
    return one + (one.empty() ? "" : " in A") + (one.empty() || other.empty() ? "" : ", ") + other +
           (other.empty() ? "" : " in B");
}

/// Sets `wins_from` and `wins_unsteadily`.
void find_crossing(Headline& line) {
    const std::vector<Comparison>& all = line.ratios;
    std::size_t k = all.size();  // index of the first ratio from which all are won
    while (k > 0 && all[k - 1].ratio > 1) --k;
    const std::size_t deciding = std::min(k, all.size() - 1);
    line.wins_unsteadily = all[deciding].unsteady || (deciding > 0 && all[deciding - 1].unsteady);
    if (k == all.size()) return;
    line.wins_from = all[k].population;
    if (k == 0) return;
    const double x0 = std::log(all[k - 1].population), y0 = std::log(all[k - 1].ratio);
    const double x1 = std::log(all[k].population), y1 = std::log(all[k].ratio);
    line.wins_from = static_cast<std::uint32_t>(std::lround(std::exp(x0 + (x1 - x0) * -y0 / (y1 - y0))));
}

}  // namespace

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
    io::JsonObject fields;
    fields.put("schema", schema);
    fields.put("program", "evodoku bench");
    describe(fields, result);
    const auto measurement_json = [&](const Measurement& each) {
        io::JsonObject inner;
        describe(inner, each, result.find_subject(each.subject));
        return inner.on_one_line();
    };
    std::vector<std::string> ratios, wins;
    for (const Headline& line : headlines(result)) {
        for (const Comparison& each : line.ratios) {
            io::JsonObject ratio = json_of(each, each.population);
            ratio.put("ratio", each.ratio);
            ratio.put("unsteady", each.unsteady);
            ratios.push_back(ratio.on_one_line());
        }
        io::JsonObject win =
            json_of(line.ratios.back(), line.wins_from != 0 ? std::optional(line.wins_from) : std::nullopt);
        win.put("unsteady", line.wins_unsteadily);
        wins.push_back(win.on_one_line());
    }
    fields.put_json("measurements", io::json_list_of(result.measurements, measurement_json));
    fields.put_json("ratios", fmt::format("[{}]", fmt::join(ratios, ",")));
    fields.put_json("wins_from", fmt::format("[{}]", fmt::join(wins, ",")));
    return io::indented_json(fields.on_one_line()) + "\n";
}

Result from_json(const std::string& text) {
    const io::DescribedReader fields(text);
    std::string program;
    fields.optional("program", program, true);
    fields.require(program == "evodoku bench", "not the result of evodoku bench");
    const auto found = fields.get<std::uint32_t>("schema");
    if (found != schema) throw std::invalid_argument(fmt::format("schema {}; this program reads {}", found, schema));
    Result result;
    describe(fields, result);
    fields("measurements", result.measurements);
    return result;
}

std::string to_csv(const Result& result) {
    std::string text =
        "device,what,unit,population,rate,spread,median_seconds,items,repetitions,flag,sm_mhz,throttled_by\n";
    for (const Measurement& measurement : result.measurements) {
        const Timing& timing = measurement.timing;
        const Clocks clocks = measurement.clocks.value_or(Clocks{});
        const char* flag = is_overloaded(result.load) ? "overloaded" : is_unsteady(timing) ? "unsteady" : "";
        text += fmt::format("{},{},{},{},{:.6g},{:.4f},{:.6g},{:.0f},{},{},{},\"{}\"\n", measurement.subject,
                            measurement.what, measurement.unit, measurement.population, timing.rate(), timing.spread(),
                            timing.median_seconds(), timing.items, timing.seconds.size(), flag, clocks.after.sm_mhz,
                            clocks.throttled_by());
    }
    return text;
}

std::string_view resolve(double ratio, double spread, double tolerance) {
    const double off =
        ratio >= 1 ? ratio - 1 : 1 / ratio - 1;  // symmetric: twice as fast and half as fast differ equally
    if (off > tolerance && off > spread) return ratio > 1 ? "FASTER" : "SLOWER";
    return spread > tolerance ? "UNCLEAR" : "SAME";
}

std::vector<Comparison> compare(const Result& first, const Result& second, double tolerance) {
    std::vector<Comparison> all;
    for (const Subject& subject : first.subjects) {
        const std::string& id = subject.id;
        const Subject* other = second.find_subject(id);
        if (other == nullptr) continue;
        all.push_back(compared(id, id, "peak/copy", 0, other->copy, subject.copy));
        all.push_back(compared(id, id, "peak/integers", 0, other->compute, subject.compute));
        for (std::size_t k : {2, 1}) all[all.size() - k].throttled = throttled(subject.clocks, other->clocks);
    }
    for (const Measurement& each : first.measurements) {
        const Measurement* other = second.find(each.subject, each.what, each.population);
        if (other == nullptr) continue;
        all.push_back(compared(each.subject, each.subject, each.what, each.population, other->timing, each.timing));
        all.back().throttled = throttled(each.clocks, other->clocks);
    }
    const bool is_clear = !is_overloaded(first.load) && !is_overloaded(second.load);
    for (Comparison& each : all) {
        const bool counts = is_clear && each.throttled.empty();
        each.verdict = counts ? resolve(each.ratio, each.spread, tolerance) : "UNCLEAR";
    }
    return all;
}

std::vector<std::string> missing(const Result& of, const Result& other) {
    std::vector<std::string> all;
    for (const Measurement& each : of.measurements) {
        if (other.find(each.subject, each.what, each.population) != nullptr) continue;
        all.push_back(fmt::format("{} {}, population {}", each.subject, each.what, each.population));
    }
    return all;
}

std::vector<Agreement> disagreements(const Result& first, const Result& second) {
    std::vector<Agreement> all;
    if (first.seed != second.seed || first.puzzle != second.puzzle) return all;
    for (const Agreement& ours : first.agreements) {
        for (const Agreement& theirs : second.agreements) {
            if (ours.configuration == theirs.configuration && ours.population == theirs.population &&
                ours.fingerprint != theirs.fingerprint)
                all.push_back(ours);
        }
    }
    return all;
}

std::vector<std::pair<std::string, std::string>> pairs_of(const Result& result) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const Subject& subject : result.subjects) {
        for (const std::string other : {"cpu", "cpu/1"}) {
            const bool is_faster = subject.id.starts_with("cuda") || (subject.id == "cpu" && other == "cpu/1");
            if (is_faster && result.find_subject(other) != nullptr) pairs.emplace_back(subject.id, other);
        }
    }
    return pairs;
}

std::optional<Comparison> compare_devices(const Result& result, const std::pair<std::string, std::string>& pair,
                                          const std::string& what, std::uint32_t population) {
    const auto& [fast, slow] = pair;
    const Measurement* one = result.find(fast, what, population);
    const Measurement* other = result.find(slow, what, population);
    if (one == nullptr || other == nullptr) return std::nullopt;
    return compared(fast, slow, what, population, one->timing, other->timing);
}

std::vector<Headline> headlines(const Result& result) {
    std::vector<std::string> works;
    for (const Measurement& each : result.measurements) {
        const auto begins_it = [&](std::string_view begin) { return each.what.starts_with(begin); };
        constexpr std::string_view details[] = {"phase/", "crossover/", "mutation/", "variant/"};
        if (std::ranges::none_of(details, begins_it) && std::ranges::count(works, each.what) == 0)
            works.push_back(each.what);
    }
    std::vector<Headline> all;
    for (const auto& pair : pairs_of(result)) {
        for (const std::string& what : works) {
            Headline line;
            for (const Measurement& each : result.measurements) {
                if (each.subject != pair.first || each.what != what) continue;
                const auto ratio = compare_devices(result, pair, what, each.population);
                if (ratio) line.ratios.push_back(*ratio);
            }
            if (line.ratios.empty()) continue;
            std::ranges::stable_sort(line.ratios, {}, &Comparison::population);
            find_crossing(line);
            all.push_back(std::move(line));
        }
    }
    return all;
}

/// score: a board of 64 bytes and a cost of 4. Reading nine boxes of 54 bits takes 36 operations (two words, shift and
/// mask), 12 ORs and 9 masks of two words take 42, then six popcounts and 6 additions and subtractions: 90 in total.
///
/// generations: a child of the plain configuration. On average 1.8 parents read and one board written (179 bytes), its
/// cost written and read (8), its rank written (4). Philox blocks take 100 operations each: plan 1, cross 0.8, mutate
/// 0.3 x 1.3 (219 in total); choosing takes 40, crossing 0.8 x 150, swapping 0.3 x 60, scoring 90, ranking 8.
///
/// rank: one cost read, one rank written; count, sum, scatter.
Work work_of(std::string_view what) {
    if (what == "score") return {68, 90};
    if (what == "generations") return {191, 495};
    if (what == "rank") return {8, 8};
    return {};
}

Share share_of_peak(const Measurement& measurement, const Subject& subject) {
    const Work work = work_of(measurement.what);
    const double rate = measurement.timing.rate(), bytes = subject.copy.rate(), operations = subject.compute.rate();
    const double memory = bytes > 0 ? work.bytes * rate / bytes : 0;
    const double integers = operations > 0 ? work.operations * rate / operations : 0;
    return memory >= integers ? Share{memory, true} : Share{integers, false};
}

}  // namespace evodoku::bench
