// The part of NVIDIA's management library that the program calls. EVODOKU_NVML_STUB has its answers: clocks of the
// multiprocessors and of the memory, temperature, reasons. The power is not supported.
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace {

unsigned long long answer(int which) {
    std::istringstream words(std::getenv("EVODOKU_NVML_STUB"));
    unsigned long long number = 0;
    for (int k = 0; k <= which; ++k) words >> number;
    return number;
}
int give(unsigned* to, int which) {
    *to = static_cast<unsigned>(answer(which));
    return 0;
}
int device;

}  // namespace

extern "C" {

int nvmlInit_v2() { return std::getenv("EVODOKU_NVML_STUB") != nullptr ? 0 : 9; }
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** handle) {
    *handle = &device;
    return std::strcmp(bus, "00000000:00:00.0") == 0 ? 0 : 6;
}
int nvmlDeviceGetClockInfo(void* of, int type, unsigned* mhz) { return of == &device ? give(mhz, type - 1) : 2; }
int nvmlDeviceGetTemperature(void*, int, unsigned* celsius) { return give(celsius, 2); }
int nvmlDeviceGetPowerUsage(void*, unsigned*) { return 3; }  // as where it is not supported
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
    *reasons = answer(3);
    return 0;
}
}
