#pragma once

// On x86-64 the move generation of Superpermutation is compiled twice: for any CPU, and for CPUs with BMI2
// and AVX2 (see kernel.hpp). The headers it uses put their definitions in an inline namespace named after the
// instruction set, so that the linker cannot merge the two versions.
#if defined(__BMI2__) && defined(__AVX2__)
#define OCTOMATE_ISA bmi2
#else
#define OCTOMATE_ISA portable
#endif

/// Forces the compiler to inline a small function of the hot loops.
#define OCTOMATE_HOT [[gnu::always_inline]] inline
