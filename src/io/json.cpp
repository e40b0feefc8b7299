// Escapes and numbers of written JSON; and the reader of objects.
#include "io/json.hpp"

#include <charconv>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "io/characters.hpp"

namespace evodoku::io {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& fault) { throw std::invalid_argument(fault); }
[[noreturn]] void refuse_field(const char* name, std::string_view wanted) {
    refuse(fmt::format("'{}' is not {}", name, wanted));
}

std::string utf8_of(std::string_view text) {
    if (is_plain_json(text)) return std::string(text);
    return rewritten(text, [](const Character& character, std::string_view bytes) {
        return character.utf8 ? bytes : replacement_character;
    });
}

/// Seconds, costs and means are far below the limit.
bool is_quantity(const Json& json) { return json.is_number() && json.get<double>() >= 0 && json.get<double>() <= 1e15; }
template <auto is_right>
bool is_list_of(const Json& json) {
    return json.is_array() && std::ranges::all_of(json, is_right);
}

}  // namespace

void add_quoted(std::string& quoted, std::string_view text) {
    const auto written = [](const Character& character, std::string_view bytes) -> std::string {
        const std::uint32_t code = character.code;
        if (!character.utf8) return std::string(replacement_character);
        if (code == '"' || code == '\\') return fmt::format("\\{}", bytes);
        if (code == '\n' || code == '\t') return code == '\n' ? "\\n" : "\\t";
        // C0, DEL or C1: a terminal may execute it.
        const bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
        return is_control ? fmt::format("\\u{:04x}", code) : std::string(bytes);
    };
    quoted += '"';
    is_plain_json(text) ? quoted += text : quoted += rewritten(text, written);
    quoted += '"';
}

std::string json_number(double number) {
    if (!std::isfinite(number)) return "null";
    const std::string text = fmt::format("{}", number);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string json_list(const std::vector<std::string>& values, const std::string& indent) {
    std::string text = "[";
    for (const std::string& value : values) text += (text == "[" ? "\n" : ",\n") + indent + "  " + value;
    return text + (values.empty() ? "]" : "\n" + indent + "]");
}

void Record::begin(std::string_view name) {
    if (all_.empty()) all_.reserve(32), texts_.reserve(512);  // a result, without a second allocation
    all_.push_back({texts_.size(), texts_.size() + name.size()});
    texts_ += name;
}

Record::Field Record::field(std::size_t k) const {
    const auto [name, value, is_text] = all_[k];
    const std::size_t end = k + 1 < all_.size() ? all_[k + 1].name : texts_.size();
    const std::string_view texts = texts_;
    return {texts.substr(name, value - name), texts.substr(value, end - value), is_text};
}

std::string Record::object(std::string_view before_name, std::string_view before_value) const {
    std::string json = "{";
    json.reserve(texts_.size() + 8 * all_.size());
    for (std::size_t k = 0; k < all_.size(); ++k) {
        const auto [name, value, is_text] = field(k);
        json.append(k == 0 ? "" : ",").append(before_name);
        add_quoted(json, name);
        json += before_value;
        is_text ? add_quoted(json, value) : void(json += value);
    }
    return json;
}

std::vector<std::string> Record::names() const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < all_.size(); ++k) names.emplace_back(field(k).name);
    return names;
}

std::string Record::csv(char separator) const {
    std::string row;
    for (std::size_t k = 0; k < all_.size(); ++k) {
        if (k != 0) row += separator;
        const auto [name, value, is_text] = field(k);
        if (is_text) row += csv_field(utf8_of(value));
        if (!is_text && value != "null") row += value;
    }
    return row;
}

std::string RecordLines::line(const Record& record) {
    if (separator_ == '\0') return record.on_one_line() + '\n';
    const std::string head = std::exchange(has_head_, true) ? "" : csv_row(record.names(), separator_);
    return head + record.csv(separator_) + '\n';
}

