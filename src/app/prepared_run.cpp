// The steps before and around the runs of a command, in their order; runs.cpp has the runs.
#include "prepared_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "cpu/machine.hpp"
#include "devices/internal.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// The time of its last change; some time if there is no such file.
std::filesystem::file_time_type time_of(const std::string& file) {
    std::error_code error;
    return std::filesystem::last_write_time(file, error);
}

/// There is no such file, or an empty one: that of a run which was killed before its first checkpoint.
bool is_free(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return true;
    return std::filesystem::is_regular_file(file, error) && std::filesystem::is_empty(file, error);
}

/// A file that only the checkpoint names must begin as the run left it: a checkpoint from elsewhere may name any file.
void check_is_own(const std::string& name, const std::string& file, const FileBeginning& beginning,
                  const SolveSettings& settings, const std::string& checkpoint) {
    std::error_code error;
    if (file.empty() || settings.label_of(name) != checkpoint) return;
    const bool is_own = std::filesystem::is_regular_file(file, error) &&
                        (beginning.bytes == 0 ? std::filesystem::is_empty(file, error)
                                              : beginning_of(file, beginning.bytes) == beginning);
    if (is_own) return;
    throw SettingError(fmt::format("{}: {} is not the file that its run wrote; to write it anyway, give --{} {}",
                                   checkpoint, file, name, quoted_file(file)));
}

/// What the run writes is neither read nor written by anything else in it.
void check_files(const SolveSettings& settings, const CommandLine& line) {
    std::vector<FileUse> read;
    for (const InputSource& input : settings.inputs) {
        if (input.kind == InputSource::Kind::file) read.push_back({"an input", input.text});
    }
    for (const Assignment& argument : line.arguments) {
        const bool is_read = argument.name == "config" || argument.name == "resume";
        if (is_read && argument.text != settings.checkpoint) read.push_back({argument.label, argument.text});
    }
    check_own_files({{settings.label_of("output"), settings.output},
                     {settings.label_of("history"), settings.history},
                     {settings.label_of("checkpoint"), settings.checkpoint}},
                    read);
}

/// A run does not overwrite the checkpoint of another, nor any other file.
void check_is_free(const SolveSettings& settings) {
    const std::string& file = settings.checkpoint;
    if (file.empty() || is_free(file)) return;
    const std::string label = settings.label_of("checkpoint");
    if (!is_checkpoint(file)) {
        throw SettingError(fmt::format("{}: {} exists and is not a checkpoint; give another name", label, file));
    }
    throw SettingError(
        fmt::format("{}: {} exists; resume its run with --resume {}, or remove it", label, file, quoted_file(file)));
}

/// Before anything is written: whether the puzzles and files are those of the saved run, which results come, and
/// whether an uninterrupted run has the same.
void begin_resumed(const Resumed& resumed, const PuzzleInput& input, const SolveSettings& settings) {
    const SavedSolve& saved = resumed.saved;
    const std::string& checkpoint = resumed.file.name();
    if (input.good() != saved.command.puzzles || input.checksum() != saved.command.input_checksum) {
        throw SettingError(fmt::format("{} is of {}, and these are others ({}); give it the same puzzles as before",
                                       checkpoint, counted(saved.command.puzzles, "puzzle"), input.good()));
    }
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(settings.output, error);
    if (!settings.output.empty() && (error ? 0 : size) < saved.position.output_bytes) {
        throw FileError(fmt::format(
            "cannot go on with {}: it is shorter than when the checkpoint was written; bring it back, or start anew",
            settings.output));
    }
    check_is_own("output", settings.output, saved.position.output, settings, checkpoint);
    check_is_own("history", settings.history, saved.position.history, settings, checkpoint);
    if (settings.quiet) return;
    const std::string answered =
        saved.command.name == "count" ? counted(saved.position.annealed.size(), "population") + " so far"
        : saved.position.reported == 0
            ? "no puzzle answered yet"
            : fmt::format("{} of {} answered; these answers are not {} again", saved.position.reported,
                          counted(saved.command.puzzles, "puzzle"), settings.output.empty() ? "printed" : "written");
    std::string written = settings.checkpoint;
    for (const std::string& file : {settings.output, settings.history}) written += (file.empty() ? "" : ", ") + file;
    say(fmt::format("resumes {} after {:.1f} s: {}; writes {}", checkpoint, saved.position.seconds, answered, written));
    if (saved.command.version == version) return;
    say(fmt::format("{} was written by evodoku {}, and this is {}: results may differ", resumed.file.name(),
                    saved.command.version, version));
}

}  // namespace

