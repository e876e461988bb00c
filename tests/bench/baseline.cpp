// The same measurement for an older core: reads records of corpus.cpp, solves all faces of all of them ROUNDS
// times, and prints seconds, positions a round, and mates over all faces. Compiled against the sources of the
// commit it measures.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "games/superpermutation/position.hpp"
#include "solver/faces.hpp"

int main(int argc, char** argv) {
    using octomate::superpermutation::D8Position;
    if (argc != 3) return 2;
    std::vector<D8Position> positions;
    std::ifstream file(argv[1]);
    for (std::string line; std::getline(file, line);) {
        const auto begin = line.find("\"fen\":\"") + 7;
        positions.push_back(D8Position::from_fen(line.substr(begin, line.find('"', begin) - begin))->value);
    }
    const int rounds = std::atoi(argv[2]);
    octomate::solver::Faces<D8Position> faces;
    unsigned long long mates = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int round = 0; round < rounds; ++round) {
        for (const D8Position& position : positions) {
            octomate::solver::solve_faces(position, faces);
            for (const auto& face : faces) mates += face.mates.size();
        }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::printf("%.6f %zu %llu\n", took.count() / rounds, positions.size(),
                mates / static_cast<unsigned long long>(rounds));
}
