// A report as one page of HTML that needs no network.
#pragma once

#include <string>

#include "report/document.hpp"

namespace evodoku::report {

/// Texts of the document may hold anything: they are escaped.
std::string to_html(const Document& document);

}  // namespace evodoku::report
