#!/usr/bin/env bash
# Tests the Debian package on a machine with systemd as its init, as the README describes: installation, first account, an
# import by root, a backup outside the data folder, a recording that another user puts into the inbox, files that root left
# behind, an upgrade.
#
#     test/real-systemd.sh [RELEASE]     a folder created by `bun run release`; by default dist/milepost is packaged
#
# Requires root, debootstrap and systemd-nspawn, and prints SKIPPED without them. Packages come from the mirror that apt uses.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
skip() {
  printf '\n*** REAL SYSTEMD IS SKIPPED: %s ***\n\n' "$1" >&2
  exit 0
}
[ "$(id -u)" = 0 ] || skip 'only root can boot one'
for program in debootstrap systemd-nspawn dpkg-deb nsenter; do
  command -v "$program" >/dev/null || skip "$program is missing: apt-get install debootstrap systemd-container dpkg util-linux"
done
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' | awk '$2 == "bookworm" || $2 == "stable" { print $1; exit }')
[ -n "$mirror" ] || skip 'apt has no Debian 12'

work=$(mktemp -d)
machine=$work/machine
name=milepost-test-$$
init=
nspawn=
clean_up() {
  # SIGRTMIN+4 makes systemd power off the machine.
  [ -z "$init" ] || kill -s RTMIN+4 "$init" 2>/dev/null || true
  [ -z "$nspawn" ] || timeout 30 tail --pid="$nspawn" -f /dev/null || kill -KILL "$nspawn" 2>/dev/null || true
  wait
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

echo 'Creating the machine'
debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,curl,ca-certificates,sudo,adduser,libstdc++6 bookworm "$machine" "$mirror" \
  >"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; skip 'debootstrap cannot create a machine here'; }

# An older and a newer version of the package, and recordings.
architecture=$(dpkg --print-architecture)
case $architecture in
  amd64) program=milepost-linux-x64 ;;
  arm64) program=milepost-linux-arm64 ;;
  *) skip "there is no release for $architecture" ;;
esac
executable=${1:+$1/$program}
executable=${executable:-$root/dist/milepost}
[ -f "$executable" ] || { echo "$executable does not exist" >&2; exit 1; }
(
  cd "$root"
  for version in 0.1.0 0.1.1; do
    FOLDER=$machine/root EXECUTABLE=$executable VERSION=$version ARCHITECTURE=$architecture bun -e '
      import { writeDebianPackage } from "./src/build/release/debian"
      const { FOLDER, EXECUTABLE: program, VERSION: version, ARCHITECTURE: architecture } = process.env
      const outfile = `${FOLDER}/milepost_${version}_${architecture}.deb`
      await writeDebianPackage({ program, version, architecture, outfile, epoch: 1790000000 })'
  done
  FOLDER=$machine/root bun -e '
    import { aRide } from "./test/support/archives"
    for (const number of [1, 2, 3, 4]) await Bun.write(`${process.env.FOLDER}/ride-${number}.gpx`, aRide(number))'
)
# The machine has a network of its own.
port=5000
home=/home
echo "$name" >"$machine/etc/hostname"
printf '127.0.0.1 localhost %s\n' "$name" >"$machine/etc/hosts"

echo 'Booting it'
systemd-nspawn --quiet --directory="$machine" --machine="$name" --boot --private-network --register=no --keep-unit \
  --setenv=SYSTEMD_LOG_COLOR=0 </dev/null >"$work/boot" 2>&1 &
nspawn=$!
for _ in $(seq 300); do
  init=$(pgrep -P "$nspawn" -x systemd || pgrep -P "$nspawn" -x init || true)
  [ -n "$init" ] && nsenter -t "$init" -a systemctl is-system-running 2>/dev/null | grep -qE 'running|degraded' && break
  kill -0 "$nspawn" 2>/dev/null || break
  sleep 0.2
done
[ -n "$init" ] && nsenter -t "$init" -a systemctl is-system-running 2>/dev/null | grep -qE 'running|degraded' ||
  { tail -n 5 "$work/boot" >&2; skip 'systemd does not boot here'; }

