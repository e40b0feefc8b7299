// Reads a plan, and chooses its puzzles by the lines on which they begin. All mistakes are reported before anything
// runs.
#include "experiment/experiment.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>

#include "engine/text.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/characters.hpp"
#include "settings/puzzle_settings.hpp"
#include "settings/toml_file.hpp"

namespace evodoku::experiment {
namespace {

using namespace toml_file;
using Node = toml::node;
using Entries = std::vector<Entry>;

constexpr std::uint64_t max_seeds = 1'000'000;
constexpr std::size_t max_configurations = 10'000;

/// A file that a plan names, relative to the plan.
std::string beside(const std::string& plan, const std::string& file) {
    return (std::filesystem::path(plan).parent_path() / file).string();
}

class PlanReader {
public:
    PlanReader(std::string_view text, const std::string& source)
        : table_(
              parse(text, source, "a plan", "evodoku help experiment shows one, with [[configurations]] above each")) {
        plan_.source = source;
    }

    Plan operator()(const OpenFile& open, const io::OnError& on_error) {
        checked_entries(
            table_, {"output", "order", "seeds", "puzzles", "history", "history-every", "defaults", "configurations"});
        if (const Node* output = table_.get("output")) plan_.output = text(*output, "output");
        read_history();
        list_files();
        read_files(open, on_error);
        read_seeds();
        read_configurations();
        return std::move(plan_);
    }

private:
    static std::string text(const Node& node, const std::string& name) {
        const std::string text = node.value_or(std::string());
        if (!node.is_string() || text.empty()) {
            refuse(node, fmt::format("{} is {}; write a text in quotation marks, of at least one character", name,
                                     described(node)));
        }
        for (std::size_t place = 0; place < text.size();) {  // it would be in every table, on a terminal, too
            const io::Character character = io::character_at(text, place);
            place += character.length;
            if (!io::is_control(character.code)) continue;
            refuse(node, fmt::format("{} has a control character: {}", name, io::described(character)));
        }
        return text;
    }

    static std::uint64_t number(const Node& node, const std::string& name, std::uint64_t lowest,
                                std::uint64_t highest) {
        const std::optional<std::string> digits = text_of(node);
        if (!digits) refuse(node, name + " is not a number");
        return read_count(place_of(node.source()) + ": " + name, *digits, lowest, highest);
    }

    /// A list that is not empty. `example`: how to write it.
    const toml::array& list(const std::string& name, const std::string& example) const {
        const Node* node = table_.get(name);
        const std::string none = fmt::format("the plan has no {}; write {}", name, example);
        if (node == nullptr) throw SettingError(plan_.source + ": " + none);
        if (!node->is_array()) refuse(*node, fmt::format("{} is not a list; write {}", name, example));
        if (node->as_array()->empty()) refuse(*node, none);
        return *node->as_array();
    }

    void list_files() {
        for (const Node& node : list("puzzles", "puzzles = [\"file.txt\"]")) {
            PuzzleFile& file = plan_.files.emplace_back();
            file.location = place_of(node.source());
            if (const toml::table* table = node.as_table()) {
                checked_entries(*table, {"file", "lines"});
                const Node* name = table->get("file");
                if (name == nullptr) refuse(node, "a table of puzzles has no file; write file = \"NAME\"");
                file.name = text(*name, "file");
                if (const Node* lines = table->get("lines")) file.lines = read_lines(*lines);
            } else {
                file.name = text(node, "a file of puzzles");
            }
        }
    }

