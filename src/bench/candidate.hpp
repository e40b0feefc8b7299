// What is measured: devices, each with its threads. Private to this layer.
#pragma once

#include <string>
#include <vector>

#include "bench/benchmark.hpp"

namespace evodoku::bench {

/// A device with its number of threads.
struct Candidate {
    Device device;
    unsigned threads;
    std::string id;
};

inline std::vector<Candidate> candidates(const Options& options) {
    std::vector<Candidate> all;
    for (const Device& device : options.devices) {
        all.push_back({device, options.threads, to_text(device)});
        if (device.kind == Device::Kind::cpu && options.threads != 1) all.push_back({device, 1, "cpu/1"});
    }
    return all;
}

}  // namespace evodoku::bench
