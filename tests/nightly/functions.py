"""Names the function of a C++ source in which a line stands, by the layout that clang-format gives."""
import re

TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?)\s+(?:\[\[\w+\]\]\s*)?(\w+)[^;=(]*$")
NAME = re.compile(r"(operator\W{1,3}?|~?\b(?!(?:decltype|alignas|explicit|noexcept|requires)\b)\w+)\(")
VARIABLE = re.compile(r"(\w+)(?:\[[^\]]*\])*\s*(?:=|\{|;|$)")


def declared(line):
    """The name that a line declares: a function, or else a variable."""
    shorter = None
    while line != shorter:  # without template arguments
        shorter, line = line, re.sub(r"(?<=\w)<[^<>()]*(?:\([^()]*\))?[^<>()]*>", "", line)
    name = NAME.search(line) or VARIABLE.search(line)
    return name[1] if name else line.strip()


def function_at(lines, number):
    """The function, variable or type in which line `number` of `lines`, counted from 1, stands."""
    first, indent, outer = 0, 0, ""
    while True:
        for at in range(number - 1, first - 1, -1):
            line = lines[at]
            if re.match(rf" {{{indent}}}[\w~:\[]", line) and not re.match(r"\s*(?:template|public|private|protected)\b", line):
                break
        else:
            return outer
        kind = TYPE.search(line.split("{")[0].split(" : ")[0])
        if not kind:
            return declared(line)
        first, indent, outer = at + 1, indent + 4, kind[1]
