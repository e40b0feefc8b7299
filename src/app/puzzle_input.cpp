// Files by their descriptors, so that an error has the system's reason. Inputs in the order of the command line; every
// bad puzzle is reported.
#include "puzzle_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>
#include <sstream>
#include <streambuf>
#include <utility>

#include "checkpoint/checkpoint_file.hpp"
#include "commands.hpp"
#include "engine/text.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/csv.hpp"
#include "output.hpp"

namespace evodoku::app {

/// A source that is being read. Its reader throws ParseError and FileError.
struct SourceReader {
    SourceReader(const InputSource& source, int order)
        : stream(open_once(source)), reader(*stream, name_of(source), order) {
        reader.choose_column(source.column);
        if (source.is_strict) reader.refuse_text();
    }

    std::unique_ptr<std::istream> stream;
    io::PuzzleReader reader;
};

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Settings, plans and benchmarks are far shorter, and so much fits in any memory.
constexpr std::size_t longest_text_file = std::size_t{16} << 20;

/// The bytes of a file, a pipe, a terminal, a device, as they come.
class FileBuffer final : public std::streambuf {
public:
    FileBuffer(Descriptor from, std::string name, Clock::time_point until)
        : from_(std::move(from)), name_(std::move(name)), until_(until) {}

private:
    int_type underflow() override {
        ssize_t count = 0;
        do {
            wait();
            count = ::read(from_, chunk_.data(), chunk_.size());
        } while (count < 0 && (errno == EINTR || errno == EAGAIN));
        if (count < 0) throw FileError(fmt::format("cannot read {}: {}", name_, std::strerror(errno)));
        setg(chunk_.data(), chunk_.data(), chunk_.data() + count);
        return count == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
    }

    /// For bytes or the end. An endless stream has bytes at any time.
    void wait() const {
        using namespace std::chrono;
        pollfd ready{from_, POLLIN, 0};
        for (auto left = until_ - Clock::now(); left > nanoseconds(0); left = until_ - Clock::now()) {
            const auto ms = ceil<milliseconds>(std::min<nanoseconds>(left, hours(1))).count();
            if (::poll(&ready, 1, static_cast<int>(ms)) != 0) return;
        }
        throw FileError(fmt::format("cannot read {}: it has not ended within --timeout; nothing was solved", name_));
    }

    std::array<char, 65536> chunk_;
    Descriptor from_;
    std::string name_;
    Clock::time_point until_;
};

struct FileStream final : std::istream {
    FileStream(Descriptor from, const std::string& name, Clock::time_point until)
        : std::istream(nullptr), buffer(std::move(from), name, until) {
        rdbuf(&buffer);
        exceptions(badbit);
    }
    FileBuffer buffer;
};

void visit(const InputSource& source, int order, const OnPuzzle& on_puzzle, const OnError& on_error, bool keep_fields) {
    const auto opened = source.opened ? source.opened : std::make_shared<SourceReader>(source, order);
    io::PuzzleReader& reader = opened->reader;
    if (keep_fields) reader.keep_fields();
    bool found = false;
    io::visit(
        reader, [&](const io::Job& job) { found = true, on_puzzle(job); }, on_error);
    const std::string name = printable(name_of(source));
    const io::Remarks remarks = reader.remarks();
    if (found && remarks.skipped != 0)
        say(fmt::format("{}:{}: {} of text {} skipped here and below; --strict makes them errors", name,
                        remarks.first_skipped, counted(remarks.skipped, "line"), remarks.skipped == 1 ? "is" : "are"));
    if (remarks.not_utf8 != 0)
        say(fmt::format("{}:{}: not UTF-8, perhaps Windows-1252: iconv -f WINDOWS-1252 -t UTF-8 converts it", name,
                        remarks.not_utf8));
}

constexpr std::size_t max_printed = 20;

constexpr std::size_t max_in_memory = std::size_t{16} << 20, max_kept = std::size_t{4} << 30;

}  // namespace

