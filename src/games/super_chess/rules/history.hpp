#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

/// The earlier states of a game in order of play, across all branches (section 10). States never change and
/// are shared by all positions that come after them, so a history of any length is copied and made longer at
/// the cost of one pointer.
class History {
  public:
    History() = default;

    std::uint32_t size() const { return last_ ? last_->size : 0; }
    bool empty() const { return !last_; }

    /// State number `index` of them, 0 being the oldest, in logarithmic time.
    const Snapshot& at(std::uint32_t index) const;

    /// All of them, the oldest first.
    std::vector<const Snapshot*> all() const;

    /// Whether a state of them is such a one.
    template <class Such>
    bool any(Such such) const {
        for (const Node* node = last_.get(); node; node = node->before.get())
            if (such(node->state)) return true;
        return false;
    }

    /// Appends " | " and the text of each state (section 14). The texts are made once and kept: who writes
    /// all positions of a long game, or all that a position leads to, writes the same states again and again.
    void append_text(std::string& text) const;

    /// The history with one more state.
    History with(const Snapshot& state) const;

    /// Stands for the states and their order.
    PositionKey key() const { return last_ ? last_->key : PositionKey{}; }

    /// By their keys, which are taken for the states themselves.
    bool operator==(const History& other) const {
        return last_ == other.last_ || (size() == other.size() && key() == other.key());
    }

  private:
    struct Node {
        Snapshot state;
        std::shared_ptr<const Node> before;
        const Node* far;     // farther back: of the states before, so that any is found in a few steps
        std::uint32_t size;  // states up to this one
        PositionKey key;
        mutable std::atomic<const std::string*> text = nullptr;  // once it has been asked for

        Node(const Snapshot& state_, std::shared_ptr<const Node> before_);
        ~Node();
        Node(const Node&) = delete;
        Node& operator=(const Node&) = delete;
    };

    /// All of them, the oldest first.
    std::vector<const Node*> nodes() const;

    std::shared_ptr<const Node> last_;
};

}  // namespace octomate::super_chess
