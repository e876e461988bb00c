#pragma once

#include <mpi.h>

#include <cstddef>
#include <deque>
#include <list>
#include <optional>
#include <string>

namespace octomate::mpi {

/// What a message is about. Rank 0 leads; each rank finds puzzles and owns a range of the fingerprints.
enum class Subject : int {
    Given,    ///< leader to all: puzzles that are to be changed
    Known,    ///< leader to owner: fingerprints that are not new
    Begin,    ///< leader to all: ask for work
    Request,  ///< finder to leader: send another batch of units
    Deal,     ///< leader to finder: a batch of units
    Ask,      ///< finder to owner: which of these fingerprints of a batch are new?
    Answer,   ///< owner to finder: these
    Result,   ///< finder to leader: what a batch gave, without duplicates
    Stop,     ///< leader to all: the run is over; others to leader: it should be
};

struct Message {
    int from = 0;
    Subject subject = Subject::Stop;
    std::string text;
};

/// The messages between the ranks of MPI_COMM_WORLD. Only `deliver` and `close` wait for others, so that
/// ranks that handle each message as it comes cannot deadlock. Two messages from one rank to another arrive
/// in order. For one thread, the one that has initialised MPI.
class Channel {
  public:
    Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    int rank() const { return rank_; }
    int ranks() const { return ranks_; }

    /// Sends a message, perhaps to this rank itself. 2 GiB or more is an EnvironmentError.
    void send(int to, Subject subject, std::string text = {});
    void send_all(Subject subject, const std::string& text = {});

    /// The next message, if there is one.
    std::optional<Message> receive();

    /// Sleeps for a moment when there is nothing to do.
    void pause();

    /// Waits until at most `left` messages that were sent to others have not been received yet.
    void deliver(std::size_t left = 0);

    /// Every rank must call it, and sends nothing afterwards: discards what still arrives until all ranks are
    /// here and no message is under way.
    void close();

  private:
    struct Sent {
        MPI_Request request = MPI_REQUEST_NULL;
        std::string text;
    };

    /// Forgets the sent messages that have arrived.
    void sweep();

    int rank_ = 0;
    int ranks_ = 1;
    std::list<Sent> sent_;
    std::deque<Message> own_;
};

}  // namespace octomate::mpi
