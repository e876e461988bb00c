#pragma once

#include <tbb/concurrent_queue.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "console/console.hpp"
#include "console/packing.hpp"
#include "make/distinct.hpp"
#include "make/maker.hpp"
#include "mpi/channel.hpp"

namespace octomate::mpi {

inline void put(Packer& packer, const make::UnitResult& result) {
    packer.put(result.unit);
    packer.put(result.positions);
    packer.put(result.found);
    packer.put(std::uint64_t{result.finds.size()});
    for (const make::Find& find : result.finds) {
        make::for_each_field(find, [&](const char*, const auto& field) { packer.put(field); });
        packer.put(find.presentable);
    }
}

inline make::UnitResult unit_result_in(Unpacker& unpacker) {
    make::UnitResult result;
    unpacker.get(result.unit);
    unpacker.get(result.positions);
    unpacker.get(result.found);
    for (auto count = unpacker.get<std::uint64_t>(); count > 0; --count) {
        make::Find& find = result.finds.emplace_back();
        make::for_each_field(find, [&](const char*, auto& field) { unpacker.get(field); });
        unpacker.get(find.presentable);
    }
    return result;
}

/// The rank that owns a fingerprint. The ranges are of its lower half: the set sorts by the upper one.
inline int owner_of(std::uint64_t fingerprint, int ranks) {
    return static_cast<int>(((fingerprint & 0xffffffff) * static_cast<std::uint64_t>(ranks)) >> 32);
}

/// Decides which of the fingerprints of its range are new, batch after batch, in the order of the run.
class Owner {
  public:
    explicit Owner(Channel& channel) : channel_(channel) {}

    /// Takes Known and Ask.
    void take(const Message& message) {
        Unpacker unpacker(message.text);
        if (message.subject == Subject::Known) {
            for (const std::uint64_t fingerprint : unpacker.get<std::vector<std::uint64_t>>())
                distinct_.insert(fingerprint);
            return;
        }
        const auto batch = unpacker.get<std::uint64_t>();
        asked_.emplace(batch, Question{message.from, unpacker.get<std::vector<std::uint64_t>>()});
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
        channel_.send(question.from, Subject::Answer, packer.take());
    }

    Channel& channel_;
    make::DistinctSet distinct_;
    std::map<std::uint64_t, Question> asked_;  // by batch; the one that is next is not among them
    std::uint64_t next_ = 0;                   // batch
};

/// Does the batches of units that the leader deals to this rank, in threads of its own; asks the owners which
/// finds are new, and hands these to the leader.
class Finder {
  public:
    /// Enough for each thread to have its next batch while this one is on its way.
    static int batches_ahead(int threads) { return 2 * threads; }

    /// The arguments must outlive it.
    Finder(const make::Maker& maker, const make::Task& task, int threads, Channel& channel)
        : maker_(maker), task_(task), threads_(threads), channel_(channel) {}

    Finder(const Finder&) = delete;
    Finder& operator=(const Finder&) = delete;

    ~Finder() {
        stopped_ = true;
        for (std::size_t count = 0; count < workers_.size(); ++count) todo_.push(std::nullopt);
        for (std::thread& worker : workers_) worker.join();
    }

    /// Takes Given, Begin, Deal and Answer.
    void take(const Message& message) {
        Unpacker unpacker(message.text);
        switch (message.subject) {
            case Subject::Given: return take_given(unpacker);
            case Subject::Begin: return begin();
            case Subject::Deal: return take_batch(unpacker);
            default: return take_answer(message.from, unpacker);
        }
    }

    /// Sends on what the threads have done; false if that was nothing.
    bool look() {
        Batch batch;
        if (!done_.try_pop(batch)) return false;
        if (batch.error) std::rethrow_exception(batch.error);
        channel_.send(0, Subject::Request);
        ask(std::move(batch));
        return true;
    }

  private:
    struct Batch {
        std::uint64_t number = 0;
        std::vector<std::uint64_t> units;
        std::vector<make::UnitResult> results;
        double seconds = 0;  // that it took
        std::exception_ptr error;
    };

    /// A batch whose duplicates are not known yet.
    struct Asked {
        Batch batch;
        std::vector<std::vector<std::size_t>>
            finds;                // by owner; which of all finds of the batch it was asked
        std::vector<char> fresh;  // by find
        int answers = 0;
    };

    void take_given(Unpacker& unpacker) {
        while (!unpacker.empty()) {
            std::string fen(unpacker.text());
            given_.push_back({std::move(fen), std::string(unpacker.text())});
        }
    }

    void begin() {
        for (int count = 0; count < threads_; ++count) workers_.emplace_back([this] { work(); });
        for (int count = 0; count < batches_ahead(threads_); ++count) channel_.send(0, Subject::Request);
    }

