// Requests to a backend on another rank, and its replies.
#include "spread/remote_backend.hpp"

#include <iterator>
#include <utility>

#include "spread/machine.hpp"
#include "spread/spread.hpp"

namespace evodoku::spread {

RemoteBackend::RemoteBackend(Ranks& ranks, std::uint32_t rank, const Config& config, std::uint32_t puzzle_slots,
                             std::function<void()> on_close)
    : ranks_(ranks), rank_(rank), on_close_(std::move(on_close)) {
    Packer request(Kind::open_backend);
    request.put(text_of(config));
    request.put(puzzle_slots);
    send(request);
}

RemoteBackend::~RemoteBackend() {
    Packer request(Kind::close);
    send(request);
    if (on_close_) on_close_();
}

void RemoteBackend::wait_until_open() {
    Unpacker opened = reply();
    name_ = opened.get_text();
    slots_ = opened.get<std::uint32_t>();
    longest_state_ = opened.get<std::uint64_t>();
}

/// The next message of the worker; puts answers that come by themselves aside.
Kind RemoteBackend::next_message(std::string& message) const {
    message = ranks_.receive(rank_, [this] {
        if (asked_to_stop_ || !should_stop_ || !should_stop_()) return;
        asked_to_stop_ = true;
        ranks_.ask_to_stop(rank_);
    });
    Unpacker fields(message);
    const Kind kind = fields.get<Kind>();
    if (kind == Kind::failure) throw_failure(message, ranks_, rank_);
    return kind;
}

Unpacker RemoteBackend::reply() const {
    std::string message;
    while (next_message(message) == Kind::answers) {
        Unpacker fields(message);
        fields.get<Kind>();
        for (const Answer& answer : fields.get_all<Answer>()) came_.push_back(answer);
    }
    Unpacker fields(message);
    fields.get<Kind>();
    return fields;
}

std::vector<Answer> RemoteBackend::count(std::vector<Answer> answers) {
    on_their_way_ -= static_cast<std::uint32_t>(answers.size());
    return answers;
}

void RemoteBackend::give(const std::vector<SavedPuzzle>& puzzles, bool by_itself) {
    if (puzzles.empty()) return;
    Packer request(Kind::jobs);
    request.put(by_itself);
    request.put(std::uint64_t{puzzles.size()});
    for (const SavedPuzzle& puzzle : puzzles) put(request, puzzle);
    on_their_way_ += static_cast<std::uint32_t>(puzzles.size());
    send(request);
}

std::vector<Answer> RemoteBackend::take_answers() {
    std::vector<Answer> answers(came_.begin(), came_.end());
    came_.clear();
    while (const std::optional<std::string> message = ranks_.take(rank_)) {
        Unpacker fields(*message);
        if (fields.get<Kind>() == Kind::failure) throw_failure(*message, ranks_, rank_);
        for (const Answer& answer : fields.get_all<Answer>()) answers.push_back(answer);
    }
    return count(std::move(answers));
}

void RemoteBackend::save(const ByteSink& to) const {
    Packer request(Kind::save);
    send(request);
    const std::string bytes = reply().get_text();
    to(bytes.data(), bytes.size());
}

void RemoteBackend::begin_epoch(const std::function<bool()>& each_generation) {
    give({queue_.begin(), queue_.end()}, false);
    queue_.clear();
    Packer request(Kind::epoch);
    request.put(static_cast<bool>(each_generation));
    send(request);
    has_epoch_ = true, ended_ = false;
    if (!each_generation) return;
    std::string message;
    while (next_message(message) == Kind::pause) {
        Packer next(Kind::go_on);
        next.put(each_generation());
        send(next);
    }
    Unpacker fields(message);
    fields.get<Kind>();
    for (const Answer& answer : fields.get_all<Answer>()) came_.push_back(answer);
    ended_ = true;
}

std::vector<Answer> RemoteBackend::end_epoch() {
    has_epoch_ = false;
    std::vector<Answer> answers(came_.begin(), came_.end());
    came_.clear();
    if (std::exchange(ended_, true)) return count(std::move(answers));
    const std::vector<Answer> more = reply().get_all<Answer>();
    answers.insert(answers.end(), more.begin(), more.end());
    return count(std::move(answers));
}

std::vector<Progress> RemoteBackend::progress() const {
    Packer request(Kind::progress);
    send(request);
    return reply().get_all<Progress>();
}

std::vector<IslandProgress> RemoteBackend::islands() const {
    Packer request(Kind::islands);
    send(request);
    return reply().get_all<IslandProgress>();
}

std::vector<PopulationProgress> RemoteBackend::populations(std::span<const std::uint32_t> island_indices,
                                                           Detail detail) const {
    Packer request(Kind::populations);
    request.put_all(island_indices);
    request.put(detail);
    send(request);
    std::vector<PopulationProgress> all;
    for (Unpacker fields = reply(); !fields.done();) all.push_back(get_population(fields));
    return all;
}

std::vector<Answer> RemoteBackend::abandon() {
    queue_.clear();
    if (has_epoch_ && !ended_) end_epoch();
    Packer request(Kind::abandon);
    send(request);
    const std::vector<Answer> last = reply().get_all<Answer>();  // after those that came by themselves
    std::vector<Answer> answers(came_.begin(), came_.end());
    came_.clear();
    answers.insert(answers.end(), last.begin(), last.end());
    on_their_way_ = 0;  // puzzles that had not begun have no answer
    return answers;
}

void put(Packer& message, const SavedPuzzle& puzzle) {
    message.put(puzzle.job);
    message.put(puzzle.state);
}

SavedPuzzle get_saved(Unpacker& message) {
    const auto job = message.get<PuzzleJob>();
    return {job, message.get_text()};
}

void put(Packer& message, const PopulationProgress& population) {
    message.put(population.best_so_far);
    message.put(population.best);
    for (const std::uint32_t cost : {population.cost_so_far, population.cost, population.q10, population.q25,
                                     population.median, population.q75, population.q90, population.worst}) {
        message.put(cost);
    }
    message.put(population.mean);
    message.put(population.deviation);
    message.put(population.effort);
    message.put(population.distinct);
    message.put_all(population.entropy);
}

PopulationProgress get_population(Unpacker& message) {
    PopulationProgress population;
    population.best_so_far = message.get<Grid>();
    population.best = message.get<Grid>();
    for (std::uint32_t PopulationProgress::*const cost :
         {&PopulationProgress::cost_so_far, &PopulationProgress::cost, &PopulationProgress::q10,
          &PopulationProgress::q25, &PopulationProgress::median, &PopulationProgress::q75, &PopulationProgress::q90,
          &PopulationProgress::worst}) {
        population.*cost = message.get<std::uint32_t>();
    }
    population.mean = message.get<double>();
    population.deviation = message.get<double>();
    population.effort = message.get<Effort>();
    population.distinct = message.get<std::uint64_t>();
    population.entropy = message.get_all<double>();
    return population;
}

std::unique_ptr<AsyncBackend> make_remote_backend(Ranks& ranks, std::uint32_t rank, const Config& config,
                                                  std::uint32_t puzzle_slots, std::function<void()> on_close) {
    auto backend = std::make_unique<RemoteBackend>(ranks, rank, config, puzzle_slots, std::move(on_close));
    backend->wait_until_open();
    return backend;
}

}  // namespace evodoku::spread
