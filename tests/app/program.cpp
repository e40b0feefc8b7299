// Runs the program in a child process, with pipes or on a terminal of its own.
#include "program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

namespace evodoku::test {
namespace {

constexpr std::chrono::minutes longest{5};

/// Closes itself.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        reset(other.release());
        return *this;
    }
    ~Descriptor() { reset(); }

    void reset(int number = -1) {
        if (number_ >= 0) close(number_);
        number_ = number;
    }
    int get() const { return number_; }
    bool open() const { return number_ >= 0; }

private:
    int release() { return std::exchange(number_, -1); }
    int number_;
};

struct Pipe {
    Descriptor read_end, write_end;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Descriptor open_for_writing(const std::string& name) {
    Descriptor file(open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file.open()) throw std::runtime_error("cannot open " + name);
    return file;
}

/// Words as exec wants them.
std::vector<char*> pointers(Words& words) {
    std::vector<char*> list;
    for (std::string& word : words) list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

Words environment_of(const Call& call) {
    Words all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const bool is_set = text.starts_with("NO_COLOR=") || text.starts_with("TERM=") || text.starts_with("EVODOKU_");
        if (!is_set) all.push_back(text);
    }
    all.insert(all.end(), call.environment.begin(), call.environment.end());
    return all;
}

/// What the child becomes: made before the fork, after which nothing may be allocated.
class Image {
public:
    explicit Image(const Call& call)
        : words_(call.arguments), environment_(environment_of(call)), memory_(call.memory), file_size_(call.file_size) {
        words_.insert(words_.begin(), EVODOKU_PROGRAM);
        words_.insert(words_.begin(), call.launcher.begin(), call.launcher.end());
        argv_ = pointers(words_);
        envp_ = pointers(environment_);
    }

    [[noreturn]] void take_over() const {
        std::signal(SIGPIPE, SIG_DFL);
        if (memory_ != 0) {
            const rlimit limit{memory_, memory_};
            setrlimit(RLIMIT_AS, &limit);
        }
        if (file_size_ != 0) {
            const rlimit limit{file_size_, file_size_};
            setrlimit(RLIMIT_FSIZE, &limit);
        }
        execve(argv_[0], argv_.data(), envp_.data());
        _exit(127);
    }

private:
    Words words_, environment_;
    std::vector<char*> argv_, envp_;
    std::uint64_t memory_, file_size_;
};

/// Talks to a child until it has closed its streams, and waits for its end.
class Conversation {
public:
    Conversation(pid_t child, const Call& call) : child_(child), call_(call) {
        std::signal(SIGPIPE, SIG_IGN);  // a child that does not read to the end
        for (const std::string& word : call.arguments) finished_.call += " " + word;
    }

