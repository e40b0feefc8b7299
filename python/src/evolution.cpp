// The evolution of one puzzle, which Python makes step by step.
#include <atomic>
#include <type_traits>

#include "backend/records.hpp"
#include "bindings.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"

namespace evodoku::python {
namespace {

std::vector<std::pair<std::string, std::string>> row_types() {
    std::vector<std::pair<std::string, std::string>> types;
    const auto add = [&](const char* name, const auto& value) {
        const std::string kind = std::is_floating_point_v<std::remove_cvref_t<decltype(value)>> ? "f" : "u";
        types.emplace_back(name, kind + std::to_string(sizeof value));
    };
    describe(add, Progress{});
    return types;
}

class EvolutionOfPython {
public:
    /// `row_every`: generations per row of the history; 0 = none.
    EvolutionOfPython(ReadySettings& settings, const Grids& puzzle, std::uint32_t puzzle_index, nb::bytes state,
                      std::uint32_t row_every)
        : settings_(settings), puzzle_(grid_at(puzzle, 0, settings.order)), row_every_(row_every) {
        const SavedPuzzle saved{{puzzle_, settings.presolve, puzzle_index, *settings.seed},
                                std::string(state.c_str(), state.size())};
        const nb::gil_scoped_release unlocked;
        evolution_ = settings.open(
            [&](const Device& on) { return make_puzzle_evolution(on, settings.config, saved, settings.threads); });
        note();
    }

    /// Results do not depend on the size of the pieces in which the generations are made.
    void step(std::uint32_t generations) {
        Signals signals;
        in_turn([&] {
            for (std::uint32_t piece = 1; generations != 0 && !evolution_->ended() && !signals.raised();) {
                const auto began = std::chrono::steady_clock::now();
                std::uint32_t count = std::min(piece, generations);
                if (row_every_ != 0) count = std::min(count, row_every_ - generation() % row_every_);
                evolution_->step(count);
                generations -= count;
                note();
                const bool is_short = std::chrono::steady_clock::now() - began < std::chrono::milliseconds(20);
                if (is_short && count == piece) piece *= 2;
            }
        });
        signals.rethrow();
    }

    Cells ask() {
        return rows_of(in_turn([&] { return evolution_->ask(); }), cells());
    }
    void tell(const Grids& boards) {
        in_turn([&] { evolution_->tell(cells_of(boards)), note(); });
    }
    void write(std::uint32_t island, std::uint32_t first, const Grids& boards) {
        in_turn([&] { evolution_->write(island, first, cells_of(boards)); });
    }

    bool ended() const { return evolution_->ended(); }
    std::uint32_t generation() const { return evolution_->generation(); }
    std::string device() const { return evolution_->device(); }
    std::uint32_t islands() const { return settings_.config.islands; }
    Outcome outcome() const {
        return in_turn([&] { return evolution_->outcome(); });
    }

    nb::bytes rows() const {
        const std::string bytes = in_turn([&] { return rows_; });
        return nb::bytes(bytes.data(), bytes.size());
    }

    /// Different boards of each island, and the mean entropy of the digits in a cell, in bits.
    std::vector<std::pair<std::uint64_t, double>> diversity() const {
        if (is_settled()) return {};
        return in_turn([&] {
            std::vector<std::pair<std::uint64_t, double>> all;
            for (const auto& population : evolution_->populations(Detail::diversity)) {
                double sum = 0;
                for (const double bits : population.entropy) sum += bits;
                all.emplace_back(population.distinct, sum / static_cast<double>(population.entropy.size()));
            }
            return all;
        });
    }

    /// Requires an island, as all functions of one: the package checks it.
    IslandBoards boards(std::uint32_t island) const { return evolution_->boards(island); }

    /// Of all islands one behind the other: uint8[count, cells], fewer if there are fewer.
    Cells digits(std::uint32_t first, std::uint32_t count) const {
        std::vector<std::uint8_t> digits;
        digits.reserve(count * cells());
        in_turn([&] {
            for (std::uint32_t island = 0; island < islands() && count != 0; ++island) {
                const std::uint32_t size = boards(island).count, begin = std::min(first, size);
                const std::uint32_t here = std::min(count, size - begin);
                if (here != 0)
                    for (const Grid& grid : evolution_->grids(island, begin, here)) add_cells(digits, grid);
                first -= begin, count -= here;
            }
        });
        return rows_of(std::move(digits), cells());
    }

    nb::bytes state() const {
        if (is_settled()) throw std::invalid_argument("logic settled this puzzle: there is no evolution to save");
        std::string bytes;
        in_turn([&] { evolution_->save(sink_to(bytes)); });
        return nb::bytes(bytes.data(), bytes.size());
    }