/// Bytes that are appended, then read: the last ones in memory, those before in an unnamed file. Throws FileError.
class ByteStore {
public:
    void append(const void* from, std::size_t count) {
        if (memory_.size() + count > max_in_memory) empty_memory();
        memory_.append(static_cast<const char*>(from), count);
    }
    /// Reads on behind the last read(); as many bytes as an append() wrote there.
    void read(void* to, std::size_t count) {
        if (at_ >= in_file_)
            memory_.copy(static_cast<char*>(to), count, at_ - in_file_);
        else if (std::fread(to, 1, count, file_.get()) != count)
            throw FileError(fmt::format("cannot read a temporary file: {}", std::strerror(errno)));
        at_ += count;
    }
    void rewind() {
        at_ = 0;
        if (file_) std::rewind(file_.get());
    }

private:
    /// Into the file, which is in the first folder that takes it.
    void empty_memory() {
        if (in_file_ + memory_.size() > max_kept)
            throw FileError(
                fmt::format("the puzzles need more than {} GiB in a temporary file; solve a part of them at a time",
                            max_kept >> 30));
        std::string reasons;
        for (const std::string& folder :
             {std::string(environment("TMPDIR")), std::string("/tmp"), std::string("/var/tmp")}) {
            if (folder.empty() || (file_ && folder != folder_)) continue;
            std::string name = folder + "/evodoku-XXXXXX";
            if (const int opened = file_ ? -1 : ::mkostemp(name.data(), O_CLOEXEC); opened >= 0) {
                ::unlink(name.c_str());
                file_.reset(::fdopen(opened, "w+b")), folder_ = folder;
            }
            if (file_ && std::fwrite(memory_.data(), 1, memory_.size(), file_.get()) == memory_.size() &&
                std::fflush(file_.get()) == 0) {
                in_file_ += memory_.size();
                return memory_.clear();
            }
            reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", folder, std::strerror(errno));
            if (in_file_ != 0) break;
            file_.reset();
        }
        throw FileError(
            fmt::format("cannot keep the puzzles, which need more than {} MiB, in a temporary file: {}; set "
                        "TMPDIR to a folder with room",
                        max_in_memory >> 20, reasons));
    }

    std::string memory_, folder_;
    File file_;
    std::size_t in_file_ = 0, at_ = 0;
};

std::string name_of(const InputSource& source) {
    if (source.kind == InputSource::Kind::standard_input) return "standard input";
    return source.name.empty() ? source.text : source.name;
}

bool is_puzzle_text(const std::string& word) {
    constexpr std::size_t fewest = 9;  // a row: a shorter word is more likely a mistyped name
    std::error_code ignored;
    if (word.size() < fewest || std::filesystem::exists(word, ignored)) return false;
    if (word.find_first_not_of("0123456789.xX*_") == std::string::npos) return true;
    try {
        io::parse_puzzle(word, "", 0);
        return true;
    } catch (const io::ParseError&) {
        return false;
    }
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

void read_as(std::vector<InputSource>& sources, const std::string& column, bool is_strict) {
    for (InputSource& source : sources) source.column = column, source.is_strict = is_strict;
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
    // A pipe without a writer would block open(); reading waits for one.
    Descriptor file =
        is_file ? ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK) : ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    if (file < 0)
        throw FileError(fmt::format("cannot {} {}: {}", is_file ? "open" : "read", name, std::strerror(errno)));
    struct stat status {};
    if (::fstat(file, &status) == 0 && S_ISDIR(status.st_mode))
        throw FileError("cannot read " + name + ": it is a folder");
    // A plain file has an end: a resumed run whose time is over still reads it.
    return std::make_unique<FileStream>(std::move(file), name,
                                        S_ISREG(status.st_mode) ? Clock::time_point::max() : source.until);
}

std::string read_text_file(const std::string& name, Clock::time_point until) {
    InputSource source{InputSource::Kind::file, name};
    source.until = until;
    const std::unique_ptr<std::istream> stream = open_once(source);
    std::string text;
    for (std::array<char, 65536> part; text.size() <= longest_text_file;) {
        stream->read(part.data(), part.size());
        text.append(part.data(), static_cast<std::size_t>(stream->gcount()));
        if (!*stream) return text;
    }
    throw FileError(
        fmt::format("cannot read {}: it has more than {} MB; is it the right file?", name, longest_text_file >> 20));
}

bool is_terminal_input(const InputSource& source) {
    return source.kind == InputSource::Kind::standard_input && ::isatty(STDIN_FILENO) != 0;
}

void tell_if_waiting(const InputSource& source) {
    if (!is_terminal_input(source)) return;
    say("reading puzzles from the terminal: type or paste them, then press Ctrl-D on an empty line");
}

void BadPuzzles::add(const io::ParseError& error) {
    last_ = error.what();
    if (++count_ <= max_printed) say(last_);
}

void BadPuzzles::sum_up(const std::string& check) const {
    if (count_ <= max_printed) return;
    const std::string all = check.empty() ? "" : fmt::format(" ({} lists all)", check);
    say(fmt::format("... and {} more; the last: {}{}", count_ - max_printed, last_, all));
}

