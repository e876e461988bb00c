#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"

/// YAML documents as trees of bounded size.
namespace octomate::records {

/// A value of a document. An alias is the value that it names: nodes are shared, never copied.
struct YamlNode {
    enum class Kind : std::uint8_t { Null, Scalar, List, Map };

    Kind kind = Kind::Null;
    bool plain = false;  ///< a scalar with neither quotes nor a tag
    std::size_t line = 0, column = 0;
    std::string text{};  ///< of a scalar, in UTF-8
    std::vector<const YamlNode*> items{};
    std::vector<std::pair<const YamlNode*, const YamlNode*>> members{};  ///< names and values
    std::size_t size = 1;  ///< bytes of text and number of nodes below this one, aliases expanded

    bool is_null() const { return kind == Kind::Null; }
    bool is_scalar() const { return kind == Kind::Scalar; }
    bool is_list() const { return kind == Kind::List; }
    bool is_map() const { return kind == Kind::Map; }
};

/// Why a text is not read as YAML, and where.
struct YamlFault {
    std::string message;
    std::size_t line = 0, column = 0;
};

/// The nodes of a document, and the one at its top.
struct YamlDocument {
    std::deque<YamlNode> nodes;
    const YamlNode* root = nullptr;  ///< never null
};

/// The largest size of a record, as text and with its aliases expanded.
inline constexpr std::size_t largest_yaml = std::size_t{1} << 20;

/// Parses the first document of a text. Fails if the document is larger than `largest_yaml`.
Expected<YamlDocument, YamlFault> read_yaml_document(std::string_view text);

}  // namespace octomate::records
