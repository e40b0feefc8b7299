// Reading a plan; all that can be wrong with it is said before anything runs.
#include "evodoku/experiment/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/toml_nodes.hpp"
#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/presets.hpp"
#include "evodoku/engine/setting_values.hpp"

namespace evodoku::experiment {
namespace {

constexpr std::uint64_t most_seeds = 1'000'000;

class PlanReader {
public:
    PlanReader(std::string_view text, const std::string& source) : table_(toml_nodes::parse(text, source)) {
        plan_.source = source;
    }

    Plan operator()() {
        toml_nodes::check_keys(table_, plan_.source, {"output", "seeds", "puzzles", "defaults", "configurations"});
        if (const toml::node* output = table_.get("output")) plan_.output = text(*output, "output");
        read_puzzles();
        read_seeds();
        read_configurations();
        return std::move(plan_);
    }

private:
    [[noreturn]] void refuse(const toml::node& node, const std::string& message) const {
        toml_nodes::refuse(node, plan_.source, message);
    }

    std::string label(const toml::node& node, const std::string& name) const {
        return toml_nodes::place(node.source(), plan_.source) + ": " + name;
    }

    std::string text(const toml::node& node, const std::string& name) const {
        const auto* value = node.as_string();
        if (value == nullptr || value->get().empty()) refuse(node, name + " is not a text");
        return value->get();
    }

    std::uint64_t number(const toml::node& node, const std::string& name, std::uint64_t lowest,
                         std::uint64_t highest) const {
        const std::optional<std::string> value = toml_nodes::text_of(node);
        if (!value) refuse(node, name + " is not a number");
        return read_count(label(node, name), *value, lowest, highest);
    }

    /// A list with something in it. `example`: how it is written.
    const toml::array& list(const std::string& name, const std::string& example) const {
        const toml::node* node = table_.get(name);
        if (node == nullptr) {
            throw ConfigFileError(fmt::format("{}: the plan has no {}; write {}", plan_.source, name, example));
        }
        const toml::array* items = node->as_array();
        if (items == nullptr) refuse(*node, fmt::format("{} is not a list; write {}", name, example));
        if (items->empty()) refuse(*node, fmt::format("the plan has no {}; write {}", name, example));
        return *items;
    }

    void read_puzzles() {
        for (const toml::node& node : list("puzzles", "puzzles = [\"file.txt\"]")) {
            PuzzleFile file;
            file.place = toml_nodes::place(node.source(), plan_.source);
            if (const toml::table* table = node.as_table()) {
                toml_nodes::check_keys(*table, plan_.source, {"file", "lines"});
                const toml::node* name = table->get("file");
                if (name == nullptr) refuse(node, "the puzzles have no file");
                file.name = text(*name, "file");
                if (const toml::node* lines = table->get("lines")) file.lines = read_lines(*lines);
            } else {
                file.name = text(node, "a file of puzzles");
            }
            plan_.puzzles.push_back(std::move(file));
        }
    }

    std::vector<std::pair<std::size_t, std::size_t>> read_lines(const toml::node& node) const {
        const toml::array* items = node.as_array();
        if (items == nullptr || items->empty()) refuse(node, "lines is not a list such as [1, \"4-9\"]");
        std::vector<std::pair<std::size_t, std::size_t>> ranges;
        for (const toml::node& item : *items) {
            const std::string range = toml_nodes::text_of(item).value_or("");
            const std::size_t dash = range.find('-');
            const auto first = parse_count(range.substr(0, dash));
            const auto last = dash == std::string::npos ? first : parse_count(range.substr(dash + 1));
            if (!first || !last || *first == 0 || *last < *first) {
                refuse(item, "lines: this is neither a line, counted from 1, nor a range such as \"4-9\"");
            }
            ranges.emplace_back(*first, *last);
        }
        return ranges;
    }

