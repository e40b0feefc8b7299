// Recorded evolutions of larger boards: the rows of 9 x 9, read back by the same reader, and without effect.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cpu/cpu_backend.hpp"
#include "evodoku/io/grid_text.hpp"
#include "history/history_reader.hpp"
#include "history/recorder.hpp"
#include "support/large_configurations.hpp"

namespace evodoku::history {
namespace {

using test::LargeConfiguration;

constexpr std::uint32_t puzzles = 2;

struct LargeRecord {
    std::vector<Answer> answers;
    std::vector<AnyLine> lines;  ///< as the reader gives them back

    template <class Kind>
    std::vector<Kind> of(std::uint32_t puzzle) const {
        std::vector<Kind> some;
        for (const AnyLine& line : lines) {
            const Kind* const one = std::get_if<Kind>(&line);
            if (one != nullptr && one->puzzle == puzzle + 1) some.push_back(*one);
        }
        return some;
    }
};

std::unique_ptr<Backend> large_backend(const LargeConfiguration& named) {
    return cpu::make_backend(cpu::make_serial_workers(cpu::Order::forwards), named.config, 2);
}

LargeRecord record_large(const LargeConfiguration& named, FileFormat format) {
    Header header;
    header.version = header.commit = header.started = "x";
    std::string text =
        format == FileFormat::csv ? to_line(header).comment() + csv_columns() + "\n" : to_line(header).json() + "\n";
    Recorder recorder(named.config, {1, 1},
                      [&](const Line& line) { text += (format == FileFormat::csv ? line.csv() : line.json()) + "\n"; });
    LargeRecord record;
    recorder.begin_run(42);
    const auto backend = large_backend(named);
    for (std::uint32_t k = 0; k < puzzles; ++k) {
        recorder.begin_puzzle(k, test::job_of(named, k).givens, "a.txt", k + 1);
        backend->submit(test::job_of(named, k));
    }
    const auto look = [&] {
        recorder.look(*backend);
        return true;
    };
    while (backend->busy()) {
        for (Answer& answer : backend->advance_epoch(look)) record.answers.push_back(std::move(answer));
    }
    std::size_t at = 0;
    HistoryReader reader(format, [&](std::string& line) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string::npos) return false;
        line = text.substr(at, end - at);
        at = end + 1;
        return true;
    });
    while (std::optional<AnyLine> line = reader.next()) record.lines.push_back(std::move(*line));
    return record;
}

class RecordedLargeEvolution : public testing::TestWithParam<LargeConfiguration> {};

TEST_P(RecordedLargeEvolution, HasARowPerGenerationAndIslandAndIsTheSameAsWithoutARecord) {
    const LargeConfiguration& named = GetParam();
    const int size = order_of(named.config.representation) * order_of(named.config.representation);
    for (const FileFormat format : {FileFormat::json_lines, FileFormat::csv}) {
        const LargeRecord record = record_large(named, format);
        EXPECT_EQ(test::large_digest(record.answers),
                  test::large_digest(test::evolve(*large_backend(named), named, puzzles)));
        for (const Answer& answer : record.answers) {
            SCOPED_TRACE("puzzle " + std::to_string(answer.puzzle_index));
            const std::vector<PuzzleLine> begun = record.of<PuzzleLine>(answer.puzzle_index);
            ASSERT_EQ(begun.size(), 1u);
            EXPECT_EQ(io::grid_of_line(begun[0].givens), test::job_of(named, answer.puzzle_index).givens);
            if (!answer.evolved) continue;
            std::map<std::uint32_t, GenerationLine> last;
            std::uint32_t best = ~0u;
            for (const GenerationLine& row : record.of<GenerationLine>(answer.puzzle_index)) {
                EXPECT_EQ(row.generation, last.contains(row.island) ? last[row.island].generation + 1 : 0);
                EXPECT_LE(row.best_so_far, row.best);
                EXPECT_EQ(io::grid_of_line(row.board)->size(), size);
                ASSERT_TRUE(row.diversity);
                EXPECT_GE(row.diversity->distinct, 1u);
                EXPECT_LE(row.diversity->distinct, row.size);
                EXPECT_EQ(row.diversity->cell_entropy.size(), static_cast<std::size_t>(size * size));
                EXPECT_LE(row.diversity->entropy, std::log2(size));
                EXPECT_EQ(row.diversity->entropy == 0, row.diversity->distinct == 1);
                best = std::min(best, row.best_so_far);
                last[row.island] = row;
            }
            ASSERT_EQ(last.size(), named.config.islands);
            EXPECT_EQ(best, answer.cost);
            std::uint64_t evaluations = 0, redraws = 0, restarts = 0, migrations = 0;
            for (const auto& [island, row] : last) {
                evaluations += row.evaluations, redraws += row.redraws, restarts += row.restarts;
                migrations += row.migrations;
            }
            EXPECT_EQ(evaluations, answer.evaluations);
            EXPECT_EQ(redraws, answer.effort.redraws);
            EXPECT_EQ(restarts, answer.restarts);
            std::map<Event, std::uint64_t> events;
            for (const EventLine& each : record.of<EventLine>(answer.puzzle_index)) ++events[each.event];
            EXPECT_EQ(events[Event::restart], answer.restarts);
            EXPECT_EQ(events[Event::migration], migrations);
            EXPECT_EQ(events[Event::solved] != 0, answer.solved);
            EXPECT_NE(events[Event::new_best], 0u);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, RecordedLargeEvolution, testing::ValuesIn(test::large_configurations()),
                         test::LargeTestName{});

}  // namespace
}  // namespace evodoku::history