std::string text_in_json(std::string_view json) { return Json::parse(json).get<std::string>(); }
std::string indented_json(std::string_view json) { return Json::parse(json).dump(2); }

DescribedReader::DescribedReader(std::string_view text) {
    Json json;
    try {
        json = Json::parse(text);
    } catch (const Json::parse_error& error) {
        refuse(fmt::format("it is not JSON, from byte {} on", error.byte));
    } catch (const Json::out_of_range&) {
        refuse("it has a number above 1.8e308");
    }
    if (!json.is_object()) refuse("it is not a JSON object");
    object_ = std::make_shared<const Json>(std::move(json));
}

bool DescribedReader::has(const char* name) const { return object_->contains(name); }

/// A field for which `is_right` is true; `wanted` says in words what that is.
const DescribedReader::Json& DescribedReader::field(const char* name, const auto& is_right, const char* wanted) const {
    const auto member = object_->find(name);
    if (member == object_->end()) refuse(fmt::format("it lacks the field '{}'", name));
    if (!std::invoke(is_right, *member)) refuse_field(name, wanted);
    return *member;
}

void DescribedReader::operator()(const char* name, bool& value) const {
    field(name, &Json::is_boolean, "true or false").get_to(value);
}
void DescribedReader::operator()(const char* name, double& value, bool any_sign) const {
    const auto is_right = [=](const Json& json) { return is_quantity(json) || (any_sign && json.is_number()); };
    field(name, is_right, any_sign ? "a number" : "a number from 0").get_to(value);
}
void DescribedReader::operator()(const char* name, std::string& value) const {
    field(name, &Json::is_string, "a text").get_to(value);
}
void DescribedReader::operator()(const char* name, std::vector<double>& value) const {
    field(name, is_list_of<is_quantity>, "a list of numbers from 0").get_to(value);
}
void DescribedReader::operator()(const char* name, std::vector<std::string>& value) const {
    field(name, is_list_of<&Json::is_string>, "a list of texts").get_to(value);
}
void DescribedReader::operator()(const char* name, TextTable& value) const {
    const auto is_table = [](const Json& json) {
        return json.is_object() && std::ranges::all_of(json, &Json::is_string);
    };
    const Json& table = field(name, is_table, "a table of texts");
    for (const auto& [key, text] : table.items()) value.emplace_back(key, text.get<std::string>());
}

std::uint64_t DescribedReader::whole(const char* name, std::uint64_t lowest, std::uint64_t highest) const {
    const char* const wanted = "a whole number in its range";
    const auto number = field(name, &Json::is_number_unsigned, wanted).get<std::uint64_t>();
    if (number < lowest || number > highest) refuse_field(name, wanted);
    return number;
}

std::vector<std::vector<double>> DescribedReader::rows(const char* name, std::size_t columns) const {
    const std::string wanted = fmt::format("a list of rows of {} numbers", columns);
    const Json& list = field(name, is_list_of<is_list_of<is_quantity>>, wanted.c_str());
    if (!std::ranges::all_of(list, [=](const Json& row) { return row.size() == columns; })) refuse_field(name, wanted);
    return list.get<std::vector<std::vector<double>>>();
}

DescribedReader DescribedReader::object(const char* name) const {
    return DescribedReader(std::shared_ptr<const Json>(object_, &field(name, &Json::is_object, "an object")));
}

std::vector<DescribedReader> DescribedReader::objects(const char* name) const {
    const Json& list = field(name, is_list_of<&Json::is_object>, "a list of objects");
    std::vector<DescribedReader> objects;
    for (const Json& entry : list) objects.push_back(DescribedReader(std::shared_ptr<const Json>(object_, &entry)));
    return objects;
}

void DescribedReader::hexadecimal(const char* name, std::uint64_t& value) const {
    const auto digits = get<std::string>(name);
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, value, 16);
    if (error != std::errc() || end != last) refuse_field(name, "a hexadecimal number");
}

}  // namespace evodoku::io
