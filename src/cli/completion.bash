# Completion of octomate for bash.
_octomate() {
  local word=${COMP_WORDS[COMP_CWORD]} words=''
  COMPREPLY=()
  case ${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD - 1]} in
@values@
  esac
  if ((COMP_CWORD == 1)); then
    words='@commands@'
  elif [[ -z $words && $word == -* ]]; then
    case ${COMP_WORDS[1]} in
@options@
    esac
  fi
  [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _octomate octomate
