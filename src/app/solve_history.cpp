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

/// Calls `make` for the setting `name`, unless its value is empty.
template <class Make>
auto opened(const SolveSettings& settings, const char* name, const std::string& value, const Make& make) {
    try {
        return value.empty() ? nullptr : make();
    } catch (const history::HistoryFileError& error) {
        throw InputOutputError(fmt::format("{}: {}", settings.label_of(name), error.what()));
    }
}

}  // namespace

std::string time_text() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::vector<std::pair<std::string, std::string>> history_configuration(const SearchSettings& settings) {
    std::vector<std::pair<std::string, std::string>> values;
    for (const Value& value : values_of(settings, search_settings())) values.emplace_back(value.name, value.text);
    return values;
}

SolveHistory::SolveHistory(const SolveSettings& settings, const std::vector<std::string>& devices, bool resumed)
    : file_(opened(settings, "history", settings.history,
                   [&] {
                       return std::make_unique<history::HistoryFile>(
                           settings.history, history::format_of(settings.label_of("history"), settings.history),
                           resumed);
                   })),
      board_(opened(settings, "tensorboard", settings.tensorboard,
                    [&] {
                        return std::make_unique<history::TensorBoard>(settings.tensorboard, settings.config.islands > 1,
                                                                      resumed);
                    })),
      recorder_(settings.config, history::schedule_of(settings.config, settings.history_every),
                [this](const history::Line& line) {
                    if (file_) file_->add(line);
                    if (board_) board_->add(line);
                }) {
    if (!file_) return;
    history::Header header;
    header.version = version, header.commit = commit, header.started = time_text();
    header.devices = devices;
    header.seed = *settings.seed, header.runs = settings.runs;
    header.configuration = history_configuration(settings);
    header.schedule = history::schedule_of(settings.config, settings.history_every);
    file_->begin(to_line(header));
}

std::string SolveHistory::failures() const {
    std::string text;
    if (file_ && !file_->failure().empty())
        text = fmt::format("--history: {}; the history ends here", file_->failure());
    if (board_ && !board_->failure().empty()) {
        text += fmt::format("{}--tensorboard: {}; its scalars end here", text.empty() ? "" : "; ", board_->failure());
    }
    return text;
}

std::string SolveHistory::new_failure() {
    const std::string text = failures();
    if (text == reported_) return "";
    reported_ = text;
    return text;
}

bool SolveHistory::close() {
    if (file_) file_->flush();
    if (board_) board_->flush();
    return failures().empty();
}

std::unique_ptr<SolveHistory> open_history(const SolveSettings& settings, const std::vector<std::string>& devices,
                                           bool resumed) {
    if (settings.history.empty() && settings.tensorboard.empty()) return nullptr;
    return std::make_unique<SolveHistory>(settings, devices, resumed);
}

}  // namespace evodoku::app
