// The fields of a saved command, listed once for both directions.
#include "saved_solve.hpp"

#include <algorithm>

#include "backend/run_state.hpp"

namespace evodoku::app {
namespace {

/// More than any command has: settings in the table, words of a command line, and the runs that --runs allows.
constexpr std::uint64_t max_settings = 1000, max_inputs = 1'000'000, max_runs = 1'000'000;
constexpr std::uint64_t longest_command = std::uint64_t{64} << 20;  ///< bytes of all settings and inputs

/// `from`, up to `max_bytes`.
ByteSource limited(const ByteSource& from, std::uint64_t max_bytes) {
    return [&from, left = max_bytes](void* to, std::size_t count) mutable {
        if (count > left) throw CheckpointError("the checkpoint contradicts itself: its command is too long");
        left -= count;
        from(to, count);
    };
}

template <class Fields, class Of>
void list_position(Fields& fields, Of& position) {
    fields(position.seconds, position.unsolved, position.only_logic, position.taken, position.reported,
           position.output_bytes, position.only_puzzle);
}

void read_command(SavedCommand& command, const ByteSource& from) {
    FieldReader fields(from);
    fields(command.version, command.puzzles, command.input_checksum);
    for (auto left = fields.count(max_settings); left != 0; --left) {
        Value& setting = command.settings.emplace_back();
        fields(setting.name, setting.text);
    }
    for (auto left = fields.count(max_inputs); left != 0; --left) {
        InputSource& input = command.inputs.emplace_back();
        fields(input.kind, input.text, input.name);
    }
}

}  // namespace

void write(const SavedSolve& saved, const ByteSink& to) {
    const SavedCommand& command = saved.command;
    FieldWriter fields(to);
    fields(command.version, command.puzzles, command.input_checksum, std::uint64_t{command.settings.size()});
    for (const Value& setting : command.settings) fields(setting.name, setting.text);
    fields(std::uint64_t{command.inputs.size()});
    for (const InputSource& input : command.inputs) fields(input.kind, input.text, input.name);
    list_position(fields, saved.position);
    fields(saved.position.runs);
}

SavedSolve read_saved_solve(const ByteSource& from) {
    SavedSolve saved;
    read_command(saved.command, limited(from, longest_command));
    FieldReader fields(from);
    list_position(fields, saved.position);
    for (auto left = fields.count(max_runs); left != 0; --left) {
        fields(saved.position.runs.emplace_back());
    }
    const SavedPosition& position = saved.position;
    const auto is_possible = [](const Summary& run) { return is_time(run.seconds); };
    if (position.reported > position.taken || position.taken > saved.command.puzzles || !is_time(position.seconds) ||
        !std::ranges::all_of(position.runs, is_possible)) {
        throw CheckpointError("the checkpoint contradicts itself");
    }
    return saved;
}

}  // namespace evodoku::app
