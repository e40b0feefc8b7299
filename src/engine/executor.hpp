// An executor: a device's memory, and the phases of an evolution run on it. The engine uses only this interface;
// steps_on.hpp, src/cpu and kernels compile and run the phases on a device.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/phase_time.hpp"
#include "engine/rank_request.hpp"
#include "engine/steps.hpp"
#include "evodoku/engine/errors.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

/// A fixed number of zeroed T, owned by one object.
template <class T>
class Array {
public:
    Array() = default;
    explicit Array(std::shared_ptr<void> memory) : memory_(std::move(memory)) {}
    T* data() { return static_cast<T*>(memory_.get()); }
    const T* data() const { return static_cast<const T*>(memory_.get()); }

private:
    static_assert(std::is_trivially_copyable_v<T>);
    std::shared_ptr<void> memory_;
};

class Executor {
public:
    virtual ~Executor() = default;

    /// "cpu (2 threads)", "cuda:0 (NVIDIA H200)".
    virtual std::string name() const = 0;
    /// The number of the GPU whose memory it takes; -1: it takes memory of the host.
    virtual int gpu() const { return -1; }
    virtual std::uint64_t available_bytes() const = 0;
    virtual std::uint64_t rank_bytes_per_individual(const RankRequest& request) const = 0;
    /// An epoch of more children of 9 x 9 than this is a long one: see Backend::has_long_epochs().
    virtual std::uint64_t children_per_check() const = 0;
    /// True if a pause after each generation costs nothing, with so many islands.
    virtual bool may_pause(std::uint32_t /* islands */) const { return false; }
    /// Generations end early when `should_stop` is true: see Backend::stop_when().
    virtual void stop_when(const std::function<bool()>& /* should_stop */) {}

    /// Memory available to phases.
    template <class T>
    Array<T> make(std::size_t count) {
        return Array<T>(take(count * sizeof(T)));
    }
    /// The host's copy of such an array: a staging buffer.
    template <class T>
    Array<T> make_staging(std::size_t count) {
        return Array<T>(take_staging(count * sizeof(T)));
    }

    /// Stream-ordered. `from` is a staging buffer; do not change it until the copy is done.
    template <class T>
    void queue_upload(T* to, const T* from, std::size_t count) {
        queue_copy_in(to, from, count * sizeof(T));
    }
    /// Stream-ordered. `to` is a staging buffer; the data are there after wait().
    template <class T>
    void queue_download(T* to, const T* from, std::size_t count) {
        queue_copy_out(to, from, count * sizeof(T));
    }
    /// The same with any host memory; waits for the copy.
    template <class T>
    void upload(T* to, const T* from, std::size_t count) {
        queue_upload(to, from, count);
        wait();
    }
    template <class T>
    void download(T* to, const T* from, std::size_t count) {
        queue_download(to, from, count);
        wait();
    }
    /// Waits for everything that is queued.
    virtual void wait() = 0;

    /// An empty list of steps over a population. The pool's arrays, and this executor, must outlive it.
#define EVODOKU_MAKE_STEPS(Board) virtual std::unique_ptr<Steps<Board>> make_steps(const Pool<Board>& pool) = 0;
    EVODOKU_FOR_EVERY_BOARD(EVODOKU_MAKE_STEPS)
#undef EVODOKU_MAKE_STEPS

protected:
    virtual std::shared_ptr<void> take(std::size_t bytes) = 0;
    virtual std::shared_ptr<void> take_staging(std::size_t bytes) = 0;
    virtual void queue_copy_in(void* to, const void* from, std::size_t bytes) = 0;
    virtual void queue_copy_out(void* to, const void* from, std::size_t bytes) = 0;
};

}  // namespace evodoku