    /// Work without the lock of Python. Another thread that uses the evolution meanwhile gets an error instead of half
    /// a generation.
    template <class Work>
    std::invoke_result_t<const Work&> in_turn(const Work& work) const {
        if (busy_.exchange(true)) throw std::runtime_error("another thread uses this evolution");
        auto end = [](std::atomic<bool>* busy) { *busy = false; };
        const std::unique_ptr<std::atomic<bool>, decltype(end)> turn(&busy_, end);
        const nb::gil_scoped_release unlocked;
        return work();
    }

private:
    /// How many a board has.
    std::size_t cells() const { return puzzle_.cells().size(); }
    bool is_settled() const { return evolution_->boards(0).count == 0; }
    static std::span<const std::uint8_t> cells_of(const Grids& boards) { return {boards.data(), boards.size()}; }

    /// Adds the row of this generation, if it has one.
    void note() {
        if (is_settled() || row_every_ == 0) return;
        if (generation() % row_every_ != 0 && !evolution_->ended()) return;
        const auto add = [this](const char*, const auto& value) {
            rows_.append(reinterpret_cast<const char*>(&value), sizeof value);
        };
        describe(add, evolution_->progress());
    }

    const ReadySettings& settings_;
    const Grid puzzle_;
    const std::uint32_t row_every_;
    mutable std::atomic<bool> busy_{false};
    std::unique_ptr<PuzzleEvolution> evolution_;
    std::string rows_;
};

/// All islands as one, if they lie one behind the other; otherwise none.
std::optional<IslandBoards> all_islands(const EvolutionOfPython& evolution) {
    IslandBoards all = evolution.boards(0);
    const auto* boards = static_cast<const unsigned char*>(all.boards);
    const std::size_t island_bytes = std::size_t{all.count} * all.words * all.bits_per_word / 8;
    for (std::uint32_t island = 1; island < evolution.islands(); ++island) {
        const IslandBoards at = evolution.boards(island);
        if (at.count != evolution.boards(0).count || at.boards != boards + island * island_bytes) return std::nullopt;
        all.count += at.count;
    }
    return all;
}

/// Boards [count, words], or costs uint32[count], for NumPy and DLPack: read-only, where they are. Of an island, or of
/// all, which then lie one behind the other.
template <bool are_costs>
nb::ndarray<nb::array_api, nb::ro> view_of(nb::handle_t<EvolutionOfPython> self, std::optional<std::uint32_t> island) {
    const auto& evolution = nb::cast<const EvolutionOfPython&>(self);
    evolution.in_turn([] {});  // an error where another thread uses it
    const IslandBoards at = island ? evolution.boards(*island) : all_islands(evolution).value();
    const void* const begin = are_costs ? static_cast<const void*>(at.costs) : at.boards;
    const auto code = static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt);
    const nb::dlpack::dtype word{code, static_cast<std::uint8_t>(are_costs ? 32 : at.bits_per_word), 1};
    const std::size_t shape[] = {at.count, at.words}, dimensions = are_costs ? 1 : 2;
    const int device = at.gpu < 0 ? nb::device::cpu::value : nb::device::cuda::value;
    return {begin, dimensions, shape, self, nullptr, word, device, std::max(at.gpu, 0)};
}

}  // namespace

void bind_evolution(nb::module_& module) {
    module.def("row_types", &row_types, "The fields of the history of an evolution, and their types.");
    using E = EvolutionOfPython;
    nb::class_<E>(module, "Evolution", "The evolution of one puzzle.")
        .def(nb::init<ReadySettings&, const Grids&, std::uint32_t, nb::bytes, std::uint32_t>(), nb::arg("settings"),
             nb::arg("puzzle"), nb::arg("puzzle_index"), nb::arg("state"), nb::arg("row_every"), nb::keep_alive<1, 2>())
        .def("step", &E::step, nb::arg("generations"), "Makes generations, fewer if the evolution ends.")
        .def("ask", &E::ask, "The children of the next generation, before they are scored: uint8[n, cells].")
        .def("tell", &E::tell, nb::arg("boards"), "Ends the generation with boards in their places.")
        .def("write", &E::write, nb::arg("island"), nb::arg("first"), nb::arg("boards"), "Replaces boards.")
        .def_prop_ro("ended", &E::ended)
        .def_prop_ro("generation", &E::generation)
        .def_prop_ro("device", &E::device)
        .def("outcome", &E::outcome, "The result if it ended now.")
        .def("rows", &E::rows, "The history: the bytes of its rows.")
        .def("diversity", &E::diversity, "Different boards and mean entropy of each island.")
        .def("words", &view_of<false>, nb::arg("island").none(), "The boards of an island, or of all, where they are.")
        .def("costs", &view_of<true>, nb::arg("island").none(), "Their costs.")
        .def(
            "size", [](const E& self, std::uint32_t island) { return self.boards(island).count; }, nb::arg("island"))
        .def("is_contiguous", [](const E& self) { return all_islands(self).has_value(); })
        .def("words_per_board", [](const E& self) { return self.boards(0).words; })
        .def("highest_cost", [](const E& self) { return self.boards(0).highest_cost; })
        .def("digits", &E::digits, nb::arg("first"), nb::arg("count"), "A copy: uint8[count, cells].")
        .def("state", &E::state, "The bytes that continue it.");
}

}  // namespace evodoku::python
