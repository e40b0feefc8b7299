// Arrays of NumPy. The header of a .npy file: "\x93NUMPY", two bytes of version, the length of the text (2 bytes, from
// version 2 on 4), and the text, as in  {'descr': '|u1', 'fortran_order': False, 'shape': (1000, 81), }
#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "io/forms.hpp"

namespace evodoku::io {
namespace {

struct Boards {
    int order = 0;
    std::uint64_t count = 0;
    std::size_t width = 1;    ///< bytes of a cell, the lowest first
    std::uint64_t inner = 1;  ///< boards of each place of the first dimension: k in (n, k, 81)
};

/// What follows `key` and its colon, up to one of `ends`.
std::string_view value_of(std::string_view text, std::string_view key, std::string_view ends) {
    const std::size_t begin = text.find(key);
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin + key.size());
    text.remove_prefix(std::min(text.find_first_not_of(" :"), text.size()));
    return text.substr(0, text.find_first_of(ends));
}

std::vector<std::uint64_t> numbers_in(std::string_view text) {
    std::vector<std::uint64_t> numbers;
    for (const char* rest = text.data(); rest != text.data() + text.size();) {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(rest, text.data() + text.size(), number);
        if (error == std::errc()) numbers.push_back(number);
        rest = error == std::errc() ? end : rest + 1;
    }
    return numbers;
}

/// Order 0: boards of no order. (n, 16, 16) is a list of boards of 16 x 16, though it might be n lists of 4 x 4.
Boards boards_of(const std::vector<std::uint64_t>& shape) {
    for (const std::size_t outer : {std::size_t{1}, std::size_t{2}}) {
        if (shape.size() <= outer || shape.size() > outer + 2) continue;
        for (int order = smallest_order; order <= largest_order; ++order) {
            const auto size = static_cast<std::uint64_t>(order * order);
            const bool is_square = shape.size() == outer + 2;
            if (is_square ? shape[outer] != size || shape[outer + 1] != size : shape[outer] != size * size) continue;
            const std::uint64_t inner = outer == 2 ? shape[1] : 1;
            return {.order = order, .count = shape[0] * inner, .inner = inner};
        }
    }
    return {};
}

/// Reads the header, of versions 1.0 to 3.0; the boards follow.
Fault read_header(std::istream& input, Boards& boards) {
    constexpr std::size_t longest = 65536;
    char head[8] = {}, bytes[4] = {};
    input.read(head, sizeof head);
    const bool is_old = head[6] == 1;
    input.read(bytes, is_old ? 2 : 4);
    std::size_t length = 0;
    for (int k = 3; k >= 0; --k) length = length << 8 | static_cast<unsigned char>(bytes[k]);
    std::string text(std::min(length, longest), '\0');
    input.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!input || std::string_view(head, 6) != "\x93NUMPY" || head[6] < 1 || head[6] > 3 || length > longest)
        return {"not a whole .npy file of version 1.0 to 3.0: write it again with numpy.save"};
    const std::string type(value_of(text, "'descr'", ","));
    const bool is_wide =
        type.size() == 5 && is_among(type[1], "<|") && is_among(type[2], "iu") && is_among(type[3], "1248");
    if (type != "'|u1'" && type != "'u1'" && !is_wide) {
        const bool is_plain = type.size() < 20 && is_plain_json(type),
                   is_text = type.size() > 2 && is_among(type[2], "SU");
        return {fmt::format(
            "an array of {}, and digits are uint8: {}", is_plain ? type : "another type",
            is_text ? "write its texts one per line, with numpy.savetxt(file, boards.astype(str), fmt=\"%s\")"
                    : "numpy.save(file, boards.astype(\"uint8\"))")};
    }
    if (value_of(text, "'fortran_order'", ", }") != "False")
        return {"an array in Fortran order: numpy.save(file, numpy.ascontiguousarray(boards))"};
    std::vector<std::uint64_t> shape = numbers_in(value_of(text, "'shape'", ")"));
    constexpr std::uint64_t largest_size = largest_order * largest_order;  // (81, 81) has 81 boards
    const bool is_one_board =
        shape.size() == 1 || (shape.size() == 2 && shape[0] == shape[1] && shape[0] <= largest_size);
    if (is_one_board) shape.insert(shape.begin(), 1);
    boards = boards_of(shape);
    if (boards.order == 0)
        return {fmt::format("an array of shape ({}); allowed: (n, N * N) and (n, N, N) with N = 9, 4, 16, 25, 36 or 49",
                            fmt::join(shape.begin(), shape.begin() + std::min<long>(4, std::ssize(shape)), ", "))};
    boards.width = is_wide ? static_cast<std::size_t>(type[3] - '0') : 1;
    return {};
}

}  // namespace

std::optional<int> begin_array(std::istream& input, InputState& state, int order) {
    if (input.peek() != 0x93) return std::nullopt;
    Boards boards;
    Fault fault = read_header(input, boards);
    if (!fault && order != 0 && order != boards.order) fault.message = other_size(boards.order * boards.order);
    if (fault) boards = {.order = order == 0 ? 3 : order}, state.add_error(1, fault);
    // False behind the last board.
    state.under_way = [&input, &state, boards, read = std::uint64_t{0}, bytes = std::string()]() mutable {
        if (read == boards.count) {
            if (boards.count == 0 || input.peek() == std::istream::traits_type::eof()) return false;
            state.add_error(read, {"more bytes behind this last board of the array: one array per file"});
            return boards.count = read = 0, true;
        }
        ReadPuzzle job{Grid(boards.order), state.source, ++read};
        job.samples = boards.inner;
        bytes.resize(job.grid.cells().size() * boards.width);
        if (!input.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
            boards.count = read;
            return state.add_error(job.line, {"the file ends in this board: copy it again"}), true;
        }
        const std::span<std::uint8_t> cells = job.grid.cells();
        const auto highest = static_cast<std::uint64_t>(job.grid.size());
        const char* byte = bytes.data();
        for (std::size_t cell = 0; cell < cells.size(); ++cell, byte += boards.width) {
            std::uint64_t digit = 0;
            for (std::size_t k = boards.width; k-- > 0;) digit = digit << 8 | static_cast<unsigned char>(byte[k]);
            const std::uint64_t number = digit;
            if (state.options.has_tokens && digit != 0) --digit;
            cells[cell] = static_cast<std::uint8_t>(digit);
            if (digit <= highest) continue;
            const std::string text = number < 1'000'000 ? std::to_string(number) : "a number below 0 or above 999,999";
            state.add_error(job.line, {fmt::format("no digit 1-{} and no 0 for a blank: {}", highest, text),
                                       static_cast<int>(cell)});
            return true;
        }
        state.add_puzzle(std::move(job));
        return true;
    };
    return boards.order;
}

}  // namespace evodoku::io
