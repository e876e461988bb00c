#pragma once

#include "api/api.hpp"

namespace octomate::serve {

/// Serves the board and its API on 127.0.0.1 until Ctrl-C, and returns the exit code. The address goes to
/// standard output. Throws EnvironmentError if the port cannot be had.
int serve(const api::Api& api, int port, const CommonOptions& common);

}  // namespace octomate::serve
