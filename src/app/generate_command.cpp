// `evodoku generate`: puzzles from a seed.
#include <iostream>

#include "commands.hpp"
#include "counting/generating.hpp"
#include "io/puzzle_writer.hpp"
#include "output.hpp"
#include "settings/puzzle_settings.hpp"

namespace evodoku::app {

CommandInfo generate_info() {
    return {.options = options_of(generate_settings()), .notes = std::string(generate_notes)};
}

int run_generate(const std::string&, const CommandLine& line) {
    const GenerateSettings settings = read_settings(generate_settings(), line);
    io::PuzzleWriter writer = writer_for(settings.form, "", static_cast<int>(settings.order));
    Generating generating(settings);
    std::cout << writer.begin();
    while (const auto made = generating.next()) {
        std::cout << writer.puzzle(settings.solutions ? made->solution : made->puzzle);
        if (!std::cout) flush_results();
    }
    std::cout << writer.end();
    flush_results();
    return all_solved;
}

}  // namespace evodoku::app
