// Records to and from JSON; and their file: one write per line.
#include "experiment/results.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "io/described_json.hpp"

namespace evodoku::experiment {

/// All but the history.
void describe(auto& fields, io::Described<Record> auto& record) {
    fields("puzzle", record.puzzle);
    fields("file", record.file);
    fields("line", record.line);
    fields("configuration", record.configuration);
    fields.hexadecimal("config_hash", record.config_hash);
    fields("seed", record.seed);
    fields("run_seed", record.run_seed);
    fields("solved", record.solved);
    fields("status", record.status);
    fields("cost", record.cost);
    fields("generations", record.generations);
    fields("evaluations", record.evaluations);
    fields("trials", record.trials);
    fields("redraws", record.redraws);
    fields("restarts", record.restarts);
    fields("seconds", record.seconds);
    fields.hexadecimal("fingerprint", record.fingerprint);
    fields("version", record.made_by.version);
    fields("commit", record.made_by.commit);
    fields("machine", record.made_by.machine);
    fields("settings", record.settings);
}

namespace {

/// True if the text may be the beginning of a record that was interrupted.
bool may_be_torn(std::string_view text) {
    const std::size_t common = std::min(text.size(), record_head.size());
    return text.substr(0, common) == record_head.substr(0, common) && text.size() < (1u << 20);
}

/// The name, unless it is that of a device or a pipe.
std::string checked(std::string name) {
    std::error_code error;
    if (!std::filesystem::is_other(name, error)) return name;
    throw FileError(fmt::format("cannot use {}: it is not a plain file; name another file with --output", name));
}

}  // namespace

std::string to_json(const Record& record) {
    io::DescribedWriter fields;
    describe(fields, record);
    const auto point = [](const Improvement& each) {
        return fmt::format("[{},{},{},{},{},{}]", each.generation, each.evaluations, each.trials, each.redraws,
                           io::json_number(each.seconds), each.cost);
    };
    if (!record.history.empty()) fields.object.put_json("history", io::json_list_of(record.history, point));
    return fields.object.on_one_line();
}

Record parse_record(std::string_view text) {
    Record record;
    const io::JsonFields line(text);
    io::DescribedReader::read(line, record);
    if (!line.has("history")) return record;
    for (const std::vector<double>& point : line.rows("history", 6)) {
        const auto whole = [&point](std::size_t k) { return static_cast<std::uint64_t>(point[k]); };
        record.history.push_back({static_cast<std::uint32_t>(whole(0)), whole(1), whole(2), whole(3), point[4],
                                  static_cast<std::uint32_t>(whole(5))});
    }
    return record;
}

ResultFile::ResultFile(std::string name) : file_(checked(std::move(name))) {
    const std::string text = file_.read();
    const auto refuse_line = [this](std::size_t number) {
        throw ForeignFileError(
            fmt::format("{}:{}: this line is not a result of an experiment; name another file with --output",
                        file_.name(), number));
    };
    for (std::size_t end; (end = text.find('\n', complete_bytes_)) != std::string::npos;) {
        try {
            records_.push_back(parse_record(std::string_view(text).substr(complete_bytes_, end - complete_bytes_)));
            records_.back().forget_shared_texts();
        } catch (const std::invalid_argument&) {
            refuse_line(records_.size() + 1);
        }
        complete_bytes_ = end + 1;
    }
    torn_ = text.substr(complete_bytes_);
    if (!may_be_torn(torn_)) refuse_line(records_.size() + 1);
}

ResultFile::~ResultFile() {
    try {
        file_.sync();
    } catch (const FileError&) {  // it can no longer be reported
    }
}

void ResultFile::drop_torn_line() {
    if (torn_.empty()) return;
    file_.cut(complete_bytes_);
    torn_.clear();
}

void ResultFile::append(const Record& record) {
    file_.append(to_json(record) + "\n");
    const auto now = std::chrono::steady_clock::now();
    if (now - on_disk_ < std::chrono::seconds(1)) return;
    file_.sync();
    on_disk_ = now;
}

}  // namespace evodoku::experiment
