#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What it takes to open the board to other machines.
namespace octomate::serve {

/// The IPv4 addresses under which other machines reach this one; none without a network.
std::vector<std::string> lan_addresses();

/// A secret of 128 bits, in letters, digits, '-' and '_'. Throws EnvironmentError.
std::string new_key();

/// A QR code in half blocks, with `colour` black on white whatever the terminal's colours are; without, for a
/// dark terminal. Empty if the text is too long for one.
std::string qr_code(const std::string& text, bool colour);

/// Opens an address in the user's browser; false if the system has no command for that.
bool open_browser(const std::string& address);

}  // namespace octomate::serve
