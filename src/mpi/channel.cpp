#include "mpi/channel.hpp"

#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "console/console.hpp"

namespace octomate::mpi {

Channel::Channel() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
}

void Channel::send(int to, Subject subject, std::string text) {
    if (to == rank_) {
        own_.push_back({rank_, subject, std::move(text)});
        return;
    }
    if (text.size() > std::numeric_limits<int>::max())
        throw EnvironmentError("a unit of work found too much for one message");
    Sent& sent = sent_.emplace_back();
    sent.text = std::move(text);
    // Synchronous: it is complete only when the other side receives it, on which `deliver` and `close` rely.
    MPI_Issend(sent.text.data(), static_cast<int>(sent.text.size()), MPI_BYTE, to, static_cast<int>(subject),
               MPI_COMM_WORLD, &sent.request);
}

void Channel::send_all(Subject subject, const std::string& text) {
    for (int to = 0; to < ranks_; ++to) send(to, subject, text);
}

std::optional<Message> Channel::receive() {
    if (!own_.empty()) {
        std::optional<Message> message = std::move(own_.front());
        own_.pop_front();
        return message;
    }
    int there = 0;
    MPI_Message matched;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &matched, &status);
    if (!there) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    std::optional<Message> message = Message{status.MPI_SOURCE, static_cast<Subject>(status.MPI_TAG), {}};
    message->text.resize(static_cast<std::size_t>(size));
    MPI_Mrecv(message->text.data(), size, MPI_BYTE, &matched, MPI_STATUS_IGNORE);
    return message;
}

void Channel::sweep() {
    sent_.remove_if([](Sent& sent) {
        int done = 0;
        MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE);
        return done != 0;
    });
}

void Channel::pause() {
    sweep();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}

void Channel::deliver(std::size_t left) {
    if (sent_.size() <= left) return;
    for (sweep(); sent_.size() > left;) pause();
}

void Channel::close() {
    MPI_Request all_here = MPI_REQUEST_NULL;
    for (bool waiting = false;;) {
        while (receive()) {
        }
        pause();
        if (!waiting && sent_.empty()) {  // all that this rank sent has been received
            MPI_Ibarrier(MPI_COMM_WORLD, &all_here);
            waiting = true;
        }
        int over = 0;
        if (waiting) MPI_Test(&all_here, &over, MPI_STATUS_IGNORE);
        if (over) return;
    }
}

}  // namespace octomate::mpi
