// Reads a plan, and chooses its puzzles by the lines on which they begin. All mistakes are reported before anything
// runs.
#include "experiment/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "engine/text.hpp"
#include "evodoku/core/grid.hpp"
#include "files/written_file.hpp"
#include "io/characters.hpp"
#include "settings/config_file.hpp"
#include "settings/puzzle_settings.hpp"
#include "settings/setting.hpp"

namespace evodoku::experiment {
namespace {

using toml_tree::Node;
using toml_tree::refuse;

constexpr std::uint64_t max_seeds = 1'000'000;
constexpr std::size_t max_configurations = 10'000;

class PlanReader {
public:
    PlanReader(std::string_view text, const std::string& source)
        : table_(toml_tree::parse(text, source, "a plan", "evodoku help experiment shows one")) {
        plan_.source = source;
    }

    Plan operator()(const OpenFile& open, const io::OnError& on_error) {
        toml_tree::check_keys(
            table_, {"output", "order", "seeds", "puzzles", "history", "history-every", "defaults", "configurations"});
        if (const Node* output = table_.find("output")) plan_.output = text(*output, "output");
        read_history();
        list_files();
        read_files(open, on_error);
        read_seeds();
        read_configurations();
        return std::move(plan_);
    }

private:
    static std::string label(const Node& node, const std::string& name) { return node.location + ": " + name; }

    static std::string text(const Node& node, const std::string& name) {
        if (node.kind != Node::Kind::text || node.text.empty()) {
            refuse(node, fmt::format("{} is {}; write a text in quotation marks, of at least one character", name,
                                     node.described()));
        }
        for (std::size_t at = 0; at < node.text.size();) {  // it would be in every table, on a terminal, too
            const io::Character character = io::character_at(node.text, at);
            at += character.length;
            if (!io::is_control(character.code)) continue;
            refuse(node, fmt::format("{} has a control character: {}", name, io::described(character)));
        }
        return node.text;
    }

    static std::uint64_t number(const Node& node, const std::string& name, std::uint64_t lowest,
                                std::uint64_t highest) {
        if (!node.is_value()) refuse(node, name + " is not a number");
        return read_count(label(node, name), node.text, lowest, highest);
    }

    /// A list that is not empty. `example`: how to write it.
    const std::vector<Node>& list(const std::string& name, const std::string& example) const {
        const Node* node = table_.find(name);
        const std::string none = fmt::format("the plan has no {}; write {}", name, example);
        if (node == nullptr) throw SettingError(plan_.source + ": " + none);
        if (node->kind != Node::Kind::list) refuse(*node, fmt::format("{} is not a list; write {}", name, example));
        if (node->items.empty()) refuse(*node, none);
        return node->items;
    }

    void list_files() {
        for (const Node& node : list("puzzles", "puzzles = [\"file.txt\"]")) {
            PuzzleFile file;
            file.location = node.location;
            if (node.kind == Node::Kind::table) {
                toml_tree::check_keys(node, {"file", "lines"});
                const Node* name = node.find("file");
                if (name == nullptr) refuse(node, "a table of puzzles has no file; write file = \"NAME\"");
                file.name = text(*name, "file");
                if (const Node* lines = node.find("lines")) file.lines = read_lines(*lines);
            } else {
                file.name = text(node, "a file of puzzles");
            }
            plan_.files.push_back(std::move(file));
        }
    }

    void read_files(const OpenFile& open, const io::OnError& on_error) {
        const Node* named = table_.find("order");
        int order = named == nullptr ? 0 : static_cast<int>(number(*named, "order", smallest_order, largest_order));
        bool any_bad = false;
        for (const PuzzleFile& file : open ? plan_.files : std::vector<PuzzleFile>()) {
            const std::string path = beside(plan_.source, file.name);
            std::vector<PlannedPuzzle> all;
            const auto take = [&](const io::Job& job) {
                refuse_conflict(job);
                all.push_back({job.grid, file.name, job.line});
            };
            try {
                const std::unique_ptr<std::istream> stream = open(path);
                io::PuzzleReader reader(*stream, path, 0, order == 0 ? 3 : order);
                const io::RecognisedOrder found = reader.order();
                if (order == 0) order = found.order;
                if (found.order != order) {
                    throw SettingError(fmt::format(
                        "{0}: {1}:{2}: a board of {3} x {3}, but the plan is of {4} x {4}; write a plan for each size",
                        file.location, path, found.line, found.order * found.order, order * order));
                }
                io::visit(reader, take, [&](const io::ParseError& error) { any_bad = true, on_error(error); });
            } catch (const FileError& error) {
                throw FileError(fmt::format("{}: {}", file.location, error.what()));
            }
            if (!any_bad) add_chosen(file, all);
        }
        if (any_bad) plan_.puzzles.clear();
        if (order != 0) plan_.order = order;
    }

