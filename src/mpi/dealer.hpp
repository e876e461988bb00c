#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "make/unit.hpp"
#include "mpi/mail.hpp"
#include "mpi/packing.hpp"

namespace octomate::mpi {

/// Deals the units of a run in batches to whoever wants one, and takes what they gave in the order of the
/// units. How the units are cut into batches, which goes by the clock, decides nothing else.
template <class Take>
class Dealer {
  public:
    /// Calls `take(UnitResult&&)` until it returns false. At most `ahead` batches are dealt and not yet
    /// taken.
    Dealer(make::Units units, std::uint64_t ahead, Mail& mail, Take take)
        : units_(units), ahead_(ahead), mail_(mail), take_(std::move(take)) {}

    /// Whether there is enough, or nothing left to do.
    bool over() const { return enough_ || (!more_ && taken_ == dealt_); }

    /// Takes Want and Hand.
    void take(Letter&& letter) {
        if (letter.subject == Subject::Want) {
            hungry_.push_back(letter.from);
        } else {
            const auto batch = Unpacker(letter.text).get<std::uint64_t>();
            handed_.emplace(batch, std::move(letter.text));
            for (auto first = handed_.begin(); first != handed_.end() && first->first == taken_ && !enough_;
                 first = handed_.erase(first), ++taken_) {
                take_batch(first->second);
            }
        }
        deal();
    }

  private:
    static constexpr double seconds_of_a_batch = 0.02;
    static constexpr double units_of_a_batch = 64;  // at most

    void deal() {
        while (more_ && !hungry_.empty() && dealt_ < taken_ + ahead_) {
            std::vector<std::uint64_t> units;
            std::uint64_t unit = 0;
            while (units.size() < size_ && (more_ = units_.take(unit))) units.push_back(unit);
            if (units.empty()) return;
            Packer packer;
            packer.put(dealt_++);
            packer.put(units);
            mail_.send(hungry_.front(), Subject::Deal, packer.take());
            hungry_.pop_front();
        }
    }

    void take_batch(const std::string& text) {
        Unpacker unpacker(text);
        unpacker.get<std::uint64_t>();  // its number
        const auto seconds = unpacker.get<double>();
        double count = 0;
        for (; !unpacker.empty() && !enough_; ++count) enough_ = !take_(unpacker.result());
        const double wanted = count * seconds_of_a_batch / std::max(seconds, 1e-6);
        size_ = static_cast<std::size_t>(std::clamp(wanted, 1.0, units_of_a_batch));
    }

    make::Units units_;
    const std::uint64_t ahead_;
    Mail& mail_;
    Take take_;
    bool enough_ = false;
    bool more_ = true;         // units
    std::uint64_t dealt_ = 0;  // batches; so many
    std::uint64_t taken_ = 0;
    std::size_t size_ = 1;                         // of a batch
    std::deque<int> hungry_;                       // ranks that want a batch
    std::map<std::uint64_t, std::string> handed_;  // by batch; what is not yet its turn
};

}  // namespace octomate::mpi
