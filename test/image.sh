#!/usr/bin/env bash
# Builds the image of .github/deploy/Dockerfile with buildah and runs it as its user, without a container engine.
#
#     test/image.sh MACHINE RELEASE     a folder with a Debian 12, and one with the executable
#
# `test/fresh-machine.sh` calls it. Requires root and buildah.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
machine=$1
release=$2
case $(uname -m) in x86_64) target=linux-x64 ;; *) target=linux-arm64 ;; esac

work=$(mktemp -d)
build=(buildah --root "$work/root" --runroot "$work/run" --storage-driver vfs)
pids=()
clean_up() {
  [ ${#pids[@]} = 0 ] || kill "${pids[@]}" 2>/dev/null || true
  wait
  "${build[@]}" rm --all >/dev/null || true
  "${build[@]}" rmi --all --force >/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

# The machine replaces the base image of the Dockerfile, which would otherwise come from an image registry.
base=$("${build[@]}" from scratch)
cp -a "$machine/." "$("${build[@]}" mount "$base")"
"${build[@]}" umount "$base" >/dev/null
{
  "${build[@]}" commit "$base" docker.io/library/debian:12-slim
  "${build[@]}" bud --isolation chroot --pull-never --format docker --build-arg TARGET="$target" \
    -f "$root/.github/deploy/Dockerfile" -t milepost "$release"
} >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }

image=$("${build[@]}" from --pull-never localhost/milepost)
files=$(cd "$("${build[@]}" mount "$image")" && find . -xdev -type f | wc -l)
"${build[@]}" umount "$image" >/dev/null
"${build[@]}" inspect --format '{{.Docker.Config.User}} {{.Docker.Config.Healthcheck.Test}}' "$image" |
  grep -q '^1000:1000 .*healthcheck' || { echo 'The image has no user or no HEALTHCHECK' >&2; exit 1; }

port=$(bun -e 'const s = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } }); console.log(s.port); s.stop()')
run=("${build[@]}" run --isolation chroot --user 1000:1000 --env "PORT=$port" "$image" --)
"${run[@]}" /milepost serve >"$work/log" 2>&1 &
pids+=($!)
until curl -fsS "http://127.0.0.1:$port/api/check-db" >/dev/null 2>&1; do
  kill -0 "${pids[0]}" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.1
done
"${run[@]}" /milepost healthcheck | grep -q healthy
echo "The image has $files files, $("${build[@]}" images --format '{{.Size}}' localhost/milepost), and runs as its user"
