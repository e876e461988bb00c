# cmake -DINPUT=file -DOUTPUT=file.cpp -DSPACE=octomate::library -DNAME=name -P embed_file.cmake
# Writes a source file that defines `const std::string_view NAME` with the bytes of INPUT.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include <string_view>

namespace ${SPACE} {

extern const std::string_view ${NAME};

static constexpr char ${NAME}_bytes[] = {${bytes}};
const std::string_view ${NAME}(${NAME}_bytes, sizeof ${NAME}_bytes);

}  // namespace ${SPACE}
")
