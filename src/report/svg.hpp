// The figures and boards of a report as SVG, for papers: black on white, without scripts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/document.hpp"

namespace evodoku::report {

std::string to_svg(const Figure& figure);

/// The name of a run, broken at its commas into lines of at most so many letters. A longer part loses its beginning.
std::vector<std::string> lines_of_run(const std::string& run, std::size_t letters);

/// Up to four boards side by side, from the first frame to the best board, with the conflicts of their cells.
std::string to_svg(const BoardSeries& boards);

}  // namespace evodoku::report
