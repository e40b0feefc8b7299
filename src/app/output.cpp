// Lines on standard error with control bytes made visible; terminals and names of files; signals, noted by handlers
// that use only atomics. A block is erased by going up as many rows as it has lines. Some terminals wrap lines when
// they become narrower: then rows of the last drawing stay above.
#include "output.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "commands.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku::app {
namespace {

namespace fs = std::filesystem;

std::string message_line(std::string_view text) { return "evodoku: " + printable(text) + "\n"; }

bool is_same(const std::string& one, const std::string& other) {
    if (one.empty() || other.empty() || one == "-" || other == "-") return false;
    std::error_code error;
    if (fs::exists(one, error) && fs::exists(other, error)) {
        return fs::is_regular_file(one, error) && fs::equivalent(one, other, error);
    }
    return fs::weakly_canonical(fs::absolute(one, error), error) ==
           fs::weakly_canonical(fs::absolute(other, error), error);
}

void check_apart(const FileUse& written, const FileUse& other) {
    if (!is_same(written.path, other.path)) return;
    throw SettingError(fmt::format("{} and {} are one file, {}, which would be overwritten; name another one",
                                   written.label, other.label, written.path));
}

/// A live view on the terminal, which the thread that calls note_view() draws and erases.
enum class View { none, changing, shown };

// All data of the signal handlers, which do nothing but note a signal and write the notice.
std::atomic<int> received{0};
std::atomic<long> received_ms{0};
std::atomic<View> view{View::none};
std::atomic<bool> notice_written{false}, checkpoint_requested{false};
std::string notice_line;  ///< set before the handler is
static_assert(std::atomic<long>::is_always_lock_free && std::atomic<View>::is_always_lock_free);

long clock_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

/// On a line of its own: a view stays where it is, above.
void write_notice() {
    if (notice_written.exchange(true)) return;
    const int error = errno;
    const std::size_t begin = view == View::shown ? 0 : 1;  // its first letter ends the last line of the view
    [[maybe_unused]] const ssize_t written =
        notice_line.empty() ? 0 : ::write(STDERR_FILENO, notice_line.data() + begin, notice_line.size() - begin);
    errno = error;
}

extern "C" void note_signal(int signal) {
    constexpr long same = 100;  // ms; timeout(1) sends every signal twice at once: both count as the first
    if (received == 0) {
        received_ms = clock_ms();
        received = signal;
        if (view != View::changing) write_notice();
    } else if (clock_ms() - received_ms > same) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

extern "C" void note_checkpoint_request(int) { checkpoint_requested = true; }

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

/// Says what there is now. The notice of a signal never comes while the view is changing, and goes below it. Returns
/// false if a signal has come: nothing is drawn after its notice.
bool note_view(View now) {
    view = now;
    if (received == 0) return true;
    if (now != View::changing) write_notice();
    return false;
}

constexpr std::chrono::milliseconds block_interval{100};

winsize terminal_size() {
    winsize size{};
    ioctl(STDERR_FILENO, TIOCGWINSZ, &size);  // 0 where the terminal does not say
    if (size.ws_row == 0) size.ws_row = 24;
    if (size.ws_col == 0) size.ws_col = 80;
    return size;
}

/// The first letters of `text`, so that it does not reach the edge of `columns` columns.
std::string cut_to(const std::string& text, std::size_t columns) {
    std::size_t end = 0;
    for (std::size_t left = std::max<std::size_t>(columns, 2) - 1; left != 0 && end < text.size(); --left)
        end += io::character_at(text, end).length;
    return text.substr(0, end);
}

std::size_t puzzles_of_all_runs(const LiveState& state) { return state.runs * state.puzzles; }
std::size_t ended_of_all_runs(const LiveState& state) { return state.ended_runs * state.puzzles + state.finished; }

/// "run 3 of 30 (seed 8), 25 of 100 puzzles done, puzzle 28"; a number that is 1 is left out. Where no puzzle
/// evolves: "run 3 of 30 (seed 8), 25 of 100 puzzles done, 7.50 puzzles/s". "puzzle 2 of 7, batch 3 of about 5 (seed
/// 8)".
std::string whose(const LiveState& state) {
    std::string text = state.title;
    if (state.runs > 1) {
        const bool is_known = !state.are_batches || state.expected != 0;
        text += fmt::format("{}{} {} of {}{} (seed {})", text.empty() ? "" : ", ", state.are_batches ? "batch" : "run",
                            state.ended_runs + 1, state.are_batches ? is_known ? "about " : "at most " : "",
                            state.expected != 0 ? state.expected : state.runs, state.seed);
    }
    if (state.puzzles == 1) return text;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} of {} puzzles done, ", state.answered, state.puzzles);
    if (state.finished > state.answered)
        text += fmt::format("{} more after puzzle {}, ", state.finished - state.answered, state.answered + 1);
    if (state.first) return text + fmt::format("puzzle {}", state.first->puzzle_index + 1);
    const double rate = static_cast<double>(ended_of_all_runs(state)) / std::max(state.seconds, 1e-9);
    return text + (rate < 10 ? fmt::format("{:.2f}", rate) : rounded(rate)) + " puzzles/s";
}

/// "best 4, median 8, mean 9.2, worst 20".
std::string cost_text(const LiveState& state) {
    const Progress& first = *state.first;
    const std::string rank = state.names_rank ? fmt::format(" (rank {})", first.rank) : "";
    return fmt::format("best {}{}, median {}, mean {:.1f}, worst {}", first.best_cost, rank, first.median, first.mean,
                       first.worst);
}

std::string rates(const LiveState& state) {
    const double seconds = std::max(state.seconds, 1e-9);
    const auto rate = [&](std::uint64_t count) { return rounded(static_cast<double>(count) / seconds); };
    std::string text = rate(state.boards) + " boards/s";
    if (state.effort.redraws != 0) text += ", " + rate(state.effort.redraws) + " redraws/s";
    if (state.effort.trials != 0) text += ", " + rate(state.effort.trials) + " trials/s";
    return text;
}

/// The generation of the puzzle that is shown, and its share of the budget: "generation 30 of at most 3000 (1 %)".
std::string generation_text(const LiveState& state) {
    if (state.budget == 0) return fmt::format("generation {}", state.first->generation);
    return fmt::format("generation {} of at most {} ({:.0f} %)", state.first->generation, state.budget,
                       100.0 * state.first->generation / state.budget);
}

/// How much longer: of a batch or several runs by the puzzles that ended, of one puzzle at most to the end of its
/// budget of generations, and until the time limit. A count makes all generations of each of its batches. Empty where
/// unknown: when one puzzle will be solved cannot be predicted.
std::string time_left(const LiveState& state) {
    const double of_budget =
        state.budget != 0 && state.first ? static_cast<double>(state.first->generation) / state.budget : 0;
    const auto left_after = [&](double share) { return share > 0 ? state.seconds * (1 - share) / share : INFINITY; };
    const std::size_t all = state.are_batches ? state.expected : puzzles_of_all_runs(state);
    const double done = static_cast<double>(ended_of_all_runs(state)) + (state.are_batches ? of_budget : 0);
    const double estimate =
        all == 0 || (all == 1 && !state.are_batches) ? INFINITY : left_after(done / static_cast<double>(all));
    double limit = state.timeout ? std::max(0.0, *state.timeout - state.seconds) : INFINITY;
    if (!state.are_batches && all == 1) limit = std::min(limit, left_after(of_budget));
    if (estimate < limit) {
        return fmt::format(", about {} left{}", clock_text(estimate), state.title.empty() ? "" : " for this puzzle");
    }
    return std::isfinite(limit) ? fmt::format(", at most {} left", clock_text(limit)) : "";
}

/// Lines shorter than `columns`, broken behind a comma.
void add_wrapped(std::vector<std::string>& lines, std::string_view text, std::size_t columns) {
    lines.emplace_back();
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size() - 1) + 1;
        if (!lines.back().empty() && lines.back().size() + end >= columns) {
            lines.emplace_back();
            text.remove_prefix(1);  // the blank behind the comma
        } else {
            lines.back() += text.substr(0, end);
            text.remove_prefix(end);
        }
    }
}

