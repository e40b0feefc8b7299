// Larger boards in JSON: as text or lists of cells, alone, in lists and in objects. Lists of Python are read, too.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "json_walk.hpp"

namespace evodoku::io {

/// A list or an object that is open.
struct LargeJsonFrame : JsonBracket {
    std::vector<std::string> cells;  ///< of its rows and cells; no more than a board and one
    std::size_t count = 0;           ///< of all of them
    std::size_t misfit = 0;          ///< cells of the first text or list that is neither a row nor a board
    bool had_puzzle = false;

    struct Named {
        std::size_t rank, line;
        std::vector<std::string> cells;
    };
    std::vector<Named> named;  ///< the boards of an object
};

class LargeJson final : public JsonWalk<LargeJsonFrame> {
public:
    explicit LargeJson(int order) : order_(order), size_(static_cast<std::size_t>(order * order)) {}

    /// The cells of a board, or an error.
    struct Found {
        std::size_t line = 0;
        std::vector<std::string> cells;
        std::string error;
    };
    /// Reads on to the next one; false at the end of the document.
    bool next(Text& text, Found& found);

private:
    void add(const JsonToken& token) override;
    void close(LargeJsonFrame& frame) override;
    void report(std::size_t line, const std::string& message) override;

    void add_cells(std::vector<std::string> cells, std::size_t line);
    void add_misfit(std::size_t count, std::size_t line);
    std::string misfit_message(std::size_t count) const;
    void choose(LargeJsonFrame& frame);
    void emit(LargeJsonFrame& frame, std::size_t line, std::vector<std::string> cells);

    bool is_full(const std::vector<std::string>& cells) const;

    int order_;
    std::size_t size_;
    std::deque<Found> found_;
};

}  // namespace evodoku::io
