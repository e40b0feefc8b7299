// Files that a command writes: none of them is also an input, or another of them.
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

}  // namespace evodoku::app