/// A frame without a board.
std::vector<std::string> text_lines(const LiveState& state, std::size_t columns) {
    std::vector<std::string> lines;
    const std::string title = whose(state);
    if (!state.first) {
        add_wrapped(lines, title, columns);
    } else {
        const std::string where = fmt::format("{}, restarts {}", generation_text(state), state.first->restarts);
        const bool together = title.empty() || title.size() + where.size() + 2 < columns;
        if (!together) add_wrapped(lines, title, columns);
        add_wrapped(lines, !together || title.empty() ? where : title + ": " + where, columns);
        add_wrapped(lines, "cost: " + cost_text(state), columns);
    }
    add_wrapped(lines,
                fmt::format("{}, {} boards, {} elapsed{}", rates(state), rounded(static_cast<double>(state.boards)),
                            clock_text(state.seconds), time_left(state)),
                columns);
    for (std::string& line : lines) line = cut_to(line, columns);
    return lines;
}

}  // namespace

void say(std::string_view text) { std::fputs(message_line(text).c_str(), stderr); }

void write_result(std::string_view text) {
    if (!(std::cout << text)) flush_results();
}

void flush_results() {
    if (std::cout) errno = 0;  // otherwise errno is the reason
    std::cout.flush();
    if (std::cout) return;
    if (errno == EPIPE) throw ClosedOutput();
    const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
    throw FileError("cannot write to standard output" + reason);
}

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool is_terminal(int descriptor) {
    const std::string_view kind = environment("TERM");
    return isatty(descriptor) != 0 && !kind.empty() && kind != "dumb";
}

