// Scales, ticks, paths and a legend.
#include "report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "io/characters.hpp"

namespace evodoku::report {
namespace {

using io::markup_text;

constexpr double width = 720, plot_height = 320, left = 72, right = 20, row_height = 20;
constexpr std::array<const char*, 8> palette = {"#0072b2", "#d55e00", "#009e73", "#b5508f",
                                                "#8c6d00", "#3a8ec0", "#8c564b", "#6b6b6b"};

const char* color_of(int number) { return palette[static_cast<std::size_t>(number) % palette.size()]; }

/// 1500 -> "1.5 k".
std::string tick_text(double value) {
    static constexpr std::array<std::pair<double, const char*>, 4> prefixes = {
        {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
    for (const auto& [unit, prefix] : prefixes) {
        if (std::abs(value) >= unit) return fmt::format("{:.3g}{}", value / unit, prefix);
    }
    return fmt::format("{:.3g}", value);
}

/// An axis with its range, and where a value lies.
struct Scale {
    Axis axis;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    double from = 0, to = 1;  ///< of the drawing

    void cover(double value) {
        constexpr double max_value = 1e300;  // beyond it there are no ticks
        if (!(std::abs(value) < max_value) || (axis.log && value <= 0)) return;
        low = std::min(low, value), high = std::max(high, value);
    }
    void complete() {
        if (low > high) low = axis.log ? 1 : 0, high = axis.log ? 10 : 1;
        if (axis.low) low = *axis.low;
        if (axis.high) high = *axis.high;
        if (low == high) high = axis.log ? low * 10 : low + std::max(1.0, std::abs(low));
    }
    double at(double value) const {
        value = std::isnan(value) ? low : std::clamp(value, low, high);
        const double share =
            axis.log ? std::log(std::max(value, low) / low) / std::log(high / low) : (value - low) / (high - low);
        return from + share * (to - from);
    }
    std::vector<double> ticks() const {
        std::vector<double> all;
        if (axis.log) {
            const double decades = std::log10(high / low);
            const int step = std::max(1, static_cast<int>(std::ceil(decades / 8)));
            for (int k = static_cast<int>(std::floor(std::log10(low))); k <= std::log10(high); k += step) {
                for (int digit = 1; digit <= 9; ++digit) {
                    const bool wanted = digit == 1 || decades < 1 || (decades < 2.5 && (digit == 2 || digit == 5));
                    const double value = digit * std::pow(10.0, k);
                    if (wanted && value >= low && value <= high) all.push_back(value);
                }
            }
        } else {
            const double rough = (high - low) / 6;
            const double power = std::pow(10.0, std::floor(std::log10(rough)));
            double step = 10 * power;
            for (const double digit : {5.0, 2.0, 1.0}) {
                if (digit * power >= rough) step = digit * power;
            }
            for (double k = std::ceil(low / step); k * step <= high * (1 + 1e-9); ++k) all.push_back(k * step);
        }
        return all;
    }
};

/// "M x,y L ..." through points; with steps a value holds until the next.
std::string path_of(const Scale& x, const Scale& y, const std::vector<double>& xs, const std::vector<double>& ys,
                    bool steps) {
    std::string path;
    for (std::size_t k = 0; k < xs.size(); ++k) {
        if (k == 0) {
            path += fmt::format("M{:.1f},{:.1f}", x.at(xs[0]), y.at(ys[0]));
            continue;
        }
        if (steps) path += fmt::format("H{:.1f}", x.at(xs[k]));
        path += fmt::format("L{:.1f},{:.1f}", x.at(xs[k]), y.at(ys[k]));
    }
    return path;
}

std::string area_of(const Scale& x, const Scale& y, const Band& band) {
    std::string path = path_of(x, y, band.x, band.high, band.steps);
    for (std::size_t k = band.x.size(); k-- > 0;) {
        path += fmt::format("L{:.1f},{:.1f}", x.at(band.x[k]), y.at(band.low[k]));
        if (band.steps && k > 0) path += fmt::format("V{:.1f}", y.at(band.low[k - 1]));
    }
    return path + "Z";
}

std::string shape_at(double x, double y, Shape shape, const char* color, const std::string& text) {
    const std::string title = text.empty() ? "" : fmt::format("<title>{}</title>", markup_text(text));
    std::string outline;
    switch (shape) {
        case Shape::triangle:
            outline = fmt::format("M{:.1f},{:.1f}l5,9h-10z", x, y - 5);
            break;
        case Shape::diamond:
            outline = fmt::format("M{:.1f},{:.1f}l5,5l-5,5l-5,-5z", x, y - 5);
            break;
        case Shape::circle:
            outline = fmt::format("M{:.1f},{:.1f}a5,5 0 1 0 10,0a5,5 0 1 0 -10,0z", x - 5, y);
            break;
    }
    return fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.6\" stroke=\"{}\">{}</path>\n", outline, color,
                       color, title);
}

std::string text_at(double x, double y, std::string_view text, const char* anchor, const char* more = "") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                       markup_text(text));
}

std::string axes_of(const Scale& x, const Scale& y) {
    std::string svg;
    for (const double tick : y.ticks()) {
        svg += fmt::format("<path d=\"M{:.1f},{:.1f}H{:.1f}\" stroke=\"#d9d9d9\"/>\n", x.from, y.at(tick), x.to);
        svg += text_at(x.from - 8, y.at(tick) + 4, tick_text(tick), "end");
    }
    for (const double tick : x.ticks()) {
        svg += fmt::format("<path d=\"M{0:.1f},{1:.1f}v5\" stroke=\"#1a1a1a\"/>\n", x.at(tick), y.from);
        svg += text_at(x.at(tick), y.from + 20, tick_text(tick), "middle");
    }
    svg += fmt::format("<path d=\"M{0:.1f},{1:.1f}V{2:.1f}H{3:.1f}\" fill=\"none\" stroke=\"#1a1a1a\"/>\n", x.from,
                       y.to, y.from, x.to);
    svg += text_at((x.from + x.to) / 2, y.from + 42, x.axis.label, "middle");
    const double middle = (y.from + y.to) / 2;
    return svg + fmt::format(
                     "<text x=\"18\" y=\"{0:.1f}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {0:.1f})\">{1}"
                     "</text>\n",
                     middle, markup_text(y.axis.label));
}

void cover(Scale& x, Scale& y, const std::vector<double>& xs, const std::vector<double>& ys) {
    for (const double value : xs) x.cover(value);
    for (const double value : ys) y.cover(value);
}

/// One band per entry of the legend.
std::vector<const Band*> legend_bands(const Figure& figure) {
    std::vector<const Band*> bands;
    for (const Band& band : figure.bands) {
        const auto same = [&](const Band* other) { return other->legend == band.legend; };
        if (std::ranges::none_of(bands, same)) bands.push_back(&band);
    }
    return bands;
}

std::string legend_of(const Figure& figure, double y) {
    std::string svg;
    const auto add = [&](const std::string& sample, const std::string& name) {
        svg += sample + text_at(left + 32, y + 4, name, "start");
        y += row_height;
    };
    for (const Curve& curve : figure.curves) {
        add(fmt::format("<path d=\"M{:.1f},{:.1f}h24\" stroke=\"{}\" stroke-width=\"2\"{}/>\n", left, y,
                        color_of(curve.color), curve.dashed ? " stroke-dasharray=\"6 4\"" : ""),
            curve.name);
    }
    for (const Band* band : legend_bands(figure)) {
        add(fmt::format("<path d=\"M{:.1f},{:.1f}h24v10h-24z\" fill=\"{}\" fill-opacity=\"0.25\"/>\n", left, y - 5,
                        color_of(band->color)),
            band->legend);
    }
    for (const Points& points : figure.points) {
        add(shape_at(left + 12, y, points.shape, color_of(points.color), ""), points.name);
    }
    return svg;
}

}  // namespace

