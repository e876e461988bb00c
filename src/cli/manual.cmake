# Runs at installation: help2man writes manual pages for the program and for each command below `share`, from the output
# of --help. Without help2man no pages are written.
find_program(help2man help2man)
if(NOT help2man)
  message(STATUS "No manual pages: help2man is missing")
  return()
endif()
set(pages "${share}/man/man1")
file(MAKE_DIRECTORY "${pages}")
execute_process(COMMAND "${program}" --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${program}" --version OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "^[^ ]* |\n$" "" version "${version}")
string(REGEX MATCHALL "\n  [a-z][-a-z]+ " names "${help}")
list(TRANSFORM names STRIP)
foreach(name IN ITEMS "" ${names})
  set(page octomate)
  set(about "puzzles and positions of Superpermutation d8 Chess and its relatives")
  if(name)
    set(page octomate-${name})
    string(REGEX MATCH "\n  ${name} +([^\n]*)" line "${help}")
    set(about "${CMAKE_MATCH_1}")
  endif()
  # Without this NAME section the page would be called "octomate solve".
  file(WRITE "${pages}/name.h2m" "[=NAME]\n${page} \\- ${about}\n")
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env LC_ALL=C.UTF-8
                          "${help2man}" --no-info --locale=C.UTF-8 "--version-string=${version}" --source=Octomate
                          --include "${CMAKE_CURRENT_LIST_DIR}/manual.h2m" --include "${pages}/name.h2m"
                          --output "${pages}/${page}.1" "${program} ${name}"
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND gzip -9nf "${pages}/${page}.1" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(REMOVE "${pages}/name.h2m")
