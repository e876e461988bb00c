#include "serve/lan.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <spawn.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "console/console.hpp"

namespace octomate::serve {

std::vector<std::string> lan_addresses() {
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(first, &freeifaddrs);
    std::vector<std::string> addresses;
    for (const ifaddrs* one = first; one; one = one->ifa_next) {
        const bool up = (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0;
        if (!up || !one->ifa_addr || one->ifa_addr->sa_family != AF_INET) continue;
        sockaddr_in address{};
        std::memcpy(&address, one->ifa_addr, sizeof address);
        std::array<char, INET_ADDRSTRLEN> text{};
        if (inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size()))
            addresses.emplace_back(text.data());
    }
    return addresses;
}

std::string new_key() {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::array<unsigned char, 22> bytes{};  // six bits of each
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw EnvironmentError(std::string("cannot make a key: ") + std::strerror(errno));
    std::string key;
    for (const unsigned char byte : bytes) key += letters[byte & 63];
    return key;
}

std::string qr_code(const std::string& text, bool colour) {
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
        QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_L), &QRcode_free);
    if (!code) return {};
    constexpr int margin = 2;
    const int width = code->width;
    const auto light = [&](int row, int column) {
        const bool inside = row >= 0 && row < width && column >= 0 && column < width;
        return !inside || (code->data[row * width + column] & 1) == 0;
    };
    std::string drawn;
    for (int row = -margin; row < width + margin; row += 2) {
        if (colour) drawn += "\033[40;97m";
        for (int column = -margin; column < width + margin; ++column) {
            const bool upper = light(row, column);
            const bool lower = light(row + 1, column);
            drawn += upper ? (lower ? "█" : "▀") : lower ? "▄" : " ";
        }
        drawn += colour ? "\033[0m\n" : "\n";
    }
    return drawn;
}

bool open_browser(const std::string& address) {
    posix_spawn_file_actions_t streams{};
    posix_spawn_file_actions_init(&streams);
    for (const int stream : {0, 1, 2})
        posix_spawn_file_actions_addopen(&streams, stream, "/dev/null", O_RDWR, 0);
    std::array<std::string, 2> words = {"xdg-open", address};
    std::array<char*, 3> arguments = {words[0].data(), words[1].data(), nullptr};
    pid_t process = 0;
    const int failed = posix_spawnp(&process, words[0].c_str(), &streams, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&streams);
    return failed == 0;
}

}  // namespace octomate::serve
