// The header of a history, and its file.
#include "solve_history.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "commit.hpp"
#include "version.hpp"

namespace evodoku::app {

SolveHistory::SolveHistory(const SolveSettings& settings, const std::vector<std::string>& devices, bool resumed)
    : file_(settings.history, history::format_of(settings.label_of("history"), settings.history), resumed),
      recorder_(settings.config, history::schedule_of(settings.config, settings.history_every),
                [this](const history::Line& line) { file_.add(line); }) {
    history::Header header;
    header.version = version, header.commit = commit, header.started = history::time_text();
    header.devices = devices;
    header.seed = *settings.seed, header.runs = settings.runs;
    for (const Value& value : values_of<SearchSettings>(settings, search_settings())) {
        header.configuration.emplace_back(value.name, value.text);
    }
    header.schedule = history::schedule_of(settings.config, settings.history_every);
    file_.begin(header);
}

std::string SolveHistory::new_failure() {
    if (file_.failure().empty() || std::exchange(reported_, true)) return "";
    return fmt::format("--history: {}; the history ends here", file_.failure());
}

bool SolveHistory::close() {
    file_.flush();
    return file_.failure().empty();
}

std::unique_ptr<SolveHistory> open_history(const SolveSettings& settings, const std::vector<std::string>& devices,
                                           bool resumed) {
    if (settings.history.empty()) return nullptr;
    try {
        return std::make_unique<SolveHistory>(settings, devices, resumed);
    } catch (const FileError& error) {
        throw InputOutputError(fmt::format("{}: {}", settings.label_of("history"), error.what()));
    }
}

}  // namespace evodoku::app
