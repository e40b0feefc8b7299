// Numbers, shares, times, names and operators to and from text; operators by the catalogue.
#include "engine/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <numeric>
#include <ranges>
#include <utility>

namespace evodoku {
namespace {

/// The shortest decimal for a number of 1/65536 that `is_same` accepts. Six digits behind the point are enough.
std::string shortest(std::uint32_t number, const auto& is_same) {
    for (int digits = 0;; ++digits) {
        std::string text = fmt::format("{:.{}f}", static_cast<double>(number) / share_one, digits);
        if (is_same(text)) return text;
    }
}

/// std::from_chars; where libc++ is older than 20, the C library, which also reads other forms.
std::from_chars_result read_decimal(const char* begin, const char* end, auto& number) {
    if constexpr (requires { std::from_chars(begin, end, number); }) return std::from_chars(begin, end, number);
    const std::string text(begin, end);
    if (text.find_first_not_of("0123456789.eE+-") != text.npos || text.starts_with('+')) return {begin, {}};
    char* last = nullptr;
    number = std::strtod(text.c_str(), &last);
    return {begin + (last - text.c_str()), {}};
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

/// The factor of the unit at the end of the text, which is taken off; `otherwise` for a text without a unit.
double take_unit(std::string_view& text, std::initializer_list<std::pair<std::string_view, double>> units,
                 double otherwise) {
    for (const auto& [suffix, factor] : units) {
        if (take_suffix(text, suffix)) return factor;
    }
    return otherwise;
}

/// Levenshtein distance: letters to insert, delete or replace.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

/// `weight`: "@3", or nothing.
std::string text_of(const AnyOperator& op, const std::string& weight) {
    std::string text = std::string(op.info->name) + weight;
    char before = ':';
    for (std::uint32_t position = 0; position < op.info->parameter_count; ++position) {
        const ParameterInfo& parameter = op.info->all_parameters[position];
        text += fmt::format("{}{}={}", before, parameter.name, value_to_text(parameter, op.values[position]));
        before = ',';
    }
    return text;
}

std::optional<std::uint64_t> parse_value(const ParameterInfo& parameter, std::string_view text) {
    if (parameter.kind == ParameterKind::count) return parse_count(text);
    if (parameter.kind == ParameterKind::share) return parse_share(text);
    const std::vector<std::string> names = split(parameter.names, '|');
    const auto named = std::ranges::find(names, text);
    if (named == names.end()) return std::nullopt;
    return static_cast<std::uint64_t>(named - names.begin());
}

void set_parameter(std::string_view setting, AnyOperator& op, std::string_view name, std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t position = 0; const ParameterInfo& parameter : op.info->parameters()) {
        std::uint32_t& held = op.values[position++];
        names.emplace_back(parameter.name);
        if (parameter.name != name) continue;
        const std::optional<std::uint64_t> value = parse_value(parameter, text);
        if (!value || *value < parameter.min || *value > parameter.max) {
            throw SettingError(fmt::format("{}: parameter '{}' of '{}' is '{}'; allowed: {} ({})", setting,
                                           parameter.name, op.info->name, text, range_of(parameter), parameter.help));
        }
        held = static_cast<std::uint32_t>(*value);
        return;
    }
    throw SettingError(fmt::format("{}: operator '{}' has no parameter '{}'{}; it has: {}", setting, op.info->name,
                                   name, suggestion(name, names), names.empty() ? "none" : joined(names)));
}

AnyOperator choose(OperatorKind kind, std::string_view setting, std::string_view name, std::uint32_t weight) {
    if (const OperatorInfo* info = find_operator(kind, name)) return {info, info->defaults, weight};
    const std::vector<std::string> names = names_of(kind);
    throw SettingError(fmt::format("{}: unknown operator '{}'{}; there are: {}", setting, name, suggestion(name, names),
                                   joined(names)));
}

/// The pieces of a mix. A piece with '=' and no ':' is one more parameter of the operator before it.
std::vector<AnyOperator> parse_pieces(OperatorKind kind, std::string_view setting, std::string_view text) {
    std::vector<AnyOperator> mix;
    for (const std::string& entry : split(text, ',')) {
        std::string_view piece = entry;
        const std::size_t colon = piece.find(':');
        if (colon != std::string_view::npos || piece.find('=') == std::string_view::npos) {
            std::string_view name = piece.substr(0, colon);
            std::uint32_t weight = 1;
            if (const std::size_t sign = name.find('@'); sign != std::string_view::npos) {
                const std::optional<std::uint64_t> number = parse_count(name.substr(sign + 1));
                if (!number || *number < 1 || *number > 1000) {
                    throw SettingError(fmt::format("{}: the weight '{}' of '{}' is not a whole number 1..1000", setting,
                                                   name.substr(sign + 1), name.substr(0, sign)));
                }
                weight = static_cast<std::uint32_t>(*number);
                name = name.substr(0, sign);
            }
            mix.push_back(choose(kind, setting, name, weight));
            if (colon == std::string_view::npos) continue;
            piece.remove_prefix(colon + 1);
        }
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos || mix.empty()) {
            throw SettingError(fmt::format(
                "{}: '{}' is not parameter=value, as in name:parameter=value,parameter=value", setting, piece));
        }
        set_parameter(setting, mix.back(), piece.substr(0, equals), piece.substr(equals + 1));
    }
    return mix;
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
    double number = 0;
    const auto [end, error] = read_decimal(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (!std::isfinite(number) || number < 0 || text.front() == '-') return std::nullopt;
    return number;
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (const auto part : std::views::split(text, separator)) parts.emplace_back(part.begin(), part.end());
    if (parts.empty()) parts.emplace_back();
    return parts;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
    std::uint64_t whole_number = 0;  // digits alone are read exactly, all 64 bits
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole_number);
    if (error == std::errc() && !text.empty() && end == text.data() + text.size()) return whole_number;

