// Inputs in the order of the command line; every bad puzzle is recorded.
#include "puzzle_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "checkpoint/checksum.hpp"
#include "commands.hpp"
#include "engine/text.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku::app {

/// A source that is being read.
class SourceReader {
public:
    SourceReader(const InputSource& source, int order)
        : name_(name_of(source)), stream_(open_once(source)), reader_(*stream_, name_, order) {}

    int order() { return reader_.order().order; }

    /// Throws ParseError and InputOutputError; false at the end.
    bool next(io::Job& job) {
        bool more = false;
        try {
            more = reader_.next(job);
        } catch (const io::ParseError&) {
            if (!stream_->bad()) throw;  // else: the rest of a puzzle that could not be read to its end
        }
        if (stream_->bad()) throw InputOutputError(failure_of(*stream_, name_));
        return more;
    }

private:
    std::string name_;
    std::unique_ptr<std::istream> stream_;
    io::PuzzleReader reader_;
};

namespace {

/// After so many errors, and no puzzle, the rest of an input is not read: an endless device, or the wrong file.
constexpr std::size_t hopeless_errors = 1000;

constexpr std::size_t window_size = 65536;

/// Reads a source to its end; false if it is left because of so many errors. `line`: of the last of these.
bool visit(const InputSource& source, int order, const PuzzleVisitor& visitor, std::size_t& line) {
    const auto reader = source.opened ? source.opened : std::make_shared<SourceReader>(source, order);
    std::size_t errors = 0;
    for (bool found = false; found || errors < hopeless_errors;) {
        try {
            io::Job job;
            if (!reader->next(job)) return true;
            found = true;
            visitor.puzzle(job);
        } catch (const io::ParseError& error) {
            visitor.error(error);
            ++errors;
            line = error.line();
        }
    }
    return false;
}

constexpr std::size_t max_in_memory = std::size_t{16} << 20;

/// Folders for temporary files, in the order in which they are tried.
std::vector<std::string> temporary_folders() {
    std::vector<std::string> folders;
    if (const char* chosen = std::getenv("TMPDIR"); chosen != nullptr && *chosen != '\0') folders.emplace_back(chosen);
    for (const char* usual : {"/tmp", "/var/tmp"}) {
        if (std::ranges::find(folders, usual) == folders.end()) folders.emplace_back(usual);
    }
    return folders;
}

/// 0, or the error's number.
int write_to(std::FILE* file, const std::string& bytes) {
    const bool is_written = std::fseek(file, 0, SEEK_END) == 0 &&
                            std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0;
    return is_written ? 0 : errno;
}

}  // namespace

void ByteStore::append(const void* from, std::size_t count) {
    if (memory_.size() + count > max_in_memory) {
        if (!file_) {
            open_file();
        } else if (const int error = write_to(file_.get(), memory_)) {
            fail(folder_ + ": " + std::strerror(error));
        }
        in_file_ += memory_.size();
        memory_.clear();
    }
    memory_.append(static_cast<const char*>(from), count);
}

void ByteStore::get(std::size_t at, char* to, std::size_t count) const {
    if (at < in_file_) {
        const std::size_t wanted = std::min(count, in_file_ - at);
        if (std::fseek(file_.get(), static_cast<long>(at), SEEK_SET) != 0 ||
            std::fread(to, 1, wanted, file_.get()) != wanted)
            throw InputOutputError(fmt::format("cannot read a temporary file: {}", std::strerror(errno)));
        at += wanted, to += wanted, count -= wanted;
    }
    if (count > 0) memory_.copy(to, count, at - in_file_);
}

/// Opens the file in the first folder that takes the memory.
void ByteStore::open_file() {
    std::string reasons;
    for (const std::string& folder : temporary_folders()) {
        std::string name = folder + "/evodoku-XXXXXX";
        const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
        int error = errno;
        if (descriptor >= 0) {
            ::unlink(name.c_str());
            file_.reset(::fdopen(descriptor, "w+b"));
            folder_ = folder;
            error = write_to(file_.get(), memory_);
            if (error == 0) return;
        }
        reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", folder, std::strerror(error));
    }
    fail(reasons);
}

void ByteStore::fail(const std::string& reasons) {
    throw InputOutputError(
        fmt::format("cannot keep the puzzles, which need more than {} MiB, in a temporary file: {}; set TMPDIR to a "
                    "folder with room",
                    max_in_memory >> 20, reasons));
}