bool is_apart_from_terminals(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return false;
    return S_ISREG(status.st_mode) || (S_ISCHR(status.st_mode) && ::isatty(descriptor) == 0);
}

void check_own_files(const std::vector<FileUse>& written, const std::vector<FileUse>& read) {
    for (std::size_t k = 0; k < written.size(); ++k) {
        for (std::size_t other = 0; other < k; ++other) check_apart(written[other], written[k]);
        for (const FileUse& input : read)
            check_apart(written[k], input.path == "-" ? FileUse{input.label, "/dev/stdin"} : input);
    }
}

std::string quoted(const std::string& word) {
    static constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return text + "'";
}

std::string quoted_file(const std::string& name) { return quoted(name.starts_with('-') ? "./" + name : name); }

void watch_for_interrupt(bool quiet, const std::string& checkpoint) {
    if (!quiet) {
        notice_line =
            "\n" + message_line(checkpoint.empty()
                                    ? "interrupted: ends with the results so far; a second signal ends it at once"
                                    : fmt::format("interrupted: ends with a checkpoint in {}; a second signal ends it "
                                                  "at once, without one",
                                                  checkpoint));
    }
    handle(SIGINT, note_signal);
    handle(SIGTERM, note_signal);
    std::signal(SIGUSR1, SIG_IGN);
    // nohup ignores it, and so it stays ignored.
    struct sigaction hangup {};
    if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) handle(SIGHUP, note_signal);
}

void watch_for_checkpoint_request() { handle(SIGUSR1, note_checkpoint_request); }

bool take_checkpoint_request() { return checkpoint_requested && checkpoint_requested.exchange(false); }

int interrupt_signal() { return received; }

std::string clock_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::max(0.0, seconds));
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

StatusBlock::StatusBlock(When progress) : always_(progress == When::always) {
    kind_ = progress == When::never ? Kind::nothing : always_ || is_terminal(STDERR_FILENO) ? Kind::block : Kind::lines;
    if (kind_ == Kind::lines) last_ = Clock::now();  // the first line after ten seconds, the first block at once
}

