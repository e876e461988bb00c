"""Finds the C++ function that contains a line, from the indentation that clang-format produces."""
import re

TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?)\s+(?:\[\[\w+\]\]\s*)?(\w+)[^;=(]*$")
NAME = re.compile(r"(operator\W{1,3}?|~?\b(?!(?:decltype|alignas|explicit|noexcept|requires)\b)\w+)\(")
VARIABLE = re.compile(r"(\w+)(?:\[[^\]]*\])*\s*(?:=|\{|;|$)")


def declared(line):
    """Returns the name of the function, or else of the variable, that a line declares."""
    shorter = None
    while line != shorter:  # removes template arguments, innermost first
        shorter, line = line, re.sub(r"(?<=\w)<[^<>()]*(?:\([^()]*\))?[^<>()]*>", "", line)
    name = NAME.search(line) or VARIABLE.search(line)
    return name[1] if name else line.strip()


def function_at(lines, number):
    """Returns the function, variable or type that contains line `number` of `lines`, counted from 1."""
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
