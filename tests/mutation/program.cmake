# Builds the two programs that tests/nightly/mutate runs: octomate_mutants, the unit tests and laws of the changed libraries
# on few positions, and octomate itself. Only the changed libraries are compiled. The others are linked from the
# build of the preset test in the folder OCTOMATE_MUTANTS.
set(source ${PROJECT_SOURCE_DIR}/src)
file(GLOB tests CONFIGURE_DEPENDS unit/solver/*_test.cpp unit/superpermutation/*_test.cpp unit/json/*_test.cpp
     unit/puzzle/*_test.cpp unit/formats/*_test.cpp unit/stream/*_test.cpp unit/tables/*_test.cpp unit/make/*_test.cpp
     unit/players/*_test.cpp)
list(FILTER tests EXCLUDE REGEX "/solver/perft_test|/formats/schema_test|/superpermutation/(picture|themes)_test")
foreach(law agreement compose formats mate plain players ready stipulation tables text)
  list(APPEND tests ${CMAKE_CURRENT_SOURCE_DIR}/laws/${law}_test.cpp)
endforeach()
file(GLOB records CONFIGURE_DEPENDS ${source}/json/*.cpp ${source}/puzzle/*.cpp ${source}/formats/*.cpp ${source}/stream/*.cpp)
file(GLOB rules CONFIGURE_DEPENDS ${source}/games/superpermutation/*.cpp ${source}/games/superpermutation/rules/*.cpp)
file(GLOB makers CONFIGURE_DEPENDS ${source}/tables/*.cpp ${source}/make/*.cpp ${source}/players/*.cpp)

find_package(Catch2 2 REQUIRED)
add_library(mutants_records OBJECT ${records} ${makers})
add_library(mutants_rules OBJECT ${rules})
add_executable(octomate_mutants main.cpp ${tests})
add_executable(octomate_changed ${source}/cli/main.cpp)
set_target_properties(octomate_changed PROPERTIES OUTPUT_NAME octomate RUNTIME_OUTPUT_DIRECTORY
                      ${PROJECT_SOURCE_DIR}/build/changed)  # the program looks for puzzles and data two folders up
foreach(target mutants_records mutants_rules octomate_mutants octomate_changed)
  target_include_directories(${target} PRIVATE ${source} ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${target} PRIVATE OCTOMATE_VERSION="${PROJECT_VERSION}"
                             OCTOMATE_SLOW_BUILD OCTOMATE_FEW_POSITIONS OCTOMATE_KERNELS=portable_kernels)
  target_compile_options(${target} PRIVATE -w -Wno-narrowing
                         "SHELL:-include ${CMAKE_CURRENT_SOURCE_DIR}/mutation/mutation.hpp")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
endforeach()
set_target_properties(octomate_mutants mutants_rules PROPERTIES UNITY_BUILD_MODE GROUP)
foreach(file ${tests} ${rules})
  cmake_path(GET file PARENT_PATH folder)
  cmake_path(GET folder FILENAME library)
  if(NOT library STREQUAL laws)
    string(REGEX MATCH "_test" test ${file})
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${library}${test})
  endif()
  if(file MATCHES "unit/superpermutation/")  # these tests run fast enough without optimisation
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS -O0)
  endif()
endforeach()
set(apart ${rules})
list(FILTER apart INCLUDE REGEX "/(game|kernel_loops|maker|tables)\\.cpp$")
set_source_files_properties(${source}/formats/yaml.cpp ${apart} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_source_files_properties(main.cpp PROPERTIES COMPILE_OPTIONS -O0)
foreach(game complete_permutation super_chess superpermutation)
  list(APPEND libraries ${OCTOMATE_MUTANTS}/src/games/${game}/liboctomate_${game}_makers.a
                        ${OCTOMATE_MUTANTS}/src/games/${game}/liboctomate_${game}.a
                        ${OCTOMATE_MUTANTS}/src/games/${game}/liboctomate_${game}_rules.a)
endforeach()
foreach(library cli_makers cli collect_makers collect views games game shared reports draw_makers draw console solver board8 text)
  list(APPEND libraries ${OCTOMATE_MUTANTS}/src/liboctomate_${library}.a)
endforeach()
set(others TBB::tbb fmt::fmt nlohmann_json::nlohmann_json CSV::csv PkgConfig::zstd yaml-cpp)
foreach(target mutants_records mutants_rules)
  target_link_libraries(${target} PRIVATE ${others})
endforeach()
foreach(target octomate_mutants octomate_changed)
  target_link_libraries(${target} PRIVATE mutants_records mutants_rules -Wl,--start-group ${libraries} -Wl,--end-group
                        ${others} PkgConfig::md ${CMAKE_DL_LIBS})
endforeach()
target_link_libraries(octomate_mutants PRIVATE ${OCTOMATE_MUTANTS}/tests/libnaive.a Catch2::Catch2)
