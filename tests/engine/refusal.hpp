// What a refused setting says.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "evodoku/engine/errors.hpp"

namespace evodoku::test {

/// The message of the SettingError that `call` throws.
template <class Call>
std::string refusal(const Call& call) {
    try {
        call();
    } catch (const SettingError& error) {
        return error.what();
    }
    return "(no error)";
}

inline void expect_all(const std::string& text, std::initializer_list<const char*> parts) {
    for (const char* part : parts)
        EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

}  // namespace evodoku::test
