#include "formats/yaml_tree.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include "text/text.hpp"

namespace octomate::records {

namespace {

const char* const too_large = "the record is too large, expected at most 1 MiB with all aliases expanded";

/// Returns `text` as UTF-8. The library makes \_ and \N a byte of Latin-1 instead of U+00A0 and U+0085;
/// nothing else of a well-formed text becomes ill-formed.
std::string in_utf8(std::string_view text) {
    std::string result;
    while (const auto bad = first_bad_utf8(text)) {
        const char byte = text[*bad];
        result.append(text.substr(0, *bad)).append({'\xC2', byte});
        text.remove_prefix(*bad + 1);
    }
    return result.append(text);
}

/// Builds the tree of a document from the events of the library's parser.
class TreeBuilder : public YAML::EventHandler {
  public:
    YamlDocument document;

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        add(make(YamlNode::Kind::Null, mark, anchor));
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        YamlNode& node = make(YamlNode::Kind::Scalar, mark, anchor);
        node.plain = tag == "?";
        node.text = in_utf8(value);
        node.size += node.text.size();
        count(node.text.size(), mark);
        add(node);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const YamlNode* const node = anchors_.at(anchor);
        if (std::any_of(open_.begin(), open_.end(), [&](const Open& one) { return one.node == node; }))
            throw YAML::Exception(mark, "an alias stands within the value that it names");
        count(node->size, mark);
        add(*node);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open_.push_back({&make(YamlNode::Kind::List, mark, anchor)});
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open_.push_back({&make(YamlNode::Kind::Map, mark, anchor)});
    }
    void OnMapEnd() override { close(); }

  private:
    /// A list or map whose end has not been read.
    struct Open {
        YamlNode* node;
        const YamlNode* name = nullptr;  ///< of a map: the name whose value comes next
    };

    YamlNode& make(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
        count(1, mark);
        YamlNode& node = document.nodes.emplace_back();
        node.kind = kind;
        node.line = static_cast<std::size_t>(mark.line);
        node.column = static_cast<std::size_t>(mark.column);
        if (anchor != 0) anchors_[anchor] = &node;
        return node;
    }

    /// Counts `size` of what comes at `mark`, so that no document is built that is too large.
    void count(std::size_t size, const YAML::Mark& mark) {
        size_ += size;
        if (size_ > largest_yaml) throw YAML::Exception(mark, too_large);
    }

    /// Adds a complete value to the list or map around it.
    void add(const YamlNode& node) {
        if (open_.empty()) return void(document.root = &node);
        auto& [parent, name] = open_.back();
        parent->size += node.size;
        if (parent->is_list()) {
            parent->items.push_back(&node);
        } else if (name) {
            parent->members.emplace_back(std::exchange(name, nullptr), &node);
        } else {
            name = &node;
        }
    }

    void close() {
        const YamlNode& node = *open_.back().node;
        open_.pop_back();
        add(node);
    }

    std::unordered_map<YAML::anchor_t, const YamlNode*> anchors_;
    std::vector<Open> open_;
    std::size_t size_ = 0;
};

}  // namespace

Expected<YamlDocument, YamlFault> read_yaml_document(std::string_view text) {
    if (text.size() > largest_yaml) return Unexpected{YamlFault{too_large}};
    TreeBuilder builder;
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser(stream).HandleNextDocument(builder);
    } catch (const YAML::Exception& e) {
        const bool known = e.mark.line >= 0;
        const std::string what = e.msg == too_large ? e.msg : "this is not YAML: " + e.msg;
        return Unexpected{YamlFault{what, known ? static_cast<std::size_t>(e.mark.line) : 0,
                                    known ? static_cast<std::size_t>(e.mark.column) : 0}};
    }
    YamlDocument& document = builder.document;
    if (!document.root) document.root = &document.nodes.emplace_back();
    return std::move(document);
}

}  // namespace octomate::records