passed=0
failed=0
inside() { nsenter -t "$init" -a env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 sh -c "cd /root && $1"; }
# Runs commands inside the machine. Prints their output if they fail.
check() {
  local title=$1 output
  if output=$(inside "set -eu; $2" 2>&1); then
    passed=$((passed + 1))
    echo "ok      $title"
  else
    failed=$((failed + 1))
    printf 'FAILED  %s\n%s\n' "$title" "$(sed 's/^/        /' <<<"$output" | tail -n 40)"
  fi
}
await='await() { for _ in $(seq 150); do "$@" >/dev/null 2>&1 && return; sleep 0.2; done; echo "timed out waiting for: $*"; "$@"; }'
login="token() { curl -fsS http://127.0.0.1:$port/api/auth/login -H 'content-type: application/json' -d '{\"email\":\"ann@example.com\",\"password\":\"correct horse battery\"}' | sed -n 's/.*\"auth_token\":\"\\([^\"]*\\)\".*/\\1/p'; }
rides() { curl -fsS \"http://127.0.0.1:$port/api/workouts\" -H \"authorization: Bearer \$(token)\" | grep -o '\"title\"' | wc -l; }
has() { [ \"\$(rides)\" = \"\$1\" ]; }"
owners='owners() { find /var/lib/milepost ! -user milepost | head; [ -z "$(find /var/lib/milepost ! -user milepost ! -user syncthing)" ]; }'

check 'the package is installed, and its server runs' "
  dpkg -i milepost_0.1.0_$architecture.deb
  $await; await curl -fsS http://127.0.0.1:$port/api/ping
  systemctl is-active milepost
  [ \"\$(stat -c '%U:%G %a' /var/lib/milepost /var/lib/milepost/inbox | tr '\n' ' ')\" = 'milepost:milepost 711 milepost:milepost-inbox 2770 ' ]"
check 'the journal has the link for the first account' "journalctl -u milepost --no-pager | grep -q '/setup?token='"
check 'root creates the first account, which leaves nothing in its home folder' "
  sudo milepost users create ann --email ann@example.com --role owner --password 'correct horse battery'
  [ ! -e data ]
  $owners; owners"
check 'root imports a recording that the server user can read' "
  cp ride-1.gpx /var/tmp/ && chmod 644 /var/tmp/ride-1.gpx
  sudo milepost workouts import /var/tmp/ride-1.gpx --user ann
  $login; has 1; $owners; owners"
check 'root is told what to do with a recording that only root can read' "
  chmod 600 ride-2.gpx
  ! sudo milepost workouts import ride-2.gpx --user ann >out 2>&1
  cat out; grep -q 'cannot be read by milepost' out
  sh -c \"\$(sed -n 's/^  \(cp -r .*\)/\1/p' out)\"
  sudo milepost workouts import /var/tmp/ride-2.gpx --user ann
  $login; has 2; $owners; owners"
check 'the server still accepts uploads after root has run commands' "
  $login
  curl -fsS http://127.0.0.1:$port/api/workouts -H \"authorization: Bearer \$(token)\" -F file=@ride-3.gpx -F 'data={\"sport_id\": 1}' >/dev/null
  has 3"
check 'another account is told to use sudo' "
  adduser --disabled-password --gecos '' bob >/dev/null
  ! runuser -u bob -- milepost users update ann --activate >out 2>&1
  cat out; grep -q 'sudo milepost users update' out
  ! runuser -u bob -- cat /etc/milepost.env"
check 'config check and doctor ask for the drop-in of a backup outside the data folder' "
  mkdir -p /mnt/nas
  mount -t tmpfs -o size=64m nas /mnt/nas
  printf 'BACKUP_TO=/mnt/nas/milepost\n' >>/etc/milepost.env
  ! sudo milepost config check >out 2>&1
  cat out; grep -q 'milepost service paths' out; grep -q '^ReadWritePaths=-/mnt/nas/milepost' out
  ! sudo milepost doctor --offline >out 2>&1
  cat out; grep -q 'ERROR    folders that the unit opens' out"
check 'without the drop-in the server reports that it cannot write there' "
  systemctl restart milepost
  $await; await sh -c 'journalctl -u milepost --no-pager | grep -q \"alert=folder_not_writable\"'"
check 'service paths opens the folder, and the server makes a backup there' "
  sudo milepost service paths
  printf 'BACKUP_AT=* * * * *\n' >>/etc/milepost.env
  systemctl daemon-reload && systemctl restart milepost
  sudo milepost config check
  for _ in \$(seq 500); do ls /mnt/nas/milepost | grep -q '^milepost-.*Z' && break; sleep 0.2; done
  ls -la /mnt/nas/milepost; ls /mnt/nas/milepost | grep -q '^milepost-.*Z'
  [ -f /mnt/nas/milepost/.milepost-backups ]
  sed -i /BACKUP_AT/d /etc/milepost.env; systemctl restart milepost
  sudo milepost backup verify /mnt/nas/milepost"
check 'an unmounted disk for backups is noticed' "
  systemctl stop milepost
  umount /mnt/nas && mkdir -p /mnt/nas/milepost && chown milepost /mnt/nas/milepost
  systemctl start milepost
  $await; await sh -c 'journalctl -u milepost --no-pager | grep -q \"alert=backup_unmounted\"'
  ! sudo milepost doctor --offline >out 2>&1
  cat out; grep -q 'ERROR    disk for backups: /mnt/nas/milepost is empty' out
  [ -z \"\$(ls -A /mnt/nas/milepost)\" ]"
check 'service paths opens a folder in a home folder, which the unit hides' "
  mkdir -p $home/bob/backups && chown milepost $home/bob/backups
  sed -i 's,^BACKUP_TO=.*,BACKUP_TO=$home/bob/backups,' /etc/milepost.env
  sudo milepost service paths && cat /etc/systemd/system/milepost.service.d/paths.conf
  systemctl daemon-reload && systemctl restart milepost
  $await; await curl -fsS http://127.0.0.1:$port/api/ping
  nsenter -t \"\$(systemctl show -P MainPID milepost)\" -m runuser -u milepost -- touch $home/bob/backups/a
  [ -e $home/bob/backups/a ]"
check 'another user, such as Syncthing, imports recordings through the inbox' "
  adduser --system --group syncthing >/dev/null
  sudo adduser syncthing milepost-inbox >/dev/null
  sudo install -d -o milepost -g milepost-inbox -m 2770 /var/lib/milepost/inbox/ann
  sudo milepost workouts sport-names --user ann --default 'Cycling (Sport)'
  install -o syncthing -m 600 ride-4.gpx /tmp/ride-4.gpx
  runuser -u syncthing -- sh -c 'umask 002; cp /tmp/ride-4.gpx /var/lib/milepost/inbox/ann/.part && chmod 664 /var/lib/milepost/inbox/ann/.part && mv /var/lib/milepost/inbox/ann/.part /var/lib/milepost/inbox/ann/ride-4.gpx'
  $login; $await; await runuser -u syncthing -- test -f /var/lib/milepost/inbox/ann/done/ride-4.gpx || { ls -laR /var/lib/milepost/inbox; journalctl -u milepost --no-pager | tail -n 12; exit 1; }
  has 4
  runuser -u syncthing -- rm /var/lib/milepost/inbox/ann/done/ride-4.gpx
  ! runuser -u syncthing -- ls /var/lib/milepost
  ! runuser -u syncthing -- cat /etc/milepost.env
  ! runuser -u syncthing -- cat /var/lib/milepost/milepost.db"
check 'doctor repairs what root left behind' "
  mkdir -p /var/lib/milepost/uploads/workouts && chown root /var/lib/milepost/uploads && touch /var/lib/milepost/uploads/left
  sudo milepost doctor --offline >out 2>&1 || true; cat out; grep -q 'ERROR    owner of the files' out
  sudo milepost doctor --offline --repair >out 2>&1 || true; cat out; grep -q 'repaired owner of the files: 2' out
  $owners; owners"
check 'a malformed line keeps the server from starting, with its number in the journal' "
  cp /etc/milepost.env saved && printf 'UI_URL http://x\nLOG_LEVEL=loud\n' >>/etc/milepost.env
  systemctl restart milepost || true
  $await; await sh -c 'journalctl -u milepost --no-pager | grep -q \"line [0-9]*: there is no\"'
  journalctl -u milepost --no-pager | grep -q 'LOG_LEVEL is'
  cp saved /etc/milepost.env; systemctl reset-failed milepost; systemctl restart milepost
  $await; await curl -fsS http://127.0.0.1:$port/api/ping"
check 'a reload reads the settings again' "
  printf 'ACCESS_LOG=off\n' >>/etc/milepost.env && systemctl reload milepost
  $await; await sh -c 'journalctl -u milepost --no-pager | grep -q \"requests=false\"'"
check 'an upgrade restarts the server and loses nothing' "
  before=\$(systemctl show -P MainPID milepost)
  dpkg --force-confold -i milepost_0.1.1_$architecture.deb
  [ \"\$(systemctl show -P MainPID milepost)\" != \"\$before\" ]
  $login; $await; await curl -fsS http://127.0.0.1:$port/api/ping; has 4; $owners; owners
  sudo milepost upgrade --check"
check 'removing the package keeps the data' "
  dpkg --purge milepost
  [ -f /var/lib/milepost/milepost.db ] && [ ! -e /usr/lib/milepost ]"
inside "rm -rf /var/lib/milepost /etc/systemd/system/milepost.service.d"
check 'service install runs the executable without the package' "
  dpkg-deb -x milepost_0.1.1_$architecture.deb x
  install x/usr/bin/milepost /usr/local/bin/
  printf 'PORT=$port\nBACKUP_TO=/srv/backups\n' >/etc/milepost.env
  milepost service install >out; cat out
  grep -q '/srv/backups (BACKUP_TO), which was made' out
  sh -c \"\$(sed -n 's/^  \(systemctl .*enable.*\)/\1/p' out)\"
  $await; await curl -fsS http://127.0.0.1:$port/api/ping
  sudo /usr/local/bin/milepost users create eve --email eve@example.com
  sudo /usr/local/bin/milepost backup --to /srv/backups
  $owners; owners"
check 'systemd rates the exposure of the unit as low' "
  systemd-analyze security milepost.service --no-pager | tail -n 1
  [ \"\$(systemd-analyze security milepost.service --no-pager | sed -n 's/.*milepost.service: \([0-9]*\)\..*/\1/p')\" -le 2 ]"

[ "$failed" = 0 ] || inside 'journalctl -u milepost --no-pager | tail -n 60' || true
printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
