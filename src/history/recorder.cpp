// Which generations have lines.
#include "history/recorder.hpp"

#include <algorithm>
#include <vector>

namespace evodoku::history {

Schedule schedule_of(const Config& config, std::uint32_t every) {
    if (every != 0) return {every, every};
    return {1, std::clamp(config.population / 250, 1u, 400u)};
}

Source Recorder::source(std::uint32_t puzzle_index) const {
    const std::chrono::duration<double> since_begin = std::chrono::steady_clock::now() - begin_;
    return {.seed = seed_, .puzzle_index = puzzle_index, .seconds = since_begin.count()};
}

void Recorder::begin_run(std::uint64_t seed) {
    seed_ = seed;
    begin_ = std::chrono::steady_clock::now();
    tracks_.clear();
}

void Recorder::begin_puzzle(std::uint32_t puzzle_index, const Grid& givens, const std::string& file, std::size_t line) {
    Source of = source(puzzle_index);
    of.givens = &givens, of.file = file, of.line = line;
    write_(Line(puzzle_line, of));
}

void Recorder::sample(const Backend& backend) {
    several_ranks_ = backend.ranks() > 1;
    std::vector<News> all;
    for (const IslandProgress& island : backend.islands()) {
        Track& track = tracks_[{island.puzzle_index, island.island_of_puzzle}];
        // An island that ended waits for the rest of its epoch: its last generation comes again and again.
        if (track.begun && island.generation <= track.generation) continue;
        const News news = news_of(island, track);
        if (news.any()) all.push_back(news);
    }
    std::map<std::uint32_t, PopulationProgress> by_island;
    for (const Detail detail : {Detail::boards, Detail::costs, Detail::diversity}) {
        std::vector<std::uint32_t> island_indices;
        for (const News& news : all) {
            if (news.detail() == detail) island_indices.push_back(news.island.island_index);
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

void Recorder::write(const News& news, const PopulationProgress& population) const {
    Source of = source(news.island.puzzle_index);
    of.island = &news.island, of.several_ranks = several_ranks_, of.migrations = news.migrations;
    const auto write_event = [&](const char* name, bool with_board) {
        of.event = name, of.population = with_board ? &population : nullptr;
        write_(Line(event_line, of));
    };
    if (news.migrated) write_event("migration", false);
    if (news.improved) write_event("new_best", true);
    if (news.row) {
        of.event = {}, of.population = &population;
        write_(Line(generation_line, of));
    }
    if (news.restarts) write_event("restart", false);
    if (news.island.solved) write_event("solved", true);
}

void Recorder::end_puzzle(const Outcome& outcome) {
    Source of = source(outcome.puzzle_index);
    of.outcome = &outcome;
    write_(Line(result_line, of));
    tracks_.erase(tracks_.lower_bound({outcome.puzzle_index, 0}), tracks_.upper_bound({outcome.puzzle_index, ~0u}));
}

Recording::Recording(std::string name, FileFormat format, const Config& config, std::uint32_t every, Header header,
                     bool resumed)
    : Recorder(config, schedule_of(config, every), [this](const Line& line) { file_.add(line); }),
      file_(std::move(name), format, resumed) {
    header.schedule = schedule_of(config, every);
    header.started = time_text();
    file_.begin(header);
}

}  // namespace evodoku::history
