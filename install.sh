#!/bin/sh
# Installs what Milepost needs, builds it and starts it. See `./install.sh help`.
set -eu

BUN_VERSION=1.4.5

usage() {
  cat <<'TEXT'
Usage: ./install.sh [command] [options]

  serve    install what is missing, build dist/milepost and start it on http://localhost:5000;
           options are those of `milepost serve`, such as --port 8080. This is the default
  build    install and build without starting it
  test     run the tests, with --long also the thorough ones; the last line is `N passed, N failed`
  help     show this text

Everything is installed inside this folder. The Bun on PATH is used if it is new enough;
otherwise Bun is installed with npm if that is there, or with its official installer, which
needs curl, unzip and bash.
TEXT
}

say() {
  if [ -t 1 ]; then printf '\033[1m==> %s\033[0m\n' "$*"; else printf '==> %s\n' "$*"; fi
}
fail() {
  printf '\ninstall.sh: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Prints the command that installs the given packages on this system.
installs() {
  sudo=$([ "$(id -u)" = 0 ] || printf 'sudo ')
  if have apt-get; then printf '%s' "${sudo}apt-get update && ${sudo}apt-get install -y $*"
  elif have dnf; then printf '%s' "${sudo}dnf install -y $*"
  elif have pacman; then printf '%s' "${sudo}pacman -S $*"
  elif have apk; then printf '%s' "${sudo}apk add $*"
  elif have zypper; then printf '%s' "${sudo}zypper install $*"
  else printf 'the package manager of your system, packages: %s' "$*"
  fi
}

# Succeeds if version $1 is at least version $2 (three numbers each).
at_least() {
  printf '%s\n%s\n' "$1" "$2" | awk -F. '
    NR == 1 { split($0, have, /[.+-]/) }
    NR == 2 { for (i = 1; i <= 3; i++) if (have[i] + 0 != $i + 0) exit (have[i] + 0 < $i + 0) }'
}

# Succeeds if $1 is a Bun that runs on this system and is new enough.
suits() {
  version=$("$1" --version 2>/dev/null) || return 1
  at_least "$version" "$BUN_VERSION"
}

bun_from_npm() {
  say "Installing Bun $BUN_VERSION with npm into .tools/"
  npm install --prefix "$root/.tools" --no-audit --no-fund --no-update-notifier --loglevel=error \
    --no-package-lock --ignore-scripts "bun@$BUN_VERSION" || return 1
  # The package's install script installs the executable for this machine; npm may refuse to run it.
  "$npm_bun" --version >/dev/null 2>&1 || (cd "$root/.tools/node_modules/bun" && node install.js) || return 1
  suits "$npm_bun"
}

bun_from_installer() {
  say "Installing Bun $BUN_VERSION with its official installer into .tools/"
  curl -fsSL https://bun.com/install |
    BUN_INSTALL="$root/.tools/bun" SHELL=/bin/sh bash -s "bun-v$BUN_VERSION" >/dev/null || return 1
  suits "$own_bun"
}

# Sets $bun to a suitable Bun and puts it first on PATH.
find_bun() {
  npm_bun=$root/.tools/node_modules/bun/bin/bun.exe
  own_bun=$root/.tools/bun/bin/bun
  bun=$(command -v bun || true)
  # The link that an earlier run created may be first on PATH; it must not become a link to itself.
  if [ -n "$bun" ] && [ "$bun" -ef "$root/.tools/bin/bun" ]; then bun=$(readlink -f "$bun" || true); fi
  for candidate in "$bun" "$npm_bun" "$own_bun"; do
    bun=$candidate
    if [ -n "$candidate" ] && suits "$candidate"; then break; fi
    bun=
  done
  if [ -z "$bun" ] && have npm && have node && bun_from_npm; then bun=$npm_bun; fi
  if [ -z "$bun" ] && have curl && have unzip && have bash && bun_from_installer; then bun=$own_bun; fi
  [ -n "$bun" ] || no_bun
  mkdir -p "$root/.tools/bin"
  ln -sf "$bun" "$root/.tools/bin/bun"
  PATH=$root/.tools/bin:$PATH
  export PATH
}

# Prints the programs of the official installer that are missing.
missing_for_installer() {
  for program in curl unzip bash; do have "$program" || printf '%s ' "$program"; done
}

no_bun() {
  missing=$(missing_for_installer)
  if [ -z "$missing" ] || { have npm && have node; }; then
    fail "Bun $BUN_VERSION could not be installed; the messages above say why." \
      'Check that this machine reaches bun.com or the npm registry, or install Bun yourself:' \
      'https://bun.com/docs/installation'
  fi
  # npm would do as well, but on Debian it needs 623 packages and 790 MB.
  fail "Bun $BUN_VERSION or newer is needed. Its installer lacks: ${missing% }. Install that first:" \
    "$(installs "${missing% }")" 'then run this command again.'
}

# If the home folder is not writable, downloads are cached in .tools/ instead.
use_writable_caches() {
  if [ -d "${HOME:-}" ] && [ -w "$HOME" ]; then return; fi
  npm_config_cache=$root/.tools/npm-cache
  BUN_INSTALL_CACHE_DIR=$root/.tools/bun-cache
  export npm_config_cache BUN_INSTALL_CACHE_DIR
}

prepare() {
  [ -w "$root" ] || fail "$(id -un 2>/dev/null || id -u) cannot write to $root." \
    'Run this as the owner of the folder, or clone the repository again as this user.'
  case $(uname -s) in
    Linux) ;;
    *) fail "Milepost is built on Linux; this is $(uname -s)." ;;
  esac
  mkdir -p "$root/.tools"
  use_writable_caches
  find_bun
  say "Bun $(bun --version); installing the packages of bun.lock"
  bun install --frozen-lockfile --ignore-scripts --no-progress --no-summary ||
    fail 'The packages could not be installed; the messages above say why.' \
      'Check that this machine reaches the npm registry, then run this command again.'
}

build() {
  say 'Building the web UI and dist/milepost'
  bun src/build/build.ts --if-stale || fail 'The build failed; the messages above say why.'
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cd "$root"

case ${1:-} in
  help | -h | --help) usage ;;
  '' | serve | -*)
    [ "${1:-}" != serve ] || shift
    prepare
    build
    say 'Starting Milepost; stop it with Ctrl+C'
    exec dist/milepost serve "$@"
    ;;
  build)
    prepare
    build
    say 'Done. Start it with: dist/milepost serve'
    ;;
  test)
    shift
    prepare
    bun src/build/generate.ts
    exec bun src/build/checks/run-tests.ts "$@"
    ;;
  *)
    usage >&2
    fail "There is no command '$1'."
    ;;
esac
