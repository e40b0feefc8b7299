// The outer level of PTX: version, files, variables and the frames of kernels.
#include "emulator/module.hpp"

#include <algorithm>
#include <cstring>

namespace evodoku::emulator {
namespace {

/// Behind `.global` or `.const`: declaration, initial values, semicolon.
void read_variable(Scanner& scanner, Module::Contents& module) {
    const Declaration declaration = read_declaration(scanner);
    auto* memory = static_cast<char*>(DeviceMemory::instance().allocate_variable(declaration.bytes));
    if (scanner.take("=")) {
        const bool braces = scanner.take("{");
        std::size_t at = 0;
        do {
            std::string value(scanner.next());
            if (value == "-") value += scanner.next();
            const u64 number = read_number(value, scanner.line());
            if ((at + 1) * declaration.element_bytes > declaration.bytes) {
                refuse(scanner.line(), "more values than the variable holds", declaration.name);
            }
            std::memcpy(memory + at++ * declaration.element_bytes, &number, declaration.element_bytes);
        } while (scanner.take(","));
        if (braces) scanner.expect("}");
    }
    scanner.expect(";");
    DeviceMemory::instance().mark_written(memory, declaration.bytes);
    module.variables[std::string(declaration.name)] = {memory, declaration.bytes};
}

/// Behind `.entry`: name, parameters, limits, body.
void read_kernel(Scanner& scanner, Module::Contents& module) {
    auto kernel = std::make_unique<PtxKernel>(module, scanner.next());
    if (scanner.take("(") && !scanner.take(")")) {
        do {
            scanner.expect(".param");
            kernel->add_parameter(read_declaration(scanner));
        } while (scanner.take(","));
        scanner.expect(")");
    }
    while (!scanner.take("{")) {
        const std::string_view directive = scanner.next();
        if (directive == ".maxntid") {
            unsigned threads = 1;
            do {
                threads *= static_cast<unsigned>(read_number(scanner.next(), scanner.line()));
            } while (scanner.take(","));
            kernel->set_max_threads(threads);
        } else if (directive == ".minnctapersm" || directive == ".maxnreg" || directive == ".maxnctapersm") {
            scanner.next();  // advice to the assembler
        } else {
            refuse(scanner.line(), "unknown directive of a kernel", directive);
        }
    }
    const std::size_t begin = scanner.position();
    const unsigned line = scanner.line();
    scanner.skip_braces();
    kernel->set_body(scanner.text().substr(begin, scanner.position() - 1 - begin), line);
    module.kernel_by_name[kernel->name()] = kernel.get();
    module.kernels.push_back(std::move(kernel));
}

/// Behind `.func`: nothing calls it, or the call is refused as an unknown instruction.
void skip_function(Scanner& scanner) {
    while (true) {
        const std::string_view token = scanner.next();
        if (token.empty()) refuse(scanner.line(), "a function without a body", "");
        if (token == ";") return;
        if (token == "{") return scanner.skip_braces();
    }
}

void read_module(Module::Contents& module) {
    Scanner scanner(module.ptx);
    bool external = false;
    for (std::string_view token = scanner.next(); !token.empty(); token = scanner.next()) {
        if (token == ".version" || token == ".address_size") {
            scanner.next();
        } else if (token == ".target") {
            const std::string_view name = scanner.next();
            const std::size_t digits = name.find_first_of("0123456789");
            if (digits == name.npos) refuse(scanner.line(), "unknown target", name);
            std::string_view number = name.substr(digits);
            if (number.back() == 'a' || number.back() == 'f') number.remove_suffix(1);
            module.target = static_cast<unsigned>(read_number(number, scanner.line()));
            while (scanner.take(",")) scanner.next();
        } else if (token == ".file") {
            const auto index = static_cast<unsigned>(read_number(scanner.next(), scanner.line()));
            const std::string_view name = scanner.next();
            (*module.files)[index] = name.substr(1, name.size() - 2);
            while (scanner.take(",")) scanner.next();
        } else if (token == ".section") {
            scanner.next();
            scanner.expect("{");
            scanner.skip_braces();
        } else if (token == ".visible" || token == ".weak" || token == ".common") {
            external = false;
        } else if (token == ".extern") {
            external = true;
        } else if (token == ".pragma") {
            scanner.next();
            scanner.expect(";");
        } else if (token == ".entry") {
            read_kernel(scanner, module);
        } else if (token == ".func") {
            skip_function(scanner);
        } else if (token == ".global" || token == ".const") {
            if (external) refuse(scanner.line(), "a variable of another module", scanner.peek());
            read_variable(scanner, module);
        } else if (token == ".shared") {
            const Declaration declaration = read_declaration(scanner);
            scanner.expect(";");
            if (external) {
                module.extern_shared[std::string(declaration.name)] = declaration.alignment;
            } else {
                module.shared.push_back(declaration);
            }
            external = false;
        } else {
            refuse(scanner.line(), "unknown at the outer level", token);
        }
    }
}

}  // namespace

Module::Module(std::string ptx) : contents_(std::make_unique<Contents>()) {
    contents_->ptx = std::move(ptx);
    blank_comments(contents_->ptx);
    read_module(*contents_);
}

Module::~Module() {
    for (const auto& [name, variable] : contents_->variables) DeviceMemory::instance().free(variable.address);
}

Kernel* Module::find_kernel(std::string_view mangled_name) const {
    const auto found = contents_->kernel_by_name.find(mangled_name);
    return found == contents_->kernel_by_name.end() ? nullptr : found->second;
}

std::optional<Variable> Module::find_variable(std::string_view mangled_name) const {
    const auto found = contents_->variables.find(mangled_name);
    if (found == contents_->variables.end()) return std::nullopt;
    return found->second;
}

std::vector<Kernel*> Module::kernels() const {
    std::vector<Kernel*> all;
    for (const auto& kernel : contents_->kernels) all.push_back(kernel.get());
    return all;
}

unsigned Module::target() const { return contents_->target; }

}  // namespace evodoku::emulator
