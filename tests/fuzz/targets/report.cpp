// A file of a report, of any kind: the page and the pictures made from it.
#include <sstream>

#include "report/page.hpp"
#include "report/reading.hpp"
#include "report/svg.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

std::size_t count(const std::string& text, const char* part) {
    std::size_t number = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++number;
    return number;
}

void draw(const std::string& svg) {
    require(count(svg, "nan") == 0 && count(svg, "inf") == 0, "a picture has a place that is not a number");
    require(count(svg, "<svg") == 1 && count(svg, "<script") == 0, "a text is markup in a picture");
}

}  // namespace

void report(Bytes bytes) {
    std::istringstream input{std::string(bytes)};
    evodoku::report::Reader reader(2);
    try {
        reader.add("a", input);
    } catch (const evodoku::report::ContentError&) {
        return;
    }
    evodoku::report::Document document;
    const evodoku::report::Material material = reader.take();
    document.sections = sections_of(material);
    document.files = material.files, document.notes = material.notes;
    const std::string page = to_html(document);
    require(count(page, "<script") == 3 && count(page, "</script>") == 3, "a text is markup in a page");
    for (const auto& section : document.sections) {
        for (const auto& choice : section.choices) {
            for (auto figure : choice.figures) {
                figure.title = "t", figure.x.label = "x", figure.y.label = "y";  // any text may be "info"
                for (auto& curve : figure.curves) curve.name = "c";
                for (auto& band : figure.bands) band.legend = "b";
                for (auto& points : figure.points) {
                    points.name = "p";
                    for (std::string& text : points.texts) text = "p";
                }
                draw(to_svg(figure));
            }
            if (choice.board) draw(to_svg(*choice.board));
        }
    }
}

}  // namespace evodoku::fuzz
