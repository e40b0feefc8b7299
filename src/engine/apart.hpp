// Work in a child process, for code of others that may crash, end the process or never end.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace evodoku {

struct EndApart {
    enum How { returned, ended_the_process, crashed, late } how = returned;
    bool has_succeeded = false;  ///< what `work` returned
    int code = 0;                ///< with which it ended the process
    std::string signal;          ///< of a crash, in words
    std::string words;           ///< the last 4 KB that were written to `to`, without the end of the last line
};

/// Calls work(to) in a copy of this process, and ends the copy. `to`: a descriptor whose bytes become the words. Late:
/// it did not end within `time` and was killed. Throws SettingError if there is no process. Requires that this process
/// has used no GPU, which does not work in a copy.
EndApart run_apart(const std::function<bool(int to)>& work, std::chrono::milliseconds time);

}  // namespace evodoku