bool StatusBlock::is_due(std::optional<Clock::time_point> last, std::chrono::milliseconds for_at_least) const {
    if (kind_ == Kind::nothing || interrupt_signal() != 0) return false;  // its notice is below the block
    const auto interval = kind_ == Kind::block ? block_interval : std::chrono::milliseconds(10'000);
    if (last && Clock::now() - *last < interval + for_at_least) return false;
    if (kind_ == Kind::lines || always_) return true;
    const pid_t in_front = tcgetpgrp(STDERR_FILENO);  // other processes, such as a shell, where it is not this one
    return in_front <= 0 || in_front == getpgrp();
}

void StatusBlock::show(const std::vector<std::string>& lines, const std::string& log_line, bool at_once) {
    if (at_once && kind_ == Kind::block && last_) std::this_thread::sleep_until(*last_ + block_interval);
    if (!is_due()) return;
    last_ = Clock::now();
    if (kind_ == Kind::lines) {
        const std::time_t now = std::time(nullptr);
        return say(fmt::format("{:%F %T} {}", *std::localtime(&now), log_line));
    }
    const winsize size = terminal_size();
    const std::size_t rows = std::min<std::size_t>(lines.size(), size.ws_row);  // others would scroll away
    std::string text;
    for (std::size_t k = 0; k < rows; ++k) text += (k == 0 ? "" : "\n") + cut_to(lines[k], size.ws_col);
    replace(text, rows);
}

/// After a signal that ends the program the block stays above the notice.
void StatusBlock::replace(const std::string& text, std::size_t rows) {
    std::string codes;
    if (rows_ != 0) codes = rows_ == 1 ? "\r\x1b[J" : fmt::format("\r\x1b[{}A\x1b[J", rows_ - 1);
    if (note_view(View::changing)) std::fputs((codes + text).c_str(), stderr);
    rows_ = rows;
    note_view(rows != 0 ? View::shown : View::none);
}

std::vector<std::string> tally_lines(const RunCounts& counts, double seconds) {
    const std::size_t done = counts.earlier + counts.made;
    std::string runs = fmt::format("run {} of {}: {} done", std::min(done + 1, counts.all), counts.all, done);
    if (counts.earlier != 0 && counts.made != 0) runs += fmt::format(", {} now", counts.made);
    if (counts.made != 0) runs += fmt::format(", {} of {} solved", counts.solved, counts.made);
    if (counts.at_once > 1) runs += fmt::format(", {} at once", counts.at_once);
    std::string time = clock_text(seconds) + " elapsed";
    if (counts.made != 0) {
        const double left = seconds / static_cast<double>(counts.made) * static_cast<double>(counts.all - done);
        time += fmt::format(", about {} left", clock_text(left));
    }
    return {runs, time};
}

Tally::Tally(When progress, std::function<std::vector<std::string>()> lines)
    : block_(progress), lines_(std::move(lines)) {
    if (block_.kind() == StatusBlock::Kind::nothing) return;
    const auto show_each_second = [this](const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
            show(false);
            end_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
        }
    };
    try {
        clock_ = std::jthread(show_each_second);
    } catch (const std::system_error& error) {
        throw threads_error(1, error.code().message());
    }
}

void Tally::update(const std::function<void()>& change, bool at_once) {
    const std::lock_guard lock(mutex_);
    change();
    show(at_once);
}

void Tally::show(bool at_once) {
    const std::vector<std::string> lines = lines_();
    if (lines.empty()) return;
    block_.show(lines, fmt::format("{}", fmt::join(lines, ", ")), at_once);
}

void Tally::end() {
    clock_ = {};
    block_.clear();
}

std::vector<std::string> frame(const LiveState& state, std::size_t columns) {
    constexpr std::size_t max_text = 52;
    if (!state.board) return text_lines(state, columns);
    const std::vector<bool> conflicted = logic::conflicted_cells(*state.board);
    std::vector<std::string> lines = split(io::to_boxed(*state.board, {.conflicted = &conflicted}), '\n');
    lines.pop_back();  // behind the last line end
    const std::size_t width = lines.front().size() + 2;
    if (width + max_text > columns) return text_lines(state, columns);
    const std::vector<std::string> beside = text_lines(state, columns - width);
    for (std::size_t k = 0; k < beside.size() && k < lines.size(); ++k) lines[k] += "  " + beside[k];
    return lines;
}

