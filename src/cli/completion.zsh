#compdef octomate
# Completion of octomate for zsh.
_octomate() {
  local -a commands=(
@commands@
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
@options@
  esac
}
_octomate "$@"
