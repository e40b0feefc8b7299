// Shared objects with operators: opened, compared with this program, entered in the catalogue.
#include "evodoku/engine/load_operators.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <filesystem>

#include "checkpoint/checkpoint_file.hpp"
#include "engine/chosen_operator.hpp"
#include "engine/text.hpp"
#include "operator_interface.hpp"
#include "operators/catalogue.hpp"

namespace evodoku {
namespace {

constexpr const char* how_to_make = "make it with evodoku_add_operators() (docs/how-to/own-operators.md)";

struct Object {
    std::string file;  ///< absolute
    std::string hash;
};

/// Objects stay until the process ends.
std::deque<Object> loaded_objects;
std::deque<LoadedOperators> loaded_lists;

bool is_name(std::string_view name) {
    return !name.empty() && name != "none" && std::ranges::all_of(name, [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
    });
}

/// Throws SettingError where an entry can't join the catalogue.
void check_entry(const OperatorInfo& info, const std::string& what, bool may_replace = false) {
    if (!is_name(info.name)) {
        throw SettingError(fmt::format("{} has another name than small letters, digits and hyphens", what));
    }
    for (const OperatorInfo& known : catalogue(info.kind)) {
        if (known.name != info.name && known.id != info.id) continue;
        if (may_replace && is_function(known) && known.name == info.name) continue;
        throw SettingError(fmt::format(
            "the name of {} is taken by {}; give it another one", what,
            known.loaded == nullptr ? "an operator of this program" : fmt::format("one of {}", known.loaded->object)));
    }
    if (info.highest_cost >= 1u << 20)  // whose squares are summed over a population
        throw SettingError(
            fmt::format("{} has the highest cost {}; allowed: up to {}", what, info.highest_cost, (1u << 20) - 1));
    for (std::size_t position = 0; const ParameterInfo& parameter : info.parameters()) {
        const std::uint32_t standard = info.defaults[position++];
        if (!is_name(parameter.name) || standard < parameter.min || standard > parameter.max) {
            throw SettingError(
                fmt::format("parameter '{}' of {} has a default outside its range, or no name of small letters",
                            parameter.name, what));
        }
    }
}

/// Opens it, and enters its operators in the catalogue; throws SettingError.
void open(const Object& object) {
    void* const handle = dlopen(object.file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw SettingError(fmt::format("it can't be loaded: {}; {}", dlerror(), how_to_make));
    const auto function = reinterpret_cast<const OperatorObject* (*)()>(dlsym(handle, "evodoku_operators"));
    if (function == nullptr) {
        throw SettingError(
            fmt::format("it has no operators: EVODOKU_OPERATORS(...) is missing in its source; {}", how_to_make));
    }
    const OperatorObject& content = *function();
    if (content.headers == nullptr || std::string_view(content.headers) != operator_interface) {
        throw SettingError(
            "it was made with the headers of another version of evodoku; make it again with those of this one");
    }
    const auto cuda_function = reinterpret_cast<const CudaObject* (*)()>(dlsym(handle, "evodoku_cuda_operators"));
    const CudaObject* const cuda = cuda_function == nullptr ? nullptr : cuda_function();
    if (cuda != nullptr && cuda->size() != content.lists.size())
        throw SettingError("its halves for the CPU and CUDA differ");
    for (const ObjectList& list : content.lists) {
        for (const OperatorInfo& info : list.operators) {
            check_entry(info, fmt::format("{} '{}'", to_text(info.kind), info.name));
        }
        if (!list.operators.empty() && !has_room_for(list.operators.front().kind, list.operators.size())) {
            throw SettingError(fmt::format("more than {} operators of a kind are loaded", max_loaded));
        }
    }
    for (std::size_t k = 0; k < content.lists.size(); ++k) {
        const ObjectList& list = content.lists[k];
        const LoadedOperators& code = loaded_lists.emplace_back(
            LoadedOperators{object.file, list.on_cpu, cuda == nullptr ? StepCode{} : (*cuda)[k], list.check});
        for (const OperatorInfo& info : list.operators) add_to_catalogue(info, code);
    }
}

std::string to_text(const Object& object) { return object.file + "#" + object.hash; }

/// Passes each object of a list on, with the hash behind its name if there is one.
std::string for_each_object(std::string_view label, std::string_view text, std::string (*find)(const Object& wanted)) {
    std::string named;
    for (const std::string& entry : split(text, ',')) {
        const std::size_t mark = std::min(entry.rfind('#'), entry.size());
        const Object wanted{entry.substr(0, mark), entry.substr(std::min(mark + 1, entry.size()))};
        try {
            named += (named.empty() ? "" : ",") + find(wanted);
        } catch (const std::exception& error) {
            throw SettingError(fmt::format("{}: {}: {}", label, wanted.file, error.what()));
        }
    }
    return named;
}

/// Returns its name and hash.
std::string load_one(const Object& wanted) {
    std::error_code error;
    const std::filesystem::path file = std::filesystem::canonical(wanted.file, error);
    if (error || !std::filesystem::is_regular_file(file, error))
        throw SettingError(error ? error.message() : "it is not a file");
    const Object object{file.string(), fmt::format("{:016x}", beginning_of(file.string()).checksum)};
    if (!wanted.hash.empty() && wanted.hash != object.hash)
        throw SettingError(fmt::format("its hash is {}, not {}: it has changed", object.hash, wanted.hash));
    for (const Object& known : loaded_objects) {
        if (known.hash == wanted.hash) return to_text(known);  // the same bytes, wherever they are now
        if (known.file != object.file) continue;
        if (known.hash == object.hash) return to_text(known);
        throw SettingError("it has changed since this process loaded it; start another one");
    }
    open(object);
    loaded_objects.push_back(object);
    return to_text(object);
}

/// Those of its hash, or without a hash those of its name in any folder.
std::string find_loaded(const Object& wanted) {
    const std::filesystem::path name = std::filesystem::path(wanted.file).filename();
    std::vector<std::string> objects;
    for (const Object& known : loaded_objects) {
        const bool has_name = std::filesystem::path(known.file).filename() == name;
        if (wanted.hash.empty() ? has_name : known.hash == wanted.hash) objects.push_back(to_text(known));
    }
    if (objects.size() == 1) return objects.front();
    throw SettingError(
        fmt::format("{} of {} loaded, and settings load no code; give --operators FILE, or load_operators() in Python",
                    objects.empty() ? "no object" : "not one object alone",
                    wanted.hash.empty() ? "this name is" : fmt::format("hash {} is", wanted.hash)));
}

}  // namespace

std::string load_operators(std::string_view label, std::string_view text) {
    return for_each_object(label, text, load_one);
}

std::string required_operators(std::string_view label, std::string_view text) {
    return for_each_object(label, text, find_loaded);
}

void add_function_operator(const FunctionOperator& own) {
    static std::deque<std::string> texts;  // an entry of the catalogue stays until the process ends
    const std::string what = fmt::format("{} '{}'", to_text(own.kind), own.name);
    if (!can_be_function(own.kind)) throw SettingError(fmt::format("{}: no function can be one", what));
    OperatorInfo info{};
    info.kind = own.kind, info.id = id_of(own.name);
    info.name = own.name, info.help = own.help;
    info.boards = own.boards, info.genes = Genes::free_cells;
    if (own.kind == OperatorKind::cost) info.highest_cost = own.highest_cost;
    if (own.kind == OperatorKind::crossover || own.kind == OperatorKind::mutation) {
        info.all_parameters[info.parameter_count++] = {
            "rate", ParameterKind::share, 0, share_one, "share of children that it makes", ""};
        info.defaults[0] = own.rate;
    }
    info.form_parameter = info.parameter_count;
    info.all_forms[info.form_count++] = {info.boards, info.defaults};
    check_entry(info, what, true);
    const OperatorInfo* known = find_operator(own.kind, own.name);
    if (known == nullptr && !has_room_for(own.kind, 1))
        throw SettingError(fmt::format("{}: more than {} operators of a kind are loaded", what, max_loaded));
    info.name = texts.emplace_back(own.name), info.help = texts.emplace_back(own.help);
    const auto is_before = [&](const LoadedOperators& list) { return known != nullptr && known->loaded == &list; };
    const auto before = std::ranges::find_if(loaded_lists, is_before);
    const auto function = std::make_shared<OperatorFunction>(own.function);
    LoadedOperators& loaded = before == loaded_lists.end() ? loaded_lists.emplace_back() : *before;
    loaded = {"a function", {}, {}, nullptr, function};  // releases the one before once no evolution uses it
    add_to_catalogue(info, loaded);
}

std::string loaded_operators() {
    std::string named;
    for (const Object& object : loaded_objects) named += (named.empty() ? "" : ",") + to_text(object);
    return named;
}

std::string loaded_operators(const Config& config) {
    const std::vector<AnyOperator> used = operators_of(config);
    std::string named;
    for (const Object& object : loaded_objects) {
        const auto is_of_it = [&](const AnyOperator& op) {
            return op.info->loaded != nullptr && op.info->loaded->object == object.file;
        };
        if (std::ranges::any_of(used, is_of_it)) named += (named.empty() ? "" : ",") + to_text(object);
    }
    return named;
}

std::string check_loaded_operator(const OperatorInfo& info, const ParameterValues& values, Boards board) {
    if (info.loaded->check == nullptr)
        throw SettingError(fmt::format("'{}' is a function; none can be checked", info.name));
    return info.loaded->check(info.id, values, board);
}

}  // namespace evodoku
