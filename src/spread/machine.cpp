// Configurations and errors as texts.
#include "spread/machine.hpp"

#include <fmt/format.h>

#include <new>
#include <vector>

#include "evodoku/engine/errors.hpp"
#include "settings/search_settings.hpp"
#include "spread/message.hpp"

namespace evodoku::spread {
namespace {

enum class Failure : std::uint8_t { device, setting, checkpoint, defect };

template <class Error>
std::string failure_of(std::uint64_t number, Failure failure, const Error& error) {
    Packer message(Kind::failure, number);
    message.put(failure);
    message.put(std::string(error.what()));
    return message.take();
}

}  // namespace

std::string text_of(const Config& config) {
    SearchSettings settings;
    settings.config = config;
    Packer text;
    for (const Value& value : values_of(settings, search_settings())) {
        text.put(value.name);
        text.put(value.text);
    }
    return text.take();
}

Config config_of(const std::string& text) {
    SearchSettings settings;
    std::vector<Assignment> assignments;
    for (Unpacker values(text); !values.done();) {
        Assignment& assignment = assignments.emplace_back();
        assignment.name = assignment.label = values.get_text();
        assignment.text = values.get_text();
    }
    assign(settings, search_settings(), assignments);
    return settings.config;
}

std::string failure_message(std::uint64_t number) {
    try {
        throw;
    } catch (const DeviceError& error) {
        return failure_of(number, Failure::device, error);
    } catch (const MemoryError& error) {
        return failure_of(number, error.on_gpu ? Failure::device : Failure::setting, error);
    } catch (const std::bad_alloc& error) {
        return failure_of(number, Failure::setting, SettingError("out of memory; use a smaller --population"));
    } catch (const CheckpointError& error) {
        return failure_of(number, Failure::checkpoint, error);
    } catch (const std::invalid_argument& error) {
        return failure_of(number, Failure::setting, error);
    } catch (const std::exception& error) {
        return failure_of(number, Failure::defect, error);
    }
}

void throw_failure(Unpacker& fields, const Ranks& ranks, std::uint32_t rank) {
    const auto failure = fields.get<Failure>();
    const std::string text = fmt::format("rank {} ({}): {}", rank, ranks.place_of(rank), fields.get_text());
    switch (failure) {
        case Failure::device:
            throw DeviceError(text);
        case Failure::setting:
            throw SettingError(text);
        case Failure::checkpoint:
            throw CheckpointError(text);
        case Failure::defect:
            break;
    }
    throw std::logic_error(text);
}

}  // namespace evodoku::spread
