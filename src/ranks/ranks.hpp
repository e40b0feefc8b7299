// Ranks: processes or threads that make one run together and send each other messages. Rank 0 leads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace evodoku {

/// Messages from one rank to another arrive in order within a channel.
enum class Channel : std::uint8_t { requests, answers, stop };
constexpr std::uint32_t channels = 3;

/// Threads of a rank may call these side by side.
class Ranks {
public:
    virtual ~Ranks() = default;

    std::uint32_t rank() const { return rank_; }
    std::uint32_t size() const { return size_; }
    /// Its number among the ranks on this machine, and how many those are.
    std::uint32_t local_rank() const { return local_rank_; }
    std::uint32_t local_size() const { return local_size_; }
    /// "process 4711 on node3".
    virtual std::string place_of(std::uint32_t rank) const = 0;
    /// True if it is known to have ended, or to be stopped (SIGSTOP) after expect_end(). Where it can't be known,
    /// false.
    virtual bool has_ended(std::uint32_t /* rank */) const { return false; }

    /// Returns at once.
    virtual void send(std::uint32_t to, Channel channel, std::string message) = 0;
    /// The next message of a rank, if one is there.
    virtual std::optional<std::string> take(std::uint32_t from, Channel channel) = 0;

    /// Rank 0 asks another to end its work early. This holds for the rest of the run.
    void ask_to_stop(std::uint32_t rank);
    /// The run ends: a rank that is stopped (SIGSTOP) is not waited for.
    void expect_end() { expects_end_ = true; }
    /// Cheap: the answer may be some milliseconds old.
    bool asked_to_stop();

    /// Waits until `has_come` is true, which a message of a rank decides. `meanwhile` is called about every 10 ms.
    /// Throws DeviceError if the rank has ended.
    void wait(std::uint32_t from, const std::function<bool()>& has_come, const std::function<void()>& meanwhile = {});
    std::string receive(std::uint32_t from, Channel channel, const std::function<void()>& meanwhile = {});

    /// All ranks call it at the end of a run that went well. Without it the others are ended, too.
    virtual void leave() = 0;
    /// Ends all ranks, this one included.
    [[noreturn]] virtual void abort(int code) = 0;

protected:
    std::uint32_t rank_ = 0, size_ = 0, local_rank_ = 0, local_size_ = 0;
    std::atomic<bool> expects_end_{false};

private:
    std::atomic<bool> stopped_{false};
    std::atomic<std::int64_t> next_look_{0};  ///< for a message that asks this rank to stop
};

/// How this process was started by mpirun, srun or another launcher of MPI programs, by its environment.
struct Launcher {
    std::uint32_t rank = 0, size = 1;  ///< size 0: known to MPI alone
    std::string name;                  ///< empty: by none
    std::string without_mpi;           ///< tasks that can't become ranks, and the remedy; usually empty
};
Launcher read_launcher(const std::function<const char*(const char* name)>& environment);
Launcher launcher();

/// True if this program was built with MPI. `mpi_version()`: "Open MPI v4.1.4"; "no" without it.
bool has_mpi();
std::string mpi_version();

/// Starts MPI, which takes some tenths of a second. Throws DeviceError where the program was built without it.
std::unique_ptr<Ranks> join_mpi();

/// Ranks that are threads of this process: the ends of all connections, rank by rank.
std::vector<std::unique_ptr<Ranks>> make_thread_ranks(std::uint32_t size);

}  // namespace evodoku
