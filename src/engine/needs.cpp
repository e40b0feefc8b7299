// Rules, sizes and memory from specifications; the message of a population that does not fit.
#include "engine/needs.hpp"

#include <fmt/format.h>

#include "engine/chosen_operator.hpp"
#include "operators/catalogue.hpp"

namespace evodoku {
namespace {

bool any_mutation(const Config& config, bool OperatorNeeds::*need) {
    return std::ranges::any_of(config.mutation, [&](const auto& entry) { return entry.op.info().needs.*need; });
}

std::string in_gib(std::uint64_t bytes) { return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / (1u << 30)); }

/// If even the smallest population is too large, something else takes the memory. `dashes`: before names of settings.
std::string remedy_of(std::string_view dashes, std::uint64_t largest_population, std::uint64_t growth,
                      std::uint64_t puzzle_slots, bool has_stacks) {
    if (largest_population > 0) {
        return fmt::format("the largest that fits is {}population {}{}", dashes, largest_population,
                           growth != 0 ? fmt::format(" {}largest {}", dashes, growth) : "");
    }
    if (puzzle_slots > 1) return fmt::format("{} puzzles side by side are too many for any population", puzzle_slots);
    const char* const text = "the memory besides boards is already too much; ";
    if (has_stacks) return fmt::format("{}use {}device cpu or another GPU", text, dashes);
    return fmt::format("{0}end other programs, or use a smaller {1}seen or fewer {1}islands", text, dashes);
}

}  // namespace

Rules rules_of(const Config& config) {
    Rules rules;
    for (const AnyOperator& op : operators_of(config)) {
        if (op.info->change_rules != nullptr) op.info->change_rules(op.values, rules);
    }
    return rules;
}

bool grows(const Config& config) { return rules_of(config).grows && config.restart_after != 0; }

std::uint32_t largest_for_all_stalls(const Config& config) {
    const std::uint64_t stalls = config.generations / config.restart_after + 1;
    const std::uint64_t growth =
        std::min<std::uint64_t>(stalls * rules_of(config).max_growth, max_individuals) * config.islands;
    const std::uint64_t room =
        std::min({config.population + growth, std::uint64_t{config.population} * 10, std::uint64_t{max_individuals}});
    const std::uint64_t largest = std::max<std::uint64_t>(config.max_population, room);
    return static_cast<std::uint32_t>(largest / config.islands * config.islands);
}

bool cools(const Config& config) { return any_mutation(config, &OperatorNeeds::cooling); }

Needs::Needs(const Config& config)
    : spare(rules_of(config).merges || config.brood_size > 1),
      wheel(config.selection.info().needs.wheel),
      alleles(any_mutation(config, &OperatorNeeds::alleles) || config.initialisation.info().needs.alleles),
      efforts(any_mutation(config, &OperatorNeeds::effort)),
      entries(config.distinct ? (rules_of(config).merges ? 2 : 1) : 0),
      seen_words((config.duplicate_memory + 1) / 2),
      functions(std::ranges::any_of(operators_of(config), [](const AnyOperator& op) { return is_function(*op.info); })),
      schedule(config.schedule.size()) {}

PopulationArrays population_of(const Config& config, std::uint32_t puzzle_slots) {
    PopulationArrays pool{};
    pool.island_count = puzzle_slots * config.islands;
    pool.island_size = config.reserved() / config.islands, pool.first_size = config.island_size();
    const auto size = static_cast<std::uint32_t>(order_of(config.representation) * order_of(config.representation));
    const bool is_large_cost = is_large(config.representation) && !is_function(config.cost.info());
    pool.highest_cost = is_large_cost ? 2 * size * (size - 1) : config.cost.info().highest_cost;
    pool.elite = config.elite, pool.immigrants = config.immigrants;
    pool.migrants = config.islands > 1 ? config.migrants : 0;
    pool.restart_after = config.restart_after;
    pool.max_evaluations = config.max_evaluations == 0 ? ~std::uint64_t{0} : config.island_evaluations();
    pool.rules = rules_of(config);
    pool.pairs = config.paired_children, pool.either = config.either, pool.tries = config.brood_size;
    pool.mates = config.different ? max_mates : 1;
    const Needs needs(config);
    pool.distinct.entries_per_island = static_cast<std::uint32_t>(pool.island_size * needs.entries);
    pool.distinct.buckets_per_island = pool.distinct.entries_per_island * DeduplicationTable::buckets_per_entry;
    pool.distinct.seen_words = static_cast<std::uint32_t>(needs.seen_words);
    pool.distinct.seen_boards = config.duplicate_memory, pool.distinct.drops = config.drops;
    return pool;
}

MemoryError::MemoryError(const std::string& device, const Bytes& bytes, std::uint64_t largest, std::uint64_t growth,
                         std::uint64_t slots)
    : ErrorWithRemedy(
          fmt::format(
              "{}: the population needs {} of memory{} and {} are free", device, in_gib(bytes.needed),
              bytes.of_stacks != 0 ? fmt::format(", {} of it for the stacks of kernels,", in_gib(bytes.of_stacks)) : "",
              in_gib(bytes.available)),
          remedy_of("--", largest, growth, slots, bytes.of_stacks != 0)),
      on_gpu(device.starts_with("cuda")),
      remedy_in_words(remedy_of("", largest, growth, slots, bytes.of_stacks != 0)),
      needed_bytes(bytes.needed),
      available_bytes(bytes.available),
      largest_population(largest) {}

}  // namespace evodoku
