// Files that a command writes: each complete or unchanged, and none of them is also an input.
#pragma once

#include <string>
#include <vector>

namespace evodoku::app {

/// A file and what names it: "--history", or "an input".
struct FileUse {
    std::string label, path;
};

/// Throws UsageError if one of the written files is another, or one that is read: the same path, or the same file by a
/// link. Empty paths, - and devices such as /dev/null don't count.
void check_own_files(const std::vector<FileUse>& written, const std::vector<FileUse>& read);

/// Reports an unwritable file now, not after an hour. An existing file stays unchanged. Throws InputOutputError.
void require_writable(const std::string& file);

/// Writes beside the file, then renames: it has the whole text, or is as it was. A link stays one; a device or a pipe
/// gets the text directly. Throws InputOutputError.
void write_file(const std::string& file, const std::string& text);

}  // namespace evodoku::app
