#include "games/super_chess/rules/history.hpp"

#include <atomic>
#include <cassert>

#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

History::Node::Node(const Snapshot& state_, std::shared_ptr<const Node> before_)
    : state(state_), before(std::move(before_)), far(nullptr), size(before ? before->size + 1 : 1) {
    KeyMaker maker;
    if (before) {
        maker.take(before->key.first);
        maker.take(before->key.second);
        // Two jumps of one length in a row are followed by one over both, else by a step: a jump pointer.
        const Node* near = before->far;
        const bool level = near && near->far && before->size - near->size == near->size - near->far->size;
        far = level ? near->far : before.get();
    }
    const PositionKey own = key_of(state);
    maker.take(own.first);
    maker.take(own.second);
    key = maker.key();
}

/// Releases what nothing else holds, one by one: a recursion would be as deep as the game is long.
History::Node::~Node() {
    delete text.load(std::memory_order_relaxed);
    std::shared_ptr<const Node> rest = std::move(before);
    while (rest && rest.use_count() == 1) {
        std::atomic_thread_fence(std::memory_order_acquire);  // its earlier holders have read it
        std::shared_ptr<const Node> next = std::move(const_cast<Node&>(*rest).before);
        rest = std::move(next);
    }
}

const Snapshot& History::at(std::uint32_t index) const {
    assert(index < size());
    const Node* node = last_.get();
    while (node->size != index + 1) node = node->far->size >= index + 1 ? node->far : node->before.get();
    return node->state;
}

std::vector<const History::Node*> History::nodes() const {
    std::vector<const Node*> nodes(size());
    for (const Node* node = last_.get(); node; node = node->before.get()) nodes[node->size - 1] = node;
    return nodes;
}

std::vector<const Snapshot*> History::all() const {
    std::vector<const Snapshot*> states;
    states.reserve(size());
    for (const Node* node : nodes()) states.push_back(&node->state);
    return states;
}

void History::append_text(std::string& text) const {
    for (const Node* node : nodes()) {
        const std::string* own = node->text.load(std::memory_order_acquire);
        if (!own) {
            auto made = std::make_unique<const std::string>(" | " + write_snapshot(node->state));
            // The second thread takes what the first has made.
            if (node->text.compare_exchange_strong(own, made.get(), std::memory_order_acq_rel))
                own = made.release();
        }
        text += *own;
    }
}

History History::with(const Snapshot& state) const {
    History longer;
    longer.last_ = std::make_shared<const Node>(state, last_);
    return longer;
}

}  // namespace octomate::super_chess
