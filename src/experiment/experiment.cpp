// Results to and from JSON and their file, one write per line; and the runs of a plan on a few threads.
#include "experiment/experiment.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cctype>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "core/bits.hpp"
#include "devices/internal.hpp"
#include "engine/text.hpp"
#include "evodoku/io/grid_text.hpp"
#include "history/history.hpp"
#include "io/characters.hpp"
#include "io/json.hpp"

namespace evodoku::experiment {

/// All but the history.
void describe(auto& fields, io::Described<Record> auto& record) {
    fields("puzzle", record.puzzle);
    fields("file", record.file);
    fields("line", record.line);
    fields("configuration", record.configuration);
    fields.hexadecimal("config_hash", record.config_hash);
    fields("seed", record.seed);
    fields("run_seed", record.run_seed);
    fields.optional("configuration_place", record.configuration_place, record.configuration_place != 0);
    fields.optional("puzzle_place", record.puzzle_place, record.puzzle_place != 0);
    fields("solved", record.solved);
    fields("status", record.status);
    if (record.has_cost()) fields("cost", record.cost);  // older files always have it
    fields("generations", record.generations);
    fields("evaluations", record.evaluations);
    fields("trials", record.trials);
    fields("redraws", record.redraws);
    fields("restarts", record.restarts);
    fields("seconds", record.seconds);
    fields.optional("processor_seconds", record.processor_seconds, record.processor_seconds != 0);
    fields.hexadecimal("fingerprint", record.fingerprint);
    fields("version", record.made_by.version);
    fields("commit", record.made_by.commit);
    fields("machine", record.made_by.machine);
    fields("settings", record.settings);
}

namespace {

namespace fs = std::filesystem;
using io::counted;

/// `fault`: of a line of results; it ends with ';' or ", or".
[[noreturn]] void refuse_at(const std::string& file, std::size_t line, const std::string& fault) {
    throw SettingError(fmt::format("{}:{}: {} name another file with --output", file, line, fault));
}

/// Letters, digits, '-' and '.' stay; everything else becomes '_'. So do names of dots alone, which lead elsewhere.
std::string file_name(const std::string& whole) {
    std::string text = whole.substr(0, 100);  // a file system takes 255 bytes
    std::ranges::replace_if(
        text, [](unsigned char letter) { return !std::isalnum(letter) && letter != '-' && letter != '.'; }, '_');
    return text.find_first_not_of('.') == std::string::npos ? std::string(text.size(), '_') : text;
}

/// "plain/easy.txt-12-seed7-0123456789abcdef.jsonl" in the folder of all, with the folders above it. The last part is
/// the run's own seed, which no other run of the puzzle has.
std::string history_path(const std::string& folder_of_all, const Record& run) {
    const fs::path folder = fs::path(folder_of_all) / file_name(run.configuration);
    std::error_code ignored;  // opening fails, too
    fs::create_directories(folder, ignored);
    return folder / fmt::format("{}-{}-seed{}-{:016x}.jsonl", file_name(run.file), run.line, run.seed, run.run_seed);
}

history::Header header_of(const Record& run, const SearchSettings& settings, std::uint32_t every) {
    history::Header header;
    header.version = run.made_by.version, header.commit = run.made_by.commit, header.devices = {run.made_by.machine};
    header.schedule = history::schedule_of(settings.config, every);
    header.seed = run.seed, header.run_seed = run.run_seed, header.name = run.configuration;
    header.configuration_place = run.configuration_place, header.puzzle_place = run.puzzle_place;
    for (const Assignment& value : values_of(settings, search_settings())) {
        header.configuration.emplace_back(value.name, value.text);
    }
    return header;
}

/// Adds a board that is better than all before it.
void note(std::vector<Spent>& history, const Backend& backend, Clock::time_point begin) {
    const auto is_better = [&](std::uint32_t cost) { return history.empty() || cost < history.back().cost; };
    if (std::ranges::none_of(backend.islands(), is_better, &IslandProgress::best_cost)) return;
    for (const Progress& progress : backend.progress()) {
        if (!is_better(progress.best_cost)) continue;
        history.push_back(
            {progress.effort, progress.generation, progress.evaluations, seconds_since(begin), progress.best_cost});
    }
}

/// The record of a run; none if it was stopped. Throws FileError if some of a full history was not written.
std::optional<Record> make_run(const Plan& plan, const Run& run, const Machine& machine, Backend& backend,
                               const std::function<bool()>& should_stop) {
    const Grid& puzzle = plan.puzzle_of(run).grid;
    const SearchSettings& settings = plan.configuration_of(run).settings;
    Record record = blank_record(plan, run);
    record.made_by = machine.provenance;
    std::optional<TemporaryFile> history_file;  // which gets its name when it is complete
    std::optional<history::Recording> recording;
    if (plan.full_history) {
        history_file.emplace(history_path(machine.history_folder, record), TemporaryFile::Name::always);
        recording.emplace(history_file->name(), history::FileFormat::json_lines, settings.config,
                          header_of(record, settings, plan.history_every));
        recording->begin_run(run.seed);
        recording->begin_puzzle(0, puzzle, record.file, record.line);
    }
    const double processor_seconds_before = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    const Clock::time_point begin = Clock::now();
    SolveOptions options;
    options.seed = record.run_seed;
    options.presolve = settings.presolve;
    options.should_stop = should_stop;
    options.every_generation = plan.history;
    if (plan.history) {
        options.on_progress = [&](const Backend& evolving) {
            note(record.history, evolving, begin);
            if (recording) recording->sample(evolving);
        };
    }
    const Outcome outcome = solve(backend, options, puzzle);
    if (outcome.stopped) return std::nullopt;
    static_cast<Spent&>(record) = {outcome.effort, outcome.generations, outcome.evaluations, seconds_since(begin),
                                   outcome.cost};
    record.solved = outcome.status == Status::solved;
    record.status = to_text(outcome.status);
    record.restarts = outcome.restarts;
    record.processor_seconds = processor_seconds(CLOCK_THREAD_CPUTIME_ID) - processor_seconds_before;
    record.fingerprint = outcome.fingerprint;
    // The end of a run is the last word: of its best board, and of what was spent.
    std::erase_if(record.history, [&](const Spent& progress) { return progress.cost <= record.cost && record.solved; });
    const bool is_known = !record.history.empty() && record.history.back().cost <= record.cost;
    if (plan.history && !is_known && record.has_cost()) record.history.push_back(record);
    if (!recording) return record;
    recording->end_puzzle(outcome);
    recording->flush();
    if (!recording->failure().empty()) throw FileError(recording->failure());
    history_file->replace_target();
    return record;
}

/// The seed that the run itself has. It depends on all that tells one run from another, so that no two share random
/// numbers: tests that take samples as independent may be used.
std::uint64_t seed_of(const Plan& plan, const Run& run) {
    std::uint64_t seed = mix(run.seed ^ mix(plan.configuration_of(run).hash));
    for (const std::uint8_t digit : plan.puzzle_of(run).grid.cells()) seed = mix(seed ^ digit);
    const std::size_t again = plan.puzzle_of(run).occurrence;
    return again == 0 ? seed : mix(seed ^ (255 + again));  // no digit has this value
}

}  // namespace

std::string to_json(const Record& record) {
    io::Record fields;
    describe(fields, record);
    const auto point = [](const Spent& progress) {
        return fmt::format("[{},{},{},{},{},{}]", progress.generations, progress.evaluations, progress.trials,
                           progress.redraws, io::json_number(progress.seconds), progress.cost);
    };
    if (!record.history.empty()) fields.put_json("history", io::json_list_of(record.history, point));
    return fields.on_one_line();
}

std::string Record::cost_operator() const {
    const std::string all = " " + settings;
    const std::size_t mark = all.find(" cost=");
    return mark == std::string::npos ? "" : all.substr(mark + 1, all.find(' ', mark + 1) - mark - 1);
}

Record parse_record(std::string_view text) {
    Record record;
    const io::DescribedReader fields(text);
    describe(fields, record);
    std::vector<std::array<double, 6>> points;
    fields.optional("history", points, true);
    const auto whole = [](double number) { return static_cast<std::uint64_t>(number); };
    const auto small = [&](double number) { return static_cast<std::uint32_t>(whole(number)); };
    for (const auto& [generations, evaluations, trials, redraws, seconds, cost] : points)
        record.history.push_back(
            {{whole(trials), whole(redraws)}, small(generations), whole(evaluations), seconds, small(cost)});
    return record;
}

std::vector<Record> read_results(const AppendedFile& file, std::size_t& torn_bytes) {
    const std::string text = file.read();
    // A crash of the computer leaves zeros in place of what was not on its disk.
    const std::size_t whole = std::min(text.find('\0'), text.size());
    std::vector<Record> records;
    std::size_t begin = 0;  // of a line
    try {
        for (std::size_t end; (end = text.find('\n', begin)) < whole; begin = end + 1) {
            records.push_back(parse_record(std::string_view(text).substr(begin, end - begin)));
            records.back().forget_shared_texts();
        }
        const std::string_view torn = std::string_view(text).substr(begin);
        const bool is_record = torn.starts_with(record_head) || record_head.starts_with(torn);
        const bool has_zeros =
            whole < text.size() && (!records.empty() || torn.find_first_not_of('\0') == std::string::npos);
        if (!(is_record || has_zeros) || torn.size() >= (1u << 20))
            throw std::invalid_argument("not the beginning of a record that was interrupted");
        torn_bytes = torn.size();
        return records;
    } catch (const std::invalid_argument&) {
        refuse_at(file.name(), records.size() + 1, "this line is not a result of an experiment;");
    }
}

Record blank_record(const Plan& plan, const Run& run) {
    const PlannedPuzzle& puzzle = plan.puzzle_of(run);
    const Configuration& configuration = plan.configuration_of(run);
    Record record;
    record.puzzle = io::to_line(puzzle.grid);
    record.file = puzzle.file;
    record.line = puzzle.line;
    record.configuration = configuration.name;
    record.config_hash = configuration.hash;
    record.seed = run.seed;
    record.run_seed = seed_of(plan, run);
    record.configuration_place = run.configuration + 1, record.puzzle_place = run.puzzle + 1;
    for (const Assignment& value : values_of(configuration.settings, search_settings())) {
        record.settings += fmt::format("{}{}={}", record.settings.empty() ? "" : " ", value.name, value.text);
    }
    return record;
}

std::vector<Run> runs_to_make(const Plan& plan, const std::vector<Record>& records, const std::string& file,
                              const InputPart& part) {
    std::map<std::string_view, std::size_t> configurations;  // places in the plan
    std::map<std::pair<std::string_view, std::size_t>, std::size_t> puzzles;
    std::map<std::uint64_t, std::size_t> seeds;
    for (const Configuration& each : plan.configurations) configurations.emplace(each.name, configurations.size());
    for (const PlannedPuzzle& each : plan.puzzles) puzzles.try_emplace({each.file, each.line}, puzzles.size());
    for (const std::uint64_t seed : plan.seeds) seeds.emplace(seed, seeds.size());
    std::vector<std::size_t> line_of(plan.runs());  // of each run in the plan: 0 = not in the file
    std::map<std::pair<std::string_view, std::uint64_t>, std::size_t> line_with;  // of each configuration and run seed
    for (std::size_t k = 0; k < records.size(); ++k) {
        const Record& record = records[k];
        const auto configuration = configurations.find(record.configuration);
        const auto puzzle = puzzles.find({record.file, record.line});
        const auto seed = seeds.find(record.seed);
        std::string fault;
        if (configuration == configurations.end()) {
            fault = fmt::format("the plan has no configuration '{}'", record.configuration);
        } else if (const auto hash = plan.configurations[configuration->second].hash; hash != record.config_hash) {
            fault = fmt::format("its configuration '{}' has hash {:016x}, that of the plan {:016x}",
                                record.configuration, record.config_hash, hash);
        } else if (puzzle == puzzles.end() || seed == seeds.end() ||
                   io::to_line(plan.puzzles[puzzle->second].grid) != record.puzzle) {
            fault = "its puzzle or its seed is not in the plan";
        }
        if (!fault.empty())
            refuse_at(file, k + 1, fmt::format("this result does not belong to the plan {}: {};", plan.source, fault));
        const std::size_t pair = seed->second * plan.puzzles.size() + puzzle->second;
        std::size_t& line = line_of[pair * plan.configurations.size() + configuration->second];
        const auto equal = line_with.try_emplace({record.configuration, record.run_seed}, k + 1).first;
        const std::size_t same = line != 0 ? line : equal->second;
        if (same != k + 1)
            refuse_at(file, k + 1, fmt::format("this run is already in line {}; remove one of the two, or", same));
        line = k + 1;
    }
    std::vector<Run> runs;
    for (std::size_t number = 0; number < line_of.size(); ++number) {
        const std::size_t pair = number / plan.configurations.size(), puzzle = pair % plan.puzzles.size();
        if (line_of[number] != 0 || !part.has(pair)) continue;
        const Run run{number % plan.configurations.size(), puzzle, plan.seeds[pair / plan.puzzles.size()]};
        const auto equal = line_with.find({plan.configuration_of(run).name, seed_of(plan, run)});
        if (equal == line_with.end()) {
            runs.push_back(run);
        } else {
            refuse_at(file, equal->second,
                      fmt::format("{}:{} of the plan would repeat this run; list it behind the equal puzzle, or",
                                  plan.puzzle_of(run).file, plan.puzzle_of(run).line));
        }
    }
    return runs;
}

Campaign::Campaign(const Plan& plan, const std::string& results, Machine machine, bool any_version,
                   const InputPart& part)
    : plan_(plan), machine_(std::move(machine)) {
    machine_.history_folder = fs::path(results).replace_extension().string() + "-history";
    std::error_code error;  // opening fails, too
    if (results == "-") throw SettingError("--output: an experiment needs a file, not standard output");
    if (fs::is_other(results, error))
        throw FileError(fmt::format("cannot use {}: it is not a plain file; name another file with --output", results));
    is_unused_ = !results.empty() && !fs::exists(results, error);
    if (!results.empty()) records_ = read_results(file_.emplace(results), torn_bytes_);
    for (std::size_t k = 0; k < records_.size(); ++k) {
        const Provenance &by = records_[k].made_by, &here = machine_.provenance;
        const bool is_other = by.version != here.version || by.commit != here.commit;
        if (is_other && !any_version) {
            throw SettingError(
                fmt::format("{}:{}: made by version {} (commit {}), and this is {} (commit {}). Make all runs with one "
                            "version, or use --any-version",
                            results, k + 1, by.version, by.commit, here.version, here.commit));
        }
        const auto same = std::ranges::find(plan.configurations, records_[k].configuration, &Configuration::name);
        if (!is_other || same == plan.configurations.end()) continue;
        other_hashes_ += std::exchange(records_[k].config_hash, same->hash) != same->hash;
    }
    runs_ = runs_to_make(plan, records_, results, part);
}

Campaign::~Campaign() {
    std::error_code error;
    if (is_unused_) fs::remove(file_->name(), error);
    try {
        if (made_ != 0 && file_) file_->sync();
    } catch (const FileError&) {  // another error ends the command
    }
}

void Campaign::prepare(DeviceChoice& choice, unsigned threads, const std::function<void(const std::string&)>& tell) {
    if (threads == 0) threads = machine_.runs_elsewhere != 0 ? 1 : std::max(1u, std::thread::hardware_concurrency());
    open_or_fall_back(choice, tell, [&](const Device& device) {
        machine_.runs_here = device.kind == Device::Kind::cpu ? threads : 1;
        machine_.make_backend = [device](const Config& config, std::uint32_t puzzle_slots) {
            return make_backend(device, config, 1, puzzle_slots);
        };
        machine_.provenance.machine = fmt::format("{}, {}", facts_of({}).front().text, to_text(device));
        std::set<std::size_t> numbers;
        for (const Run& run : runs_) numbers.insert(run.configuration);
        for (const std::size_t number : numbers) {
            const Configuration& configuration = plan_.configurations[number];
            const Config& config = configuration.settings.config;
            const std::size_t slots =
                std::min<std::size_t>({machine_.runs_here, runs_.size(), max_individuals / config.reserved()});
            const std::string where = fmt::format("{}: configuration '{}': ", plan_.source, configuration.name);
            try {
                const auto fits = machine_.make_backend(config, static_cast<std::uint32_t>(slots))->puzzle_slots();
                if (fits >= slots) continue;
                throw SettingError(
                    fmt::format("{}memory is too small for {} runs at once; -j {} fits", where, slots, fits));
            } catch (const MemoryError& error) {
                if (error.on_gpu) throw DeviceError(where + error.cause, error.remedy_in_words);
                throw SettingError(where + error.cause + "; " + error.remedy_in_words);
            }
        }
    });
}

std::vector<Note> Campaign::notes() const {
    std::vector<Note> all;
    for (const std::string& text : plan_.remarks) all.push_back({Note::warning, text});
    if (const auto again = std::ranges::count_if(plan_.puzzles, &PlannedPuzzle::occurrence); again != 0) {
        all.push_back({Note::warning,
                       fmt::format("the plan lists {} again; these runs have seeds of their own, but a puzzle that is "
                                   "listed twice counts twice",
                                   counted(again, "puzzle"))});
    }
    if (torn_bytes_ != 0) {
        all.push_back({Note::remark, fmt::format("{}: the last line was cut off ({}); dropped, its run is made again",
                                                 file_->name(), counted(torn_bytes_, "byte"))});
    }
    std::string text = counted(plan_.runs(), "run");
    if (file_) text += fmt::format(", {} in {} already", records_.size(), file_->name());
    if (left() + records_.size() != plan_.runs()) text += fmt::format(", {} to make in this part", left());
    if (!runs_.empty()) text += fmt::format(", {} at once", at_once());
    all.push_back({Note::count, text});
    if (other_hashes_ != 0) {
        all.push_back(
            {Note::warning, fmt::format("{} of them have settings of another hash: if the plan has changed since, "
                                        "-o NEW.jsonl makes all runs anew",
                                        other_hashes_)});
    }
    const auto lacks = [&](const Record& run) { return plan_.history && run.evaluations != 0 && run.history.empty(); };
    if (const auto count = std::ranges::count_if(records_, lacks); count != 0) {
        all.push_back(
            {Note::remark,
             fmt::format("{} of them have no history and stay as they are; -o NEW.jsonl makes all runs anew", count)});
    }
    return all;
}

void Campaign::make(const std::function<void(const Record&)>& on_record) try {
    is_unused_ = false;
    if (torn_bytes_ != 0) file_->cut(file_->size().value() - std::exchange(torn_bytes_, 0));
    Clock::time_point on_disk = Clock::now();
    const auto keep = [&](const Record& record) {
        if (file_) file_->append(to_json(record) + "\n");
        if (file_ && Clock::now() - on_disk >= std::chrono::seconds(1)) file_->sync(), on_disk = Clock::now();
        records_.push_back(record);
        records_.back().forget_shared_texts();
        ++made_;
        on_record(record);
    };
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    std::mutex mutex;  // of the records
    const auto stopped = [&] { return failed || (machine_.should_stop && machine_.should_stop()); };
    const auto work = [&] {
        std::unique_lock lock(mutex, std::defer_lock);
        try {
            std::unique_ptr<Backend> backend;
            std::optional<std::size_t> configuration;  // of the backend
            bool is_elsewhere = false;
            for (std::size_t k = next++; k < runs_.size() && !stopped(); k = next++) {
                if (configuration != runs_[k].configuration) {
                    backend.reset();  // releases its memory first
                    configuration = runs_[k].configuration;
                    const Config& config = plan_.configuration_of(runs_[k]).settings.config;
                    if (machine_.runs_elsewhere != 0) backend = machine_.make_elsewhere(config);
                    is_elsewhere = backend != nullptr;
                    if (!backend) backend = machine_.make_backend(config, 1);
                }
                std::optional<Record> record = make_run(plan_, runs_[k], machine_, *backend, stopped);
                if (!record) continue;
                if (is_elsewhere) record->processor_seconds = 0;  // this thread only waited
                lock.lock();
                if (!failed) keep(*record);
                lock.unlock();
            }
        } catch (...) {
            failed = true;  // the others end, too; before another thread can hand over a record
            throw;
        }
    };
    const std::size_t threads = std::max<std::size_t>(1, at_once());
    std::vector<std::future<void>> others;  // whose destruction waits for them
    others.reserve(threads);
    const std::shared_ptr<void> end_others(nullptr, [&](void*) { failed = true; });  // where a thread does not start
    try {
        while (others.size() + 1 < threads) others.push_back(std::async(std::launch::async, work));
    } catch (const std::system_error& error) {
        throw threads_error(threads, error.code().message());
    }
    work();
    for (std::future<void>& other : others) other.get();
    if (file_) file_->sync();
} catch (const FileError& error) {
    throw FileError(fmt::format("{}; the experiment stops with {} left: make room, then repeat the command",
                                error.what(), counted(left(), "run")));
}

}  // namespace evodoku::experiment
