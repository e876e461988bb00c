# shellcheck shell=bash
# Functions that the other scripts source. They print only to stderr and do not read stdin.

lib=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${lib%/*/*} # the top of the project
jobs=$(nproc)

# The Debian packages that the project needs. They are listed only here.
# shellcheck disable=SC2034  # used by the scripts
build_packages=(g++ cmake ninja-build libcli11-dev libtbb-dev nlohmann-json3-dev libfmt-dev
  libcsv-dev libmd-dev libyaml-cpp-dev libzstd-dev pkgconf)
# A feature X is the CMake option OCTOMATE_X; it needs the packages in x_packages. Once a build has had a feature, later builds of
# that preset have it too.
# shellcheck disable=SC2034
pictures_packages=(librsvg2-dev fonts-liberation)
# shellcheck disable=SC2034
browser_packages=(chromium-headless-shell fonts-liberation)
serve_packages=(libcpp-httplib-dev libqrencode-dev zlib1g-dev)
# If Node.js 18 or newer is installed from another source, Debian's packages are not needed and would conflict with it.
if ! { command -v npm && [[ $(node --version) =~ ^v([0-9]+) ]] && ((BASH_REMATCH[1] >= 18)); } >/dev/null 2>&1; then
  serve_packages+=(nodejs npm)
fi
# shellcheck disable=SC2034
site_packages=(binaryen clang-14 lld-14 wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 libclang-rt-14-dev-wasm32 zopfli)
# shellcheck disable=SC2034
python_packages=(python3-dev pybind11-dev python3-pip python3-venv)
# shellcheck disable=SC2034
test_packages=(catch2 "${browser_packages[@]}" clang clang-format libclang-rt-14-dev libopenmpi-dev libvalijson-dev mypy openmpi-bin
  poppler-utils python3 python3-jsonschema python3-yaml zstd)
package_packages=(dpkg-dev help2man)
bench_packages=(libbenchmark-dev stockfish fairy-stockfish python3)

message() { printf '%s\n' "$*" >&2; }

# missing_packages PACKAGE...: prints the packages that are not installed, one per line.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
  local package
  for package; do
    [[ $'\n'$installed$'\n' == *$'\n'"$package installed"$'\n'* ]] || printf '%s\n' "$package"
  done
}

# need PACKAGE...: installs the packages that are missing; exits with 2 if that fails.
need() {
  command -v dpkg-query >/dev/null || return 0 # not Debian: the build reports what is missing
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} == 0)) && return

  message "installing ${#missing[@]} packages, which takes about a minute: ${missing[*]}"
  mkdir -p -- "$root/build"
  if ! (
    flock 9
    logged "$root/build/apt.log" apt_install "${missing[@]}"
  ) 9>"$root/build/.apt.lock" </dev/null >&2; then
    message "these packages are missing and could not be installed; please run: apt-get install ${missing[*]}"
    exit 2
  fi
}

apt_install() {
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)
  if ((EUID != 0)); then
    command -v sudo >/dev/null || return 1
    apt=(sudo "${apt[@]}")
  fi
  # Without package lists, or with old ones, the first attempt fails.
  if compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then
    "${apt[@]}" install --no-install-recommends "$@" && return
  fi
  "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@"
}

# packages_of FEATURE...: prints the packages that the features need, one per line.
packages_of() {
  local feature
  for feature; do
    local -n packages=${feature,,}_packages
    printf '%s\n' "${packages[@]}"
  done
}

# logged FILE COMMAND...: runs a command with its output in FILE; prints FILE and returns 1 if the command fails.
logged() {
  local log=$1
  shift
  "$@" >"$log" 2>&1 || {
    cat -- "$log"
    return 1
  }
}

# build_steps COMMAND...: runs a build. On a terminal ninja shows its progress in one line; elsewhere only every tenth part of the
# progress lines is printed, and all other output.
build_steps() {
  export NINJA_STATUS='step %f of %t: '
  if [[ -t 1 ]]; then
    "$@"
  else
    "$@" | awk '/^step [0-9]+ of [0-9]+: / { if ((tenth = int(10 * $2 / $4)) == shown) next; shown = tenth } { print; fflush() }'
  fi
}

# build PRESET [TARGET...]: configures if needed and builds; waits for another build of the preset to end. Enables the features in
# wanted_features and those of earlier successful builds, which build/PRESET/.features lists.
wanted_features=()
build() {
  local preset=$1 targets=()
  shift
  (($# == 0)) || targets=(--target "$@")
  mkdir -p -- "$root/build/$preset"
  (
    set -o pipefail
    flock -n 9 || {
      message "waiting for another build of '$preset'"
      flock 9
    }
    cd -- "$root" || exit
    remembered=build/$preset/.features
    [[ -e $remembered ]] || : >"$remembered"
    mapfile -t wanted < <(printf '%s\n' "${wanted_features[@]}" | sort -u -- - "$remembered" | sed '/^$/d')
    options=("${wanted[@]/#/-DOCTOMATE_}")
    options=("${options[@]/%/=ON}")
    # CMake reconfigures when its own files change, but not when the presets, the project's folder or the features do.
    configured=build/$preset/.configured
    state="$root ${wanted[*]}"
    if [[ ! -e build/$preset/build.ninja || CMakePresets.json -nt $configured || $(<"$configured") != "$state" ]]; then
      [[ -e $configured ]] || message "building '$preset' for the first time, which takes some minutes"
      rm -f -- "$configured"
      logged "build/$preset/configure.log" cmake --fresh --preset "$preset" "${options[@]}" && printf '%s\n' "$state" >"$configured" || exit
    fi
    build_steps cmake --build --preset "$preset" --parallel "$jobs" "${targets[@]}" || exit
    printf '%s\n' "${wanted[@]}" >"$remembered"
  ) 9>"$root/build/.$preset.lock" </dev/null >&2
}

# run_tests PRESET [CTEST OPTION...]: runs tests of a build in parallel.
run_tests() {
  local preset=$1
  shift
  export UBSAN_OPTIONS=${UBSAN_OPTIONS-print_stacktrace=1}
  # One process more than there are cores, since the browser tests mostly wait.
  ctest --preset "$preset" --parallel "$((jobs + 1))" --no-tests=error "$@" </dev/null
}

# step NAME COMMAND...: prints NAME as a heading, runs the command, and records its result and time for `summary` and `failures`.
passed=() failed=()
step() {
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  if "$@"; then
    passed+=("$name, $((SECONDS - start)) s")
  else
    failed+=("$name, $((SECONDS - start)) s")
    return 1
  fi
}

# summary prints the passed steps; failures prints the failed ones and then exits with 1.
summary() {
  ((${#passed[@]} == 0)) || printf '\npassed:%s\n' "$(printf ' [%s]' "${passed[@]}")"
}
failures() {
  ((${#failed[@]} == 0)) || { printf '\nFAILED:%s\n' "$(printf ' [%s]' "${failed[@]}")" && exit 1; }
}
