# Where `cmake --install` puts files, and the Debian packages that scripts/package builds with CPack.
include(GNUInstallDirs)

install(PROGRAMS $<TARGET_FILE:octomate-all> DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME octomate COMPONENT octomate)
if(TARGET octomate-mpi)
  install(TARGETS octomate-mpi COMPONENT mpi)
endif()

# Modules and programs that octomate loads or executes; `program_file` in cli/shared.hpp looks for them in this folder.
set(libexec libexec/octomate)
if(TARGET octomate_paper)
  install(TARGETS octomate_paper LIBRARY DESTINATION ${libexec} COMPONENT octomate)
endif()
if(TARGET octomate_book_solver)
  install(FILES ${PROJECT_BINARY_DIR}/octomate-solver.js DESTINATION ${libexec} COMPONENT octomate)
endif()
if(TARGET octomate-serve)
  install(TARGETS octomate-serve RUNTIME DESTINATION ${libexec} COMPONENT octomate)
  install(FILES ${PROJECT_SOURCE_DIR}/src/serve/octomate.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT octomate)
  install(FILES ${PROJECT_SOURCE_DIR}/src/web/icon.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps RENAME octomate.svg
          COMPONENT octomate)
endif()

# Manual pages are made from --help, and completions by `octomate completion`.
install(CODE "
  set(share \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATAROOTDIR}\")
  set(program \"$<TARGET_FILE:octomate-all>\")
  include(\"${PROJECT_SOURCE_DIR}/src/cli/manual.cmake\")
  foreach(shell IN ITEMS
          bash:bash-completion/completions/octomate
          zsh:zsh/vendor-completions/_octomate
          fish:fish/vendor_completions.d/octomate.fish)
    string(REGEX MATCH \"^([a-z]+):(.*)/(.*)\" matched \"\${shell}\")
    file(MAKE_DIRECTORY \"\${share}/\${CMAKE_MATCH_2}\")
    execute_process(COMMAND \"\${program}\" completion \${CMAKE_MATCH_1}
                    OUTPUT_FILE \"\${share}/\${CMAKE_MATCH_2}/\${CMAKE_MATCH_3}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()" COMPONENT octomate)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/puzzles DESTINATION ${CMAKE_INSTALL_DATADIR}/octomate COMPONENT octomate)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/data DESTINATION ${CMAKE_INSTALL_DATADIR}/octomate COMPONENT octomate)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT octomate)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT octomate)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT octomate)
install(FILES ${PROJECT_SOURCE_DIR}/src/draw/serif/OFL.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT octomate)
# The documents link to puzzles and data by the relative paths of the source tree.
install(CODE "
  set(pages \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")
  foreach(folder IN ITEMS puzzles data)
    file(CREATE_LINK ../../octomate/\${folder} \"\${pages}/\${folder}\" SYMBOLIC)
  endforeach()" COMPONENT octomate)

# C++ programs use find_package(octomate) and link octomate::games.
install(EXPORT octomate NAMESPACE octomate:: FILE octomate-targets.cmake DESTINATION lib/cmake/octomate COMPONENT devel
        EXCLUDE_FROM_ALL)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/octomate-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/octomate-config-version.cmake ${PROJECT_SOURCE_DIR}/src/dependencies.cmake
              ${PROJECT_SOURCE_DIR}/src/octomate-config.cmake
        DESTINATION lib/cmake/octomate COMPONENT devel EXCLUDE_FROM_ALL)
foreach(library core text console board8 solver json puzzle formats players tables draw reports make)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/${library} DESTINATION include/octomate COMPONENT devel EXCLUDE_FROM_ALL
          FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/src/games/game.hpp ${PROJECT_SOURCE_DIR}/src/games/list.hpp
        DESTINATION include/octomate/games COMPONENT devel EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME octomate)
set(CPACK_PACKAGE_CONTACT "The Octomate authors <octomate@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Puzzles and positions of Superpermutation d8 Chess and its relatives")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL octomate)  # without octomate-mpi, which clusters build themselves
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_OCTOMATE_PACKAGE_NAME octomate)
if(TARGET octomate_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Octomate for Python: positions, solver and puzzles of Superpermutation d8 Chess")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-octomate)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  get_property(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS GLOBAL PROPERTY octomate_python_needs)
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_OCTOMATE_PACKAGE_DEPENDS fonts-liberation)  # fonts for PNG and PDF
set(CPACK_DEBIAN_OCTOMATE_PACKAGE_SUGGESTS "chromium-headless-shell, xdg-utils")  # book -o FILE.pdf, serve --open
include(CPack)
