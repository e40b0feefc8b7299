// Files by their descriptors, so that an error has the system's reason. Inputs in the order of the command line; every
// bad puzzle is reported. What is read twice is opened twice; standard input, pipes and devices are copied.
#include "puzzle_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <streambuf>
#include <utility>

#include "commands.hpp"
#include "engine/text.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/characters.hpp"

namespace evodoku::app {

/// A source that is being read. Its reader throws ParseError and FileError.
struct SourceReader {
    SourceReader(const InputSource& source, int order)
        : stream(open_once(source)), reader(*stream, name_of(source), order, source.options) {}

    std::unique_ptr<std::istream> stream;
    io::PuzzleReader reader;
};

namespace {

/// Settings, plans and benchmarks are far shorter, and so much fits in any memory.
constexpr std::size_t longest_text_file = std::size_t{16} << 20;
constexpr std::uint64_t longest_copy = std::uint64_t{4} << 30;

/// The bytes of a file, a pipe, a terminal, a device, as they come.
class FileStream final : private std::streambuf, public std::istream {
public:
    /// `copy`: where all bytes that are read are written, if it is there.
    FileStream(Descriptor from, std::string name, Clock::time_point until, std::shared_ptr<InputCopy> copy)
        : std::istream(this), from_(std::move(from)), name_(std::move(name)), until_(until), copy_(std::move(copy)) {
        exceptions(badbit);
    }

private:
    int underflow() override {
        ssize_t count = 0;
        do {
            wait();
            count = ::read(from_, chunk_.data(), chunk_.size());
        } while (count < 0 && (errno == EINTR || errno == EAGAIN));
        if (count < 0) throw FileError(name_, errno, "read");
        if (copy_) copy(static_cast<std::size_t>(count));
        setg(chunk_.data(), chunk_.data(), chunk_.data() + count);
        return count == 0 ? std::char_traits<char>::eof() : std::char_traits<char>::to_int_type(*gptr());
    }

    void copy(std::size_t count) {
        copied_ += count;
        const bool fits = copied_ <= longest_copy && copy_->file;
        if (fits && std::fwrite(chunk_.data(), 1, count, copy_->file.get()) == count) return;
        const std::string reason =
            copied_ > longest_copy ? fmt::format("it has more than {} GiB", longest_copy >> 30) : std::strerror(errno);
        throw FileError(fmt::format("cannot copy {} to a temporary file: {}; save it to a file, and give that instead",
                                    name_, reason));
    }

    /// For bytes or the end. An endless stream has bytes at any time.
    void wait() const {
        using namespace std::chrono;
        pollfd ready{from_, POLLIN, 0};
        for (auto rest = until_ - Clock::now(); rest > nanoseconds(0); rest = until_ - Clock::now()) {
            const auto ms = ceil<milliseconds>(std::min<nanoseconds>(rest, hours(1))).count();
            if (::poll(&ready, 1, static_cast<int>(ms)) != 0) return;
        }
        throw FileError(fmt::format("cannot read {}: it has not ended within --timeout; nothing was solved", name_));
    }

