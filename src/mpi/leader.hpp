#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/generate_run.hpp"
#include "mpi/dealer.hpp"
#include "mpi/mail.hpp"
#include "mpi/member.hpp"
#include "mpi/packing.hpp"

namespace octomate::mpi {

/// Rank 0: the crew of a run whose work all ranks share, itself among them.
class Leader : public collect::Crew {
  public:
    /// The arguments must outlive it.
    Leader(const make::Maker& maker, const make::Task& task, int threads, Mail& mail)
        : threads_(threads),
          mail_(mail),
          member_(maker, task, threads, mail),
          known_(static_cast<std::size_t>(mail.ranks())) {}

    void share(const std::vector<make::Given>& given) override {
        Packer packer;
        std::size_t size = 0;
        const auto send = [&] {
            mail_.send_all(Subject::Given, packer.take());
            mail_.deliver(letters_under_way);
            packer = {};
            size = 0;
        };
        for (const make::Given& one : given) {
            packer.put(std::string_view(one.fen));
            packer.put(std::string_view(one.name));
            if (++size == numbers_of_a_letter) send();
        }
        send();
    }

    void know(std::uint64_t fingerprint) override {
        const int owner = owner_of(fingerprint, mail_.ranks());
        auto& known = known_[static_cast<std::size_t>(owner)];
        known.push_back(fingerprint);
        if (known.size() == numbers_of_a_letter) send_known(owner);
    }

    void work(make::Units units, const std::function<bool(make::UnitResult&&)>& take) override {
        for (int owner = 0; owner < mail_.ranks(); ++owner) send_known(owner);
        mail_.deliver();  // before an owner is asked by others
        mail_.send_all(Subject::Begin);
        const int ahead = 2 * mail_.ranks() * Finder::batches_ahead(threads_);
        Dealer dealer(units, static_cast<std::uint64_t>(ahead), mail_, take);
        while (!dealer.over() && !interrupted) {
            auto letter = mail_.receive();
            const bool quiet = !letter;
            if (letter) {
                if (letter->subject == Subject::Want || letter->subject == Subject::Hand) {
                    dealer.take(std::move(*letter));
                } else if (letter->subject == Subject::Stop) {
                    interrupted = true;
                } else {
                    member_.take(*letter);
                }
            }
            if (!member_.look() && quiet) mail_.pause();
        }
    }

  private:
    static constexpr std::size_t numbers_of_a_letter = 8192;
    static constexpr std::size_t letters_under_way = 256;

    void send_known(int owner) {
        auto& known = known_[static_cast<std::size_t>(owner)];
        Packer packer;
        packer.put(std::exchange(known, {}));
        const Letter letter{0, Subject::Known, packer.take()};
        if (owner == mail_.rank()) return member_.take(letter);
        mail_.send(owner, letter.subject, letter.text);
        mail_.deliver(letters_under_way);
    }

    const int threads_;
    Mail& mail_;
    Member member_;
    std::vector<std::vector<std::uint64_t>> known_;  // by owner; still to be sent
};

}  // namespace octomate::mpi
