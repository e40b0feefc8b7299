// Lines of an input, of bounded length, whatever their ends.
#include "line_source.hpp"

namespace evodoku::io {
namespace {

// A line that does not end (a device, a runaway pipe) is given up here rather than read for ever.
constexpr std::size_t most_bytes_of_a_line = std::size_t{256} << 20;

bool is_trailing_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

bool LineSource::fill() {
    if (ended_) return false;
    at_ = 0;
    filled_ = 0;
    // peek() waits for the first byte only and readsome() takes what is there: a pipe is read as it is written.
    if (input_.peek() != std::istream::traits_type::eof()) {
        filled_ = static_cast<std::size_t>(input_.readsome(chunk_.data(), static_cast<std::streamsize>(chunk_.size())));
        // A buffer that cannot tell what is there, such as std::cin's in step with stdio, gives a line.
        if (filled_ == 0)
            while (filled_ < chunk_.size() && input_.get(chunk_[filled_]) && chunk_[filled_++] != '\n') {
            }
    }
    if (filled_ == 0) {
        ended_ = true;
        failed_ = input_.bad() || !input_.eof();
    }
    return filled_ != 0;
}

int LineSource::get() {
    if (at_ == filled_ && !fill()) return end_of_input;
    return static_cast<unsigned char>(chunk_[at_++]);
}

void LineSource::take_mark(Line& line) {
    if (line.text.starts_with("\xEF\xBB\xBF")) {
        line.text.erase(0, 3);
    } else if (line.text.starts_with("\xFF\xFE") || line.text.starts_with("\xFE\xFF")) {
        line.utf16 = true;
        ended_ = true;
        at_ = filled_ = 0;
    }
}

bool LineSource::next(Line& line) {
    line.text.clear();
    line.commented = line.too_long = line.utf16 = false;

    int c = get();
    if (c == '\n' && after_return_) c = get();
    after_return_ = false;
    if (c == end_of_input) return false;
    line.number = ++count_;

    for (std::size_t length = 0; c != '\n' && c != '\r' && c != end_of_input; c = get()) {
        if (c == '#') line.commented = true;
        if (!line.commented) {
            if (line.text.size() < longest_line)
                line.text.push_back(static_cast<char>(c));
            else
                line.too_long = true;
        }
        if (++length == most_bytes_of_a_line) {
            ended_ = true;
            at_ = filled_ = 0;
        }
    }
    after_return_ = c == '\r';
    if (count_ == 1) take_mark(line);
    while (!line.text.empty() && is_trailing_blank(line.text.back())) line.text.pop_back();
    return true;
}

}  // namespace evodoku::io
