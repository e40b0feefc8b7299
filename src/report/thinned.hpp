// A sequence of any length in bounded memory: every k-th value, and the last one.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace evodoku::report {

/// Keeps all values up to `limit`; beyond it every second, then every fourth, and so on. Always the first and the last.
template <class Value>
class Thinned {
public:
    explicit Thinned(std::size_t limit) : limit_(limit) {}

    void add(Value value) {
        if (count_++ % step_ != 0) {
            last_ = std::move(value);
            return;
        }
        last_.reset();
        kept_.push_back(std::move(value));
        if (kept_.size() <= limit_) return;
        std::size_t half = 0;
        for (std::size_t k = 0; k < kept_.size(); k += 2) {
            if (k != half) kept_[half] = std::move(kept_[k]);
            ++half;
        }
        if (kept_.size() % 2 == 0) last_ = std::move(kept_.back());
        kept_.resize(half);
        step_ *= 2;
    }

    std::vector<Value> values() const {
        std::vector<Value> all = kept_;
        if (last_) all.push_back(*last_);
        return all;
    }
    /// Values given, kept or not.
    std::size_t count() const { return count_; }

private:
    std::size_t limit_, count_ = 0, step_ = 1;
    std::vector<Value> kept_;
    std::optional<Value> last_;
};

}  // namespace evodoku::report
