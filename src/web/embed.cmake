# cmake -D FILES=a;b -D OUTPUT=assets.cpp -P embed.cmake: writes a source file that contains the bytes of the files and
# defines the functions of serve/serve.hpp. The assembler includes the files, because compilers are slow with large arrays.
set(types
  "html=text/html\; charset=utf-8"
  "js=text/javascript\; charset=utf-8"
  "css=text/css\; charset=utf-8"
  "svg=image/svg+xml"
  "webmanifest=application/manifest+json"
  "gz=application/gzip"
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
  set(label octomate_asset_${number})
  string(APPEND arrays "asm(\".pushsection .rodata\\n${label}:\\n.incbin \\\"${file}\\\"\\n${label}_end:\\n.popsection\");
extern \"C\" const char ${label}[], ${label}_end[];
")
  string(APPEND entries "    {\"${name}\", \"${type}\", view(${label}, ${label}_end)},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE ${OUTPUT}.new "// Made by embed.cmake.
#include \"serve/serve.hpp\"

#include <cstddef>
#include <stdexcept>

${arrays}
namespace octomate::serve {

namespace {

std::string_view view(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::span<const Asset> assets() {
    static const Asset all[] = {
${entries}};
    return all;
}

std::string_view asset(std::string_view name) {
    for (const Asset& one : assets()) {
        if (one.name == name) return one.bytes;
    }
    throw std::logic_error(\"no such asset\");
}

}  // namespace octomate::serve
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
