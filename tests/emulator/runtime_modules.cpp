// Fat binaries, as nvcc's code registers them before main, and the kernels in them.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/fat_binary.hpp"
#include "emulator/runtime.hpp"

namespace evodoku::emulator {
namespace {

/// One object's kernels: unpacked and parsed when the first of them is wanted.
struct FatBinary {
    const unsigned char* data;
    unsigned architecture = 0;
    std::unique_ptr<Module> module;
    bool looked_at = false;
};

struct Registered {
    FatBinary* binary;
    std::string name;
};

struct Registry {
    std::vector<std::unique_ptr<FatBinary>> binaries;
    std::unordered_map<const void*, Registered> functions;
    std::unordered_map<const void*, LoadedKernel> kernels;
    std::function<std::string(const std::string&)> rewrite;
    std::optional<std::vector<std::unique_ptr<Module>>> replacements;  ///< of another compiler; read at first use
};

/// Objects register before main, in any order: made at first use, and never destroyed.
Registry& registry() {
    static Registry* const all = new Registry;
    return *all;
}

/// The newest PTX that the device can run, as a driver would choose where there is no machine code for it.
void load(FatBinary& binary) {
    binary.looked_at = true;
    const auto capability = static_cast<unsigned>(device_settings().compute_capability);
    PtxText best;
    for (PtxText& each : ptx_of(binary.data)) {
        if (each.architecture <= capability && each.architecture >= best.architecture) best = std::move(each);
    }
    if (best.architecture == 0) return;
    binary.architecture = best.architecture;
    const auto& rewrite = registry().rewrite;
    binary.module = std::make_unique<Module>(rewrite ? rewrite(best.text) : std::move(best.text));
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Kernel* replacement_of(const std::string& name) {
    auto& modules = registry().replacements;
    if (!modules) {
        modules.emplace();
        const std::string& folder = device_settings().ptx_folder;
        if (folder.empty()) return nullptr;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ".ptx") modules->push_back(std::make_unique<Module>(text_of(entry.path())));
        }
    }
    for (const auto& module : *modules) {
        if (Kernel* const kernel = module->find_kernel(name)) return kernel;
    }
    return nullptr;
}

}  // namespace

LoadedKernel* kernel_of(const void* host_function) {
    Registry& all = registry();
    if (const auto known = all.kernels.find(host_function); known != all.kernels.end()) return &known->second;
    const auto found = all.functions.find(host_function);
    if (found == all.functions.end()) return nullptr;
    FatBinary& binary = *found->second.binary;
    if (!binary.looked_at) load(binary);
    Kernel* kernel = replacement_of(found->second.name);
    if (kernel == nullptr) kernel = binary.module ? binary.module->find_kernel(found->second.name) : nullptr;
    if (kernel == nullptr) return nullptr;
    return &all.kernels.emplace(host_function, LoadedKernel{kernel, binary.architecture}).first->second;
}

void reload_modules(std::function<std::string(const std::string&)> rewrite) {
    Registry& all = registry();
    all.kernels.clear();
    for (const auto& binary : all.binaries) binary->module.reset(), binary->looked_at = false, binary->architecture = 0;
    all.rewrite = std::move(rewrite);
}

std::vector<std::string> embedded_ptx() {
    std::vector<std::string> texts;
    for (const auto& binary : registry().binaries) {
        for (PtxText& each : ptx_of(binary->data)) texts.push_back(std::move(each.text));
    }
    return texts;
}

}  // namespace evodoku::emulator

using namespace evodoku::emulator;

extern "C" {

// What the code that nvcc generates calls. No header declares these.
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name, int thread_limit,
                            uint3* thread, uint3* block, dim3* block_size, dim3* grid_size, int* warp_size);
void __cudaRegisterVar(void** handle, char* host, char* device, const char* name, int external, size_t bytes,
                       int constant, int global);
char __cudaInitModule(void** handle);

void** __cudaRegisterFatBinary(void* wrapper) {
    struct Wrapper {
        int magic, version;
        const unsigned char* data;
        void* names;
    };
    auto& binaries = registry().binaries;
    binaries.push_back(std::make_unique<FatBinary>());
    binaries.back()->data = static_cast<const Wrapper*>(wrapper)->data;
    return reinterpret_cast<void**>(binaries.back().get());
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) { return 1; }

void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, uint3*, uint3*, dim3*, dim3*,
                            int*) {
    registry().functions[host] = {reinterpret_cast<FatBinary*>(handle), name};
}

// Variables are in the PTX. The host may reach them only through entry points that the emulator does not have.
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}

}  // extern "C"
