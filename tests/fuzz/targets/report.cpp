// A file of a report: a history, results of an experiment, or the result of a benchmark. Its figures are drawn.
#include <sstream>
#include <stdexcept>

#include "report/document.hpp"
#include "report/page.hpp"
#include "report/reading.hpp"
#include "report/svg.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {

void report(Bytes bytes) {
    std::istringstream input{std::string(bytes)};
    evodoku::report::Reader reader(2);
    try {
        reader.add("input", input);
        const evodoku::report::Material material = reader.take();
        evodoku::report::Document document;
        document.sections = evodoku::report::sections_of(material);
        for (const evodoku::report::Section& section : document.sections) {
            for (const evodoku::report::Choice& choice : section.choices) {
                for (const evodoku::report::Figure& figure : choice.figures) to_svg(figure);
                if (choice.board) to_svg(*choice.board);
            }
        }
        to_html(document);
    } catch (const std::invalid_argument&) {  // ContentError
    }
}

}  // namespace evodoku::fuzz
