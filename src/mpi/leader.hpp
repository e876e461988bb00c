#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/generate_run.hpp"
#include "console/packing.hpp"
#include "make/unit.hpp"
#include "mpi/channel.hpp"
#include "mpi/member.hpp"

namespace octomate::mpi {

/// Deals the units of a run in batches to the ranks that request them, and takes the results in the order of
/// the units. The cut into batches, which depends on the clock, changes nothing else.
template <class Take>
class Dealer {
  public:
    /// Calls `take(UnitResult&&)` until it returns false. At most `ahead` batches are dealt and not yet
    /// taken.
    Dealer(make::Units units, std::uint64_t ahead, Channel& channel, Take take)
        : units_(units), ahead_(ahead), channel_(channel), take_(std::move(take)) {}

    /// Whether there is enough, or nothing left to do.
    bool over() const { return enough_ || (!more_ && taken_ == dealt_); }

    /// Takes Request and Result.
    void take(Message&& message) {
        if (message.subject == Subject::Request) {
            idle_.push_back(message.from);
        } else {
            const auto batch = Unpacker(message.text).get<std::uint64_t>();
            handed_.emplace(batch, std::move(message.text));
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
        while (more_ && !idle_.empty() && dealt_ < taken_ + ahead_) {
            std::vector<std::uint64_t> units;
            std::uint64_t unit = 0;
            while (units.size() < size_ && (more_ = units_.take(unit))) units.push_back(unit);
            if (units.empty()) return;
            Packer packer;
            packer.put(dealt_++);
            packer.put(units);
            channel_.send(idle_.front(), Subject::Deal, packer.take());
            idle_.pop_front();
        }
    }

    void take_batch(const std::string& text) {
        Unpacker unpacker(text);
        unpacker.get<std::uint64_t>();  // its number
        const auto seconds = unpacker.get<double>();
        double count = 0;
        for (; !unpacker.empty() && !enough_; ++count) enough_ = !take_(unit_result_in(unpacker));
        const double size = count * seconds_of_a_batch / std::max(seconds, 1e-6);
        size_ = static_cast<std::size_t>(std::clamp(size, 1.0, units_of_a_batch));
    }

    make::Units units_;
    const std::uint64_t ahead_;
    Channel& channel_;
    Take take_;
    bool enough_ = false;
    bool more_ = true;         // units
    std::uint64_t dealt_ = 0;  // batches; so many
    std::uint64_t taken_ = 0;
    std::size_t size_ = 1;                         // of a batch
    std::deque<int> idle_;                         // ranks that wait for a batch
    std::map<std::uint64_t, std::string> handed_;  // by batch; what is not yet its turn
};

/// Rank 0: the crew of a run whose work all ranks share, itself among them.
class Leader : public collect::Crew {
  public:
    /// The arguments must outlive it.
    Leader(const make::Maker& maker, const make::Task& task, int threads, Channel& channel)
        : threads_(threads),
          channel_(channel),
          member_(maker, task, threads, channel),
          known_(static_cast<std::size_t>(channel.ranks())) {}

    void share(const std::vector<make::Given>& given) override {
        Packer packer;
        std::size_t size = 0;
        const auto send = [&] {
            channel_.send_all(Subject::Given, packer.take());
            channel_.deliver(messages_under_way);
            packer = {};
            size = 0;
        };
        for (const make::Given& one : given) {
            packer.put(std::string_view(one.fen));
            packer.put(std::string_view(one.name));
            if (++size == numbers_of_a_message) send();
        }
        send();
    }

    void know(std::uint64_t fingerprint) override {
        const int owner = owner_of(fingerprint, channel_.ranks());
        auto& known = known_[static_cast<std::size_t>(owner)];
        known.push_back(fingerprint);
        if (known.size() == numbers_of_a_message) send_known(owner);
    }

    void work(make::Units units, const std::function<bool(make::UnitResult&&)>& take) override {
        for (int owner = 0; owner < channel_.ranks(); ++owner) send_known(owner);
        channel_.deliver();  // before an owner is asked by others
        channel_.send_all(Subject::Begin);
        const int ahead = 2 * channel_.ranks() * Finder::batches_ahead(threads_);
        Dealer dealer(units, static_cast<std::uint64_t>(ahead), channel_, take);
        while (!dealer.over() && !interrupted) {
            auto message = channel_.receive();
            const bool quiet = !message;
            if (message) {
                if (message->subject == Subject::Request || message->subject == Subject::Result) {
                    dealer.take(std::move(*message));
                } else if (message->subject == Subject::Stop) {
                    interrupted = true;
                } else {
                    member_.take(*message);
                }
            }
            if (!member_.look() && quiet) channel_.pause();
        }
    }

  private:
    static constexpr std::size_t numbers_of_a_message = 8192;
    static constexpr std::size_t messages_under_way = 256;

    void send_known(int owner) {
        auto& known = known_[static_cast<std::size_t>(owner)];
        Packer packer;
        packer.put(std::exchange(known, {}));
        const Message message{0, Subject::Known, packer.take()};
        if (owner == channel_.rank()) return member_.take(message);
        channel_.send(owner, message.subject, message.text);
        channel_.deliver(messages_under_way);
    }

    const int threads_;
    Channel& channel_;
    Member member_;
    std::vector<std::vector<std::uint64_t>> known_;  // by owner; still to be sent
};

}  // namespace octomate::mpi
