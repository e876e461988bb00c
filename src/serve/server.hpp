#pragma once

#include "serve/api.hpp"

namespace octomate::serve {

/// Serves the board and its API on 127.0.0.1 until Ctrl-C, and returns the exit code. The address goes to
/// standard output. Throws EnvironmentError if the port cannot be had.
int serve(Api& api, int port, bool quiet);

}  // namespace octomate::serve
