#include "games/superpermutation/kernel.hpp"

namespace octomate::superpermutation {

#if defined(OCTOMATE_HAS_BMI2_KERNELS)
extern const Kernels bmi2_kernels;

const Kernels* bmi2_kernels_if_usable() {
    static const bool usable = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    return usable ? &bmi2_kernels : nullptr;
}
#else
const Kernels* bmi2_kernels_if_usable() { return nullptr; }
#endif

const Kernels& kernels() {
    static const Kernels& fastest = bmi2_kernels_if_usable() ? *bmi2_kernels_if_usable() : portable_kernels;
    return fastest;
}

const char* kernel_name() { return &kernels() == &portable_kernels ? "portable" : "bmi2"; }

}  // namespace octomate::superpermutation
