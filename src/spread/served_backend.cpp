// Requests and replies of a backend on this rank.
#include "spread/served_backend.hpp"

#include <string>
#include <utility>
#include <vector>

#include "spread/fields.hpp"

namespace evodoku::spread {
namespace {

class BackendServer final : public ServedBackend {
public:
    explicit BackendServer(std::unique_ptr<Backend> backend) : backend_(std::move(backend)) {}

    void describe(Packer& reply) const override {
        reply.put(backend_->name());
        reply.put(backend_->puzzle_slots());
        reply.put(backend_->longest_state());
    }
    bool busy() const override { return backend_->busy(); }
    void stop_when(const std::function<bool()>& should_stop) override { backend_->stop_when(should_stop); }
    void resume(Unpacker& puzzles) override {
        for (auto& puzzle : read<std::vector<SavedPuzzle>>(puzzles)) backend_->resume(std::move(puzzle));
    }
    bool advance_epoch(const std::function<bool()>& each_generation, Packer& answers) override {
        std::vector<Answer> made;
        if (backend_->busy()) made = backend_->advance_epoch(each_generation);  // its last puzzles may have ended
        write(answers, made);
        return !made.empty();
    }
    void abandon(Packer& answers) override { write(answers, backend_->abandon()); }

    void answer(Kind question, Unpacker& fields, Packer& reply) const override {
        if (question == Kind::save) {
            std::string bytes;
            backend_->save(
                [&](const void* from, std::size_t count) { bytes.append(static_cast<const char*>(from), count); });
            reply.put(bytes);
        } else if (question == Kind::progress) {
            reply.put_all(backend_->progress());
        } else if (question == Kind::islands) {
            reply.put_all(backend_->islands());
        } else {
            const auto listed = fields.get_all<std::uint32_t>();
            write(reply, backend_->populations(listed, fields.get<Detail>()));
        }
    }

private:
    std::unique_ptr<Backend> backend_;
};

}  // namespace

std::unique_ptr<ServedBackend> make_served_backend(const Machine& machine, const Config& config,
                                                   std::uint32_t puzzle_slots) {
    return std::make_unique<BackendServer>(machine.make_backend(config, puzzle_slots));
}

}  // namespace evodoku::spread
