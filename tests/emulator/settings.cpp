#include "emulator/settings.hpp"

#include <cstdlib>
#include <stdexcept>

namespace evodoku::emulator {
namespace {

const char* variable(const std::string& name) { return std::getenv(("EVODOKU_EMULATOR_" + name).c_str()); }

[[noreturn]] void refuse(const std::string& name, const char* value, const std::string& allowed) {
    throw std::invalid_argument("EVODOKU_EMULATOR_" + name + " is '" + value + "'; allowed: " + allowed);
}

void read_flag(const std::string& name, bool& flag) {
    const char* value = variable(name);
    if (value == nullptr) return;
    const std::string text = value;
    if (text != "0" && text != "1") refuse(name, value, "0 or 1");
    flag = text == "1";
}

unsigned read_unsigned(const std::string& name, const char* value, const std::string& text) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) {
        refuse(name, value, "numbers from 0");
    }
    return static_cast<unsigned>(std::stoul(text));
}

void read_setting(const std::string& name, unsigned& number) {
    if (const char* value = variable(name)) number = read_unsigned(name, value, value);
}

}  // namespace

Settings& Settings::current() {
    static Settings settings = from_environment();
    return settings;
}

Settings Settings::from_environment() {
    Settings settings;
    read_flag("MEMORY_CHECK", settings.check_memory);
    read_flag("UNINITIALISED_CHECK", settings.check_uninitialised);
    read_flag("RACE_CHECK", settings.check_races);
    read_flag("COUNT", settings.count);
    read_setting("ORDER", settings.order);
    read_setting("THREADS", settings.host_threads);
    if (settings.host_threads == 0) refuse("THREADS", "0", "numbers from 1");
    if (const char* value = variable("RECONVERGE")) {
        const std::string text = value;
        if (text != "lowest" && text != "postdominators") refuse("RECONVERGE", value, "lowest, postdominators");
        settings.reconverge = text == "lowest" ? Reconverge::lowest : Reconverge::postdominators;
    }
    if (const char* value = variable("DROP_BARRIER")) {
        const std::string text = value;
        const std::size_t colon = text.find(':');
        settings.drop_barrier = static_cast<int>(read_unsigned("DROP_BARRIER", value, text.substr(0, colon)));
        if (colon != std::string::npos) settings.drop_barrier_kernel = text.substr(colon + 1);
    }
    if (const char* value = variable("WRONG_MASK")) settings.wrong_mask_kernel = value;
    return settings;
}

}  // namespace evodoku::emulator
