// posix_spawn of /proc/self/exe.
#include "process_start.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

extern char** environ;

namespace evodoku::app {

OwnProcess run_own_process(const std::vector<std::string>& arguments) {
    std::string name = "evodoku";
    std::vector<std::string> words = arguments;
    std::vector<char*> argv{name.data()};
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int descriptor : {0, 1, 2}) {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0);
    }
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    const int error = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error(fmt::format("cannot start this program anew: {}", std::strerror(error)));
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) throw std::runtime_error("cannot wait for this program, started anew");
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (WIFEXITED(status)) return {seconds, WEXITSTATUS(status), fmt::format("exit code {}", WEXITSTATUS(status))};
    return {seconds, 128 + WTERMSIG(status), fmt::format("signal {}", WTERMSIG(status))};
}

}  // namespace evodoku::app
