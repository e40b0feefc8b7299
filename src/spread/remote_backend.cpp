// Requests to a backend on another rank, and its replies.
#include "spread/remote_backend.hpp"

#include <utility>

#include "backend/saved_puzzle.hpp"
#include "spread/fields.hpp"
#include "spread/machine.hpp"
#include "spread/spread.hpp"

namespace evodoku::spread {

RemoteBackend::RemoteBackend(Ranks& ranks, std::uint32_t rank, const Config& config, std::uint32_t puzzle_slots,
                             std::function<void()> on_close)
    : link_(ranks, rank), on_close_(std::move(on_close)) {
    Packer request;
    request.put(text_of(config));
    request.put(puzzle_slots);
    opening_ = link_.ask(Kind::open_backend, std::move(request));
}

RemoteBackend::~RemoteBackend() {
    link_.ask(Kind::close);
    if (on_close_) on_close_();
}

void RemoteBackend::wait_until_open() {
    Unpacker opened = reply_to(opening_);
    name_ = opened.get_text();
    slots_ = opened.get<std::uint32_t>();
    longest_state_ = opened.get<std::uint64_t>();
}

/// Asks it to stop once the caller wants that.
void RemoteBackend::look_after_stop() const {
    if (asked_to_stop_ || !should_stop_ || !should_stop_()) return;
    asked_to_stop_ = true;
    link_.ask_to_stop();
}

/// Takes answers that came by themselves. Other messages belong to requests whose wait was given up.
void RemoteBackend::put_aside(Message& message) const {
    if (message.head.kind == Kind::answers) keep(message.fields);
}

void RemoteBackend::keep(Unpacker& answers) const {
    for (Answer& answer : read<std::vector<Answer>>(answers)) came_.push_back(std::move(answer));
}

Message RemoteBackend::message_of(std::uint64_t request) const {
    return link_.message_of(
        request, [this] { look_after_stop(); }, [this](Message& message) { put_aside(message); });
}

Unpacker RemoteBackend::reply_to(std::uint64_t request) const { return std::move(message_of(request).fields); }

std::vector<Answer> RemoteBackend::take_kept() {
    on_their_way_ -= static_cast<std::uint32_t>(came_.size());
    return std::exchange(came_, {});
}

void RemoteBackend::give(const std::vector<SavedPuzzle>& puzzles) {
    if (puzzles.empty()) return;
    Packer request;
    write(request, puzzles);
    on_their_way_ += static_cast<std::uint32_t>(puzzles.size());
    link_.ask(Kind::jobs, std::move(request));
}

void RemoteBackend::work_by_itself() {
    if (std::exchange(by_itself_, true)) return;
    Packer request;
    request.put(true);
    link_.ask(Kind::by_itself, std::move(request));
}

std::vector<Answer> RemoteBackend::take_answers() {
    while (std::optional<Message> message = link_.take()) put_aside(*message);
    return take_kept();
}

void RemoteBackend::save(const ByteSink& to) const {
    const std::string bytes = reply_to(link_.ask(Kind::save)).get_text();
    to(bytes.data(), bytes.size());
    for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
}

void RemoteBackend::begin_epoch(const std::function<bool()>& each_generation) {
    give({queue_.begin(), queue_.end()});
    queue_.clear();
    by_itself_ = false;
    Packer request;
    request.put(static_cast<bool>(each_generation));
    epoch_ = link_.ask(Kind::epoch, std::move(request));
    if (each_generation) end_watched_epoch(each_generation);
}

void RemoteBackend::end_watched_epoch(const std::function<bool()>& each_generation) {
    const std::uint64_t epoch = *epoch_;
    Message message = message_of(epoch);
    while (message.head.kind == Kind::pause) {
        Packer next;
        next.put(each_generation());
        link_.add_to(epoch, Kind::go_on, std::move(next));
        message = message_of(epoch);
    }
    epoch_.reset();
    keep(message.fields);
}

std::vector<Answer> RemoteBackend::end_epoch() {
    keep_epoch();
    return take_kept();
}

void RemoteBackend::keep_epoch() {
    if (!epoch_) return;
    Unpacker answers = reply_to(*std::exchange(epoch_, std::nullopt));
    keep(answers);
}

std::vector<Progress> RemoteBackend::progress() const {
    Unpacker reply = reply_to(link_.ask(Kind::progress));
    return reply.get_all<Progress>();
}

std::vector<IslandProgress> RemoteBackend::islands() const {
    Unpacker reply = reply_to(link_.ask(Kind::islands));
    return reply.get_all<IslandProgress>();
}

std::vector<PopulationProgress> RemoteBackend::populations(std::span<const std::uint32_t> island_indices,
                                                           Detail detail) const {
    Packer request;
    request.put_all(island_indices);
    request.put(detail);
    Unpacker fields = reply_to(link_.ask(Kind::populations, std::move(request)));
    return read<std::vector<PopulationProgress>>(fields);
}

std::vector<Answer> RemoteBackend::abandon() {
    queue_.clear();
    by_itself_ = false;
    keep_epoch();
    Unpacker last = reply_to(link_.ask(Kind::abandon));
    keep(last);
    std::vector<Answer> answers = take_kept();
    on_their_way_ = 0;  // puzzles that had not begun have no answer
    return answers;
}

std::unique_ptr<AsyncBackend> make_remote_backend(Ranks& ranks, std::uint32_t rank, const Config& config,
                                                  std::uint32_t puzzle_slots, std::function<void()> on_close) {
    auto backend = std::make_unique<RemoteBackend>(ranks, rank, config, puzzle_slots, std::move(on_close));
    backend->wait_until_open();
    return backend;
}

}  // namespace evodoku::spread
