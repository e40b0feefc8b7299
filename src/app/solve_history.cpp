// The header of a history, and its file.
#include "solve_history.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "commands.hpp"
#include "commit.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

history::HistoryFile open(const SolveSettings& settings, bool resumed) {
    try {
        return {settings.history, history::format_of(settings.label_of("history"), settings.history), resumed};
    } catch (const history::HistoryFileError& error) {
        throw InputOutputError(fmt::format("{}: {}", settings.label_of("history"), error.what()));
    }
}

}  // namespace

std::string time_text() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::vector<std::pair<std::string, std::string>> history_configuration(const SearchSettings& settings) {
    std::vector<std::pair<std::string, std::string>> values;
    for (const Value& value : values_of(settings, search_settings())) values.emplace_back(value.name, value.text);
    return values;
}

SolveHistory::SolveHistory(const SolveSettings& settings, const std::string& device, bool resumed)
    : file_(open(settings, resumed)),
      recorder_(settings.config, history::schedule_of(settings.config, settings.history_every),
                [this](const history::Line& line) { file_.add(line); }) {
    history::Header header;
    header.version = version, header.commit = commit, header.started = time_text();
    header.devices = {device};
    header.seed = *settings.seed, header.runs = settings.runs;
    header.configuration = history_configuration(settings);
    header.schedule = history::schedule_of(settings.config, settings.history_every);
    file_.begin(to_line(header));
}

std::string SolveHistory::new_failure() {
    if (reported_ || file_.failure().empty()) return "";
    reported_ = true;
    return "--history: " + file_.failure();
}

bool SolveHistory::close() {
    file_.flush();
    return file_.failure().empty();
}

std::unique_ptr<SolveHistory> open_history(const SolveSettings& settings, const std::string& device, bool resumed) {
    return settings.history.empty() ? nullptr : std::make_unique<SolveHistory>(settings, device, resumed);
}

}  // namespace evodoku::app
