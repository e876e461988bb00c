#pragma once

#include <utility>

#include "mpi/finder.hpp"
#include "mpi/mail.hpp"
#include "mpi/owner.hpp"

namespace octomate::mpi {

/// What every rank is: a finder and an owner.
class Member {
  public:
    /// The arguments must outlive it.
    Member(const make::Maker& maker, const make::Task& task, int threads, Mail& mail)
        : mail_(mail), owner_(mail), finder_(maker, task, threads, mail) {}

    /// Takes every letter that is not for the leader alone.
    void take(const Letter& letter) {
        switch (letter.subject) {
            case Subject::Stop: stopped_ = true; break;
            case Subject::Known:
            case Subject::Ask: owner_.take(letter); break;
            default: finder_.take(letter);
        }
    }

    /// Looks after its threads; false if there was nothing to do.
    bool look() { return finder_.look(); }

    /// Does what the letters say until the leader says stop. Interrupted, it asks the leader for that.
    void serve() {
        bool asked = false;
        while (!stopped_) {
            const auto letter = mail_.receive();
            if (letter) take(*letter);
            if (interrupted && !std::exchange(asked, true)) mail_.send(0, Subject::Stop);
            if (!look() && !letter) mail_.pause();
        }
    }

  private:
    Mail& mail_;
    Owner owner_;
    Finder finder_;
    bool stopped_ = false;
};

}  // namespace octomate::mpi
