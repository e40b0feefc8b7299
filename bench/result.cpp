// Results as JSON and CSV; ratios of rates, verdicts, and the populations where two devices cross.
#include "bench/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "io/json.hpp"
#include "statistics/statistics.hpp"

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

void describe(auto& fields, Described<Agreement> auto& agreement) {
    fields("configuration", agreement.configuration);
    fields("population", agreement.population);
    fields.hexadecimal("fingerprint", agreement.fingerprint);
}

void describe(auto& fields, Described<Measurement> auto& measurement) {
    fields("device", measurement.subject);
    fields("what", measurement.what);
    fields("unit", measurement.unit);
    fields("population", measurement.population);
    describe(fields, measurement.timing);
    fields.optional("clocks", measurement.clocks, measurement.clocks.has_value());
    fields.optional("batch", measurement.batch, measurement.batch != 0);
}

void describe(auto& fields, Described<Result> auto& result) {
    fields("build", result.build);
    fields("date", result.date);
    fields.optional("stopped", result.stopped, true);
    fields("seed", result.seed);
    fields("puzzle", result.puzzle);
    fields("devices", result.subjects);
    fields("fingerprints", result.agreements);
    fields("measurements", result.measurements);
}

/// The ratio of a pair of devices.
void describe(auto& fields, const Comparison& ratio) {
    fields("device", ratio.subject);
    fields("beside", ratio.reference);
    fields("what", ratio.what);
    fields("population", ratio.population);
    fields("ratio", ratio.ratio);
    fields("unsteady", ratio.unsteady);
}

/// The population from which a device of a pair is faster, or null.
void describe(auto& fields, const Headline& line) {
    fields("device", line.ratios.back().subject);
    fields("beside", line.ratios.back().reference);
    fields("what", line.ratios.back().what);
    fields("population", line.wins_from != 0 ? std::optional(line.wins_from) : std::nullopt);
    fields("unsteady", line.wins_unsteadily);
}

