// Operators from shared objects, and those that are functions: after they are loaded or added they are chosen by name,
// as those of this program.
#pragma once

#include <string>
#include <string_view>

#include "evodoku/engine/config.hpp"
#include "evodoku/operators/function_operator.hpp"
#include "evodoku/operators/operator.hpp"

namespace evodoku {

/// Loads the operators of a shared object, which evodoku_add_operators() made: an object is code and does what it likes
/// with the rights of this process. One that crashes while it is loaded ends this process: `evodoku check-operator` is
/// the place to find out. Loading it a second time does nothing. Call it before other threads use the library.
///
/// `text`: the name of a file, also with the hash that it must have, "./my.so#1f0e..."; several with commas. An
/// object of that hash that is loaded stands for it, whatever its name. Returns the text with absolute names and
/// hashes. Throws SettingError, with `label` in front: there is no such file, it is not a shared object or has no
/// operators, it is for another version, a name is taken, or another hash.
std::string load_operators(std::string_view label, std::string_view text);

/// For settings from files, which may require code and never load it. Each object of `text` must be loaded: one of its
/// hash, or without a hash the one whose file has this name, in any folder. Returns them as load_operators() does.
/// Throws SettingError, with `label` in front and the remedy.
std::string required_operators(std::string_view label, std::string_view text);

/// All that were loaded, as load_operators() reads them; or only those of the configuration. Throws nothing.
std::string loaded_operators();
std::string loaded_operators(const Config& config);  ///< only those it needs; throws nothing

/// Adds it to the catalogue. Another of the same kind and name is replaced, but evolutions that have begun keep it.
/// Call it while no other thread uses the library. Throws SettingError: the name is taken or not one.
void add_function_operator(const FunctionOperator& function);

/// What an operator does not keep on boards of a kind (src/operators/checks.hpp), with an example; empty where it keeps
/// all. Requires a loaded operator that supports them. Throws what the operator throws.
std::string check_loaded_operator(const OperatorInfo& info, const ParameterValues& values, Boards board);

}  // namespace evodoku
