// Larger boards: what does not fit is refused before an operator sees it.
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "backend/state_fields.hpp"
#include "checkpoint/fields.hpp"
#include "support/serial_backend.hpp"
#include "support/large_configurations.hpp"

namespace evodoku {
namespace {

std::unique_ptr<Backend> backend_of_order(int order) {
    Config config = large_config(order);
    config.population = 20, config.generations = 50;
    return cpu::make_backend(cpu::make_serial_workers(cpu::Order::forwards), config, 1);
}

PuzzleJob job_of_order(int order) { return test::job_of({"", large_config(order), PresolveLevel::none}, 0); }

TEST(LargeResume, APuzzleOfAnotherOrderIsRefused) {
    const auto backend = backend_of_order(4);
    backend->submit(job_of_order(7));
    try {
        backend->advance_epoch();
        FAIL() << "no error";
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(), "the puzzle is of another order");
    }
}

TEST(LargeResume, BoardsWithOtherGivensAreRefused) {
    const auto first = backend_of_order(4);
    PuzzleJob job = job_of_order(4);
    first->submit(job);
    first->advance_epoch();
    std::string bytes;
    first->save([&](const void* from, std::size_t count) { bytes.append(static_cast<const char*>(from), count); });
    const ByteSource source = source_of(bytes);
    FieldReader fields(source);
    ASSERT_TRUE(fields.next<bool>());
    fields.next<std::uint32_t>();
    std::string state;
    fields.text(state, first->longest_state());
    const auto error = [&] {
        const auto second = backend_of_order(4);
        second->resume({job, state});
        try {
            second->advance_epoch();
        } catch (const CheckpointError& refused) {
            return std::string(refused.what());
        }
        return std::string();
    };
    EXPECT_EQ(error(), "");
    for (std::uint8_t& digit : job.givens.cells()) {
        if (digit != 0) digit = static_cast<std::uint8_t>(digit % 16 + 1);
    }
    EXPECT_EQ(error(), "the checkpoint does not fit these settings: a board");
}

}  // namespace
}  // namespace evodoku
