// Files for one test, in a folder that goes with it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace evodoku::test {

inline std::string text_of_file(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class TemporaryFiles {
public:
    TemporaryFiles() {
        std::string name = (std::filesystem::temp_directory_path() / "evodoku-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for temporary files");
        folder_ = name;
    }
    ~TemporaryFiles() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    TemporaryFiles(const TemporaryFiles&) = delete;
    TemporaryFiles& operator=(const TemporaryFiles&) = delete;

    /// Writes a file and returns its whole name.
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return (folder_ / name).string();
    }
    std::string folder() const { return folder_.string(); }
    /// The whole name of a file, existing or not.
    std::string at(const std::string& name) const { return (folder_ / name).string(); }
    std::string read(const std::string& name) const { return text_of_file(at(name)); }

private:
    std::filesystem::path folder_;
};

}  // namespace evodoku::test
