#include "games/superpermutation/rules/kernel.hpp"

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

constinit const Kernels* serving_kernels = &portable_kernels;

namespace {

[[maybe_unused]] const bool chosen = [] {
    if (const Kernels* bmi2 = bmi2_kernels_if_usable()) serving_kernels = bmi2;
    return true;
}();

}  // namespace

const char* kernel_name() { return &kernels() == &portable_kernels ? "portable" : "bmi2"; }

}  // namespace octomate::superpermutation
