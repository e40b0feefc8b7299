// The evolutions of tests/golden/fingerprints.txt, one per call, as lines of that file.
#include <fmt/format.h>

#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "cpu/machine.hpp"
#include "support/configurations.hpp"

namespace evodoku::test {
namespace {

const std::vector<NamedConfiguration>& all() {
    static const std::vector<NamedConfiguration> made = configurations();
    return made;
}

std::string line_of(std::size_t number) {
    const NamedConfiguration& named = all()[number];
    const auto backend =
        make_evolution_backend(std::make_unique<cpu::Executor>(cpu::make_serial_workers(cpu::Order::forwards)),
                               named.config, named.puzzle_slots);
    std::vector<Outcome> answers = evolve_to_ends(*backend, named);
    if (!is_large(named.config.representation)) std::ranges::sort(answers, {}, &Outcome::puzzle_index);
    return fmt::format("{:016x} {}", digest(answers), named.name);
}

}  // namespace
}  // namespace evodoku::test

extern "C" __attribute__((export_name("count"))) std::size_t count() { return evodoku::test::all().size(); }

extern "C" __attribute__((export_name("line"))) const char* line(std::size_t number) {
    static std::string text;
    text = evodoku::test::line_of(number);
    return text.c_str();
}
