// Ranks as processes of MPI: the only source that includes its header.
#include <fmt/format.h>

#include "evodoku/engine/errors.hpp"
#include "ranks/ranks.hpp"

#if EVODOKU_HAVE_MPI
// The C++ bindings are gone from the standard; some headers still offer them.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <list>
#include <mutex>
#include <utility>

namespace evodoku {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 28;  ///< MPI counts bytes with an int

/// Where a rank is. Plain data: the ranks exchange it.
struct Place {
    std::array<char, 64> node{};     ///< its name
    std::array<char, 80> machine{};  ///< the start of its system, and the space of process numbers
    std::int64_t process = 0;        ///< a number means one process where the machine is the same
};

Place place_here() {
    Place place;
    gethostname(place.node.data(), place.node.size() - 1);
    std::string machine;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> machine;
    std::error_code error;
    machine += " " + std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
    std::memcpy(place.machine.data(), machine.data(), std::min(place.machine.size() - 1, machine.size()));
    place.process = getpid();
    return place;
}

/// The letter of its state: Z if it has ended and its parent has not noticed, X if it is gone, T if a signal stopped
/// it.
char state_of_process(std::int64_t process) {
    if (kill(static_cast<pid_t>(process), 0) != 0) return errno == ESRCH ? 'X' : '?';
    std::ifstream file(fmt::format("/proc/{}/stat", process));
    std::string line;
    std::getline(file, line);
    const std::size_t name_end = line.rfind(") ");
    return name_end != std::string::npos && name_end + 2 < line.size() ? line[name_end + 2] : '?';
}

void check_mpi(int error, const char* what) {
    if (error == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(error, text, &length);
    throw DeviceError(fmt::format("MPI: {} failed: {}; a rank or the network may be gone", what, text));
}

/// A message is sent in pieces. Each begins with a byte: 1 if another follows.
class MpiRanks final : public Ranks {
public:
    MpiRanks() {
        // Ranks::receive() sleeps. Open MPI would also yield in each look, which takes milliseconds while other
        // programs run.
        setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
        int provided = 0, rank_of_mpi = 0, size_of_mpi = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_mpi);
        MPI_Comm_size(MPI_COMM_WORLD, &size_of_mpi);
        rank_ = static_cast<std::uint32_t>(rank_of_mpi), size_ = static_cast<std::uint32_t>(size_of_mpi);
        places_.resize(size_);
        const Place here = place_here();
        check_mpi(MPI_Allgather(&here, sizeof here, MPI_BYTE, places_.data(), sizeof here, MPI_BYTE, MPI_COMM_WORLD),
                  "the first exchange");
        for (std::uint32_t rank = 0; rank < size_; ++rank) {
            if (places_[rank].machine != here.machine) continue;
            ++local_size_;
            local_rank_ += rank < rank_;
        }
        half_read_.resize(places_.size() * channels);
    }

    std::string place_of(std::uint32_t rank) const override {
        return fmt::format("process {} on {}", places_[rank].process, places_[rank].node.data());
    }
    bool has_ended(std::uint32_t rank) const override {
        const Place& place = places_[rank];
        if (place.machine != places_[rank_].machine) return false;
        const char state = state_of_process(place.process);
        return state == 'Z' || state == 'X' || (state == 'T' && expects_end_);
    }

    void send(std::uint32_t to, Channel channel, std::string message) override {
        const std::lock_guard lock(mutex_);
        for (std::size_t begin = 0; begin == 0 || begin < message.size(); begin += piece_bytes) {
            const std::size_t end = std::min(message.size(), begin + piece_bytes);
            const char more = end < message.size() ? '\1' : '\0';
            Sent& sent = sent_.emplace_back();
            sent.piece = more + message.substr(begin, end - begin);
            check_mpi(MPI_Isend(sent.piece.data(), static_cast<int>(sent.piece.size()), MPI_BYTE, static_cast<int>(to),
                                static_cast<int>(channel), MPI_COMM_WORLD, &sent.request),
                      "sending");
        }
        std::erase_if(sent_, [](Sent& sent) {
            int arrived = 0;
            MPI_Test(&sent.request, &arrived, MPI_STATUS_IGNORE);
            return arrived != 0;
        });
    }

    std::optional<std::string> take(std::uint32_t from, Channel channel) override {
        const std::lock_guard lock(mutex_);
        std::string& message = half_read_[from * channels + static_cast<std::uint32_t>(channel)];
        const int rank = static_cast<int>(from), tag = static_cast<int>(channel);
        while (true) {
            int there = 0, count = 0;
            MPI_Status status;
            check_mpi(MPI_Iprobe(rank, tag, MPI_COMM_WORLD, &there, &status), "looking for a message");
            if (there == 0) return std::nullopt;
            MPI_Get_count(&status, MPI_BYTE, &count);
            std::string piece(static_cast<std::size_t>(count), '\0');
            check_mpi(MPI_Recv(piece.data(), count, MPI_BYTE, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                      "receiving");
            message.append(piece, 1);
            if (piece.front() == '\0') return std::exchange(message, {});
        }
    }

    void leave() override {
        const std::lock_guard lock(mutex_);
        for (Sent& sent : sent_) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
        MPI_Finalize();
    }
    [[noreturn]] void abort(int code) override {
        MPI_Abort(MPI_COMM_WORLD, code);
        std::_Exit(code);
    }

private:
    struct Sent {
        std::string piece;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    std::vector<Place> places_;
    std::mutex mutex_;  ///< of everything that follows, and of MPI
    std::list<Sent> sent_;
    std::vector<std::string> half_read_;  ///< by sender and channel
};

}  // namespace

bool has_mpi() { return true; }

std::string mpi_version() {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
    int length = 0;
    MPI_Get_library_version(text, &length);
    const std::string version(text, std::strcspn(text, ",\n"));  // of "Open MPI v4.1.4, package: ..."
    return version.starts_with("MPICH") ? "MPICH " + version.substr(version.find('\t') + 1) : version;
}

std::unique_ptr<Ranks> join_mpi() { return std::make_unique<MpiRanks>(); }

}  // namespace evodoku

#else

namespace evodoku {

bool has_mpi() { return false; }
std::string mpi_version() { return "no"; }

std::unique_ptr<Ranks> join_mpi() {
    throw DeviceError(
        "several ranks were started, and this program was built without MPI; apt-get install libopenmpi-dev "
        "openmpi-bin, then build again with -DEVODOKU_MPI=on");
}

}  // namespace evodoku

#endif
