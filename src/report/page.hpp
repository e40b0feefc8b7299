// A report as one page of HTML that needs no network: texts, tables, and the data that its script draws.
#pragma once

#include <string>
#include <vector>

#include "report/reading.hpp"

namespace evodoku::report {

struct Heading {
    std::string text = {}, explanation = {};
};
struct Table {
    std::string title = {};
    std::vector<Heading> headings = {};
    std::vector<std::vector<std::string>> rows = {};
    bool folded = false;  ///< shown on request
};

/// What the page says besides the charts. Texts may hold anything: they are escaped.
struct Texts {
    std::string title = {};
    std::string made_by = {};                ///< the program, its version and commit
    std::vector<std::string> warnings = {};  ///< above the statistics
    std::vector<Table> statistics = {}, throughput = {};
};

/// The sections of page/report.html that the material allows, by their ids.
std::vector<std::string> sections_of(const Material& material);

std::string to_html(const Material& material, const Texts& texts);

}  // namespace evodoku::report
