// Numbers, shares and times to and from text.
#include "engine/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace evodoku {
namespace {

/// A plain decimal number, not negative, all of `text`.
std::optional<double> parse_decimal(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (!std::isfinite(number) || number < 0 || text.front() == '-') return std::nullopt;
    return number;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
    std::uint64_t whole_number = 0;  // digits alone are read exactly, all 64 bits
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole_number);
    if (error == std::errc() && !text.empty() && end == text.data() + text.size()) return whole_number;

    double factor = 1;
    if (take_suffix(text, "k") || take_suffix(text, "K")) {
        factor = 1e3;
    } else if (take_suffix(text, "M")) {
        factor = 1e6;
    }
    const std::optional<double> number = parse_decimal(text);
    if (!number) return std::nullopt;
    const double product = *number * factor;
    const double rounded = std::round(product);
    if (std::abs(product - rounded) > 1e-6 || rounded > 9e15) return std::nullopt;
    return static_cast<std::uint64_t>(rounded);
}

std::optional<Share> parse_share(std::string_view text) {
    const bool per_cent = take_suffix(text, "%");
    const std::optional<double> number = parse_decimal(text);
    if (!number) return std::nullopt;
    const double share = per_cent ? *number / 100 : *number;
    if (share > 1) return std::nullopt;
    return static_cast<Share>(std::lround(share * whole));
}

std::optional<Amount> parse_amount(std::string_view text) {
    const bool has_suffix = text.ends_with('k') || text.ends_with('K') || text.ends_with('M');
    if (text.ends_with('%') || (text.find('.') != std::string_view::npos && !has_suffix)) {
        const std::optional<Share> share = parse_share(text);
        return share ? std::optional(Amount{*share, true}) : std::nullopt;
    }
    const std::optional<std::uint64_t> count = parse_count(text);
    if (!count || *count > max_individuals) return std::nullopt;
    return Amount{static_cast<std::uint32_t>(*count), false};
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
    double milliseconds = 1000;
    if (take_suffix(text, "ms")) {
        milliseconds = 1;
    } else if (take_suffix(text, "s")) {
        milliseconds = 1000;
    } else if (take_suffix(text, "m")) {
        milliseconds = 60'000;
    } else if (take_suffix(text, "h")) {
        milliseconds = 3'600'000;
    }
    const std::optional<double> number = parse_decimal(text);
    if (!number || *number * milliseconds > 1e12) return std::nullopt;
    return std::chrono::milliseconds(std::llround(*number * milliseconds));
}

std::string share_to_text(Share share) {
    const double number = static_cast<double>(share) / whole;
    for (int digits = 0;; ++digits) {  // six are enough for any of the 65,537
        std::string text = fmt::format("{:.{}f}", number, digits);
        if (parse_share(text) == share) return text;
    }
}

std::string amount_to_text(const Amount& amount) {
    if (!amount.is_share) return std::to_string(amount.value);
    const std::string text = share_to_text(amount.value);
    if (amount.value == 0) return text;
    return text.find('.') == std::string::npos ? text + ".0" : text;  // "1" would read as a count
}

}  // namespace evodoku
