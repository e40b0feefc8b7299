// A history that a resumed run continues: a line that was interrupted, and all from the first zero on, is removed; the
// rest stays.
#include <fstream>
#include <iterator>

#include "history/history.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {

void history(Bytes bytes) {
    const MemoryFile file(bytes);
    for (const history::FileFormat format : {history::FileFormat::json_lines, history::FileFormat::csv}) {
        history::Header header;
        header.name = bytes.substr(0, 100), header.started = "now";
        history::Recording continued(file.name(), format, {}, header, true);
        const history::Line line{.kind = history::result_line};
        continued.add(line);
        continued.flush();
        require(continued.failure().empty(), "a history can't be continued");
        if (format == history::FileFormat::csv) continue;
        std::ifstream input(file.name(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(input), {}};
        const std::size_t complete = bytes.substr(0, bytes.find('\0')).rfind('\n') + 1;  // 0 without one
        require(text.substr(0, complete) == bytes.substr(0, complete), "complete lines have changed");
        require(text.substr(complete) == to_text(header, format) + line.json() + "\n", "the new lines are not there");
    }
}

}  // namespace evodoku::fuzz
