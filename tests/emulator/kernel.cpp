// A kernel's statements become its program.
#include <algorithm>
#include <map>

#include "emulator/module.hpp"
#include "emulator/postdominators.hpp"

namespace evodoku::emulator {
namespace {

u32 aligned_up(u64 value, u64 to) { return static_cast<u32>((value + to - 1) / to * to); }

void do_nothing(Warp&, const Instruction&) {}

/// Left out for a test that the checks notice it.
bool is_dropped(const Instruction& instruction, const std::string& kernel, int& barriers) {
    const Settings& settings = Settings::current();
    if (instruction.flow != Flow::block_barrier || settings.drop_barrier < 0) return false;
    if (kernel.find(settings.drop_barrier_kernel) == std::string::npos) return false;
    return barriers++ == settings.drop_barrier;
}

/// How many instructions follow each other without a jump, a label or anything else the scheduler must see.
void find_straight_runs(Program& program) {
    std::vector<Instruction>& code = program.code;
    std::vector<bool> entered(code.size() + 1, false);
    for (const Instruction& in : code) {
        if (in.flow == Flow::branch) entered[in.target] = true;
    }
    u32 run = 0;
    for (std::size_t n = code.size(); n-- > 0;) {
        run = code[n].flow != Flow::straight ? 0 : run + 1;
        code[n].straight = run;
        if (entered[n]) run = 0;
    }
}

}  // namespace

void PtxKernel::add_parameter(const Declaration& declaration) {
    parameter_bytes_ = aligned_up(parameter_bytes_, declaration.alignment);
    symbols_[declaration.name] = parameter_bytes_;
    parameters_.push_back({parameter_bytes_, static_cast<unsigned>(declaration.bytes)});
    parameter_bytes_ += static_cast<unsigned>(declaration.bytes);
}

unsigned PtxKernel::static_shared_bytes() {
    decode();
    return program_.shared_bytes;
}

unsigned PtxKernel::local_bytes() {
    decode();
    return program_.local_bytes;
}

void PtxKernel::declare_variables(const std::vector<Statement>& statements) {
    for (const auto& [name, variable] : module_.variables) {
        symbols_[name] = reinterpret_cast<u64>(variable.address);
    }
    const auto declare = [&](const Declaration& declaration, u32& bytes) {
        bytes = aligned_up(bytes, declaration.alignment);
        symbols_[declaration.name] = bytes;
        bytes += static_cast<u32>(declaration.bytes);
    };
    for (const Statement& statement : statements) {
        if (statement.kind != Statement::directive) continue;
        const bool shared = statement.opcode == ".shared";
        if (!shared && statement.opcode != ".local") continue;
        Scanner scanner(statement.text, statement.line);
        declare(read_declaration(scanner), shared ? program_.shared_bytes : program_.local_bytes);
    }
    for (const Declaration& each : module_.shared) {
        if (body_.find(each.name) != body_.npos) declare(each, program_.shared_bytes);
    }
    program_.local_bytes = aligned_up(program_.local_bytes, 16);
    u32 alignment = 16;
    for (const auto& [name, wanted] : module_.extern_shared) alignment = std::max(alignment, wanted);
    program_.dynamic_shared_at = aligned_up(program_.shared_bytes, alignment);
    for (const auto& [name, wanted] : module_.extern_shared) symbols_[name] = program_.dynamic_shared_at;
}

void PtxKernel::decode_statement(const Statement& statement, Registers& registers) {
    program_.code.emplace_back();
    program_.places.push_back(
        {statement.text, statement.opcode, statement.line, statement.file, statement.source_line});
    Decoding decoding(statement, registers, symbols_, static_cast<u32>(program_.code.size() - 1), program_.code.back());
    decoding.guard();
    using Decode = bool (*)(Decoding&);
    constexpr Decode families[] = {decode_integer,  decode_carry,  decode_logic,  decode_bits, decode_comparison,
                                   decode_movement, decode_memory, decode_atomic, decode_warp, decode_flow};
    const bool known = std::any_of(std::begin(families), std::end(families), [&](Decode f) { return f(decoding); });
    if (!known) decoding.refuse("unknown instruction");
    if (const auto left = decoding.modifiers.first_left()) {
        decoding.refuse("unknown modifier ." + std::string(*left));
    }
    if (decoding.in.run == nullptr && decoding.in.flow == Flow::straight) decoding.refuse("unknown type");
}

void PtxKernel::decode() {
    if (decoded_) return;
    program_ = Program();
    program_.name = name_;
    program_.files = module_.files;
    program_.parameter_bytes = parameter_bytes_;
    const std::vector<Statement> statements = read_statements(body_, body_line_);
    declare_variables(statements);
    program_.code.reserve(statements.size() + 1);
    Registers registers;
    std::map<std::string_view, u32> labels;
    std::vector<std::pair<u32, const Statement*>> jumps;
    int barriers = 0;
    for (const Statement& statement : statements) {
        switch (statement.kind) {
            case Statement::open:
                registers.open_scope();
                break;
            case Statement::close:
                registers.close_scope();
                break;
            case Statement::label:
                labels[statement.opcode] = static_cast<u32>(program_.code.size());
                break;
            case Statement::directive:
                if (statement.opcode == ".reg")
                    registers.declare(statement.text, statement.line);
                else if (statement.opcode != ".shared" && statement.opcode != ".local" && statement.opcode != ".pragma")
                    refuse(statement.line, "unknown directive " + std::string(statement.opcode), statement.text);
                break;
            case Statement::instruction: {
                decode_statement(statement, registers);
                Instruction& in = program_.code.back();
                if (in.flow == Flow::branch) jumps.emplace_back(program_.code.size() - 1, &statement);
                const std::string& wrong = Settings::current().wrong_mask_kernel;
                in.wrong_mask = !wrong.empty() && name_.find(wrong) != std::string::npos;
                if (is_dropped(in, name_, barriers)) in.flow = Flow::straight, in.run = do_nothing;
                break;
            }
        }
    }
    Instruction end;
    end.flow = Flow::leave;
    program_.code.push_back(end);
    program_.places.push_back({"end of the kernel", "ret", 0, 0, 0});
    for (const auto& [at, statement] : jumps) {
        const auto label = labels.find(statement->operands.front().text);
        if (label == labels.end()) refuse(statement->line, "unknown label", statement->text);
        program_.code[at].target = label->second;
    }
    registers.lay_out(program_);
    find_straight_runs(program_);
    const std::vector<u32> postdominators = immediate_postdominators(program_.code);
    for (const auto& [at, statement] : jumps) program_.code[at].meet = postdominators[at];
    decoded_ = true;
}

}  // namespace evodoku::emulator