    void read_seeds() {
        const toml::node* node = table_.get("seeds");
        if (const toml::table* range = node == nullptr ? nullptr : node->as_table()) {
            toml_nodes::check_keys(*range, plan_.source, {"first", "count"});
            const toml::node *first = range->get("first"), *count = range->get("count");
            if (first == nullptr || count == nullptr) refuse(*node, "seeds needs both first and count, or is a list");
            const std::uint64_t begin = number(*first, "first", 0, ~std::uint64_t{0});
            const std::uint64_t length =
                number(*count, "count", 1, std::min(most_seeds, ~begin + (begin == 0 ? 0 : 1)));
            for (std::uint64_t k = 0; k < length; ++k) plan_.seeds.push_back(begin + k);
            return;
        }
        for (const toml::node& item : list("seeds", "seeds = { first = 1, count = 30 }")) {
            const std::uint64_t seed = number(item, "a seed", 0, ~std::uint64_t{0});
            if (std::ranges::count(plan_.seeds, seed) != 0) refuse(item, fmt::format("seed {} stands twice", seed));
            plan_.seeds.push_back(seed);
        }
    }

    /// Keys of a table of settings, and `others`. A seed is a setting elsewhere, and here it is the plan's.
    void check_settings(const toml::table& table, const std::vector<std::string>& others = {}) const {
        for (const toml::key* key : toml_nodes::keys_in_order(table)) {
            if (key->str() != "seed") continue;
            throw ConfigFileError(
                fmt::format("{}: unknown key 'seed'; the seeds of all runs are the plan's, as in "
                            "seeds = [3] above its first table",
                            toml_nodes::place(key->source(), plan_.source)));
        }
        std::vector<std::string> keys = names_of(search_settings());
        keys.insert(keys.end(), others.begin(), others.end());
        toml_nodes::check_keys(table, plan_.source, keys);
    }

    void read_configurations() {
        std::vector<Assignment> defaults;
        if (const toml::node* node = table_.get("defaults")) {
            if (!node->is_table()) refuse(*node, "defaults is not a table");
            check_settings(*node->as_table());
            defaults = toml_nodes::assignments(*node->as_table(), plan_.source);
        }
        for (const toml::node& node : list("configurations", "[[configurations]] with preset = \"plain\"")) {
            if (!node.is_table()) refuse(node, "a configuration is not a table; write [[configurations]]");
            add(*node.as_table(), defaults);
        }
    }

    void add(const toml::table& table, const std::vector<Assignment>& defaults) {
        check_settings(table, {"name", "preset"});
        Configuration configuration;
        std::vector<Assignment> given;  // from the least weighty to the weightiest
        if (const toml::node* preset = table.get("preset")) {
            configuration.name = text(*preset, "preset");
            given = settings_of(find_preset(label(*preset, "preset"), configuration.name));
            assign(configuration.settings, search_settings(), given);
        }
        if (const toml::node* name = table.get("name")) configuration.name = text(*name, "name");
        if (configuration.name.empty()) refuse(table, "the configuration has neither a name nor a preset");

        const std::vector<Assignment> own = toml_nodes::assignments(table, plan_.source, {"name", "preset"});
        std::set<std::string> named;
        for (const std::vector<Assignment>* layer : {&defaults, &own}) {
            assign(configuration.settings, search_settings(), *layer);
            for (const Assignment& assignment : *layer) named.insert(assignment.name);
            given.insert(given.end(), layer->begin(), layer->end());
        }
        settle(configuration.settings, named);
        try {
            validate(configuration.settings.config);
        } catch (const std::invalid_argument& error) {
            refuse(table, fmt::format("configuration '{}': {}", configuration.name,
                                      with_origins(error.what(), configuration.settings, given)));
        }
        configuration.hash = hash_of(configuration.settings);
        for (const Configuration& other : plan_.configurations) {
            if (other.name == configuration.name) refuse(table, "two configurations are called " + other.name);
            if (other.hash == configuration.hash) {
                refuse(table, fmt::format("configurations '{}' and '{}' are the same", other.name, configuration.name));
            }
        }
        plan_.configurations.push_back(std::move(configuration));
    }

    /// A plan does not depend on the machine: `auto` is the default population, whatever the device.
    static void settle(SearchSettings& settings, const std::set<std::string>& named) {
        if (settings.automatic_population) {
            const std::uint32_t islands = settings.config.islands;
            settings.config.population = std::max(islands, Config{}.population / islands * islands);
            settings.automatic_population = false;
        }
        fit(settings, named);
    }

    toml::table table_;
    Plan plan_;
};

}  // namespace

Plan read_plan(std::string_view text, const std::string& source) { return PlanReader(text, source)(); }

}  // namespace evodoku::experiment
