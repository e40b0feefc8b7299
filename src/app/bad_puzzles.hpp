// The errors of bad puzzles: the first are named, the others counted.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace evodoku::app {

class BadPuzzles {
public:
    static constexpr std::size_t max_named = 20;

    /// True if this one is named: print it.
    bool add(std::string error) {
        if (++count_ > max_named) {
            last_ = std::move(error);
            return false;
        }
        named_.push_back(std::move(error));
        return true;
    }

    std::size_t count() const { return count_; }
    const std::vector<std::string>& named() const { return named_; }
    /// How many others there are, the last of them, and the command that lists all: "evodoku check a.txt". Empty if
    /// all are named.
    std::string others(const std::string& check) const {
        if (count_ <= max_named) return "";
        const std::string number = std::to_string(count_ - max_named);
        return "... and " + number + " more; the last: " + last_ + " (" + check + " lists all)";
    }

private:
    std::size_t count_ = 0;
    std::vector<std::string> named_;
    std::string last_;
};

}  // namespace evodoku::app
