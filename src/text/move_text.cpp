#include "text/move_text.hpp"

#include <fmt/core.h>

#include "text/words.hpp"

namespace octomate {

namespace {

std::string all_of(const std::vector<ShortMove::Candidate>& candidates) {
    std::vector<std::string> names;
    for (const auto& candidate : candidates) names.push_back(candidate.notation);
    return enumerate(names, " or ");
}

}  // namespace

bool MoveScanner::skip(std::string_view sign) {
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
}

bool MoveScanner::square(int& out) {
    if (at_ + 2 > text_.size()) return false;
    const int file = text_[at_] - 'a', rank = text_[at_ + 1] - '1';
    if (file < 0 || file >= files_ || rank < 0 || rank >= ranks_) return false;
    out = rank * files_ + file;
    at_ += 2;
    return true;
}

bool MoveScanner::end(char& sign) {
    if (next() == '+' || next() == '#') sign = text_[at_++];
    while (skip("!") || skip("?")) {
    }
    return at_ == text_.size() || fail("the end of the move");
}

bool MoveScanner::fail(std::string_view expected) {
    fault_ =
        Fault{FaultCode::NotAMove, "", at_,
              fmt::format("\"{}\" is not a move: expected {} at character {}", text_, expected, at_ + 1)};
    return false;
}

std::optional<ShortMove> ShortMove::read(std::string_view text, const ShortSpelling& spelling) {
    ShortMove move;
    while (text.ends_with('!') || text.ends_with('?')) text.remove_suffix(1);
    move.text_ = text;
    if (text.ends_with('+') || text.ends_with('#')) {
        move.suffix_ = text.back();
        text.remove_suffix(1);
    }
    while (true) {
        const std::size_t comma = text.find_first_of(",&");
        const auto step = read_step(text.substr(0, comma), spelling);
        if (!step || move.steps_.size() == spelling.most_steps) return std::nullopt;
        move.steps_.push_back(*step);
        if (comma == std::string_view::npos) return move;
        text.remove_prefix(comma + 1);
    }
}

/// From behind: what is left in front of the squares names the man.
std::optional<ShortMove::Step> ShortMove::read_step(std::string_view text, const ShortSpelling& spelling) {
    Step step;
    const auto take_last = [&](const auto& serves) {
        const bool takes = !text.empty() && serves(text.back());
        const std::string_view taken = takes ? text.substr(text.size() - 1) : std::string_view();
        text.remove_suffix(taken.size());
        return taken;
    };
    const auto is_rank = [](char c) { return c >= '1' && c <= '8'; };
    const auto is_file = [&](char c) { return c >= 'a' && c <= spelling.last_file; };

    if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
        step.becomes = text.substr(equals + 1);
        if (step.becomes.size() != 1 || spelling.becomes.find(step.becomes) == std::string_view::npos)
            return std::nullopt;
        text = text.substr(0, equals);
    } else if (text.size() > 2 && text.back() >= 'A' && text.back() <= 'Z' &&
               is_rank(text[text.size() - 2])) {
        step.becomes = take_last([&](char c) { return spelling.becomes.find(c) != std::string_view::npos; });
    }
    const std::string_view behind = text;
    if (take_last(is_rank).empty() || take_last(is_file).empty()) return std::nullopt;
    step.to = behind.substr(text.size());
    for (const std::string_view sign : spelling.signs) {
        if (!step.sign.empty() || !text.ends_with(sign)) continue;
        step.sign = sign;
        text.remove_suffix(sign.size());
    }
    if (step.sign.empty() && (text.ends_with('x') || text.ends_with('-'))) {
        step.captures = text.ends_with('x');
        text.remove_suffix(1);
    }
    step.rank = take_last(is_rank);
    step.file = take_last(is_file);
    step.who = text == "P" ? std::string_view() : text;
    if (!step.who.empty() && !spelling.is_man(step.who)) return std::nullopt;
    return step;
}

bool ShortMove::names(const Step& text, const ShortStep& step, bool lacking) {
    return text.who == step.who && text.sign == step.sign && (text.to == step.to || text.to == step.end) &&
           (text.file.empty() || step.from.starts_with(text.file)) &&
           (text.rank.empty() || step.from.ends_with(text.rank)) &&
           (text.becomes == step.becomes || (lacking && text.becomes.empty()));
}

bool ShortMove::names(const ShortFacts& move, bool lacking) const {
    if (move.steps.size() != steps_.size()) return false;
    const auto named = [&](std::size_t text, std::size_t step) {
        return names(steps_[text], move.steps[step], lacking);
    };
    bool in_order = true;
    for (std::size_t at = 0; at < steps_.size(); ++at) in_order = in_order && named(at, at);
    return in_order || (move.any_order && steps_.size() == 2 && named(0, 1) && named(1, 0));
}

Expected<ShortMove::Candidate, Fault> ShortMove::choose(std::vector<Candidate> candidates,
                                                        const std::vector<Candidate>& lacking) const {
    const auto narrow = [&](auto agrees) {
        std::vector<Candidate> left;
        for (const Candidate& candidate : candidates)
            if (agrees(candidate)) left.push_back(candidate);
        if (!left.empty()) candidates = std::move(left);
    };
    if (candidates.size() > 1) narrow([&](const Candidate& candidate) { return captures_as(candidate); });
    if (candidates.size() > 1 && suffix_ != 0)
        narrow([&](const Candidate& candidate) { return ends_as(candidate); });
    if (candidates.size() == 1) return std::move(candidates.front());
    const auto fault = [](FaultCode code, std::string message) {
        return Unexpected{Fault{code, "", 0, std::move(message)}};
    };
    if (candidates.size() > 1)
        return fault(FaultCode::AmbiguousMove, fmt::format("{} may be {}", text_, all_of(candidates)));
    if (!lacking.empty())
        return fault(
            FaultCode::MissingPromotion,
            fmt::format("{} does not say what the piece becomes, expected {}", text_, all_of(lacking)));
    const Step& step = steps_.front();
    if (steps_.size() > 1 || !step.sign.empty())
        return fault(FaultCode::IllegalMove, fmt::format("no legal move is {}", text_));
    return fault(FaultCode::IllegalMove, fmt::format("no legal move brings {} to {}",
                                                     step.who.empty() ? "a pawn" : step.who, step.to));
}

/// Whether it captures where "x" is written, and does not where "-" is.
bool ShortMove::captures_as(const Candidate& candidate) const {
    for (std::size_t at = 0; at < steps_.size(); ++at) {
        const auto& steps = candidate.facts.steps;
        const std::size_t other = steps.size() - 1 - at;
        const bool in_order = names(steps_[at], steps[at], false);
        const bool captures = steps[in_order ? at : other].captures;
        if (steps_[at].captures.value_or(captures) != captures) return false;
    }
    return true;
}

bool ShortMove::ends_as(const Candidate& candidate) const {
    return suffix_ == 0 || candidate.notation.ends_with(suffix_);
}

Faults ShortMove::remarks(const Candidate& candidate) const {
    if (captures_as(candidate) && ends_as(candidate)) return {};
    return {{FaultCode::WrongSuffix, "", 0,
             fmt::format("the signs \"x\", \"+\" and \"#\" differ, expected {}", candidate.notation)}};
}

}  // namespace octomate
