// Rates by population, and where two devices cross.
#include <gtest/gtest.h>

#include <algorithm>

#include "report/document.hpp"
#include "report/svg.hpp"

namespace evodoku::report {
namespace {

/// The GPU is slower at 1,000 boards and faster at 100,000; the ratio is 1 at 10,000.
Material two_devices() {
    bench::Result result;
    result.subjects = {{"cpu", "cpu (2 threads)", {}, {1, {1}}, {1, {1}}}, {"cuda:0", "a GPU", {}, {1, {1}}, {1, {1}}}};
    const auto add = [&](const char* device, const char* what, std::uint32_t population, double seconds) {
        result.measurements.push_back({device, what, "children", population, {1'000'000, {seconds, seconds, seconds}}});
    };
    add("cpu", "generations", 1'000, 0.01), add("cpu", "generations", 100'000, 0.01);
    add("cuda:0", "generations", 100'000, 0.001), add("cuda:0", "generations", 1'000, 0.1);
    add("cpu", "phase/rank", 1'000, 0.01), add("cpu", "phase/rank", 100'000, 0.01);
    add("cpu", "puzzles", 64, 0.01);
    Material material;
    material.benchmarks.push_back({"today", result});
    return material;
}

TEST(Throughput, HasACurvePerDeviceAndMarksTheCrossing) {
    const std::vector<Section> sections = sections_of(two_devices());
    ASSERT_EQ(sections.size(), 1u);
    EXPECT_EQ(sections[0].id, "throughput");
    ASSERT_EQ(sections[0].choices.size(), 1u) << "no details, and nothing with one population";
    const Figure& figure = sections[0].choices[0].figures[0];
    EXPECT_TRUE(figure.x.log && figure.y.log);
    EXPECT_EQ(figure.y.label, "children per second");
    ASSERT_EQ(figure.curves.size(), 2u);
    EXPECT_EQ(figure.curves[1].name, "cuda:0");
    EXPECT_EQ(figure.curves[1].x, (std::vector<double>{1'000, 100'000}));
    EXPECT_NEAR(figure.curves[1].y[1], 1e9, 1);
    ASSERT_EQ(figure.points.size(), 1u);
    EXPECT_EQ(figure.points[0].name, "cuda:0 is faster than cpu from 10000 boards on");
    EXPECT_NEAR(figure.points[0].y[0], 1e8, 1e6);
}

TEST(Throughput, WithoutACrossingHasNoMark) {
    Material material = two_devices();
    for (bench::Measurement& one : material.benchmarks[0].result.measurements) {
        if (one.subject == "cuda:0") one.timing.seconds = {0.0001};
    }
    EXPECT_TRUE(sections_of(material)[0].choices[0].figures[0].points.empty());
}

TEST(Throughput, OfSeveralFilesNamesThem) {
    Material material = two_devices();
    material.benchmarks.push_back({"<b>", material.benchmarks[0].result});
    const Figure figure = sections_of(material)[0].choices[0].figures[0];
    ASSERT_EQ(figure.curves.size(), 4u);
    EXPECT_EQ(figure.curves[3].name, "<b>: cuda:0");
    EXPECT_EQ(to_svg(figure).find("<b>"), std::string::npos);
}

TEST(Throughput, AnInventedNameIsNoPath) {
    Material material = two_devices();
    for (bench::Measurement& one : material.benchmarks[0].result.measurements) one.what = "..\\x y\n";
    EXPECT_EQ(sections_of(material)[0].choices[0].figures[0].id, "throughput-.._x_y_");
}

}  // namespace
}  // namespace evodoku::report
