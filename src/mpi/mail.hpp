#pragma once

#include <mpi.h>

#include <cstddef>
#include <deque>
#include <list>
#include <optional>
#include <string>

namespace octomate::mpi {

/// What a letter is about. Rank 0 leads; a rank finds puzzles, and owns a range of the fingerprints.
enum class Subject : int {
    Given,  ///< leader to all: puzzles that are to be changed
    Known,  ///< leader to owner: fingerprints that are not new
    Begin,  ///< leader to all: ask for work
    Want,   ///< finder to leader: work, please
    Deal,   ///< leader to finder: a batch of units
    Ask,    ///< finder to owner: which of these fingerprints of a batch are new?
    Tell,   ///< owner to finder: these
    Hand,   ///< finder to leader: what a batch gave, without duplicates
    Stop,   ///< leader to all: the run is over; others to leader: it should be
};

struct Letter {
    int from = 0;
    Subject subject = Subject::Stop;
    std::string text;
};

/// The letters between the ranks of MPI_COMM_WORLD. Nothing here waits for others but `deliver` and `close`,
/// so that ranks that handle each letter as it comes never lock each other. Two letters of one rank to
/// another arrive in order. For one thread, the one that has initialised MPI.
class Mail {
  public:
    Mail();
    Mail(const Mail&) = delete;
    Mail& operator=(const Mail&) = delete;

    int rank() const { return rank_; }
    int ranks() const { return ranks_; }

    /// Sends a letter, to oneself too. 2 GiB or more is an EnvironmentError.
    void send(int to, Subject subject, std::string text = {});
    void send_all(Subject subject, const std::string& text = {});

    /// The next letter, if there is one.
    std::optional<Letter> receive();

    /// Sleeps a little: nobody has anything to do.
    void pause();

    /// Waits until at most `left` letters that were sent to others have not been received yet.
    void deliver(std::size_t left = 0);

    /// Every rank must call it, and sends nothing more: throws away what still comes, until all are here and
    /// no letter is under way.
    void close();

  private:
    struct Sent {
        MPI_Request request = MPI_REQUEST_NULL;
        std::string text;
    };

    /// Forgets what has arrived.
    void sweep();

    int rank_ = 0;
    int ranks_ = 1;
    std::list<Sent> sent_;
    std::deque<Letter> own_;
};

}  // namespace octomate::mpi