    Finished operator()(Descriptor input, Descriptor output, Descriptor errors) {
        terminal_ = output.get();
        if (input.open()) fcntl(input.get(), F_SETFL, O_NONBLOCK);
        std::size_t written = 0;
        while (output.open() || errors.open()) {
            if (written == call_.input.size()) input.reset();
            std::array<pollfd, 3> waiting{
                {{holds_back() ? -1 : output.get(), POLLIN, 0}, {errors.get(), POLLIN, 0}, {input.get(), POLLOUT, 0}}};
            poll(waiting.data(), waiting.size(), 1000);
            if (waiting[0].revents != 0) take(output, finished_.out);
            if (waiting[1].revents != 0) take(errors, finished_.err);
            if (waiting[2].revents != 0) give(input, written);
            send_signal();
            if (std::chrono::steady_clock::now() > deadline_) {
                ADD_FAILURE() << "the program takes too long";
                kill(child_, SIGKILL);
                break;
            }
        }
        int status = 0;
        while (waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
        finished_.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        return finished_;
    }

private:
    bool holds_back() const { return signalled_ && !again_ && !call_.signal_again.empty(); }

    static void take(Descriptor& from, std::string& text) {
        std::array<char, 65536> buffer;
        const ssize_t count = read(from.get(), buffer.data(), buffer.size());
        if (count > 0) {
            text.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count == 0 || errno != EINTR) {  // a terminal ends with EIO
            from.reset();
        }
    }

    void give(Descriptor& to, std::size_t& written) const {
        const ssize_t count = write(to.get(), call_.input.data() + written, call_.input.size() - written);
        if (count >= 0) {
            written += static_cast<std::size_t>(count);
        } else if (errno != EAGAIN && errno != EINTR) {
            to.reset();
            written = call_.input.size();
        }
    }

    void send_signal() {
        if (holds_back() && contains(finished_.err, call_.signal_again)) {
            again_ = true;
            std::this_thread::sleep_for(
                std::chrono::milliseconds(150));  // longer than one signal may take to arrive twice
            kill(child_, call_.signal);
        }
        if ((call_.signal == 0 && call_.typed.empty()) || signalled_ || !contains(finished_.out, call_.signal_at))
            return;
        if (!contains(finished_.err, call_.signal_after)) return;
        signalled_ = true;
        if (!call_.typed.empty()) {
            EXPECT_EQ(write(terminal_, call_.typed.data(), call_.typed.size()),
                      static_cast<ssize_t>(call_.typed.size()));
            return;
        }
        kill(child_, call_.signal);
        kill(child_, call_.signal);  // as timeout(1) does
    }

    pid_t child_;
    int terminal_ = -1;
    const Call& call_;
    Finished finished_;
    bool signalled_ = false, again_ = false;
    std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::now() + longest;
};

}  // namespace

Finished run(const Call& call) {
    const Image image(call);
    Pipe input = make_pipe(), output = make_pipe(), errors = make_pipe();
    if (!call.error_file.empty()) errors.write_end = open_for_writing(call.error_file);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no child process");
    if (child == 0) {
        dup2(input.read_end.get(), STDIN_FILENO);
        dup2(output.write_end.get(), STDOUT_FILENO);
        dup2(errors.write_end.get(), STDERR_FILENO);
        image.take_over();
    }
    input.read_end.reset();
    output.write_end.reset();
    errors.write_end.reset();
    return Conversation(child, call)(std::move(input.write_end), std::move(output.read_end),
                                     std::move(errors.read_end));
}

Finished run_on_terminal(const Call& call) {
    const Image image(call);
    const winsize size{24, 100, 0, 0};
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
    if (child < 0) throw std::runtime_error("no terminal");
    if (child == 0) image.take_over();
    return Conversation(child, call)(Descriptor(call.input.empty() ? -1 : dup(terminal)), Descriptor(terminal),
                                     Descriptor());
}

bool kill_when(const Words& arguments, const std::function<bool()>& is_time) {
    const Image image({arguments});
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no child process");
    if (child == 0) {
        const int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, STDERR_FILENO);
        dup2(nothing, STDOUT_FILENO);
        image.take_over();
    }
    int status = 0;
    while (!is_time()) {
        if (waitpid(child, &status, WNOHANG) == child) return true;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status);
}

bool has_control_codes(const std::string& text) {
    return std::ranges::any_of(text, [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return (byte < 0x20 && letter != '\n') || byte == 0x7f;
    });
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

Finished expect_ends(const Finished& finished, int code, const Words& in_out, const Words& in_err,
                     const std::source_location& place) {
    const auto expect = [&](bool is_met, const std::string& what) {
        if (is_met) return;
        ADD_FAILURE_AT(place.file_name(), static_cast<int>(place.line()))
            << "evodoku" << finished.call << "\n"
            << what << "\nexit code: " << finished.code << "\nstandard output: " << finished.out
            << "\nstandard error: " << finished.err;
    };
    expect(finished.code == code, "the exit code is not " + std::to_string(code));
    for (const std::string& part : in_out) expect(contains(finished.out, part), "standard output lacks " + part);
    for (const std::string& part : in_err) expect(contains(finished.err, part), "standard error lacks " + part);
    return finished;
}

void expect_refused(const Call& call, int code, const std::string& message, const std::source_location& place) {
    const Finished finished = expect_ends(run(call), code, {}, {message}, place);
    EXPECT_EQ(finished.out, "") << finished.call;
    EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.call << "\n" << finished.err;
    EXPECT_TRUE(finished.err.starts_with("evodoku: ")) << finished.call << "\n" << finished.err;
}

}  // namespace evodoku::test
