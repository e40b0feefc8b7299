// The settings of `evodoku bench`.
#pragma once

#include <string>
#include <vector>

#include "bench/benchmark.hpp"
#include "settings/setting.hpp"

namespace evodoku::bench {

struct Settings : Options {
    std::vector<std::string> wanted_devices = {"all"};  ///< "all": the CPU and every usable GPU
    std::string axis = "4k:1M:x4";
    std::string operators;  ///< the shared objects with those of one's own
    bool quick = false;
    std::string json_file, csv_file;  ///< empty: none

    /// Populations, measurements and times for `quick`. What the user chose is assigned again.
    void be_quick();
    /// Each device that is wanted, once. Returns what to say about them. Throws as choose_device() does.
    std::vector<std::string> choose_devices();
};
SettingTable<Settings> bench_settings();

}  // namespace evodoku::bench
