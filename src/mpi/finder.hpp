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
#include "make/maker.hpp"
#include "mpi/mail.hpp"
#include "mpi/owner.hpp"
#include "mpi/packing.hpp"

namespace octomate::mpi {

/// Does the batches of units that the leader deals to this rank, in threads of its own; asks the owners which
/// finds are new, and hands these to the leader.
class Finder {
  public:
    /// Threads that take the next batch and those that wait for a letter: each has always something to do.
    static int batches_ahead(int threads) { return 2 * threads; }

    /// The arguments must outlive it.
    Finder(const make::Maker& maker, const make::Task& task, int threads, Mail& mail)
        : maker_(maker), task_(task), threads_(threads), mail_(mail) {}

    Finder(const Finder&) = delete;
    Finder& operator=(const Finder&) = delete;

    ~Finder() {
        stopped_ = true;
        for (std::size_t count = 0; count < workers_.size(); ++count) todo_.push(std::nullopt);
        for (std::thread& worker : workers_) worker.join();
    }

    /// Takes Given, Begin, Deal and Tell.
    void take(const Letter& letter) {
        Unpacker unpacker(letter.text);
        switch (letter.subject) {
            case Subject::Given: return take_given(unpacker);
            case Subject::Begin: return begin();
            case Subject::Deal: return take_batch(unpacker);
            default: return take_answer(letter.from, unpacker);
        }
    }

    /// Looks after the threads; false if they had nothing to tell.
    bool look() {
        Batch batch;
        if (!done_.try_pop(batch)) return false;
        if (batch.error) std::rethrow_exception(batch.error);
        mail_.send(0, Subject::Want);
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
        for (int count = 0; count < batches_ahead(threads_); ++count) mail_.send(0, Subject::Want);
    }

    void take_batch(Unpacker& unpacker) {
        Batch batch;
        batch.number = unpacker.get<std::uint64_t>();
        batch.units = unpacker.numbers();
        todo_.push(std::move(batch));
    }

    /// What a thread does.
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
        asked.finds.resize(static_cast<std::size_t>(mail_.ranks()));
        std::vector<std::vector<std::uint64_t>> questions(asked.finds.size());
        for (const make::UnitResult& result : asked.batch.results) {
            for (const make::Find& find : result.finds) {
                const auto owner = static_cast<std::size_t>(owner_of(find.fingerprint, mail_.ranks()));
                questions[owner].push_back(find.fingerprint);
                asked.finds[owner].push_back(asked.fresh.size());
                asked.fresh.push_back(0);
            }
        }
        // Each owner is asked, be it nothing: it waits for every batch, to go through all of them in order.
        for (int owner = 0; owner < mail_.ranks(); ++owner) {
            Packer packer;
            packer.put(asked.batch.number);
            packer.put(questions[static_cast<std::size_t>(owner)]);
            mail_.send(owner, Subject::Ask, packer.take());
        }
    }

    void take_answer(int owner, Unpacker& unpacker) {
        const auto found = asked_.find(unpacker.get<std::uint64_t>());
        if (found == asked_.end()) throw EnvironmentError("an answer from another rank without a question");
        Asked& asked = found->second;
        const std::string_view fresh = unpacker.text();
        const std::vector<std::size_t>& finds = asked.finds[static_cast<std::size_t>(owner)];
        for (std::size_t at = 0; at < finds.size(); ++at) asked.fresh[finds[at]] = fresh.at(at);
        if (++asked.answers < mail_.ranks()) return;
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
            packer.put(result);
        }
        mail_.send(0, Subject::Hand, packer.take());
    }

    const make::Maker& maker_;
    const make::Task& task_;
    const int threads_;
    Mail& mail_;
    std::vector<make::Given> given_;
    std::map<std::uint64_t, Asked> asked_;  // by the number of the batch
    std::atomic<bool> stopped_ = false;
    tbb::concurrent_bounded_queue<std::optional<Batch>> todo_;  // nothing: the end
    tbb::concurrent_queue<Batch> done_;
    std::vector<std::thread> workers_;
};

}  // namespace octomate::mpi
