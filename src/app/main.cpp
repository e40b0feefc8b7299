// The program: chooses the subcommand, and turns every error into one line and an exit code.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <new>
#include <optional>

#include "commands.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "puzzle_input.hpp"
#include "runs.hpp"
#include "version.hpp"

namespace {

using namespace evodoku;
using namespace evodoku::app;

int run(const Command& command, const std::string& program, int argc, const char* const* argv) {
    CommandLine line = read_command_line(command, argc, argv);
    if (!line.help && !line.help_all) {
        for (Assignment& argument : line.arguments) {  // the only words that load code
            if (argument.name == "operators") argument.text = load_operators(argument.label, argument.text);
        }
        const bool is_joined = command.on_ranks == OnRanks::together;
        const std::optional<int> served = is_joined ? join_session(line) : std::nullopt;
        return served ? *served : command.run(program, line);
    }
    if (launcher().rank != 0) return all_solved;
    std::cout << help_text(command, line.help_all);
    return all_solved;
}

int dispatch(int argc, const char* const* argv) {
    const std::string word = argc > 1 ? argv[1] : "";
    const bool is_bare = is_puzzle_text(word);  // a puzzle without a command
    const std::string name = is_bare ? "solve" : word;
    const auto command = std::ranges::find(all_commands(), name, &Command::name);
    const bool is_command = command != all_commands().end();
    if (launcher().rank != 0 && !(is_command && command->on_ranks != OnRanks::first)) return all_solved;
    if (is_command) {
        std::vector<const char*> words(argv + std::min(argc, is_bare ? 1 : 2), argv + argc);
        words.insert(words.begin(), name.c_str());
        return run(*command, argv[0], static_cast<int>(words.size()), words.data());
    }
    if (word != "--version" && word != "--help" && word != "-h") refuse_command(word);
    std::cout << (word == "--version" ? fmt::format("evodoku {}\n", version) : overview());
    return all_solved;
}

int fail(const std::string& error, ExitCode code) {
    std::cout.flush();  // the results so far, before the error
    say(error);
    return code;
}

/// A file that is opened while a standard stream is closed would get its number, and then what the program prints. As
/// before, a closed stream can't be used: its number can only be read where it would be written.
void occupy_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// A text that needs no memory.
int fail_without_memory() {
    std::cout.flush();
    constexpr std::string_view line =
        "evodoku: out of memory; end other programs, or use a smaller population or file\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
    return usage_error;
}

/// For an error that can't be caught: that of a destructor, or of a thread that has no memory to report it.
[[noreturn]] void end_at_once() {
    try {
        if (std::current_exception()) throw;
    } catch (const std::bad_alloc&) {
        _exit(fail_without_memory());
    } catch (...) {
    }
    std::abort();
}

int run_program(int argc, char** argv) try {
    const int code = dispatch(argc, argv);
    flush_results();
    return code;
} catch (const ClosedOutput&) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
    return input_output_error;  // if SIGPIPE is blocked
} catch (const io::ParseError& error) {
    return fail(error.what(), bad_puzzle);
} catch (const DeviceError& error) {
    return fail(error.what(), no_usable_device);
} catch (const FileError& error) {
    return fail(this_rank() + error.what(), input_output_error);
} catch (const MemoryError& error) {
    return fail(error.cause + "; " + error.remedy_in_words, error.on_gpu ? no_usable_device : usage_error);
} catch (const std::bad_alloc&) {
    return fail_without_memory();
} catch (const std::invalid_argument& error) {  // SettingError, CheckpointError
    return fail(error.what(), usage_error);
} catch (const std::exception& error) {  // VerificationError, and unexpected errors
    const std::string objects = loaded_operators();
    const bool is_wrong = dynamic_cast<const VerificationError*>(&error) != nullptr;
    if (!objects.empty() && !is_wrong) {
        return fail(fmt::format("\"{}\", with operators of {}: try them with evodoku check-operator FILE, and "
                                "please report it if they keep all",
                                error.what(), objects),
                    usage_error);
    }
    return fail(fmt::format("internal error, please report: {}", error.what()), defect);
}

}  // namespace

int main(int argc, char** argv) {
    occupy_closed_streams();        // before anything is opened
    std::signal(SIGPIPE, SIG_IGN);  // standard error may be closed without harm
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit of ulimit -f fails, as on a full disk
    std::set_terminate(end_at_once);
    try {
        return leave_session(run_program(argc, argv));
    } catch (const std::bad_alloc&) {  // of the message of another error
        return fail_without_memory();
    }
}
