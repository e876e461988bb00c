#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "make/distinct.hpp"
#include "mpi/mail.hpp"
#include "mpi/packing.hpp"

namespace octomate::mpi {

/// The rank that owns a fingerprint. The ranges are of its lower half: the set sorts by the upper one.
inline int owner_of(std::uint64_t fingerprint, int ranks) {
    return static_cast<int>(((fingerprint & 0xffffffff) * static_cast<std::uint64_t>(ranks)) >> 32);
}

/// Decides which of the fingerprints of its range are new, batch after batch, in the order of the run.
class Owner {
  public:
    explicit Owner(Mail& mail) : mail_(mail) {}

    /// Takes Known and Ask.
    void take(const Letter& letter) {
        Unpacker unpacker(letter.text);
        if (letter.subject == Subject::Known) {
            for (const std::uint64_t fingerprint : unpacker.numbers()) distinct_.insert(fingerprint);
            return;
        }
        const auto batch = unpacker.get<std::uint64_t>();
        asked_.emplace(batch, Question{letter.from, unpacker.numbers()});
        for (auto first = asked_.begin(); first != asked_.end() && first->first == next_;
             first = asked_.erase(first), ++next_) {
            answer(first->second);
        }
    }

  private:
    struct Question {
        int from = 0;
        std::vector<std::uint64_t> fingerprints;
    };

    void answer(const Question& question) {
        std::string fresh;
        for (const std::uint64_t fingerprint : question.fingerprints) fresh += distinct_.insert(fingerprint);
        Packer packer;
        packer.put(next_);
        packer.put(std::string_view(fresh));
        mail_.send(question.from, Subject::Tell, packer.take());
    }

    Mail& mail_;
    make::DistinctSet distinct_;
    std::map<std::uint64_t, Question> asked_;  // by batch; the one that is next is not among them
    std::uint64_t next_ = 0;                   // batch
};

}  // namespace octomate::mpi