std::vector<std::string> lines_of_run(const std::string& run, std::size_t letters) {
    std::vector<std::string> lines;
    for (std::string_view rest = run; !rest.empty();) {
        const std::size_t end = std::min(rest.size(), rest.find(", "));
        std::string part(rest.substr(0, end));
        if (part.size() > letters) {  // a long path: its end says more
            std::size_t from = part.size() - letters + 1;
            while (from < part.size() && (part[from] & 0xC0) == 0x80) ++from;  // within a letter of UTF-8
            part = "…" + part.substr(from);
        }
        rest.remove_prefix(std::min(rest.size(), end + 2));
        if (!lines.empty() && lines.back().size() + part.size() + 2 <= letters) {
            lines.back() += ", " + part;
        } else {
            lines.push_back(part);
        }
    }
    return lines;
}

std::string to_svg(const Figure& figure) {
    Scale x{figure.x}, y{figure.y};
    for (const Band& band : figure.bands) cover(x, y, band.x, band.low), cover(x, y, {}, band.high);
    for (const Curve& curve : figure.curves) cover(x, y, curve.x, curve.y);
    for (const Points& points : figure.points) cover(x, y, points.x, points.y);
    x.complete(), y.complete();
    const std::vector<std::string> run = lines_of_run(figure.run, 85);
    const double top = 40 + row_height * static_cast<double>(run.size());
    x.from = left, x.to = width - right;
    y.from = top + plot_height, y.to = top;

    const auto entries = figure.curves.size() + legend_bands(figure).size() + figure.points.size();
    const double legend_top = top + plot_height + 66, height = legend_top + row_height * static_cast<double>(entries);
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "font-family=\"Helvetica, Arial, DejaVu Sans, sans-serif\" font-size=\"13\" fill=\"#1a1a1a\">\n"
        "<title>{2}</title>\n<desc>{3}</desc>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        width, height, markup_text(figure.run.empty() ? figure.title : fmt::format("{}: {}", figure.title, figure.run)),
        markup_text(description_of(figure)));
    svg += text_at(left, 24, figure.title, "start", " font-size=\"16\" font-weight=\"bold\"");
    for (std::size_t k = 0; k < run.size(); ++k) {
        svg += text_at(left, 24 + row_height * static_cast<double>(k + 1), run[k], "start");
    }
    svg += axes_of(x, y);
    for (const Band& band : figure.bands) {
        svg += fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"{}\"/>\n", area_of(x, y, band),
                           color_of(band.color), band.faint ? 0.15 : 0.25);
    }
    for (const Curve& curve : figure.curves) {
        svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
                           path_of(x, y, curve.x, curve.y, curve.steps), color_of(curve.color), curve.wide ? 5 : 2,
                           curve.dashed ? " stroke-dasharray=\"6 4\"" : "");
    }
    for (const Points& points : figure.points) {
        for (std::size_t k = 0; k < points.x.size(); ++k) {
            svg +=
                shape_at(x.at(points.x[k]), y.at(points.y[k]), points.shape, color_of(points.color), points.texts[k]);
        }
    }
    if (!figure.note.empty()) svg += text_at((x.from + x.to) / 2, (y.from + y.to) / 2, figure.note, "middle");
    return svg + legend_of(figure, legend_top) + "</svg>\n";
}

}  // namespace evodoku::report
