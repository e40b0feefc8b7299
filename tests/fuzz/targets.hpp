// Fuzz targets: each reads any bytes as one of the program's parsers does, and checks what must hold for all bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace evodoku::fuzz {

using Bytes = std::string_view;

// The error of a parser is a result. Anything else that goes wrong ends the process.
void puzzles(Bytes bytes);        ///< a file of puzzles, in any format, compressed or not, or UTF-16
void large_puzzles(Bytes bytes);  ///< the same with boards of every order
void compressed(Bytes bytes);     ///< gzip and zstd, in parts, compared with unpacking at once
void npy(Bytes bytes);            ///< the header of a file of NumPy with boards
void check(Bytes bytes);          ///< a board of order 2 to 4, compared with a second reader and a second solver
void settings(Bytes bytes);       ///< TOML with settings of the search
void plan(Bytes bytes);           ///< TOML with a plan of an experiment
void checkpoint(Bytes bytes);     ///< the file of a checkpoint, with a corrected checksum
void state(Bytes bytes);          ///< what is in a checkpoint, unpacked: it is resumed and evolves
void results(Bytes bytes);        ///< results of an experiment, and the tables made from them
void bench(Bytes bytes);          ///< the result of a benchmark, compared with itself
void history(Bytes bytes);        ///< a history that is continued after an interruption
void report(Bytes bytes);         ///< a file of a report, and the page and pictures made from it

/// Ends the process with a message unless `holds`: a finding.
void require(bool holds, const char* what);

/// Printable ASCII only: no bytes of a terminal's codes.
bool is_printable(const std::string& text);

/// A file in memory with these bytes, for parsers that read a file by its name.
class MemoryFile {
public:
    explicit MemoryFile(Bytes bytes);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    const std::string& name() const { return name_; }

private:
    int descriptor_;
    std::string name_;
};

}  // namespace evodoku::fuzz