std::string BadPuzzles::others(const std::string& check) const {
    if (count_ <= max_named) return "";
    return fmt::format("... and {} more; the last: {} ({} lists all)", count_ - max_named, last_, check);
}

PuzzleInput::PuzzleInput(std::vector<InputSource> sources, int order) : order_(order) {
    const auto texts = std::ranges::count(sources, InputSource::Kind::text, &InputSource::kind);
    Checksum checksum;
    int number = 0;
    for (InputSource& source : sources) {
        const bool is_text = source.kind == InputSource::Kind::text;
        if (is_text && source.name.empty()) source.name = "--puzzle";
        if (is_text && texts > 1) source.name += fmt::format("[{}]", ++number);
        names_.push_back(name_of(source));
        const auto check = [&](const io::Job& job) {
            const auto conflict = logic::first_conflict(job.grid);
            if (conflict)
                throw io::ParseError(job.source, job.line, "", "givens conflict: " + logic::describe(*conflict));
            if (is_text && job.index > 0)
                throw io::ParseError(job.source, job.line, "", "a second puzzle begins here: give only one");
            checksum.add(job.grid.cells().data(), job.grid.cells().size());
            const Place place{names_.size() - 1, job.line};
            kept_.append(&place, sizeof place);
            kept_.append(job.grid.cells().data(), job.grid.cells().size());
            ++good_;
        };
        std::size_t line = 0;
        is_hopeless_ =
            !visit(source, order, {check, [&](const io::ParseError& error) { bad_.add(error.what()); }}, line) &&
            good_ == 0;
        if (is_hopeless_) break;
    }
    checksum_ = checksum.value();
}

bool PuzzleInput::next(io::Job& job) {
    if (given_ == good_) return false;
    Grid grid(order_);
    const std::size_t length = sizeof(Place) + grid.cells().size(), per_window = window_size / length;
    if (window_.empty() || given_ < window_begin_ || given_ >= window_begin_ + per_window) {
        window_begin_ = given_;
        window_.resize(std::min(per_window, good_ - given_) * length);
        kept_.get(given_ * length, window_.data(), window_.size());
    }
    const char* from = window_.data() + (given_ - window_begin_) * length;
    Place place;
    std::memcpy(&place, from, sizeof place);
    std::memcpy(grid.cells().data(), from + sizeof place, grid.cells().size());
    job = {std::move(grid), names_[place.source], place.line, given_++};
    return true;
}

void visit_puzzles(const std::vector<InputSource>& sources, int order, const PuzzleVisitor& visitor) {
    for (const InputSource& source : sources) {
        tell_if_waiting(source);
        if (std::size_t line = 0; !visit(source, order, visitor, line))
            visitor.error({name_of(source), line, "", "so many errors and no puzzle: the rest is not read"});
    }
}

int order_of_input(std::vector<InputSource>& sources, int wanted) {
    if (wanted != 0) return wanted;
    if (sources.empty() || is_terminal_input(sources.front())) return 3;
    const auto reader = std::make_shared<SourceReader>(sources.front(), 0);
    if (sources.front().kind != InputSource::Kind::text) sources.front().opened = reader;
    return reader->order();
}

std::vector<std::string> all_form_names() {
    std::vector<std::string> names;
    for (const io::PuzzleForm& form : io::puzzle_forms()) names.emplace_back(form.name);
    return names;
}

io::PuzzleWriter writer_for(const std::string& to, const std::string& blank, int order) {
    const std::string form = !to.empty() ? to : order == largest_order ? "numbers" : "line";
    if (blank.size() > 1) throw UsageError(fmt::format("--blank is '{}'; allowed: one of . 0 x X * _", blank));
    try {
        return {form, order, blank.empty() ? '\0' : blank.front()};
    } catch (const std::invalid_argument& error) {
        const std::string fault = error.what();
        if (fault.starts_with("blank")) throw UsageError("--" + fault);
        const auto is_known = std::ranges::count(io::puzzle_forms(), form, &io::PuzzleForm::name) != 0;
        throw UsageError("--to" + fault.substr(4) + (is_known ? "" : suggestion(form, io::form_names(order))));
    }
}

}  // namespace evodoku::app