std::string log_line(const LiveState& state) {
    std::string text = whose(state);
    if (state.first) {
        if (!text.empty()) text += ": ";
        text += fmt::format("{}, {}, restarts {}", generation_text(state), cost_text(state), state.first->restarts);
    }
    return text + fmt::format(", {}, {} elapsed{}", rates(state), clock_text(state.seconds), time_left(state));
}

LiveView::LiveView(When progress, bool every_generation, std::uint32_t islands, LiveState begin)
    : block_(every_generation ? When::never : progress),
      writes_generations_(every_generation && progress != When::never),
      islands_(islands),
      state_(std::move(begin)),
      seconds_before_(state_.seconds) {}

void LiveView::begin_run(std::uint64_t seed) {
    state_.seed = seed;
    is_shown_ = false;
    next_line_.clear();
}

void LiveView::draw() {
    if (!is_shown_) return;
    state_.seconds = seconds_before_ + seconds_since(begin_);
    block_.show(frame(state_, terminal_size().ws_col), log_line(state_));
}

void LiveView::show(const Backend& backend, const Solver& solver, std::span<const Summary> ended,
                    std::size_t answered) {
    if (writes_generations_ && interrupt_signal() == 0) return show_generations(backend);
    if (!block_.is_due(updated_)) return;  // not since the last frame: tick() draws frames, too
    updated_ = Clock::now();
    const Summary so_far = solver.so_far();
    state_.ended_runs = ended.size(), state_.answered = answered, state_.finished = so_far.puzzles;
    state_.boards = so_far.evaluations, state_.effort = so_far.effort;
    for (const Summary& run : ended) state_.boards += run.evaluations, state_.effort.add(run.effort);
    const std::vector<Progress> progress = backend.progress();
    for (const Progress& island : progress) {
        state_.boards += island.evaluations;
        state_.effort.add(island.effort);
    }
    state_.board.reset();
    state_.first = progress.empty() ? std::nullopt : std::optional(progress.front());
    if (state_.first && block_.kind() == StatusBlock::Kind::block) {
        std::vector<IslandProgress> islands = backend.islands();
        std::erase_if(islands,
                      [&](const IslandProgress& island) { return island.puzzle_index != state_.first->puzzle_index; });
        const auto best = std::ranges::min_element(islands, {}, &IslandProgress::best_cost);
        if (best != islands.end())
            state_.board = backend.populations({&best->island_index, 1}, Detail::boards).front().best_board;
    }
    state_.names_rank = backend.ranks() > 1;
    const std::size_t puzzles = puzzles_of_all_runs(state_);
    is_shown_ = ended_of_all_runs(state_) != puzzles && (puzzles != 1 || state_.first);  // else the results come now
    draw();
}

void LiveView::show_generations(const Backend& backend) {
    std::vector<IslandProgress> islands;
    std::vector<std::uint32_t> island_indices;
    for (const IslandProgress& island : backend.islands()) {
        // An island that ended waits for the rest of its epoch: its last generation comes again and again.
        std::uint32_t& next = next_line_[{island.puzzle_index, island.island_of_puzzle}];
        if (std::exchange(next, std::max(next, island.generation + 1)) > island.generation || island.resumed) continue;
        islands.push_back(island);
        island_indices.push_back(island.island_index);
    }
    const auto populations = backend.populations(island_indices, Detail::costs);
    for (std::size_t k = 0; k < islands.size(); ++k) {
        const IslandProgress& island = islands[k];
        std::string whose;
        if (state_.runs > 1) whose += fmt::format("seed {} ", state_.seed);
        if (backend.ranks() > 1) whose += fmt::format("rank {} ", island.rank);
        if (state_.puzzles > 1) whose += fmt::format("puzzle {} ", island.puzzle_index + 1);
        if (islands_ > 1) whose += fmt::format("island {} ", island.island_of_puzzle + 1);
        const std::string text = fmt::format("{}generation {}: best {}, mean {:.2f}, worst {}, size {}, restarts {}\n",
                                             whose, island.generation, island.best_cost, populations[k].mean,
                                             populations[k].worst, island.size, island.restarts);
        std::fputs(text.c_str(), stderr);
    }
}

}  // namespace evodoku::app
