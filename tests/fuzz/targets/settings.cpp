// A file of settings, as --config reads it.
#include <stdexcept>

#include "evodoku/engine/errors.hpp"
#include "settings/search_settings.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

SearchSettings settings_in(std::string_view text) {
    SearchSettings settings;
    assign(settings, search_settings(), read_config_file(text, "settings.toml", names_of(search_settings())));
    return settings;
}

}  // namespace

void settings(Bytes bytes) {
    try {
        SearchSettings read = settings_in(bytes);
        const std::string text = to_toml(values_of(read, search_settings()));
        require(to_toml(values_of(settings_in(text), search_settings())) == text, "settings do not read back");
        require(hash_of(settings_in(text)) == hash_of(read), "settings that read back have another hash");
        if (read.config.population == 0) return;
        derive_defaults(read, {}, 64);
        validate(read.config);
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace evodoku::fuzz