std::unique_ptr<Resumed> open_resumed(const CommandLine& line, std::string_view command) {
    const Assignment *resume = last(line.arguments, "resume"), *checkpoint = last(line.arguments, "checkpoint");
    if (resume == nullptr) return nullptr;
    const std::string& file = resume->text;
    if (checkpoint != nullptr && checkpoint->text == file && is_free(file)) return nullptr;
    auto resumed = std::unique_ptr<Resumed>(new Resumed{time_of(file), CheckpointReader(file)});
    const std::string& made_by = resumed->saved.command.name;
    if (made_by != command) {
        throw SettingError(fmt::format("{} was written by evodoku {}; resume it with evodoku {} --resume {}", file,
                                       made_by, made_by, quoted_file(file)));
    }
    return resumed;
}

std::vector<Option> run_options(const SettingTable<SolveSettings>& table, std::vector<Option> more) {
    more.push_back({{"config", "Configuration", "settings from a file (TOML)", '\0', basic}, "FILE"});
    more.push_back(
        {{"resume", "Checkpoints", "go on with the run of a checkpoint, on any device; its settings and puzzles hold"},
         "FILE"});
    for (const Option& option : options_of(table)) more.push_back(option);
    static constexpr std::string_view groups[] = {"Input",     "Exact",   "Estimate", "Configuration", "Machine",
                                                  "Evolution", "Islands", "Budget",   "Checkpoints",   "Output"};
    std::ranges::stable_sort(more, {}, [](const Option& option) { return std::ranges::find(groups, option.group); });
    return more;
}

bool PreparedRun::begin() {
    if (settings.inputs.empty()) {
        throw SettingError(fmt::format(
            "no puzzle given: name a file, - for standard input, or a puzzle in one word; see evodoku {} --help",
            name));
    }
    check_order(settings, settings.order);
    check_files(settings, line);
    if (!settings.quiet) std::ranges::for_each(settings.inputs, tell_if_waiting);
    end_reading_in_time(settings, resumed ? resumed->saved.position.seconds : 0);
    input.emplace(settings.inputs, settings.order, settings.part);
    if (input->bad().count() != 0) {
        input->bad().sum_up(check_call(program, settings.inputs));
        if (input->good() != 0 && !settings.keep_going)
            say(fmt::format("nothing was solved; --keep-going solves the rest: {}", counted(input->good(), "puzzle")));
        if (input->good() == 0 || !settings.keep_going) return false;
    }
    if (resumed) begin_resumed(*resumed, *input, settings);
    if (!resumed || settings.checkpoint != resumed->file.name()) check_is_free(settings);
    if (!settings.checkpoint.empty()) checkpoints.emplace(settings.checkpoint, settings.checkpoint_every);
    // Once the file is locked: the state that was read is the last one.
    if (resumed && time_of(resumed->file.name()) != resumed->written)
        throw FileError(fmt::format("another process has just written {}; repeat the command to go on from there",
                                    resumed->file.name()));
    for_each = [helpers = std::shared_ptr(cpu::make_tbb_workers(settings.threads))](
                   std::uint32_t count, const auto& task) { helpers->for_each(count, task); };
    return true;
}

double PreparedRun::seconds() const {
    return (resumed ? resumed->saved.position.seconds : 0) + seconds_since(settings.start);
}

bool PreparedRun::should_stop() const {
    const std::chrono::duration<double> taken(seconds());
    if (interrupt_signal() == 0 && !(settings.timeout && taken >= *settings.timeout)) return false;
    expect_end();
    return true;
}

void PreparedRun::choose() {
    if (!chosen.devices.empty()) return;
    chosen = choose_for(settings.device, settings.label_of("device"), settings.threads, settings.order);
}

std::unique_ptr<Backend> PreparedRun::open(SolveSettings& wanted, std::size_t puzzles,
                                           const std::function<void(const Device&)>& resolve) {
    choose();
    const auto tell = [&](const std::string& note) { say_unless(settings.quiet, note); };
    const SolveSettings unresolved = wanted;
    return open_or_fall_back(chosen.devices.front(), tell, [&](const Device& device) {
        wanted = unresolved;
        if (resolve) resolve(device);
        return open_backend(chosen, wanted, puzzles);
    });
}

void PreparedRun::tell(const std::string& text) const {
    say_unless(settings.quiet, title.empty() ? text : title + ": " + text);
}

std::string PreparedRun::call_to_resume(double seconds) const {
    std::string call = fmt::format("{} {} --resume {}", quoted(program), name, quoted_file(settings.checkpoint));
    if (!settings.operators.empty()) call += " --operators " + quoted(settings.operators);
    const std::chrono::duration<double> used(seconds);
    if (settings.timeout && used >= *settings.timeout) {
        call +=
            fmt::format(" --timeout {}s", std::chrono::ceil<std::chrono::seconds>(used + *settings.timeout).count());
    }
    const bool has_stream =
        std::ranges::count(settings.inputs, InputSource::Kind::standard_input, &InputSource::kind) != 0;
    if (has_stream) call += " - (with the same puzzles on standard input)";
    return call;
}

int PreparedRun::failure() const {
    if (interrupt_signal() != 0) return interrupted + interrupt_signal();
    return !is_history_complete || (checkpoints && checkpoints->failed()) ? input_output_error : 0;
}

}  // namespace evodoku::app
