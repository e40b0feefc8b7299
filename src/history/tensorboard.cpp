// Which columns are scalars, and their files.
#include "history/tensorboard.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "history/history_file.hpp"
#include "history/scalar_events.hpp"

namespace evodoku::history {
namespace {

namespace fs = std::filesystem;

/// Columns of a generation, and their tags: TensorBoard groups them by the part before the slash.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> tags = {{
    {"best", "cost/best"},
    {"best_so_far", "cost/best_so_far"},
    {"mean", "cost/mean"},
    {"deviation", "cost/deviation"},
    {"q10", "cost/q10"},
    {"q25", "cost/q25"},
    {"median", "cost/median"},
    {"q75", "cost/q75"},
    {"q90", "cost/q90"},
    {"worst", "cost/worst"},
    {"distinct", "diversity/distinct"},
    {"entropy", "diversity/entropy"},
    {"evaluations", "effort/evaluations"},
    {"trials", "effort/trials"},
    {"redraws", "effort/redraws"},
    {"seconds", "effort/seconds"},
    {"migrations", "islands/migrations"},
    {"restarts", "islands/restarts"},
}};

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

double number_in(std::string_view text) {
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

void TensorBoard::make_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw HistoryFileError(fmt::format("cannot make the folder {}: {}", folder, error.message()));
}

TensorBoard::TensorBoard(std::string folder, bool several_islands, bool append)
    : folder_(std::move(folder)),
      several_islands_(several_islands),
      file_name_(fmt::format("events.out.tfevents.{:.0f}.evodoku", now() * 1e6)) {
    make_folder(folder_);
    std::error_code error;
    if (!append && !fs::is_empty(folder_, error)) {
        throw HistoryFileError(fmt::format("the folder {} is not empty; name a new one", folder_));
    }
}

TensorBoard TensorBoard::of_one_run(const std::string& folder, bool several_islands) {
    std::error_code ignored;  // opening fails, too
    fs::remove_all(folder, ignored);
    TensorBoard board(folder, several_islands, false);
    board.one_run_ = true;
    return board;
}

void TensorBoard::add(const Line& line) {
    const std::string_view kind = line.value("kind");
    if (!failure_.empty() || (kind != "generation" && kind != "result")) return;
    std::string run = one_run_ ? "." : fmt::format("seed{}/puzzle{}", line.value("seed"), line.value("puzzle"));
    if (several_islands_ && kind == "generation") run += fmt::format("/island{}", line.value("island"));
    std::vector<std::pair<std::string, double>> scalars;
    if (kind == "result") {
        scalars.emplace_back("result/solved", line.value("status") == "solved");
        scalars.emplace_back("result/cost", number_in(line.value("best_so_far")));
    } else {
        for (const auto& [column, tag] : tags) {
            const std::string_view value = line.value(column);
            if (!value.empty()) scalars.emplace_back(tag, number_in(value));
        }
    }
    std::string& bytes = pending_[run];
    if (begun_.insert(run).second) bytes += version_record(now());
    bytes += scalars_record(now(), static_cast<std::uint64_t>(number_in(line.value("generation"))), scalars);
    if (kind == "result") {  // nothing comes after it
        std::erase_if(begun_, [&](const std::string& each) { return each == run || each.starts_with(run + "/"); });
    }
    if (std::chrono::steady_clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

void TensorBoard::flush() {
    flushed_ = std::chrono::steady_clock::now();
    for (const auto& [run, bytes] : pending_) {
        const fs::path path = fs::path(folder_) / run;
        std::error_code error;
        fs::create_directories(path, error);
        errno = 0;
        std::ofstream file(path / file_name_, std::ios::binary | std::ios::app);
        file << bytes << std::flush;
        if (file || !failure_.empty()) continue;
        failure_ = fmt::format("cannot write {}: {}", (path / file_name_).string(),
                               errno != 0 ? std::strerror(errno) : "the disk may be full");
    }
    pending_.clear();
}

}  // namespace evodoku::history
