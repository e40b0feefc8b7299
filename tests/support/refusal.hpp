// What a refusal says.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace evodoku::test {

/// The error that a call throws.
template <class Error, class Call>
Error thrown(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error;
    }
    throw std::logic_error("no error");
}

/// The message of the error with which a call refuses what it is given.
template <class Error = std::invalid_argument, class Call>
std::string refusal(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "(no error)";
}

inline void expect_all(const std::string& text, const std::vector<const char*>& parts) {
    for (const char* part : parts)
        EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

}  // namespace evodoku::test