    void take_batch(Unpacker& unpacker) {
        Batch batch;
        batch.number = unpacker.get<std::uint64_t>();
        batch.units = unpacker.get<std::vector<std::uint64_t>>();
        todo_.push(std::move(batch));
    }

    /// The loop of a worker thread.
    void work() {
        std::unique_ptr<make::Workshop> workshop;
        std::optional<Batch> batch;
        while (todo_.pop(batch), batch) {
            try {
                if (!workshop) workshop = maker_.workshop(task_, given_);
                const auto begun = std::chrono::steady_clock::now();
                for (const std::uint64_t unit : batch->units) {
                    if (stopped_) return;
                    batch->results.push_back(workshop->make(unit));
                }
                batch->seconds =
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
            } catch (...) {
                batch->error = std::current_exception();
            }
            if (interrupted) return;  // the last unit may not have been done to its end
            done_.push(std::move(*batch));
        }
    }

    void ask(Batch&& done) {
        Asked& asked = asked_[done.number];
        asked.batch = std::move(done);
        asked.finds.resize(static_cast<std::size_t>(channel_.ranks()));
        std::vector<std::vector<std::uint64_t>> questions(asked.finds.size());
        for (const make::UnitResult& result : asked.batch.results) {
            for (const make::Find& find : result.finds) {
                const auto owner = static_cast<std::size_t>(owner_of(find.fingerprint, channel_.ranks()));
                questions[owner].push_back(find.fingerprint);
                asked.finds[owner].push_back(asked.fresh.size());
                asked.fresh.push_back(0);
            }
        }
        // Every owner is asked, even about nothing, since it answers all batches in order.
        for (int owner = 0; owner < channel_.ranks(); ++owner) {
            Packer packer;
            packer.put(asked.batch.number);
            packer.put(questions[static_cast<std::size_t>(owner)]);
            channel_.send(owner, Subject::Ask, packer.take());
        }
    }

    void take_answer(int owner, Unpacker& unpacker) {
        const auto found = asked_.find(unpacker.get<std::uint64_t>());
        if (found == asked_.end()) throw EnvironmentError("an answer from another rank without a question");
        Asked& asked = found->second;
        const std::string_view fresh = unpacker.text();
        const std::vector<std::size_t>& finds = asked.finds[static_cast<std::size_t>(owner)];
        for (std::size_t at = 0; at < finds.size(); ++at) asked.fresh[finds[at]] = fresh.at(at);
        if (++asked.answers < channel_.ranks()) return;
        hand(asked);
        asked_.erase(found);
    }

    void hand(Asked& asked) {
        Packer packer;
        packer.put(asked.batch.number);
        packer.put(asked.batch.seconds);
        std::size_t at = 0;
        for (make::UnitResult& result : asked.batch.results) {
            std::erase_if(result.finds, [&](const make::Find&) { return !asked.fresh[at++]; });
            put(packer, result);
        }
        channel_.send(0, Subject::Result, packer.take());
    }

    const make::Maker& maker_;
    const make::Task& task_;
    const int threads_;
    Channel& channel_;
    std::vector<make::Given> given_;
    std::map<std::uint64_t, Asked> asked_;  // by the number of the batch
    std::atomic<bool> stopped_ = false;
    tbb::concurrent_bounded_queue<std::optional<Batch>> todo_;  // none: the end
    tbb::concurrent_queue<Batch> done_;
    std::vector<std::thread> workers_;
};

/// What every rank is: a finder and an owner.
class Member {
  public:
    /// The arguments must outlive it.
    Member(const make::Maker& maker, const make::Task& task, int threads, Channel& channel)
        : channel_(channel), owner_(channel), finder_(maker, task, threads, channel) {}

    /// Handles every message that is not for the leader alone.
    void take(const Message& message) {
        switch (message.subject) {
            case Subject::Stop: stopped_ = true; break;
            case Subject::Known:
            case Subject::Ask: owner_.take(message); break;
            default: finder_.take(message);
        }
    }

    /// Sends on what its threads have done; false if that was nothing.
    bool look() { return finder_.look(); }

    /// Handles messages until the leader says stop, which it is asked for on an interruption.
    void serve() {
        bool asked = false;
        while (!stopped_) {
            const auto message = channel_.receive();
            if (message) take(*message);
            if (interrupted && !std::exchange(asked, true)) channel_.send(0, Subject::Stop);
            if (!look() && !message) channel_.pause();
        }
    }

  private:
    Channel& channel_;
    Owner owner_;
    Finder finder_;
    bool stopped_ = false;
};

}  // namespace octomate::mpi
