// Small histories as text.
#pragma once

#include <fmt/format.h>

#include <sstream>
#include <string>

#include "report/report.hpp"

namespace evodoku::report {

inline const std::string givens = std::string(80, '.') + "1";
inline const std::string one_board(81, '1');

/// `more`: further fields, as `"name":"hot",`.
inline std::string header(int seed, const std::string& more = "", int population = 300) {
    return fmt::format(
        "{{\"kind\":\"header\",\"format\":1,\"version\":\"0.1.0\",\"commit\":\"abc\",\"started\":\"2026-01-31T12:00:"
        "00Z\","
        "\"devices\":[\"cpu\"],\"seed\":{},\"runs\":1,{}\"every\":1,\"diversity_every\":1,"
        "\"configuration\":{{\"population\":\"{}\",\"generations\":\"9\"}}}}\n",
        seed, more, population);
}

inline std::string puzzle(int seed, int number = 1, const std::string& file = "p.txt", double seconds = 0) {
    return fmt::format(
        "{{\"kind\":\"puzzle\",\"seed\":{},\"puzzle\":{},\"seconds\":{},\"givens\":\"{}\",\"file\":\"{}\",\"line\":7}}"
        "\n",
        seed, number, seconds, givens, file);
}

/// Island `island` spends 100 evaluations, 10 trials and 1 redraw per generation, a tenth of a second each.
inline std::string row(int seed, int generation, int best, int island = 1, int puzzle = 1) {
    const int spent = generation + 1;
    return fmt::format(
        "{{\"kind\":\"generation\",\"seed\":{},\"puzzle\":{},\"island\":{},\"generation\":{},\"evaluations\":{},"
        "\"trials\":{},"
        "\"redraws\":{},\"seconds\":{:.1f},\"size\":300,\"best\":{},\"best_so_far\":{},\"mean\":40.5,\"deviation\":2.5,"
        "\"q10\":30,\"q25\":35,\"median\":40,\"q75\":45,\"q90\":50,\"worst\":60,\"distinct\":150,\"entropy\":1.5,"
        "\"cell_entropy\":\"{}\",\"migrations\":0,\"restarts\":0,\"board\":\"{}\"}}\n",
        seed, puzzle, island, generation, spent * 100, spent * 10, spent, spent / 10.0, best, best,
        std::string(81, '4'), generation % 2 == 0 ? one_board : std::string(80, '1') + "2");
}

inline std::string event(int seed, const char* name, int generation, int island = 1, int best = -1) {
    return fmt::format(
        "{{\"kind\":\"event\",\"seed\":{},\"puzzle\":1,\"island\":{},\"generation\":{},\"evaluations\":1,\"event\":\"{}"
        "\","
        "\"seconds\":{:.1f}{}}}\n",
        seed, island, generation, name, (generation + 1) / 10.0,
        best < 0 ? "" : fmt::format(",\"best_so_far\":{}", best));
}

inline std::string result(int seed, bool solved, int generation, int cost, int puzzle = 1) {
    const int spent = generation + 1;
    return fmt::format(
        "{{\"kind\":\"result\",\"seed\":{},\"puzzle\":{},\"status\":\"{}\",\"stopped\":false,\"generation\":{},"
        "\"evaluations\":{},\"trials\":{},\"redraws\":{},\"restarts\":0,\"seconds\":{:.1f},\"work_seconds\":0.1,"
        "\"best_so_far\":{},\"board\":\"{}\",\"fingerprint\":\"00000000000000ff\"}}\n",
        seed, puzzle, solved ? "solved" : "unsolved", generation, spent * 100, spent * 10, spent, spent / 10.0, cost,
        one_board);
}

inline void add(Reader& reader, const std::string& name, const std::string& text) {
    std::istringstream stream(text);
    reader.add(name, stream);
}

/// A run that solves in generation 2.
inline std::string solved_run(int seed, const std::string& more = "", int population = 300) {
    return header(seed, more, population) + puzzle(seed) + row(seed, 0, 20) + event(seed, "new_best", 1, 1, 9) +
           row(seed, 1, 9) + event(seed, "restart", 1) + row(seed, 2, 0) + result(seed, true, 2, 0);
}
/// One that ends after generation 2 with cost 4.
inline std::string failed_run(int seed, const std::string& more = "", int population = 300) {
    return header(seed, more, population) + puzzle(seed) + row(seed, 0, 20) + row(seed, 1, 9) + row(seed, 2, 4) +
           result(seed, false, 2, 4);
}

}  // namespace evodoku::report