    std::array<char, 65536> chunk_;
    Descriptor from_;
    std::string name_;
    Clock::time_point until_;
    std::shared_ptr<InputCopy> copy_;
    std::uint64_t copied_ = 0;
};

void visit(const InputSource& source, int order, const OnPuzzle& on_puzzle, const OnError& on_error) {
    PuzzleStream stream({source}, order);
    bool has_puzzle = false;
    io::visit([&](io::ReadPuzzle& job) { return stream.next(job); },
              [&](const io::ReadPuzzle& job) { has_puzzle = true, on_puzzle(job); }, on_error);
    const std::string name = printable(name_of(source));
    const io::Remarks remarks = stream.remarks();
    if (has_puzzle && remarks.skipped != 0)
        say(fmt::format("{}:{}: {} of text {} skipped here and below; --strict makes them errors", name,
                        remarks.first_skipped, counted(remarks.skipped, "line"), remarks.skipped == 1 ? "is" : "are"));
    if (remarks.not_utf8 != 0)
        say(fmt::format("{}:{}: not UTF-8, perhaps Windows-1252: iconv -f WINDOWS-1252 -t UTF-8 converts it", name,
                        remarks.not_utf8));
}

bool is_terminal_input(const InputSource& source) {
    return source.kind == InputSource::Kind::standard_input && ::isatty(STDIN_FILENO) != 0;
}

constexpr std::size_t max_printed = 20;

}  // namespace

std::string name_of(const InputSource& source) {
    if (source.kind == InputSource::Kind::standard_input) return "standard input";
    return source.name.empty() ? source.text : source.name;
}

bool is_puzzle_text(const std::string& word) try {
    constexpr std::size_t fewest = 9;  // a row: a shorter word is more likely a mistyped name
    std::error_code ignored;
    if (word.size() < fewest || std::filesystem::exists(word, ignored)) return false;
    if (word.find_first_not_of("0123456789.xX*_") == std::string::npos) return true;
    io::parse_puzzle(word, "", 0);
    return true;
} catch (const io::ParseError&) {
    return false;
}

InputSource input_source(const std::string& word) {
    if (word == "-") return {InputSource::Kind::standard_input, ""};
    if (is_puzzle_text(word)) return {InputSource::Kind::text, word, "argument"};
    return {InputSource::Kind::file, word};
}

std::vector<InputSource> input_sources(const std::vector<Assignment>& arguments) {
    std::vector<InputSource> sources;
    for (const Assignment& argument : arguments) {
        if (argument.name == "puzzle") sources.push_back({InputSource::Kind::text, argument.text});
        if (argument.name.empty()) sources.push_back(input_source(argument.text));
    }
    if (std::ranges::count(sources, InputSource::Kind::standard_input, &InputSource::kind) > 1)
        throw SettingError("- appears twice; standard input can be read only once");
    return sources;
}

void read_as(std::vector<InputSource>& sources, const io::ReadOptions& options) {
    for (InputSource& source : sources) source.options = options;
}

std::vector<InputSource> filter_sources(const std::vector<Assignment>& arguments) {
    std::vector<InputSource> sources = input_sources(arguments);
    if (sources.empty()) sources.push_back({InputSource::Kind::standard_input, ""});
    return sources;
}

std::unique_ptr<std::istream> open_once(const InputSource& source) {
    if (source.kind == InputSource::Kind::text) return std::make_unique<std::istringstream>(source.text);
    const bool is_file = source.kind == InputSource::Kind::file;
    const std::string name = is_file ? source.text : "standard input";
    const bool is_again = source.copy != nullptr && source.copy->file;
    // A pipe without a writer would block open(); reading waits for one.
    Descriptor file = is_again  ? ::fcntl(::fileno(source.copy->file.get()), F_DUPFD_CLOEXEC, 0)
                      : is_file ? ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
                                : ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    if (file < 0) throw FileError(name, errno, is_file ? "open" : "read");
    struct stat status {};
    if (::fstat(file, &status) == 0 && S_ISDIR(status.st_mode))
        throw FileError("cannot read " + name + ": it is a folder");
    // A plain file has an end: a resumed run whose time is over still reads it.
    const bool is_plain = S_ISREG(status.st_mode);
    const bool is_copied = source.copy != nullptr && !is_again && !(is_file && is_plain);
    if (is_again) std::rewind(source.copy->file.get());  // writes what is left to be written, too
    if (is_copied) source.copy->file.reset(std::tmpfile());
    // Where no folder for it can be written, as in some containers, it is in memory.
    if (is_copied && !source.copy->file) source.copy->file.reset(::fdopen(::memfd_create("input", MFD_CLOEXEC), "w+b"));
    return std::make_unique<FileStream>(std::move(file), name, is_plain ? Clock::time_point::max() : source.until,
                                        is_copied ? source.copy : nullptr);
}

std::string read_text_file(const std::string& name, Clock::time_point until) {
    const std::unique_ptr<std::istream> stream = open_once({.text = name, .until = until});
    std::string text;
    for (std::array<char, 65536> part; text.size() <= longest_text_file;) {
        stream->read(part.data(), part.size());
        text.append(part.data(), static_cast<std::size_t>(stream->gcount()));
        if (!*stream) return text;
    }
    throw FileError(
        fmt::format("cannot read {}: it has more than {} MB; is it the right file?", name, longest_text_file >> 20));
}

InputPart read_part(std::string_view label, std::string_view text) {
    const std::vector<std::string> numbers = split(text, '/');
    if (numbers.size() != 2)
        throw SettingError(fmt::format("{}: '{}' is not a part I/N, as in 2/8: the second of eight", label, text));
    const std::uint64_t count = read_count(fmt::format("{} {}: N", label, text), numbers[1], 1, 1'000'000);
    const std::uint64_t number = read_count(fmt::format("{} {}: I", label, text), numbers[0], 1, count);
    return {static_cast<std::uint32_t>(number - 1), static_cast<std::uint32_t>(count)};
}

std::string part_text(const InputPart& part) {
    return part.count == 1 ? "" : fmt::format("{}/{}", part.first + 1, part.count);
}

void require_some(const InputPart& part, std::uint64_t count, const std::string& fault) {
    if (part.first >= count)
        throw SettingError(fmt::format("--part {}: {}; choose a smaller N", part_text(part), fault));
}

void tell_if_waiting(const InputSource& source) {
    if (!is_terminal_input(source)) return;
    say("reading puzzles from the terminal: type or paste them, then press Ctrl-D on an empty line");
}

void BadPuzzles::add(const io::ParseError& error) {
    last_ = error.what();
    if (++count_ <= max_printed) say(last_);
}

int BadPuzzles::sum_up(const char* hint) const {
    if (count_ > max_printed) say(fmt::format("... and {} more; the last: {}{}", count_ - max_printed, last_, hint));
    return count_ != 0 ? bad_puzzle : all_solved;
}

PuzzleInput::PuzzleInput(std::vector<InputSource> sources, int order, InputPart part)
    : order_(order), part_(part), sources_(std::move(sources)) {
    const auto texts = std::ranges::count(sources_, InputSource::Kind::text, &InputSource::kind);
    int number = 0;
    std::uint64_t count = 0;  // of good puzzles in all parts
    for (InputSource& source : sources_) {
        const bool is_text = source.kind == InputSource::Kind::text;
        if (is_text && source.name.empty()) source.name = "--puzzle";
        if (is_text && texts > 1) source.name += fmt::format("[{}]", ++number);
        if (source.copy == nullptr) source.copy = std::make_shared<InputCopy>();
        const auto see = [&](const io::ReadPuzzle& job) {
            check(job, source);
            if (source.options.keeps_fields)
                columns_.fields_of(job);  // of all parts, so that they have the same columns
            if (!part_.has(count++)) return;
            checksum_.add(job.grid.cells().data(), job.grid.cells().size());
            ++good_;
        };
        visit(source, order, see, [&](const io::ParseError& error) { bad_.add(error); });
        source.opened.reset();
        source.name = name_of(source);
        ends_.push_back(count);
    }
    if (count != 0 && bad_.count() == 0) require_some(part_, count, "the input has only " + counted(count, "puzzle"));
    rewind();
}

void PuzzleInput::check(const io::ReadPuzzle& job, const InputSource& source) {
    refuse_conflict(job);
    if (source.kind == InputSource::Kind::text && job.index > 0)
        throw io::ParseError(job.source, job.line, "", "a second puzzle begins here: give only one");
}

void PuzzleInput::rewind() {
    reader_.reset();
    at_ = read_ = given_ = 0;
    checksum_again_.emplace();
}

bool PuzzleInput::next(io::ReadPuzzle& job) {
    if (given_ == good_) return false;
    const auto require = [this](bool is_unchanged) {
        if (!is_unchanged) throw FileError(sources_[at_].name + " changed while it was read; repeat the command");
    };
    for (bool is_of_part = false; !is_of_part;) {
        for (; read_ == ends_[at_]; ++at_) reader_.reset();
        if (reader_ == nullptr) reader_ = std::make_unique<PuzzleStream>(std::vector{sources_[at_]}, order_);
        try {
            require(reader_->next(job));
            check(job, sources_[at_]);
            is_of_part = part_.has(read_++);
        } catch (const io::ParseError&) {  // was printed at the first reading
        }
    }
    checksum_again_->add(job.grid.cells().data(), job.grid.cells().size());
    if (sources_[at_].options.keeps_fields) {
        std::vector<std::string> fields = columns_.fields_of(job);
        if (!fields.empty() && job.table == nullptr) fields[columns_.puzzle()] = io::to_line(job.grid);
        job.fields.assign(1, io::csv_row(fields));
    }
    job.source = sources_[at_].name, job.index = read_ - 1, ++given_;
    require(given_ != good_ || checksum_again_->value() == checksum());
    return true;
}

PuzzleStream::PuzzleStream(std::vector<InputSource> sources, int order) : sources_(std::move(sources)), order_(order) {
    are_files_ = std::ranges::all_of(sources_, [](const InputSource& source) {
        std::error_code ignored;
        return source.kind == InputSource::Kind::file && std::filesystem::is_regular_file(source.text, ignored);
    });
}

bool PuzzleStream::read(io::ReadPuzzle& job) {
    while (readers_.empty() || !readers_.back()->reader.next(job)) {
        if (readers_.size() == sources_.size()) return false;
        const InputSource& source = sources_[readers_.size()];
        readers_.push_back(source.opened ? source.opened : std::make_shared<SourceReader>(source, order_));
    }
    return true;
}

PuzzleStream::Batch PuzzleStream::read_some() {
    const std::size_t at_once = are_files_ ? 1024 : 1;
    Batch batch;
    try {
        for (io::ReadPuzzle job; batch.puzzles.size() < at_once && read(job);) batch.puzzles.push_back(std::move(job));
        batch.is_last = batch.puzzles.size() < at_once;
    } catch (...) {
        batch.fault = std::current_exception();
    }
    return batch;
}

bool PuzzleStream::next(io::ReadPuzzle& job) {
    for (; taken_ == batch_.puzzles.size(); taken_ = 0) {
        if (batch_.fault) std::rethrow_exception(std::exchange(batch_.fault, nullptr));
        if (batch_.is_last) return false;
        batch_ = ahead_.valid() ? ahead_.get() : read_some();
        if (are_files_ && !batch_.fault && !batch_.is_last) ahead_ = std::async([this] { return read_some(); });
    }
    job = std::move(batch_.puzzles[taken_++]);
    return true;
}

io::Remarks PuzzleStream::remarks() const {
    return readers_.empty() ? io::Remarks() : readers_.back()->reader.remarks();
}

void require_9x9(const char* option, int order) {
    if (order == 3) return;
    throw SettingError(
        fmt::format("{0} compares puzzles of 9 x 9, and these are {1} x {1}; leave it out", option, order * order));
}

void visit_puzzles(const std::vector<InputSource>& sources, int order, const OnPuzzle& on_puzzle,
                   const OnError& on_error) {
    for (const InputSource& source : sources) {
        tell_if_waiting(source);
        visit(source, order, on_puzzle, on_error);
    }
}

int order_of_input(std::vector<InputSource>& sources, int order) {
    if (order != 0) return order;
    if (sources.empty() || is_terminal_input(sources.front())) return 3;
    const auto reader = std::make_shared<SourceReader>(sources.front(), 0);
    if (sources.front().kind != InputSource::Kind::text) sources.front().opened = reader;
    return reader->reader.order().order;
}

Grid read_puzzle(const std::string& word, int order) {
    const bool is_text = is_puzzle_text(word);
    const std::string name = is_text ? "--puzzle" : word;
    const io::ReadPuzzle job{io::parse_puzzle(is_text ? word : read_text_file(word), name, order), name, 1};
    refuse_conflict(job);
    return job.grid;
}

}  // namespace evodoku::app
