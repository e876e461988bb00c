#include "serve/answer_room.hpp"

#include <utility>

namespace octomate::serve {

std::shared_ptr<const std::string> AnswerRoom::keep(std::string text) {
    const std::size_t bytes = text.size();
    if (!take(bytes)) return nullptr;
    return {new std::string(std::move(text)), [this, bytes](const std::string* kept) {
                delete kept;
                left_ += bytes;
            }};
}

bool AnswerRoom::take(std::size_t bytes) {
    std::size_t left = left_;
    while (left >= bytes)
        if (left_.compare_exchange_weak(left, left - bytes)) return true;
    return false;
}

}  // namespace octomate::serve
