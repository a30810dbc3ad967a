# Sourced by tests/run and examples/run.

# install_packages PACKAGE... : installs with apt what is missing of the Debian packages. Where there is no apt, or no
# right to use it, says what is missing and goes on: the same libraries may be there under another name.
install_packages() {
  local package missing=() as_root=()
  if ! command -v apt-get > /dev/null || ! command -v dpkg-query > /dev/null; then
    echo "This is not a Debian or Ubuntu system. Needed are what Debian calls: $*"
    return
  fi
  for package in "$@"; do
    [[ $(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2> /dev/null) == installed* ]] ||
      missing+=("$package")
  done
  ((${#missing[@]} > 0)) || return 0

  echo "Installing: ${missing[*]}"
  if ((EUID != 0)); then
    if ! command -v sudo > /dev/null; then
      echo "This needs root. As root: apt-get install ${missing[*]}"
      return
    fi
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -y)
  # A fresh machine has no package lists and an old one has lists that point nowhere; both are mended by an update.
  if ! apt-cache show "${missing[@]}" > /dev/null 2>&1; then
    "${as_root[@]}" update || true
  fi
  "${as_root[@]}" install --no-install-recommends "${missing[@]}" < /dev/null ||
    { "${as_root[@]}" update && "${as_root[@]}" install --no-install-recommends "${missing[@]}" < /dev/null; } ||
    echo "apt-get could not install all of: ${missing[*]}"
}

# require_tools : ends the script with 2 if there is nothing to build with.
require_tools() {
  if ! command -v cmake > /dev/null || ! command -v "${CXX:-c++}" > /dev/null; then
    echo "cmake or a C++ compiler is missing." >&2
    exit 2
  fi
}

# configure DIRECTORY CMAKE-ARGUMENT... : configures into a new or an existing build directory.
configure() {
  local directory=$1 arguments=()
  shift
  if [[ ! -f $directory/CMakeCache.txt ]] && command -v ninja > /dev/null; then arguments+=(-G Ninja); fi
  if command -v ccache > /dev/null; then arguments+=(-D CMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  cmake -S "$root" -B "$directory" "${arguments[@]}" "$@"
}
