# cmake -D FILES=a;b -D OUTPUT=assets.cpp -P embed.cmake: writes a source file that holds the bytes of the files and
# defines what serve/assets.hpp declares.
set(types
  "html=text/html\; charset=utf-8"
  "js=text/javascript\; charset=utf-8"
  "css=text/css\; charset=utf-8"
  "svg=image/svg+xml"
  "webmanifest=application/manifest+json"
  "txt=text/plain\; charset=utf-8"
  "jsonl=text/plain\; charset=utf-8")

set(arrays "")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  get_filename_component(extension ${file} LAST_EXT)
  string(SUBSTRING ${extension} 1 -1 extension)
  set(type "")
  foreach(entry IN LISTS types)
    if(entry MATCHES "^${extension}=(.*)$")
      set(type "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  if(type STREQUAL "")
    message(FATAL_ERROR "embed.cmake knows no media type for ${name}")
  endif()
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
  string(APPEND arrays "// ${name}\nconst unsigned char file_${number}[] = {\n${bytes}};\n")
  string(APPEND entries "    {\"${name}\", \"${type}\", view(file_${number})},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE ${OUTPUT}.new "// Made by embed.cmake.
#include \"serve/assets.hpp\"

#include <cstddef>
#include <stdexcept>

namespace octomate::serve {

namespace {

${arrays}
template <std::size_t size>
std::string_view view(const unsigned char (&bytes)[size]) {
    return {reinterpret_cast<const char*>(bytes), size};
}

const Asset all[] = {
${entries}};

}  // namespace

std::span<const Asset> assets() { return all; }

std::string_view asset(std::string_view name) {
    for (const Asset& one : all) {
        if (one.name == name) return one.bytes;
    }
    throw std::logic_error(\"no such asset\");
}

}  // namespace octomate::serve
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
