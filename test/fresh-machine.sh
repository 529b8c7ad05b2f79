#!/usr/bin/env bash
# Installs Milepost on a Debian 12 that contains only its base system and curl, and uploads a first ride: four commands, at
# most 60 seconds.
#
#     test/fresh-machine.sh [RELEASE]     a folder created by `bun run release`; by default dist/milepost is used
#
# Requires root and debootstrap, and prints SKIPPED without them. Packages come from the mirror that apt uses.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
limit=60

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
  x86_64) program=milepost-linux-x64 ;;
  aarch64) program=milepost-linux-arm64 ;;
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

echo 'Creating the machine'
debootstrap --variant=minbase --include=curl,ca-certificates bookworm "$machine" "$mirror" >"$work/log" 2>&1 || {
  tail -n 5 "$work/log" >&2
  skip 'debootstrap cannot create a machine here'
}
# Bun's executables find themselves through /proc.
mountpoint -q "$machine/proc" || mount -t proc proc "$machine/proc" 2>"$work/log" || skip 'mounting is not allowed here'

# Before the first command: a server that offers the release, and a recording.
(cd "$root" && bun -e "import { rideGpx } from './test/support/ride'; await Bun.write('$machine/root/ride.gpx', rideGpx({}))")
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

machine_shell=(chroot "$machine" env -i PATH=/usr/bin:/bin HOME=/root PORT="$port" sh -c)
inside() { "${machine_shell[@]}" "cd /root && $1"; }
seconds() { awk -v from="$1" -v to="$(date +%s.%N)" 'BEGIN { printf "%.1f", to - from }'; }
begun=$(date +%s.%N)

# The four commands.
commands=(
  "curl -fsSLo milepost $origin/$program && chmod +x milepost"
  "./milepost users create ann --email ann@example.com --password 'correct horse battery' --role owner"
  './milepost workouts import ride.gpx --user ann'
  './milepost serve'
)
for command in "${commands[@]:0:3}"; do
  echo "# $command"
  inside "$command"
  echo "  after $(seconds "$begun") s"
done
echo "# ${commands[3]}"
"${machine_shell[@]}" "cd /root && exec ${commands[3]}" >"$work/log" 2>&1 &
pids+=($!)

ask() { curl -fsS --max-time 5 "http://127.0.0.1:$port/api/$1" "${@:2}"; }
until ask ping >/dev/null 2>&1; do
  kill -0 "${pids[-1]}" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.05
done
token=$(ask auth/login -H 'content-type: application/json' -d '{"email":"ann@example.com","password":"correct horse battery"}' |
  sed -n 's/.*"auth_token":"\([^"]*\)".*/\1/p')
rides=$(ask workouts -H "authorization: Bearer $token")
took=$(seconds "$begun")
case $rides in
  *'"with_gpx":true'* | *'"with_file":true'*) ;;
  *) echo "The ride is missing: $rides" >&2; exit 1 ;;
esac
echo "A running server with a first ride after ${#commands[@]} commands and $took s"
awk -v took="$took" -v limit="$limit" 'BEGIN { exit took > limit }' || { echo "It took more than $limit s" >&2; exit 1; }

if command -v buildah >/dev/null; then
  umount "$machine/proc"
  "$root/test/image.sh" "$machine" "$release"
else
  printf '\n*** THE IMAGE IS SKIPPED: apt-get install buildah ***\n\n' >&2
fi
