// checkpoint_state unpack|pack FILE: the state in a checkpoint, to standard output or from standard input, where checks
// change it.
#include <iostream>
#include <string>

#include "checkpoint/checkpoint_file.hpp"

int main(int argc, char** argv) {
    using namespace evodoku;
    if (argc != 3) return 2;
    if (std::string(argv[1]) == "pack") {
        WrittenFile file(argv[2]);
        write_checkpoint_file(file, [](const StateWriter& to) {
            for (std::string piece(1 << 16, '\0'); std::cin.read(piece.data(), 1 << 16) || std::cin.gcount() != 0;)
                to(piece.data(), static_cast<std::size_t>(std::cin.gcount()));
        });
        return 0;
    }
    CheckpointReader reader(argv[2]);
    try {
        for (char byte = 0;; std::cout.put(byte)) reader.read(&byte, 1);
    } catch (const CheckpointError&) {  // the end
    }
}
