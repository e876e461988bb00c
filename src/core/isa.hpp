#pragma once

// The hot code is compiled twice on x86-64: for any CPU, and for those with BMI2 and AVX2 (see kernel.hpp).
// What such a header defines stands in an inline namespace named after the instruction set, so that the
// linker never takes one version for the other.
#if defined(__BMI2__) && defined(__AVX2__)
#define OCTOMATE_ISA bmi2
#else
#define OCTOMATE_ISA portable
#endif

/// Marks the small steps of the hot loops, which must vanish in their callers.
#define OCTOMATE_HOT [[gnu::always_inline]] inline