namespace {

constexpr std::uint32_t schema = 1;

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

double Timing::median_seconds() const { return statistics::quantile(seconds, 0.5).value_or(0); }

double Timing::spread() const {
    const double median = median_seconds();
    if (median <= 0) return 0;
    return (*statistics::quantile(seconds, 0.75) - *statistics::quantile(seconds, 0.25)) / median;
}

double Timing::rate() const {
    const double median = median_seconds();
    return median > 0 ? items / median : 0;
}

const Measurement* Result::find(const std::string& subject, const std::string& what, std::uint32_t population) const {
    const auto same = std::ranges::find_if(measurements, [&](const Measurement& measurement) {
        return measurement.subject == subject && measurement.what == what && measurement.population == population;
    });
    return same == measurements.end() ? nullptr : &*same;
}

const Subject* Result::find_subject(const std::string& id) const {
    const auto subject = std::ranges::find(subjects, id, &Subject::id);
    return subject == subjects.end() ? nullptr : &*subject;
}

std::vector<std::string> Result::works() const {
    std::vector<std::string> all;
    for (const Measurement& measurement : measurements)
        if (std::ranges::count(all, measurement.what) == 0) all.push_back(measurement.what);
    return all;
}

std::string to_json(const Result& result) {
    io::Record fields;
    fields.put("schema", schema);
    fields.put("program", "evodoku bench");
    describe(fields, result);
    const std::vector<Headline> wins = headlines(result);
    std::vector<Comparison> ratios;
    for (const Headline& line : wins) ratios.insert(ratios.end(), line.ratios.begin(), line.ratios.end());
    fields.put("ratios", ratios);
    fields.put("wins_from", wins);
    return io::indented_json(fields.on_one_line()) + "\n";
}

Result from_json(std::string_view text) {
    const io::DescribedReader fields(text);
    std::string program;
    fields.optional("program", program, true);
    fields.require(program == "evodoku bench", "not the result of evodoku bench");
    const auto its_schema = fields.get<std::uint32_t>("schema");
    if (its_schema != schema)
        throw std::invalid_argument(fmt::format("schema {}; this program reads {}", its_schema, schema));
    Result result;
    describe(fields, result);
    return result;
}

std::string to_csv(const Result& result) {
    std::string text =
        "device,what,unit,population,rate,spread,median_seconds,items,repetitions,flag,sm_mhz,throttled_by\n";
    for (const Measurement& measurement : result.measurements) {
        const Timing& timing = measurement.timing;
        const Clocks clocks = measurement.clocks.value_or(Clocks{});
        text += fmt::format("{},{},{},{},{:.6g},{:.4f},{:.6g},{:.0f},{},{},{},\"{}\"\n", measurement.subject,
                            measurement.what, measurement.unit, measurement.population, timing.rate(), timing.spread(),
                            timing.median_seconds(), timing.items, timing.seconds.size(),
                            is_unsteady(timing) ? "unsteady" : "", clocks.after.sm_mhz, clocks.throttled_by());
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
    const auto add = [&](const std::string& id, const std::string& what, std::uint32_t population, const auto& ours,
                         const auto& theirs, auto timing) {
        if (theirs == nullptr) return;
        Comparison& one = all.emplace_back(compared(id, id, what, population, theirs->*timing, ours.*timing));
        one.throttled = throttled(ours.clocks, theirs->clocks);
        one.verdict = one.throttled.empty() ? resolve(one.ratio, one.spread, tolerance) : "UNCLEAR";
    };
    for (const Subject& subject : first.subjects) {
        const Subject* other = second.find_subject(subject.id);
        add(subject.id, "peak/copy", 0, subject, other, &Subject::copy);
        add(subject.id, "peak/integers", 0, subject, other, &Subject::compute);
    }
    for (const Measurement& ours : first.measurements) {
        const Measurement* theirs = second.find(ours.subject, ours.what, ours.population);
        add(ours.subject, ours.what, ours.population, ours, theirs, &Measurement::timing);
    }
    return all;
}

std::vector<std::string> differences(const Result (&results)[2], const std::vector<std::string>& names) {
    const auto& [first, second] = results;
    std::vector<std::string> all;
    const bool are_alike = first.seed == second.seed && first.puzzle == second.puzzle;
    for (const Agreement& ours : first.agreements) {
        const auto differs = [&](const Agreement& theirs) {
            return ours.configuration == theirs.configuration && ours.population == theirs.population &&
                   ours.fingerprint != theirs.fingerprint;
        };
        if (are_alike && std::ranges::any_of(second.agreements, differs))
            all.push_back(
                fmt::format("fingerprints differ: the two builds evolve differently: configuration {}, population {}",
                            ours.configuration, ours.population));
    }
    for (const Subject& subject : first.subjects) {
        const Subject* other = second.find_subject(subject.id);
        if (other != nullptr && other->name != subject.name)
            all.push_back(fmt::format("{} is {} in A, {} in B", subject.id, subject.name, other->name));
    }
    for (std::size_t k : {0, 1}) {
        if (!results[k].stopped.empty())
            all.push_back(fmt::format("{} is not complete: {}", names[k], results[k].stopped));
    }
    for (std::size_t k : {0, 1}) {
        std::vector<std::string> lacks;
        for (const Measurement& other : results[1 - k].measurements)
            if (results[k].find(other.subject, other.what, other.population) == nullptr)
                lacks.push_back(fmt::format("{} {}, population {}", other.subject, other.what, other.population));
        if (lacks.empty()) continue;
        const std::size_t shown = std::min<std::size_t>(lacks.size(), 3);
        all.push_back(fmt::format("{} lacks {}{}", names[k], fmt::join(lacks.begin(), lacks.begin() + shown, "; "),
                                  lacks.size() > shown ? fmt::format(" and {} more", lacks.size() - shown) : ""));
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
    std::vector<Headline> all;
    for (const auto& pair : pairs_of(result)) {
        for (const std::string& what : result.works()) {
            const auto begins_it = [&](std::string_view begin) { return what.starts_with(begin); };
            constexpr std::string_view details[] = {"phase/", "crossover/", "mutation/", "variant/"};
            if (std::ranges::any_of(details, begins_it)) continue;
            Headline line;
            for (const Measurement& measurement : result.measurements) {
                if (measurement.subject != pair.first || measurement.what != what) continue;
                const auto ratio = compare_devices(result, pair, what, measurement.population);
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

}  // namespace evodoku::bench
