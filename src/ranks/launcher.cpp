// The variables that launchers set. MPI is started only where one of them says that there are several ranks.
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "ranks/ranks.hpp"

namespace evodoku {
namespace {

std::optional<std::uint32_t> whole_number(const char* text) {
    if (text == nullptr) return std::nullopt;
    std::uint32_t number = 0;
    const char* end = text + std::strlen(text);
    const auto [stop, error] = std::from_chars(text, end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace

Launcher read_launcher(const std::function<const char*(const char* name)>& environment) {
    struct Names {
        const char *launcher, *rank, *size;
    };
    static constexpr Names all[] = {
        {"mpirun of Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
        {"a launcher with PMI", "PMI_RANK", "PMI_SIZE"},
    };
    for (const Names& names : all) {
        const auto rank = whole_number(environment(names.rank)), size = whole_number(environment(names.size));
        if (rank && size) return {*rank, *size, names.launcher, ""};
    }
    const auto task = whole_number(environment("SLURM_PROCID")),
               tasks = whole_number(environment("SLURM_STEP_NUM_TASKS"));
    const bool in_step = task && tasks && environment("SLURM_STEP_ID") != nullptr;
    if (const auto rank = whole_number(environment("PMIX_RANK"))) {  // its number of ranks is known to MPI alone
        return {*rank, in_step ? *tasks : 2, in_step ? "srun" : "a launcher with PMIx", ""};
    }
    if (!in_step || *tasks < 2) return {};
    return {0, 1, "",
            fmt::format("srun started {} tasks without MPI, so each makes the whole run; srun --mpi=pmix makes them "
                        "ranks of one run",
                        *tasks)};
}

Launcher launcher() {
    return read_launcher([](const char* name) -> const char* { return std::getenv(name); });
}

}  // namespace evodoku
