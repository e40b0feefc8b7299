// Requests, configurations and errors as bytes; what ranks say at the beginning and the end of a run.
#include "ranks/requests.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <new>
#include <stdexcept>

#include "evodoku/engine/errors.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "settings/search_settings.hpp"

namespace evodoku {
namespace {

enum class Failure : char { device, setting, defect };

}  // namespace

std::string failure_message(std::uint64_t number) {
    const auto message = [number](Failure failure, const char* text) {
        return Message::of(number, static_cast<char>(failure) + std::string(text), true);
    };
    try {
        throw;
    } catch (const DeviceError& error) {
        return message(Failure::device, error.what());
    } catch (const MemoryError& error) {
        return message(error.on_gpu ? Failure::device : Failure::setting, error.what());
    } catch (const std::bad_alloc&) {
        return message(Failure::setting, "out of memory; use a smaller --population");
    } catch (const std::invalid_argument& error) {
        return message(Failure::setting, error.what());
    } catch (const std::exception& error) {
        return message(Failure::defect, error.what());
    } catch (...) {
        return message(Failure::defect, "an error without a name");
    }
}

void throw_failure(const Message& message, const Ranks& ranks, std::uint32_t rank) {
    const auto what = message.as<std::string>();
    const auto failure = static_cast<Failure>(what.at(0));
    const std::string text = fmt::format("rank {} ({}): {}", rank, ranks.place_of(rank), what.substr(1));
    if (failure == Failure::device) throw DeviceError(text);
    if (failure == Failure::setting) throw SettingError(text);
    throw std::logic_error(text);
}

void list_fields(FieldWriter& fields, const Request& request) {
    fields(static_cast<std::uint8_t>(request.index()));
    std::visit([&](const auto& alternative) { fields(alternative); }, request);
}

void list_fields(FieldReader& fields, Request& request) {
    const auto kind = fields.next<std::uint8_t>();
    [&]<std::size_t... K>(std::index_sequence<K...>) { ((kind == K ? fields(request.emplace<K>()) : void()), ...); }
    (std::make_index_sequence<std::variant_size_v<Request>>());
}

void list_fields(FieldWriter& fields, const Config& config) {
    SearchSettings settings;
    settings.config = config, settings.operators = loaded_operators();
    fields(values_of(settings, search_settings()));
}

void list_fields(FieldReader& fields, Config& config) {
    std::vector<Assignment> assignments;
    for (const Value& value : fields.next<std::vector<Value>>()) {
        assignments.push_back({value.name, value.text, value.name});
    }
    SearchSettings settings;
    assign(settings, search_settings(), assignments);
    config = settings.config;
}

std::uint64_t next_request_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

void ask_all(Ranks& ranks, const Request& request) {
    const std::string message = Message::of(next_request_number(), request);
    for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, Channel::requests, message);
}

void end_all(Ranks& ranks) { ask_all(ranks, End{}); }

std::vector<std::string> collect(Ranks& ranks, const std::function<std::string()>& mine) {
    std::vector<std::string> all;
    for (std::uint32_t rank = 1; ranks.rank() == 0 && rank < ranks.size(); ++rank) {
        const Message message(ranks.receive(rank, Channel::answers));
        if (message.is_failure) throw_failure(message, ranks, rank);
        all.push_back(message.as<std::string>());
    }
    if (ranks.rank() == 0) return all;
    try {
        ranks.send(0, Channel::answers, Message::of(0, mine()));
    } catch (...) {
        ranks.send(0, Channel::answers, failure_message(0));
    }
    return all;
}

}  // namespace evodoku