std::vector<std::string> KeptColumns::fields_of(const io::Job& job) {
    if (!std::exchange(begun_, true) && job.table != nullptr) first_ = *job.table;
    if (job.table == nullptr) return std::vector<std::string>(names().size());
    const auto named = [](const io::Table& table) { return std::span(table.columns).first(table.named); };
    if (std::ranges::equal(named(*job.table), named(first_))) {
        if (job.fields.size() > names().size()) first_.columns = job.table->columns;
        std::vector<std::string> fields = job.fields;
        fields.resize(names().size());
        return fields;
    }
    std::vector<std::string> fields(names().size());
    for (std::size_t column = 0; column < job.fields.size(); ++column) {
        const std::string& name = job.table->columns[column];
        const auto at = static_cast<std::size_t>(std::ranges::find(names(), name) - names().begin());
        if (column == job.table->puzzle) continue;
        if (at == names().size()) {
            throw SettingError(fmt::format(
                "{}: the column '{}' is not in the input before it; use one command per table", job.source, name));
        }
        fields[at] = job.fields[column];
    }
    if (!fields.empty()) fields[puzzle()] = job.fields[job.table->puzzle];
    return fields;
}

PuzzleInput::PuzzleInput(std::vector<InputSource> sources, int order, bool keeps_fields)
    : order_(order), keeps_fields_(keeps_fields), kept_(std::make_unique<ByteStore>()) {
    const auto texts = std::ranges::count(sources, InputSource::Kind::text, &InputSource::kind);
    Checksum checksum;
    int number = 0;
    for (InputSource& source : sources) {
        const bool is_text = source.kind == InputSource::Kind::text;
        if (is_text && source.name.empty()) source.name = "--puzzle";
        if (is_text && texts > 1) source.name += fmt::format("[{}]", ++number);
        names_.push_back(name_of(source));
        const auto keep = [&](const io::Job& job) {
            refuse_conflict(job);
            if (is_text && job.index > 0)
                throw io::ParseError(job.source, job.line, "", "a second puzzle begins here: give only one");
            checksum.add(job.grid.cells().data(), job.grid.cells().size());
            const Place place{names_.size() - 1, job.line};
            kept_->append(&place, sizeof place);
            kept_->append(job.grid.cells().data(), job.grid.cells().size());
            if (keeps_fields_) {
                std::vector<std::string> fields = columns_.fields_of(job);
                if (!fields.empty() && job.table == nullptr) fields[columns_.puzzle()] = io::to_line(job.grid);
                const std::string row = io::csv_row(fields);
                const std::uint64_t sizes[] = {row.size(), fields.size()};
                kept_->append(sizes, sizeof sizes);
                kept_->append(row.data(), row.size());
            }
            ++good_;
        };
        visit(
            source, order, keep, [&](const io::ParseError& error) { bad_.add(error); }, keeps_fields);
    }
    checksum_ = checksum.value();
    rewind();
}

PuzzleInput::~PuzzleInput() = default;

void PuzzleInput::rewind() {
    given_ = 0;
    kept_->rewind();
}

bool PuzzleInput::next(io::Job& job) {
    if (given_ == good_) return false;
    Place place;
    if (job.grid.order() != order_) job.grid = Grid(order_);
    kept_->read(&place, sizeof place);
    kept_->read(job.grid.cells().data(), job.grid.cells().size());
    if (keeps_fields_) {
        std::uint64_t sizes[] = {0, 0};
        kept_->read(sizes, sizeof sizes);
        job.fields.assign(1, std::string(sizes[0], '\0'));
        kept_->read(job.fields[0].data(), sizes[0]);
        job.fields[0].insert(sizes[0] - 1, columns_.names().size() - sizes[1], ',');  // columns of later rows
    }
    job.source = names_[place.source], job.line = place.line, job.index = given_++;
    return true;
}

void visit_puzzles(const std::vector<InputSource>& sources, int order, const OnPuzzle& on_puzzle,
                   const OnError& on_error, bool keep_fields) {
    for (const InputSource& source : sources) {
        tell_if_waiting(source);
        visit(source, order, on_puzzle, on_error, keep_fields);
    }
}

int order_of_input(std::vector<InputSource>& sources, int wanted) {
    if (wanted != 0) return wanted;
    if (sources.empty() || is_terminal_input(sources.front())) return 3;
    const auto reader = std::make_shared<SourceReader>(sources.front(), 0);
    if (sources.front().kind != InputSource::Kind::text) sources.front().opened = reader;
    return reader->reader.order().order;
}

}  // namespace evodoku::app