    /// Adds the puzzles that the plan chooses from a file. `all`: every puzzle of the file.
    void add_chosen(const PuzzleFile& file, const std::vector<PlannedPuzzle>& all) {
        const auto is_in = [](const auto& range, std::size_t line) {
            return range.first <= line && line <= range.second;
        };
        for (const auto& range : file.lines) {
            if (std::ranges::any_of(all, [&](const PlannedPuzzle& puzzle) { return is_in(range, puzzle.line); }))
                continue;
            const auto& [first, last] = range;
            throw SettingError(
                fmt::format("{}: no puzzle in {} begins on {}", file.location, file.name,
                            first == last ? fmt::format("line {}", first) : fmt::format("lines {}-{}", first, last)));
        }
        for (const PlannedPuzzle& puzzle : all) {
            const auto has_it = [&](const auto& range) { return is_in(range, puzzle.line); };
            if (!file.lines.empty() && std::ranges::none_of(file.lines, has_it)) continue;
            const auto is_it = [&](const auto& each) { return each.file == file.name && each.line == puzzle.line; };
            if (std::ranges::any_of(plan_.puzzles, is_it)) {
                throw SettingError(
                    fmt::format("{}: {}:{} appears twice; choose it once", file.location, file.name, puzzle.line));
            }
            const auto before = std::ranges::count(plan_.puzzles, puzzle.grid, &PlannedPuzzle::grid);
            plan_.puzzles.push_back({puzzle.grid, file.name, puzzle.line, static_cast<std::size_t>(before)});
        }
    }

    static std::vector<std::pair<std::size_t, std::size_t>> read_lines(const Node& node) {
        if (node.items.empty()) refuse(node, "lines is not a list such as [1, \"4-9\"]");
        std::vector<std::pair<std::size_t, std::size_t>> ranges;
        for (const Node& item : node.items) {
            const std::string range = item.text;
            const std::size_t dash = range.find('-');
            const auto first = parse_count(range.substr(0, dash));
            const auto last = dash == std::string::npos ? first : parse_count(range.substr(dash + 1));
            if (!first || !last || *first == 0 || *last < *first) {
                refuse(item, "lines: expected a line number from 1, or a range such as \"4-9\"");
            }
            ranges.emplace_back(*first, *last);
        }
        return ranges;
    }

