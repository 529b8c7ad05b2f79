#!/usr/bin/env bash
# Installs Milepost on a Debian 12 that contains only its base system and curl, with the commands of the README: the download,
# with a first ride at most 60 seconds later, the Debian package, the image, and with --source the sources.
#
#     test/fresh-machine.sh [--source] [RELEASE]     a folder created by `bun run release`; by default dist/milepost is used
#
# Requires root and debootstrap, and prints SKIPPED without them. Packages come from the mirror that apt uses.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
limit=60
with_source=
if [ "${1:-}" = --source ]; then
  with_source=1
  shift
fi

skip() {
  printf '\n*** THE FRESH MACHINE IS SKIPPED: %s ***\n\n' "$1" >&2
  exit 0
}
[ "$(id -u)" = 0 ] || skip 'only root can make one'
command -v debootstrap >/dev/null || skip 'apt-get install debootstrap'
command -v apt-get >/dev/null || skip 'there is no apt to ask for a registry of packages'
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' | awk '$2 == "bookworm" || $2 == "stable" { print $1; exit }')
[ -n "$mirror" ] || skip 'apt has no Debian 12'

case $(uname -m) in
  x86_64) program=milepost-linux-x64 architecture=amd64 ;;
  aarch64) program=milepost-linux-arm64 architecture=arm64 ;;
  *) skip "there is no release for $(uname -m)" ;;
esac