    void read_files(const OpenFile& open, const io::OnError& on_error) {
        const Node* named = table_.get("order");
        int order = named == nullptr ? 0 : static_cast<int>(number(*named, "order", smallest_order, largest_order));
        bool any_bad = false;
        for (const PuzzleFile& file : open ? plan_.files : std::vector<PuzzleFile>()) {
            const std::string path = beside(plan_.source, file.name);
            std::vector<PlannedPuzzle> all;
            const auto take = [&](const io::ReadPuzzle& job) {
                refuse_conflict(job);
                all.push_back({job.grid, file.name, job.line});
            };
            try {
                const std::unique_ptr<std::istream> stream = open(path);
                io::PuzzleReader reader(*stream, path, 0, {.unshown = order == 0 ? 3 : order});
                const io::RecognisedOrder recognised = reader.order();
                if (order == 0) order = recognised.order;
                if (recognised.order != order) {
                    throw SettingError(fmt::format(
                        "{0}: {1}:{2}: a board of {3} x {3}, but the plan is of {4} x {4}; write a plan for each size",
                        file.location, path, recognised.line, recognised.order * recognised.order, order * order));
                }
                io::visit([&](io::ReadPuzzle& job) { return reader.next(job); }, take,
                          [&](const io::ParseError& error) { any_bad = true, on_error(error); });
                if (const io::Remarks found = reader.remarks(); found.skipped != 0) {
                    plan_.remarks.push_back(fmt::format("{}:{}: {} of text skipped here and below", path,
                                                        found.first_skipped, counted(found.skipped, "line")));
                }
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
        std::map<std::size_t, bool> is_wanted;  // each line on which a puzzle begins
        for (const PlannedPuzzle& puzzle : all) is_wanted[puzzle.line] = file.lines.empty();
        for (const auto& [first, last] : file.lines) {
            auto line = is_wanted.lower_bound(first);
            if (line == is_wanted.end() || line->first > last) {
                throw SettingError(fmt::format(
                    "{}: no puzzle in {} begins on {}", file.location, file.name,
                    first == last ? fmt::format("line {}", first) : fmt::format("lines {}-{}", first, last)));
            }
            for (; line != is_wanted.end() && line->first <= last; ++line) line->second = true;
        }
        for (const PlannedPuzzle& puzzle : all) {
            if (!is_wanted.at(puzzle.line)) continue;
            if (!chosen_.emplace(file.name, puzzle.line).second) {
                const bool are_several = std::ranges::count(all, puzzle.line, &PlannedPuzzle::line) > 1;
                throw SettingError(fmt::format("{}: {}:{} {}", file.location, file.name, puzzle.line,
                                               are_several
                                                   ? "has several puzzles; evodoku convert writes a line for each"
                                                   : "appears twice; choose it once"));
            }
            plan_.puzzles.push_back({puzzle.grid, file.name, puzzle.line, occurrences_[io::to_line(puzzle.grid)]++});
        }
    }

    static std::vector<std::pair<std::size_t, std::size_t>> read_lines(const Node& node) {
        if (!node.is_array() || node.as_array()->empty()) refuse(node, "lines is not a list such as [1, \"4-9\"]");
        std::vector<std::pair<std::size_t, std::size_t>> ranges;
        for (const Node& item : *node.as_array()) {
            const std::string range = text_of(item).value_or("");
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
        if (const Node* history = table_.get("history")) {
            plan_.full_history = history->value_exact<bool>() == true;
            plan_.history = plan_.full_history || history->value_exact<std::string>() == "improvements";
            if (!history->is_boolean() && !plan_.history) {
                refuse(*history, "history is neither true nor false nor \"improvements\"");
            }
        }
        if (const Node* every = table_.get("history-every")) {
            if (!plan_.full_history) refuse(*every, "history-every needs history = true");
            plan_.history_every = static_cast<std::uint32_t>(number(*every, "history-every", 1, 1'000'000'000));
        }
    }

    void read_seeds() {
        if (const toml::table* table = table_["seeds"].as_table()) {
            checked_entries(*table, {"first", "count"});
            const Node *first = table->get("first"), *count = table->get("count");
            if (first == nullptr || count == nullptr)
                refuse(*table, "seeds needs both first and count, as in seeds = { first = 1, count = 30 }, or a list");
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

    /// The settings of a table, which may have `others`. The seed is one elsewhere; here the plan has the seeds.
    static Entries settings_in(const toml::table& table, const std::vector<std::string>& others) {
        if (const auto seed = table.find("seed"); seed != table.end()) {
            refuse(seed->first,
                   "unknown key 'seed'; all runs share the plan's seeds: write seeds = [3] above its first table");
        }
        std::vector<std::string> keys = names_of(search_settings());
        keys.insert(keys.end(), others.begin(), others.end());
        Entries entries = checked_entries(table, keys);
        std::erase_if(entries, [&](const Entry& each) { return std::ranges::count(others, each.name()) != 0; });
        return entries;
    }

    void read_configurations() {
        if (const Node* node = table_.get("defaults")) {
            if (!node->is_table()) refuse(*node, "defaults is not a table; write [defaults]");
            defaults_ = settings_in(*node->as_table(), {"preset"});
            preset_ = node->as_table()->get("preset");
        }
        for (const Node& node : list("configurations", "[[configurations]] with preset = \"plain\"")) {
            const toml::table* const table = node.as_table();
            if (table == nullptr) refuse(node, "a configuration is not a table; write [[configurations]]");
            Entries all = settings_in(*table, {"name", "preset"});
            const auto is_default = [&](const Entry& each) { return !table->contains(each.name()); };
            std::ranges::copy_if(defaults_, std::inserter(all, all.begin()), is_default);
            add_swept(*table, all);
        }
    }

    /// A setting with a list of values makes a configuration of each value, and several lists one of each combination.
    void add_swept(const toml::table& table, Entries entries, const std::string& suffix = "") {
        for (Entry& entry : entries) {
            const toml::array* const values = entry.value->as_array();
            if (values == nullptr) continue;
            if (values->empty()) refuse(*values, fmt::format("{} has no values; write one or more", entry.name()));
            for (const Node& value : *values) {
                const std::optional<std::string> text = text_of(value);
                if (!text) refuse(value, fmt::format("{} has a value that is not a text or a number", entry.name()));
                entry.value = &value;
                add_swept(table, entries, fmt::format("{}, {}={}", suffix, entry.name(), *text));
                if (plan_.configurations.size() > max_configurations) {
                    refuse(table, fmt::format("more than {} configurations; use several plans", max_configurations));
                }
            }
            return;
        }
        add(table, entries, suffix);
    }

    void add(const toml::table& table, const Entries& entries, const std::string& suffix) {
        Configuration configuration;
        RunSettings settings;
        take_order(settings, plan_.order, false);
        const std::uint32_t standard_population = settings.config.population;
        Layers layers;
        const Node* const own_preset = table.get("preset");
        if (const Node* preset = own_preset != nullptr ? own_preset : preset_) {
            if (plan_.order != 3) {
                refuse(*preset, fmt::format("preset is for 9 x 9, and these boards are {0} x {0}; write a name in its "
                                            "place, and single settings",
                                            plan_.order * plan_.order));
            }
            configuration.name = text(*preset, "preset");
            layers.preset = settings_of(find_preset(place_of(preset->source()) + ": preset", configuration.name));
        }
        if (const Node* name = table.get("name")) configuration.name = text(*name, "name");
        if (configuration.name.empty())
            refuse(table, "the configuration has neither a name nor a preset; write name = \"NAME\"");
        configuration.name += suffix;

        layers.chosen = assignments(entries);
        take_layers(settings, run_settings(), layers);
        settings.seed = 0;  // the plan has the seeds
        try {
            check_order(settings, plan_.order);
            complete(settings, standard_population);  // `auto` is the same on every machine
        } catch (const SettingError& error) {
            refuse(table, fmt::format("configuration '{}': {}", configuration.name, error.what()));
        }
        configuration.settings = settings;
        configuration.hash = hash_of(settings);
        for (const Configuration& other : plan_.configurations) {
            if (other.name == configuration.name)
                refuse(table, fmt::format("two configurations are called {}; give each a name", other.name));
            if (other.hash == configuration.hash) {
                refuse(table, fmt::format("configurations '{}' and '{}' are the same; remove one of them", other.name,
                                          configuration.name));
            }
        }
        Config& config = settings.config;  // without what has no effect
        if (config.islands == 1) config.migrate_every = config.migrants = 0;
        const bool learns = config.immigrants.of(config.reserved() / config.islands) != 0;
        if (config.replacement.is("elite-learning") && !learns) config.replacement = "generational";
        const auto [same, is_new] = made_.try_emplace(hash_of(settings), plan_.configurations.size());
        if (!is_new)
            plan_.remarks.push_back(fmt::format("configurations '{}' and '{}' differ in nothing that has an effect",
                                                plan_.configurations[same->second].name, configuration.name));
        plan_.configurations.push_back(std::move(configuration));
    }

    toml::table table_;
    Entries defaults_;
    const Node* preset_ = nullptr;  ///< of [defaults]
    Plan plan_;
    std::unordered_map<std::uint64_t, std::size_t> made_;       ///< configurations by their settings in effect
    std::set<std::pair<std::string, std::size_t>> chosen_;      ///< files and lines of the plan's puzzles
    std::unordered_map<std::string, std::size_t> occurrences_;  ///< of each grid in the plan
};

}  // namespace

Plan read_plan(std::string_view text, const std::string& source, const OpenFile& open, const io::OnError& on_error) {
    return PlanReader(text, source)(open, on_error);
}

std::string Plan::results() const {
    return output.empty() ? std::filesystem::path(source).replace_extension(".jsonl").string() : beside(source, output);
}

}  // namespace evodoku::experiment
