#include "solver/parallel.hpp"

#include <tbb/parallel_for.h>

namespace octomate::solver {

void for_each_number(std::size_t count, bool parallel, const std::function<void(std::size_t)>& work) {
    if (parallel) {
        tbb::parallel_for(std::size_t{0}, count, work);
    } else {
        for (std::size_t number = 0; number < count; ++number) work(number);
    }
}

}  // namespace octomate::solver
