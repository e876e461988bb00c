# The packages that the libraries need; included by this project and by octomate-config.cmake when it is installed.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(TBB REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
find_path(CSV_INCLUDE_DIR csv.h REQUIRED)  # libcsv has no CMake or pkg-config file
find_library(CSV_LIBRARY csv REQUIRED)
if(NOT TARGET CSV::csv)
  add_library(CSV::csv UNKNOWN IMPORTED)
endif()
set_target_properties(CSV::csv PROPERTIES IMPORTED_LOCATION ${CSV_LIBRARY}
                      INTERFACE_INCLUDE_DIRECTORIES ${CSV_INCLUDE_DIR})
