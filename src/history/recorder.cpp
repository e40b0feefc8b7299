// Which generations have lines, and their values.
#include "history/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace evodoku::history {
namespace {

/// A digit per cell: its entropy in tenths of the highest, the logarithm of the number of digits, rounded down; 9 also
/// for the highest itself.
std::string digits_of(const std::vector<double>& entropy) {
    const double highest = std::log2(std::sqrt(static_cast<double>(entropy.size())));
    std::string digits;
    for (const double bits : entropy) digits += static_cast<char>('0' + std::min(9, int(bits / highest * 10)));
    return digits;
}

double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

std::string hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

}  // namespace

Schedule schedule_of(const Config& config, std::uint32_t every) {
    if (every != 0) return {every, every};
    return {1, std::clamp(config.population / 250, 1u, 400u)};
}

Line to_line(const Header& header) {
    Line line("header");
    line.put("format", 1);
    line.put("version", header.version);
    line.put("commit", header.commit);
    line.put("started", header.started);
    line.put_list("devices", header.devices);
    line.put("seed", header.seed);
    if (header.run_seed != 0) line.put("run_seed", header.run_seed);
    line.put("runs", header.runs);
    line.put("every", header.schedule.every);
    line.put("diversity_every", header.schedule.diversity_every);
    if (!header.name.empty()) line.put("name", header.name);
    line.put_table("configuration", header.configuration);
    return line;
}

double Recorder::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void Recorder::begin_run(std::uint64_t seed) {
    seed_ = seed;
    begin_ = std::chrono::steady_clock::now();
    tracks_.clear();
}

void Recorder::begin_puzzle(std::uint32_t puzzle_index, const Grid& givens, const std::string& file,
                            std::size_t line_number) {
    Line line("puzzle");
    line.put("seed", seed_);
    line.put("puzzle", puzzle_index + 1);
    line.put("seconds", seconds(), 6);
    line.put("givens", givens);
    line.put("file", file);
    line.put("line", line_number);
    write_(line);
}

void Recorder::look(const Backend& backend) {
    names_rank_ = backend.ranks() > 1;
    std::vector<News> all;
    for (const IslandProgress& island : backend.islands()) {
        Track& track = tracks_[{island.puzzle_index, island.island_of_puzzle}];
        // An island that ended waits for the rest of its epoch: its last generation comes again and again.
        if (track.begun && island.generation <= track.generation) continue;
        const News news = news_of(island, track);
        if (news.any()) all.push_back(news);
    }
    const auto detail_of = [](const News& news) {
        return news.diversity ? Detail::diversity : news.row ? Detail::costs : Detail::boards;
    };
    std::map<std::uint32_t, PopulationProgress> by_island;
    for (const Detail detail : {Detail::boards, Detail::costs, Detail::diversity}) {
        std::vector<std::uint32_t> island_indices;
        for (const News& news : all) {
            if (detail_of(news) == detail) island_indices.push_back(news.island.island_index);
        }
        const std::vector<PopulationProgress> read = backend.populations(island_indices, detail);
        for (std::size_t k = 0; k < island_indices.size(); ++k) by_island[island_indices[k]] = read[k];
    }
    for (const News& news : all) write(news, by_island.at(news.island.island_index));
}

Recorder::News Recorder::news_of(const IslandProgress& island, Track& track) const {
    News news;
    news.island = island;
    if (!track.begun) track.restarts = island.restarts;  // of a resumed run: not news
    const std::uint32_t generation = island.generation;
    // As the backend marks them: a population of fresh boards receives none.
    const bool sends = config_.islands > 1 && config_.migrants > 0;
    news.migrated = sends && generation > 0 && generation % config_.migrate_every == 0 && island.begun != generation;
    news.improved = island.best < track.best;
    news.restarts = island.restarts > track.restarts;
    news.row = generation % schedule_.every == 0 || !island.running;
    news.diversity = news.row && (generation % schedule_.diversity_every == 0 || !island.running);
    track.begun = true, track.generation = generation, track.restarts = island.restarts;
    track.best = std::min(track.best, island.best);
    track.migrations += news.migrated;
    news.migrations = track.migrations;
    return news;
}

Line Recorder::line_of(std::string_view kind, const IslandProgress& island) const {
    Line line(kind);
    line.put("seed", seed_);
    line.put("puzzle", island.puzzle_index + 1);
    line.put("island", island.island_of_puzzle + 1);
    if (names_rank_) line.put("rank", island.rank);
    line.put("generation", island.generation);
    line.put("evaluations", island.evaluations);
    return line;
}

Line Recorder::event(const char* name, const News& news) const {
    Line line = line_of("event", news.island);
    line.put("event", name);
    line.put("seconds", seconds(), 6);
    return line;
}

Line Recorder::event(const char* name, const News& news, const PopulationProgress& population) const {
    Line line = event(name, news);
    line.put("best_so_far", population.cost_so_far);
    line.put("board", population.best_so_far);
    return line;
}

void Recorder::write(const News& news, const PopulationProgress& population) const {
    if (news.migrated) write_(event("migration", news));
    if (news.improved) write_(event("new_best", news, population));
    if (news.row) {
        Line line = line_of("generation", news.island);
        line.put("trials", population.effort.trials);
        line.put("redraws", population.effort.redraws);
        line.put("seconds", seconds(), 6);
        line.put("size", news.island.size);
        line.put("best", population.cost);
        line.put("best_so_far", population.cost_so_far);
        line.put("mean", population.mean, 4);
        line.put("deviation", population.deviation, 4);
        line.put("q10", population.q10);
        line.put("q25", population.q25);
        line.put("median", population.median);
        line.put("q75", population.q75);
        line.put("q90", population.q90);
        line.put("worst", population.worst);
        if (news.diversity) {
            line.put("distinct", population.distinct);
            line.put("entropy", mean_of(population.entropy), 4);
            line.put("cell_entropy", digits_of(population.entropy));
        }
        line.put("migrations", news.migrations);
        line.put("restarts", news.island.restarts);
        line.put("board", population.best);
        write_(line);
    }
    if (news.restarts) write_(event("restart", news));
    if (news.island.solved) write_(event("solved", news, population));
}

void Recorder::end_puzzle(const Outcome& outcome) {
    Line line("result");
    line.put("seed", seed_);
    line.put("puzzle", outcome.puzzle_index + 1);
    line.put("status", to_text(outcome.status));
    line.put("stopped", outcome.stopped);
    line.put("generation", outcome.generations);
    line.put("evaluations", outcome.evaluations);
    line.put("trials", outcome.effort.trials);
    line.put("redraws", outcome.effort.redraws);
    line.put("restarts", outcome.restarts);
    line.put("seconds", outcome.seconds, 6);
    line.put("work_seconds", outcome.work_seconds, 6);
    line.put("best_so_far", outcome.cost);
    line.put("board", outcome.board);
    line.put("fingerprint", hex(outcome.fingerprint));
    write_(line);
    tracks_.erase(tracks_.lower_bound({outcome.puzzle_index, 0}), tracks_.upper_bound({outcome.puzzle_index, ~0u}));
}

}  // namespace evodoku::history
