#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OCTOMATE_SLOW_BUILD
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OCTOMATE_SLOW_BUILD
#endif
#endif

namespace octomate {

/// True in builds with sanitizers, in which slow tests use fewer positions and shorter texts.
#if defined(OCTOMATE_SLOW_BUILD)
inline constexpr bool slow_build = true;
#else
inline constexpr bool slow_build = false;
#endif

}  // namespace octomate