    const double factor = take_unit(text, {{"k", 1e3}, {"K", 1e3}, {"M", 1e6}}, 1);
    const std::optional<double> number = parse_decimal(text);
    if (!number) return std::nullopt;
    const double product = *number * factor;
    const double rounded = std::round(product);
    if (std::abs(product - rounded) > 1e-12 * rounded || rounded > 1e18) return std::nullopt;
    return static_cast<std::uint64_t>(rounded);
}

std::optional<double> parse_proportion(std::string_view text) {
    const bool per_cent = take_suffix(text, "%");
    std::optional<double> share = parse_decimal(text);
    if (share && per_cent) *share /= 100;
    return share && *share <= 1 ? share : std::nullopt;
}

std::optional<Share> parse_share(std::string_view text) {
    const std::optional<double> share = parse_proportion(text);
    return share ? std::optional(static_cast<Share>(std::lround(*share * share_one))) : std::nullopt;
}

std::optional<CountOrShare> parse_count_or_share(std::string_view text) {
    const bool has_suffix = text.ends_with('k') || text.ends_with('K') || text.ends_with('M');
    if (text.ends_with('%') || (text.find('.') != std::string_view::npos && !has_suffix)) {
        const std::optional<Share> share = parse_share(text);
        return share ? std::optional(CountOrShare{*share, true}) : std::nullopt;
    }
    const std::optional<std::uint64_t> count = parse_count(text);
    if (!count || *count > max_individuals) return std::nullopt;
    return CountOrShare{static_cast<std::uint32_t>(*count), false};
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
    const double milliseconds = take_unit(text, {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}, 1000);
    const std::optional<double> number = parse_decimal(text);
    if (!number || *number * milliseconds > 1e12) return std::nullopt;
    return std::chrono::milliseconds(std::llround(*number * milliseconds));
}

std::string share_to_text(Share share) {
    return shortest(share, [&](const std::string& text) { return parse_share(text) == share; });
}

std::optional<std::vector<std::uint32_t>> parse_schedule(std::string_view text) {
    std::vector<std::uint32_t> schedule;
    if (text == "none") return schedule;
    for (const std::string& number_text : split(text, ',')) {
        const std::optional<double> number = parse_decimal(number_text);
        if (!number || *number > 64) return std::nullopt;
        schedule.push_back(static_cast<std::uint32_t>(std::lround(*number * share_one)));
    }
    return schedule;
}

std::string schedule_to_text(const std::vector<std::uint32_t>& schedule) {
    if (schedule.empty()) return "none";
    std::string list;
    for (const std::uint32_t coldness : schedule) {
        const auto is_same = [&](const std::string& text) { return parse_schedule(text)->front() == coldness; };
        list += (list.empty() ? "" : ",") + shortest(coldness, is_same);
    }
    return list;
}

std::string count_or_share_to_text(const CountOrShare& value) {
    if (!value.is_share) return std::to_string(value.value);
    const std::string text = share_to_text(value.value);
    if (value.value == 0) return text;
    return text.find('.') == std::string::npos ? text + ".0" : text;  // "1" would read as a count
}

std::string rounded(double number) {
    static constexpr const char* prefixes[] = {"", " k", " M", " G", " T"};
    int prefix = 0;
    double unit = 1;
    for (; number >= 999.5 * unit && prefix < 4; unit *= 1000) ++prefix;  // three digits would round this up to 1000
    // Half away from zero; the relevant quotients of integers are exact.
    if (prefix == 0) return fmt::format("{:.0f}", std::round(number));
    const double places = number >= 99.95 * unit ? 1 : number >= 9.995 * unit ? 10 : 100;
    return fmt::format("{:.3g}{}", std::round(number / (unit / places)) / places, prefixes[prefix]);
}

std::string percent_text(double share) { return fmt::format("{:.{}f} %", 100 * share, share < 0.1 ? 1 : 0); }

std::string suggestion(std::string_view wrong, const std::vector<std::string>& names) {
    const std::string* nearest = nullptr;
    std::pair<std::size_t, std::size_t> lowest;  // between equally similar names, the one with fewer letters to add
    for (const std::string& name : names) {
        // The beginning of a name is also similar.
        const bool begun = wrong.size() >= 3 && name.starts_with(wrong);
        const std::size_t letters = distance(wrong, name), differences = begun ? 1 : letters;
        if (differences > 1 + std::max(wrong.size(), name.size()) / 3) continue;
        if (differences >= std::min(wrong.size(), name.size()))
            continue;  // otherwise nothing of the shorter one might remain
        const std::pair far{differences, letters};
        if (nearest == nullptr || far < lowest) nearest = &name, lowest = far;
    }
    return nearest == nullptr ? "" : " (did you mean '" + *nearest + "'?)";
}

std::size_t position_of(const OperatorInfo& info, std::string_view name) {
    for (std::size_t position = 0; position < info.parameter_count; ++position) {
        if (info.all_parameters[position].name == name) return position;
    }
    throw std::invalid_argument(fmt::format("operator '{}' has no parameter '{}'", info.name, name));
}

void check_value(const OperatorInfo& info, std::size_t position, std::uint32_t value) {
    const ParameterInfo& parameter = info.all_parameters[position];
    if (parameter.min <= value && value <= parameter.max) return;
    throw SettingError(fmt::format("parameter '{}' of '{}' is {} as stored; allowed: {}..{}", parameter.name, info.name,
                                   value, parameter.min, parameter.max));
}

AnyOperator parse_operator(OperatorKind kind, std::string_view setting, std::string_view text) {
    const std::vector<AnyOperator> mix = parse_pieces(kind, setting, text);
    if (mix.size() != 1 || mix.front().weight != 1) {
        throw SettingError(fmt::format("{}: '{}' is a mix; exactly one operator is allowed here", setting, text));
    }
    return mix.front();
}

std::vector<AnyOperator> parse_mix(OperatorKind kind, std::string_view setting, std::string_view text) {
    if (text == "none") return {};
    const std::vector<AnyOperator> mix = parse_pieces(kind, setting, text);
    if (mix.size() > max_in_mix) {
        throw SettingError(fmt::format("{}: {} operators in a mix; at most {}", setting, mix.size(), max_in_mix));
    }
    return mix;
}

std::string to_text(const AnyOperator& op) { return text_of(op, ""); }

std::string to_text(const std::vector<AnyOperator>& mix) {
    std::string text;
    for (const AnyOperator& op : mix) {
        const std::string weight = mix.size() > 1 ? fmt::format("@{}", op.weight) : "";
        text += (text.empty() ? "" : ",") + text_of(op, weight);
    }
    return mix.empty() ? "none" : text;
}

std::string label_of(const AnyOperator& op) {
    if (op.info->form_count == 1) return std::string(op.info->name);
    const std::uint32_t position = op.info->form_parameter;
    const ParameterInfo& parameter = op.info->all_parameters[position];
    return fmt::format("{}:{}={}", op.info->name, parameter.name, value_to_text(parameter, op.values[position]));
}

std::vector<std::string> names_of(OperatorKind kind) {
    const auto names = catalogue(kind) | std::views::transform(&OperatorInfo::name);
    return {names.begin(), names.end()};
}

std::vector<std::string> boards_of(const OperatorInfo& info) {
    std::vector<std::string> names;
    for (const KindOfBoard& board : kinds_of_board) {
        if (!is_large(board.flag) && info.supports(board.flag)) names.emplace_back(board.name);
    }
    if (info.supports(large_boards)) names.emplace_back("box-board-N");
    return names;
}

std::vector<std::string> choices_of(const ParameterInfo& parameter) {
    if (parameter.kind != ParameterKind::name) return {};
    const std::vector<std::string> names = split(parameter.names, '|');
    return {names.begin() + parameter.min, names.begin() + parameter.max + 1};
}

std::string range_of(const ParameterInfo& parameter) {
    if (parameter.kind == ParameterKind::name) return joined(choices_of(parameter));
    return value_to_text(parameter, parameter.min) + ".." + value_to_text(parameter, parameter.max);
}

std::string value_to_text(const ParameterInfo& parameter, std::uint32_t value) {
    if (parameter.kind == ParameterKind::name) return split(parameter.names, '|').at(value);
    return parameter.kind == ParameterKind::share ? share_to_text(value) : std::to_string(value);
}

}  // namespace evodoku
