// The fields of a saved command, listed once for both directions.
#include "saved_solve.hpp"

#include <algorithm>

#include "backend/records.hpp"

namespace evodoku::app {
namespace {

/// More than any command has: settings in the table, words of a command line, and the runs that --runs allows.
constexpr std::uint64_t max_settings = 1000, max_inputs = 1'000'000, max_runs = 1'000'000;
constexpr std::uint64_t longest_command = std::uint64_t{64} << 20;  ///< bytes of all settings and inputs

/// `from`, up to `max_bytes`.
StateReader limited(const StateReader& from, std::uint64_t max_bytes) {
    return [&from, left = max_bytes](void* to, std::size_t count) mutable {
        if (count > left) throw CheckpointError("the checkpoint contradicts itself: its command is too long");
        left -= count;
        from(to, count);
    };
}

void list_command(auto& fields, auto& command) {
    fields(command.version, command.name, command.puzzles, command.input_checksum);
    fields.list(command.settings, max_settings);
    fields.list(command.inputs, max_inputs);
}

void list_position(auto& fields, auto& position) {
    fields(position.seconds, position.unsolved, position.only_logic, position.taken, position.reported,
           position.output_bytes, position.output, position.history, position.only_puzzle);
    fields.list(position.runs, max_runs);
    fields.list(position.annealed, max_individuals);
}

}  // namespace

void write(const SavedSolve& saved, const StateWriter& to) {
    FieldWriter fields(to);
    list_command(fields, saved.command);
    list_position(fields, saved.position);
}

SavedSolve read_saved_solve(const StateReader& from) {
    SavedSolve saved;
    const StateReader of_command = limited(from, longest_command);
    FieldReader head(of_command), fields(from);
    list_command(head, saved.command);
    list_position(fields, saved.position);
    const SavedPosition& position = saved.position;
    const auto is_possible = [](const Summary& run) { return is_time(run.seconds); };
    const bool is_known = saved.command.name == "solve" || saved.command.name == "count";
    if (!is_known || position.reported > position.taken || position.taken > saved.command.puzzles ||
        !is_time(position.seconds) || !std::ranges::all_of(position.runs, is_possible)) {
        throw CheckpointError("the checkpoint contradicts itself");
    }
    return saved;
}

}  // namespace evodoku::app
