// Checks first whether the processor can run this build, if it was built for x86-64-v3: prints a line instead of
// "illegal instruction". Compiled for any x86-64, so it uses no header with code in it.
#include <unistd.h>

namespace {

constexpr char message[] =
    "evodoku: this build needs a processor of the level x86-64-v3 (AVX2, BMI2, FMA: most since 2013), which this one "
    "is not; build with -DEVODOKU_ISA=baseline\n";

/// Before all constructors of the program, which are compiled for the required processor.
[[gnu::constructor(101)]] void check_processor() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt"))
        return;
    const auto written = write(2, message, sizeof message - 1);
    _exit(written < 0 ? 5 : 4);  // app::no_usable_device
#endif
}

}  // namespace
