#include "text/version.hpp"

namespace octomate {

std::string_view version() { return OCTOMATE_VERSION; }

}  // namespace octomate
