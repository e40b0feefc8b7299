#include "engine/apart.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "evodoku/engine/errors.hpp"

namespace evodoku {
namespace {

constexpr int succeeded = 42, failed = 43;  ///< codes of the child; work may end it with another one

/// All that a child wrote before its end, or before time runs out.
std::string words_of(int from, std::chrono::steady_clock::time_point until) {
    std::string words;
    for (char buffer[512];;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        pollfd waiting{from, POLLIN, 0};
        if (left.count() <= 0 || poll(&waiting, 1, static_cast<int>(left.count())) == 0) return words;
        const ssize_t count = read(from, buffer, sizeof buffer);
        if (count == 0 || (count < 0 && errno != EINTR)) return words;
        if (count > 0) words.append(buffer, static_cast<std::size_t>(count));
        if (words.size() > 4096) words.erase(0, words.size() - 4096);
    }
}

}  // namespace

EndApart run_apart(const std::function<bool(int to)>& work, std::chrono::milliseconds time) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) throw SettingError(fmt::format("no pipe: {}", std::strerror(errno)));
    const pid_t child = fork();
    if (child == 0) _exit(work(pipe_ends[1]) ? succeeded : failed);
    close(pipe_ends[1]);
    const auto until = std::chrono::steady_clock::now() + time;
    EndApart end;
    if (child > 0) end.words = words_of(pipe_ends[0], until);
    close(pipe_ends[0]);
    if (child < 0) throw SettingError(fmt::format("no process to try it: {}", std::strerror(errno)));
    const bool is_late = std::chrono::steady_clock::now() >= until;
    if (is_late) kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    while (!end.words.empty() && std::isspace(static_cast<unsigned char>(end.words.back()))) end.words.pop_back();
    if (is_late) {
        end.how = EndApart::late;
    } else if (WIFSIGNALED(status)) {
        end.how = EndApart::crashed, end.signal = strsignal(WTERMSIG(status));
    } else {
        end.code = WEXITSTATUS(status);
        end.has_succeeded = end.code == succeeded;
        if (end.code != succeeded && end.code != failed) end.how = EndApart::ended_the_process;
    }
    return end;
}

}  // namespace evodoku
