// The figures and boards of a report as SVG, for papers: black on white, without scripts.
#pragma once

#include <string>

#include "report/document.hpp"

namespace evodoku::report {

std::string to_svg(const Figure& figure);

/// Up to four boards side by side, from the first frame to the last, with the conflicts of their cells.
std::string to_svg(const BoardSeries& boards);

}  // namespace evodoku::report
