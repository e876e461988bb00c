#pragma once

#include "draw/paper.hpp"

namespace octomate::cli {

/// What makes PNG and PDF: the module beside the program, loaded at the first call. Throws EnvironmentError,
/// which says what to do, if it is not there.
const draw::Paper& paper();

}  // namespace octomate::cli
