// The option --progress, the same for every command that has it.
#pragma once

#include <string>

#include "output.hpp"
#include "settings/setting_rows.hpp"

namespace evodoku::app {

/// `group`: of the help.
template <class Settings>
Setting<Settings> progress_row(When Settings::*field, const std::string& group = "") {
    const Choices<When> whens = {{"auto", When::automatic}, {"always", When::always}, {"never", When::never}};
    return choice_row<Settings>(
        {"progress", group, "the live view: always, never or auto; auto = on a terminal, elsewhere a line every 10 s"},
        "WHEN", field, whens);
}

}  // namespace evodoku::app