work=$(mktemp -d)
machine=$work/machine
pids=()
clean_up() {
  [ ${#pids[@]} = 0 ] || kill "${pids[@]}" 2>/dev/null || true
  wait
  ! mountpoint -q "$machine/proc" || umount "$machine/proc"
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

release=${1:-}
if [ -z "$release" ]; then
  release=$work/release
  mkdir "$release"
  cp "$root/dist/milepost" "$release/$program"
fi
[ -f "$release/$program" ] || { echo "$release has no $program" >&2; exit 1; }
if ! compgen -G "$release/milepost_*_$architecture.deb" >/dev/null && command -v dpkg-deb >/dev/null; then
  (cd "$root" && FOLDER=$release PROGRAM=$release/$program ARCHITECTURE=$architecture bun -e '
    import { writeDebianPackage } from "./src/build/release/debian"
    const { FOLDER, PROGRAM: program, ARCHITECTURE: architecture } = process.env
    const outfile = `${FOLDER}/milepost_0.0.0_${architecture}.deb`
    await writeDebianPackage({ program, version: "0.0.0", architecture, outfile, epoch: 1790000000 })')
fi

echo 'Creating the machine'
debootstrap --variant=minbase --include=curl,ca-certificates bookworm "$machine" "$mirror" >"$work/log" 2>&1 || {
  tail -n 5 "$work/log" >&2
  skip 'debootstrap cannot create a machine here'
}
# Bun's executables find themselves through /proc.
mountpoint -q "$machine/proc" || mount -t proc proc "$machine/proc" 2>"$work/log" || skip 'mounting is not allowed here'

# A server that offers the release, and a recording.
(cd "$root" && bun -e "import { rideGpx } from './test/support/ride'; await Bun.write('$work/ride.gpx', rideGpx({}))")
RELEASE=$release bun -e '
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => new Response(Bun.file(process.env.RELEASE + new URL(request.url).pathname)),
  })
  console.log(server.url.origin)
' >"$work/origin" &
pids+=($!)
until [ -s "$work/origin" ]; do sleep 0.05; done
origin=$(cat "$work/origin")
port=$(bun -e 'const s = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } }); console.log(s.port); s.stop()')

# Prints the commands of the README in the block that contains a text, as root types them: without sudo and comments.
readme() {
  (cd "$root" && TEXT=$1 bun -e '
    import { readBlocks } from "./test/support/handbook-blocks"
    const block = readBlocks("README").find(({ commands }) => commands.includes(process.env.TEXT))
    if (!block) throw new Error(`The README has no commands with ${process.env.TEXT}.`)
    console.log(block.commands.replaceAll("sudo ", "").replace(/ +#.*$/gm, "").trim())')
}
machine_shell=(chroot "$machine" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PORT="$port" sh -c)
inside() {
  echo "# $1"
  "${machine_shell[@]}" "cd /root && $1"
}
seconds() { awk -v from="$1" -v to="$(date +%s.%N)" 'BEGIN { printf "%.1f", to - from }'; }

# start COMMAND: starts a server in the machine and waits until it prints the link to its setup page.
start() {
  echo "# $1"
  "${machine_shell[@]}" "cd /root && exec $1" >"$work/log" 2>&1 &
  pids+=($!)
  until grep -q 'setup?token=' "$work/log" && ask setup >/dev/null 2>&1; do
    kill -0 "${pids[-1]}" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
    sleep 0.05
  done
}
stop() {
  kill "${pids[-1]}"
  wait "${pids[-1]}" || true
  unset 'pids[-1]'
}
ask() { curl -fsS --max-time 5 "http://127.0.0.1:$port/api/$1" "${@:2}"; }
# Does what the pages do: creates the owner with the token of the link, logs in, uploads the recording.
upload_first_ride() {
  local token rides account='"email":"ann@example.com","password":"correct horse battery"'
  token=$(sed -n 's/.*setup?token=\([A-Za-z0-9_-]*\).*/\1/p' "$work/log")
  ask setup -H 'content-type: application/json' -d "{\"token\":\"$token\",\"username\":\"ann\",$account}" >/dev/null
  token=$(ask auth/login -H 'content-type: application/json' -d "{$account}" | sed -n 's/.*"auth_token":"\([^"]*\)".*/\1/p')
  ask workouts -H "authorization: Bearer $token" -F "file=@$work/ride.gpx" -F 'data={"sport_id": 1}' >/dev/null
  rides=$(ask workouts -H "authorization: Bearer $token")
  case $rides in
    *'"with_gpx":true'* | *'"with_file":true'*) ;;
    *) echo "The ride is missing: $rides" >&2; exit 1 ;;
  esac
}

begun=$(date +%s.%N)
inside "curl -fsSLO $origin/$program"
download=$(readme 'mv milepost-linux-x64' | sed "s/milepost-linux-x64/$program/g")
inside "$(head -n 1 <<<"$download")"
start "$(tail -n 1 <<<"$download")"
upload_first_ride
took=$(seconds "$begun")
stop
echo "The download: a first ride after $took s"
awk -v took="$took" -v limit="$limit" 'BEGIN { exit took > limit }' || { echo "It took more than $limit s" >&2; exit 1; }

if package=$(compgen -G "$release/milepost_*_$architecture.deb"); then
  begun=$(date +%s.%N)
  inside "curl -fsSLO $origin/$(basename "$package")"
  inside "$(readme 'apt install' | head -n 1 | sed "s/amd64/$architecture/")" >"$work/apt" 2>&1 || { cat "$work/apt" >&2; exit 1; }
  # There is no systemd here; test/real-systemd.sh tests the unit.
  start 'runuser -u milepost -- milepost serve'
  upload_first_ride
  stop
  inside 'apt-get purge -y milepost && [ -f /var/lib/milepost/milepost.db ]' >"$work/apt" 2>&1 || { cat "$work/apt" >&2; exit 1; }
  echo "The package: installed, a first ride, and removed after $(seconds "$begun") s"
else
  printf '\n*** THE PACKAGE IS SKIPPED: apt-get install dpkg ***\n\n' >&2
fi
rm -rf "$machine/root/"* "$machine/var/lib/milepost"

if command -v buildah >/dev/null; then
  umount "$machine/proc"
  "$root/test/image.sh" "$machine" "$release"
  mount -t proc proc "$machine/proc"
else
  printf '\n*** THE IMAGE IS SKIPPED: apt-get install buildah ***\n\n' >&2
fi

if [ -n "$with_source" ]; then
  begun=$(date +%s.%N)
  # The network of this machine, with the authorities that it trusts.
  cp /etc/resolv.conf "$machine/etc/"
  mkdir -p "$machine/usr/local/share/ca-certificates"
  cp -r /usr/local/share/ca-certificates/. "$machine/usr/local/share/ca-certificates/"
  inside 'update-ca-certificates && apt-get update && apt-get install -y --no-install-recommends git npm' >"$work/apt" 2>&1 ||
    { tail -n 20 "$work/apt" >&2; exit 1; }
  echo "git and npm after $(seconds "$begun") s"
  git clone -q -c advice.detachedHead=false "$root" "$machine/root/milepost"
  start "sh -c 'cd milepost && exec $(readme './install.sh test' | head -n 1)'"
  upload_first_ride
  stop
  echo "The sources: a first ride after $(seconds "$begun") s"
fi