    void read_history() {
        if (const Node* history = table_.find("history")) {
            const bool is_truth = history->kind == Node::Kind::truth, is_text = history->kind == Node::Kind::text;
            plan_.full_history = is_truth && history->text == "true";
            plan_.history = plan_.full_history || (is_text && history->text == "improvements");
            if (!is_truth && !plan_.history) {
                refuse(*history, "history is neither true nor false nor \"improvements\"");
            }
        }
        if (const Node* every = table_.find("history-every")) {
            if (!plan_.full_history) refuse(*every, "history-every needs history = true");
            plan_.history_every = static_cast<std::uint32_t>(number(*every, "history-every", 1, 1'000'000'000));
        }
    }

    void read_seeds() {
        const Node* node = table_.find("seeds");
        if (node != nullptr && node->kind == Node::Kind::table) {
            toml_tree::check_keys(*node, {"first", "count"});
            const Node *first = node->find("first"), *count = node->find("count");
            if (first == nullptr || count == nullptr)
                refuse(*node, "seeds needs both first and count, as in seeds = { first = 1, count = 30 }, or a list");
            const std::uint64_t begin = number(*first, "first", 0, ~std::uint64_t{0});
            const std::uint64_t length = number(*count, "count", 1, std::min(max_seeds, ~begin + (begin == 0 ? 0 : 1)));
            for (std::uint64_t k = 0; k < length; ++k) plan_.seeds.push_back(begin + k);
            return;
        }
        for (const Node& item : list("seeds", "seeds = { first = 1, count = 30 }")) {
            const std::uint64_t seed = number(item, "a seed", 0, ~std::uint64_t{0});
            if (std::ranges::count(plan_.seeds, seed) != 0)
                refuse(item, fmt::format("seed {} appears twice; write each once", seed));
            plan_.seeds.push_back(seed);
        }
    }

    /// Keys of a table of settings, and `others`. The seed is a setting elsewhere; here the plan has the seeds.
    static void check_settings(const Node& table, const std::vector<std::string>& others = {}) {
        const auto seed = std::ranges::find(table.entries, "seed", &toml_tree::Entry::name);
        if (seed != table.entries.end())
            throw SettingError(seed->location +
                               ": unknown key 'seed'; all runs share the plan's seeds: write "
                               "seeds = [3] above its first table");
        std::vector<std::string> keys = names_of(search_settings());
        keys.insert(keys.end(), others.begin(), others.end());
        toml_tree::check_keys(table, keys);
    }

    void read_configurations() {
        std::vector<Assignment> defaults;
        if (const Node* node = table_.find("defaults")) {
            if (node->kind != Node::Kind::table) refuse(*node, "defaults is not a table; write [defaults]");
            check_settings(*node, {"preset"});
            defaults = toml_tree::assignments(*node, {"preset"});
            preset_ = node->find("preset");
        }
        for (const Node& node : list("configurations", "[[configurations]] with preset = \"plain\"")) {
            if (node.kind != Node::Kind::table)
                refuse(node, "a configuration is not a table; write [[configurations]]");
            add_swept(node, defaults);
        }
    }

    /// A setting with a list of values makes a configuration of each value, and several lists one of each combination.
    void add_swept(const Node& table, const std::vector<Assignment>& defaults, const std::string& suffix = "") {
        check_settings(table, {"name", "preset"});
        for (std::size_t k = 0; k < table.entries.size(); ++k) {
            const toml_tree::Entry& entry = table.entries[k];
            if (entry.node.kind != Node::Kind::list || entry.name == "name" || entry.name == "preset") continue;
            if (entry.node.items.empty())
                refuse(entry.node, fmt::format("{} has no values; write one or more", entry.name));
            for (const Node& value : entry.node.items) {
                if (!value.is_value())
                    refuse(value, fmt::format("{} has a value that is not a text or a number", entry.name));
                Node one = table;
                one.entries[k].node = value;
                add_swept(one, defaults, fmt::format("{}, {}={}", suffix, entry.name, value.text));
                if (plan_.configurations.size() > max_configurations) {
                    refuse(table, fmt::format("more than {} configurations; use several plans", max_configurations));
                }
            }
            return;
        }
        add(table, defaults, suffix);
    }

    void add(const Node& table, const std::vector<Assignment>& defaults, const std::string& suffix) {
        Configuration configuration;
        const Config standard = default_config(box_board_of(plan_.order));
        configuration.settings.config = standard;
        std::vector<Assignment> given;  // lowest precedence first
        const Node* own_preset = table.find("preset");
        if (const Node* preset = own_preset != nullptr ? own_preset : preset_) {
            if (plan_.order != 3) {
                refuse(*preset, fmt::format("preset is for 9 x 9, and these boards are {0} x {0}; write a name in its "
                                            "place, and single settings",
                                            plan_.order * plan_.order));
            }
            configuration.name = text(*preset, "preset");
            given = settings_of(find_preset(label(*preset, "preset"), configuration.name));
        }
        if (const Node* name = table.find("name")) configuration.name = text(*name, "name");
        if (configuration.name.empty())
            refuse(table, "the configuration has neither a name nor a preset; write name = \"NAME\"");
        configuration.name += suffix;

        std::vector<Assignment> chosen = defaults;
        for (const Assignment& own : toml_tree::assignments(table, {"name", "preset"})) chosen.push_back(own);
        std::set<std::string> named;
        for (const Assignment& assignment : chosen) named.insert(assignment.name);
        given.insert(given.end(), chosen.begin(), chosen.end());
        assign(configuration.settings, search_settings(), given);
        // A plan does not depend on the machine: `auto` is the default population on every device.
        derive_defaults(configuration.settings, named, standard.population);
        try {
            check_order(configuration.settings, plan_.order, [](std::string_view name) { return std::string(name); });
            validate(configuration.settings.config);
        } catch (const std::invalid_argument& error) {
            refuse(table, fmt::format("configuration '{}': {}", configuration.name,
                                      with_origins(error.what(), configuration.settings, given)));
        }
        configuration.hash = hash_of(configuration.settings);
        for (const Configuration& other : plan_.configurations) {
            if (other.name == configuration.name)
                refuse(table, fmt::format("two configurations are called {}; give each a name", other.name));
            if (other.hash == configuration.hash) {
                refuse(table, fmt::format("configurations '{}' and '{}' are the same; remove one of them", other.name,
                                          configuration.name));
            }
        }
        plan_.configurations.push_back(std::move(configuration));
    }

    Node table_;
    const Node* preset_ = nullptr;  ///< of [defaults]
    Plan plan_;
};

}  // namespace

Plan read_plan(std::string_view text, const std::string& source, const OpenFile& open, const io::OnError& on_error) {
    return PlanReader(text, source)(open, on_error);
}

std::string beside(const std::string& plan, const std::string& file) {
    return (std::filesystem::path(plan).parent_path() / file).string();
}

}  // namespace evodoku::experiment
