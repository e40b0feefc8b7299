// A buffer that grows until it holds a line.
#include "report/lines.hpp"

#include <stdexcept>

namespace evodoku::report {

bool Lines::fill() {
    constexpr std::size_t room = 65536;
    buffer_.erase(0, at_);
    at_ = 0;
    const std::size_t size = buffer_.size();
    buffer_.resize(size + room);
    const std::size_t count = bytes_.read(buffer_.data() + size, room);
    buffer_.resize(size + count);
    if (!bytes_.fault().empty()) throw std::invalid_argument(bytes_.fault());
    return count != 0;
}

bool Lines::next(std::string& line) {
    std::size_t end = 0, searched = 0;
    ++number_;
    while ((end = buffer_.find('\n', at_ + searched)) == std::string::npos) {
        searched = buffer_.size() - at_;
        if (searched > longest) throw std::invalid_argument("the line is too long for a report");
        if (!fill()) break;
    }
    ended_line_ = end != std::string::npos;
    if (!ended_line_ && at_ == buffer_.size()) {
        --number_;
        return false;
    }
    line = buffer_.substr(at_, ended_line_ ? end - at_ : std::string::npos);
    at_ = ended_line_ ? end + 1 : buffer_.size();
    if (line.ends_with('\r')) line.pop_back();
    return true;
}

std::string_view Lines::head(std::size_t max_bytes) {
    while (buffer_.size() - at_ < max_bytes && fill()) {
    }
    return std::string_view(buffer_).substr(at_, max_bytes);
}

std::string Lines::rest() {
    while (fill()) {
        if (buffer_.size() > longest_text) throw std::invalid_argument("the file is too long for a report");
    }
    return buffer_.substr(at_);
}

}  // namespace evodoku::report
