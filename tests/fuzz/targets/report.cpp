// A file of a report, of any kind: the page made from it.
#include <sstream>

#include "report/report.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

std::size_t count(const std::string& text, const char* part) {
    std::size_t number = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++number;
    return number;
}

}  // namespace

void report(Bytes bytes) {
    std::istringstream input{std::string(bytes)};
    evodoku::report::Reader reader(2);
    try {
        reader.add("a", input);
    } catch (const FileError&) {
        return;
    }
    const std::string page = to_html(reader.take(), "", "");
    require(count(page, "<script") == 3 && count(page, "</script>") == 3, "a text is markup in a page");
}

}  // namespace evodoku::fuzz
