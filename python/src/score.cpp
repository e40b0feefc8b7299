// Boards compared with their puzzles, and canonical forms; solutions counted, and listed one by one.
#include <cmath>

#include "bindings.hpp"
#include "counting/generating.hpp"
#include "described.hpp"
#include "io/json.hpp"
#include "scoring/score.hpp"

namespace evodoku::python {
namespace {

/// uint16[boards, 5]: exact, valid, givens changed, cells right, cost; and the shares of all, and of groups, as JSON.
std::tuple<nb::ndarray<nb::numpy, std::uint16_t>, std::vector<std::string>> score(
    const Grids& boards, const Grids& puzzles, const std::optional<Grids>& answers, int order,
    const std::vector<std::string>& groups, const Texts& texts) {
    scoring::ScoreOptions options;
    assign(options, scoring::score_options(), assignments_of(texts));
    std::vector<std::uint16_t> all;
    std::size_t next_board = 0, k = 0;
    Signals signals;
    const auto take = [&](io::ReadPuzzle& board) {
        const std::size_t at = next_board++;
        const bool lacks = boards.data()[at * boards.shape(1)] == no_board;
        board.grid = lacks ? grid_at(puzzles, k, order) : grid_at(boards, at, order);
        return true;
    };
    const auto take_answer = [&](io::ReadPuzzle& answer) {
        answer = {grid_at(*answers, k, order), "solutions", k + 1};
        return true;
    };
    const auto keep = [&](const scoring::ScoredBoard& board) {
        const scoring::BoardScore& score = board.score;
        for (const std::uint32_t number : {std::uint32_t{score.is_exact}, std::uint32_t{score.is_valid},
                                           score.givens_changed, score.cells_right, score.cost})
            all.push_back(static_cast<std::uint16_t>(number));
    };
    scoring::Scorer scorer(options, {take, answers ? scoring::Scorer::Next(take_answer) : nullptr, keep});
    without_lock([&] {
        for (; k < puzzles.shape(0) && !signals.raised(); ++k)
            scorer.score({grid_at(puzzles, k, order), "puzzles", k + 1},
                         groups.empty() ? "" : scoring::group_of(groups[k]));
    });
    signals.rethrow();
    std::vector<std::string> rows;
    for (const scoring::Scores& row : scorer.rows()) rows.push_back(io::json_of(row));
    const std::size_t count = all.size() / 5;
    return {numpy_array(std::move(all), {count, 5}), std::move(rows)};
}

Cells canonical(const Grids& puzzles) {
    Signals signals;
    auto forms = signals.during([&] {
        std::vector<std::uint8_t> cells;
        for (std::size_t k = 0; k < puzzles.shape(0) && !signals.raised(); ++k)
            add_cells(cells, logic::canonical_form(grid_at(puzzles, k, 3)));
        return cells;
    });
    return rows_of(std::move(forms), 81);
}

/// uint8[solutions, cells], whether there are more than `most`, and whether the positions were enough.
std::tuple<Cells, bool, bool> solutions(const Grids& puzzle, int order, std::uint64_t most, std::uint64_t positions) {
    std::vector<std::uint8_t> cells;
    Signals signals;
    CountOptions options;
    options.positions = positions;
    options.should_stop = [&] { return signals.raised(); };
    const Grid grid = grid_at(puzzle, 0, order);
    const ListedSolutions listed = signals.during(
        [&] { return list_solutions(grid, most, options, [&](const Grid& solution) { add_cells(cells, solution); }); });
    return {rows_of(std::move(cells), grid.cells().size()), listed.has_more, listed.is_complete};
}

Count count(const Grids& puzzle, int order, std::optional<std::uint64_t> seed, const Texts& texts,
            const std::string& device, unsigned threads) {
    const Grid grid = grid_at(puzzle, 0, order);
    Signals signals;
    CountOptions options;
    assign(options, count_options(), assignments_of(texts));
    options.seed = seed ? *seed : random_seed();
    options.should_stop = [&] { return signals.raised(); };
    DeviceChoice choice = choose_quietly(device, order, "device");
    const auto open = [&](const Config& config) {
        return open_or_fall_back(choice, warn, [&](const Device& on) { return make_backend(on, config, threads); });
    };
    return signals.during([&] { return count_solutions(grid, options, {}, threads, open); });
}

}  // namespace

void bind_score(nb::module_& module) {
    module.def("score", &score, nb::arg("boards"), nb::arg("puzzles"), nb::arg("answers").none(), nb::arg("order"),
               nb::arg("groups"), nb::arg("options"), "Scores the boards of each puzzle.");
    module.def("canonical", &canonical, nb::arg("puzzles"), "uint8[puzzles, 81]: the least form of each.");
    module.def("solutions", &solutions, nb::arg("puzzle"), nb::arg("order"), nb::arg("most"), nb::arg("positions"),
               "The solutions of the first grid.");
    bind_fields(
        nb::class_<Count>(module, "Count", "What is known of the number of solutions of a puzzle: see count()."))
        .def_prop_ro(
            "error", [](const Count& of) { return of.estimate.error; },
            "relative_error under the name that the option has.")
        .def_prop_ro(
            "interval",
            [](const Count& of) -> std::optional<std::pair<double, double>> {
                const double known = std::log10(static_cast<double>(of.exact.value_or(0)));
                if (of.exact) return std::pair(known, known);
                if (!of.estimate.doubt.empty() || of.estimate.populations == 0) return std::nullopt;
                return std::pair(of.estimate.log10_low, of.estimate.log10_high);
            },
            "(low, high): logarithms of the interval; None where it is in doubt.")
        .def("__repr__", [](const Count& of) {
            return "<Count " + (of.exact ? std::to_string(*of.exact) + ", exact" : to_text(of.estimate)) + ">";
        });
    module.def("count", &count, nb::arg("puzzle"), nb::arg("order"), nb::arg("seed").none(), nb::arg("options"),
               nb::arg("device"), nb::arg("threads"), "Counts the solutions of the first grid.");
}

}  // namespace evodoku::python
