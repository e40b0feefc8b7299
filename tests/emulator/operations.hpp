// Handlers of instructions that compute each lane's result from that lane's sources alone.
#pragma once

#include "emulator/lanes.hpp"

namespace evodoku::emulator {

template <template <class> class Operation>
struct Binary {
    template <class T>
    struct Of {
        static void handler(Warp& warp, const Instruction& in) {
            const T *a = input<T>(warp, in.a), *b = input<T>(warp, in.b);
            for_each_lane<T>(warp, in.d, [=](int lane) { return Operation<T>::of(a[lane], b[lane]); });
        }
    };
};
template <template <class> class Operation>
struct Unary {
    template <class T>
    struct Of {
        static void handler(Warp& warp, const Instruction& in) {
            const T* a = input<T>(warp, in.a);
            for_each_lane<T>(warp, in.d, [=](int lane) { return Operation<T>::of(a[lane]); });
        }
    };
};

}  // namespace evodoku::emulator
