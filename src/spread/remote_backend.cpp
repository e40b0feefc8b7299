// Requests to a backend on another rank, and its replies.
#include "spread/remote_backend.hpp"

#include <utility>

#include "backend/saved_puzzle.hpp"
#include "spread/fields.hpp"
#include "spread/machine.hpp"
#include "spread/spread.hpp"

namespace evodoku::spread {

template <class GridType>
RemoteBackend<GridType>::RemoteBackend(Ranks& ranks, std::uint32_t rank, const Config& config,
                                       std::uint32_t puzzle_slots, std::function<void()> on_close)
    : link_(ranks, rank), on_close_(std::move(on_close)) {
    Packer request;
    request.put(text_of(config));
    request.put(puzzle_slots);
    opening_ = link_.ask(Kind::open_backend, std::move(request));
}

template <class GridType>
RemoteBackend<GridType>::~RemoteBackend() {
    link_.ask(Kind::close);
    if (on_close_) on_close_();
}

template <class GridType>
void RemoteBackend<GridType>::wait_until_open() {
    Unpacker opened = reply_to(opening_);
    name_ = opened.get_text();
    slots_ = opened.get<std::uint32_t>();
    longest_state_ = opened.get<std::uint64_t>();
}

/// Asks it to stop once the caller wants that.
template <class GridType>
void RemoteBackend<GridType>::look_after_stop() const {
    if (asked_to_stop_ || !should_stop_ || !should_stop_()) return;
    asked_to_stop_ = true;
    link_.ask_to_stop();
}

/// Takes answers that came by themselves. Other messages belong to requests whose wait was given up.
template <class GridType>
void RemoteBackend<GridType>::put_aside(Message& message) const {
    if (message.head.kind == Kind::answers) keep(message.fields);
}

template <class GridType>
void RemoteBackend<GridType>::keep(Unpacker& answers) const {
    for (Answer& answer : read<std::vector<Answer>>(answers)) came_.push_back(std::move(answer));
}

template <class GridType>
Message RemoteBackend<GridType>::message_of(std::uint64_t request) const {
    return link_.message_of(
        request, [this] { look_after_stop(); }, [this](Message& message) { put_aside(message); });
}

template <class GridType>
Unpacker RemoteBackend<GridType>::reply_to(std::uint64_t request) const {
    return std::move(message_of(request).fields);
}

template <class GridType>
std::vector<AnswerOf<GridType>> RemoteBackend<GridType>::take_kept() {
    on_their_way_ -= static_cast<std::uint32_t>(came_.size());
    return std::exchange(came_, {});
}

template <class GridType>
void RemoteBackend<GridType>::give(const std::vector<SavedPuzzle>& puzzles) {
    if (puzzles.empty()) return;
    Packer request;
    write(request, puzzles);
    on_their_way_ += static_cast<std::uint32_t>(puzzles.size());
    link_.ask(Kind::jobs, std::move(request));
}

template <class GridType>
void RemoteBackend<GridType>::work_by_itself() {
    if (std::exchange(by_itself_, true)) return;
    Packer request;
    request.put(true);
    link_.ask(Kind::by_itself, std::move(request));
}

template <class GridType>
std::vector<AnswerOf<GridType>> RemoteBackend<GridType>::take_answers() {
    while (std::optional<Message> message = link_.take()) put_aside(*message);
    return take_kept();
}

template <class GridType>
void RemoteBackend<GridType>::save(const ByteSink& to) const {
    const std::string bytes = reply_to(link_.ask(Kind::save)).get_text();
    to(bytes.data(), bytes.size());
    for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
}

template <class GridType>
void RemoteBackend<GridType>::begin_epoch(const std::function<bool()>& each_generation) {
    give({queue_.begin(), queue_.end()});
    queue_.clear();
    by_itself_ = false;
    Packer request;
    request.put(static_cast<bool>(each_generation));
    epoch_ = link_.ask(Kind::epoch, std::move(request));
    if (each_generation) end_watched_epoch(each_generation);
}

template <class GridType>
void RemoteBackend<GridType>::end_watched_epoch(const std::function<bool()>& each_generation) {
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

template <class GridType>
std::vector<AnswerOf<GridType>> RemoteBackend<GridType>::end_epoch() {
    keep_epoch();
    return take_kept();
}

template <class GridType>
void RemoteBackend<GridType>::keep_epoch() {
    if (!epoch_) return;
    Unpacker answers = reply_to(*std::exchange(epoch_, std::nullopt));
    keep(answers);
}

template <class GridType>
std::vector<Progress> RemoteBackend<GridType>::progress() const {
    Unpacker reply = reply_to(link_.ask(Kind::progress));
    return reply.get_all<Progress>();
}

template <class GridType>
std::vector<IslandProgress> RemoteBackend<GridType>::islands() const {
    Unpacker reply = reply_to(link_.ask(Kind::islands));
    return reply.get_all<IslandProgress>();
}

template <class GridType>
std::vector<PopulationProgressOf<GridType>> RemoteBackend<GridType>::populations(
    std::span<const std::uint32_t> island_indices, Detail detail) const {
    Packer request;
    request.put_all(island_indices);
    request.put(detail);
    Unpacker fields = reply_to(link_.ask(Kind::populations, std::move(request)));
    return read<std::vector<PopulationProgress>>(fields);
}

template <class GridType>
std::vector<AnswerOf<GridType>> RemoteBackend<GridType>::abandon() {
    queue_.clear();
    by_itself_ = false;
    keep_epoch();
    Unpacker last = reply_to(link_.ask(Kind::abandon));
    keep(last);
    std::vector<Answer> answers = take_kept();
    on_their_way_ = 0;  // puzzles that had not begun have no answer
    return answers;
}

template class RemoteBackend<Grid>;
template class RemoteBackend<LargeGrid>;

template <class GridType>
std::unique_ptr<AsyncBackendOf<GridType>> make_remote_backend(Ranks& ranks, std::uint32_t rank, const Config& config,
                                                              std::uint32_t puzzle_slots,
                                                              std::function<void()> on_close) {
    auto backend = std::make_unique<RemoteBackend<GridType>>(ranks, rank, config, puzzle_slots, std::move(on_close));
    backend->wait_until_open();
    return backend;
}
template std::unique_ptr<AsyncBackend> make_remote_backend<Grid>(Ranks&, std::uint32_t, const Config&, std::uint32_t,
                                                                 std::function<void()>);
template std::unique_ptr<AsyncBackendOf<LargeGrid>> make_remote_backend<LargeGrid>(Ranks&, std::uint32_t, const Config&,
                                                                                   std::uint32_t,
                                                                                   std::function<void()>);

}  // namespace evodoku::spread
