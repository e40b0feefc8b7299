// Finds the entry of a message.
#include "errors/errors.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace evodoku::app {
namespace {

/// "unknown option '{option}'; see" -> "unknown option '", "'; see".
std::vector<std::string_view> fixed_texts(std::string_view message) {
    std::vector<std::string_view> texts;
    while (!message.empty()) {
        const std::size_t begin = std::min(message.find('{'), message.size());
        if (begin != 0) texts.push_back(message.substr(0, begin));
        const std::size_t end = message.find('}', begin);
        message.remove_prefix(end == std::string_view::npos ? message.size() : end + 1);
    }
    return texts;
}

std::size_t fixed_letters(const ErrorEntry& entry) {
    std::size_t letters = 0;
    for (const std::string_view text : fixed_texts(entry.message)) letters += text.size();
    return letters;
}

std::string lower(std::string_view text) {
    std::string small(text);
    for (char& letter : small) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return small;
}

bool has_all_words(const ErrorEntry& entry, const std::string& question) {
    std::string text;
    for (const std::string_view part : {entry.name, entry.message, entry.cause, entry.remedy}) {
        text += lower(part) + '\n';
    }
    std::istringstream words(lower(question));
    for (std::string word; words >> word;) {
        if (text.find(word) == std::string::npos) return false;
    }
    return true;
}

}  // namespace

std::span<const ErrorChapter> error_chapters() {
    static const ErrorChapter chapters[] = {
        {"Command line", command_line_errors()},    {"Settings", setting_errors()},
        {"Operators", operator_errors()},           {"Puzzles", puzzle_errors()},
        {"Files of puzzles", puzzle_file_errors()}, {"Input and output", file_errors()},
        {"Checkpoints", checkpoint_errors()},       {"Experiments", experiment_errors()},
        {"Benchmarks", benchmark_errors()},         {"Reports and TensorBoard", report_errors()},
        {"Memory and devices", device_errors()},    {"Several ranks", rank_errors()},
        {"Internal errors", internal_errors()},
    };
    return chapters;
}

bool matches(const ErrorEntry& entry, std::string_view message) {
    std::size_t at = 0;
    for (const std::string_view text : fixed_texts(entry.message)) {
        at = message.find(text, at);
        if (at == std::string_view::npos) return false;
        at += text.size();
    }
    return true;
}

const ErrorEntry* find_error(std::string_view message) {
    const ErrorEntry* best = nullptr;
    for (const ErrorChapter& chapter : error_chapters()) {
        for (const ErrorEntry& entry : chapter.entries) {
            if (!matches(entry, message)) continue;
            if (best == nullptr || fixed_letters(entry) > fixed_letters(*best)) best = &entry;
        }
    }
    return best;
}

std::vector<const ErrorEntry*> search_errors(std::string_view question) {
    std::vector<const ErrorEntry*> found;
    for (const ErrorChapter& chapter : error_chapters()) {
        for (const ErrorEntry& entry : chapter.entries) {
            if (entry.name == question) return {&entry};
            if (has_all_words(entry, std::string(question))) found.push_back(&entry);
        }
    }
    if (const ErrorEntry* entry = find_error(question)) return {entry};
    return found;
}

}  // namespace evodoku::app
