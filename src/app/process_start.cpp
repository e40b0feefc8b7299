// posix_spawn of /proc/self/exe.
#include "process_start.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

extern char** environ;

namespace evodoku::app {
namespace {

/// All that comes through a pipe until nobody writes to it any more.
std::string read_all(int descriptor) {
    std::string text;
    char buffer[4096];
    for (;;) {
        const ssize_t count = read(descriptor, buffer, sizeof buffer);
        if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
        if (count == 0 || (count < 0 && errno != EINTR)) return text;
    }
}

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    if (end == std::string::npos) return "";
    const std::size_t before = text.find_last_of('\n', end);
    return text.substr(before + 1, end - before);  // npos + 1 is 0
}

}  // namespace

OwnProcess run_own_process(const std::vector<std::string>& arguments) {
    std::string name = "evodoku";
    std::vector<std::string> words = arguments;
    std::vector<char*> argv{name.data()};
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);

    int complaints[2];
    if (pipe2(complaints, O_CLOEXEC) != 0)
        throw std::runtime_error(fmt::format("cannot start this program anew: {}", std::strerror(errno)));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, complaints[1], 2);
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    const int error = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(complaints[1]);
    const std::string last_words = error == 0 ? last_line(read_all(complaints[0])) : "";
    close(complaints[0]);
    if (error != 0) throw std::runtime_error(fmt::format("cannot start this program anew: {}", std::strerror(error)));
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) throw std::runtime_error("cannot wait for this program, started anew");
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (WIFEXITED(status))
        return {seconds, WEXITSTATUS(status), fmt::format("exit code {}", WEXITSTATUS(status)), last_words};
    return {seconds, 128 + WTERMSIG(status), fmt::format("signal {}", WTERMSIG(status)), last_words};
}

}  // namespace evodoku::app
