import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { inProject } from '@/build/project'
import { createProgram } from '@/cli'
import { terminal } from '@/cli/io'
import { openIo } from '@/cli/output'
import {
  installationFile,
  installationText,
  SERVICE_INSTALLATION,
} from '@/cli/service/installation'
import { INBOX_GROUP, openInbox, SETTINGS_TEMPLATE, systemdUnit } from '@/cli/service/systemd-unit'
import { readCommand } from '@/cli/shell/command-tree'
import { completionScript, type Shell } from '@/cli/shell/completion'
import { manualPage } from '@/cli/shell/manual'

/** Debian's names for our platforms. */
export const ARCHITECTURES: Record<string, string> = {
  'linux-x64': 'amd64',
  'linux-arm64': 'arm64',
}

interface DebianPackage {
  /** The executable. */
  program: string
  version: string
  architecture: string
  outfile: string
  /** Time of all files and of the manual page, in seconds since the Unix epoch. A fixed time makes builds reproducible. */
  epoch: number
}

/** Estimates the installed size in kilobytes, which package managers show before they install. */
const installedSize = (program: string) => Math.ceil(Bun.file(program).size / 1024)

const control = ({ program, version, architecture }: DebianPackage) => `Package: milepost
Version: ${version.replace('+', '~')}
Architecture: ${architecture}
Maintainer: The authors of Milepost
Installed-Size: ${installedSize(program)}
Depends: libc6 (>= 2.34), libstdc++6, adduser
Section: web
Priority: optional
Description: workout tracking on your own machine
 Record with any watch or phone, keep the files, see the map, the charts and the
 numbers: a server in one executable that keeps everything in one folder.
`

/**
 * The installation copies this file to `/etc/milepost.env`. If the package contained the settings themselves (a conffile
 * of dpkg), every upgrade in which this text changes would ask administrators whether to overwrite their settings, and
 * fail without a terminal.
 */
const SETTINGS_SOURCE = '/usr/share/milepost/milepost.env'

/**
 * The script that runs after installation. An upgrade (`$2` is the previous version) does not start a server that the
 * administrator has stopped. Files in the data folder are changed as its user, so that root follows no links of that user.
 */
const AFTER_INSTALLATION = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd milepost >/dev/null; then
    adduser --system --group --home /var/lib/milepost --no-create-home --gecos 'Milepost' milepost
  fi
  if ! getent group ${INBOX_GROUP} >/dev/null; then addgroup --system ${INBOX_GROUP}; fi
  adduser --quiet milepost ${INBOX_GROUP}
  if [ ! -d /var/lib/milepost ]; then install -d -m 0711 -o milepost -g milepost /var/lib/milepost; fi
  if [ "$(stat -c '%U %a' /var/lib/milepost)" = 'milepost 700' ]; then chmod 0711 /var/lib/milepost; fi
  if [ "$(stat -c %U /var/lib/milepost)" = milepost ]; then
    runuser -u milepost -- sh -c '${openInbox('/var/lib/milepost')}' || echo 'The inbox stays closed to other users.' >&2
  fi
  if [ -z "$2" ] && [ ! -e /etc/milepost.env ]; then cp ${SETTINGS_SOURCE} /etc/milepost.env; fi
  if [ -f /etc/milepost.env ]; then chgrp milepost /etc/milepost.env && chmod 0640 /etc/milepost.env; fi
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if [ -z "$2" ]; then systemctl enable --now milepost.service; else systemctl try-restart milepost.service; fi
  fi
fi
`

const BEFORE_REMOVAL = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now milepost.service; fi
`

/** The script that runs after removal. Purging deletes the settings, but never the data. */
const AFTER_REMOVAL = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ "$1" = purge ]; then
  rm -f /etc/milepost.env
  echo 'The data stays in /var/lib/milepost.'
fi
`

/**
 * Creates a Debian package with the executable, its unit, a user account and settings in `/etc/milepost.env`.
 *
 * @throws Error when `dpkg-deb` fails or is missing.
 */
export async function writeDebianPackage(order: DebianPackage): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'milepost-deb-'))
  // The package has this folder as `./`, and dpkg gives its mode to `/` on some systems.
  chmodSync(root, 0o755)
  const write = (path: string, text: string | Uint8Array, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 })
    writeFileSync(join(root, path), text)
    chmodSync(join(root, path), mode)
  }
  try {
    write('DEBIAN/control', control(order))
    write('DEBIAN/postinst', AFTER_INSTALLATION, 0o755)
    write('DEBIAN/prerm', BEFORE_REMOVAL, 0o755)
    write('DEBIAN/postrm', AFTER_REMOVAL, 0o755)
    write(SETTINGS_SOURCE.slice(1), SETTINGS_TEMPLATE)
    write('usr/lib/systemd/system/milepost.service', unit)
    write(installationFile('usr/bin/milepost'), installationText(SERVICE_INSTALLATION))
    write('usr/share/doc/milepost/copyright', readFileSync(inProject('LICENSE'), 'utf8'))
    await writeForShells(order, write)
    mkdirSync(join(root, 'usr/bin'), { recursive: true, mode: 0o755 })
    copyFileSync(order.program, join(root, 'usr/bin/milepost'))
    chmodSync(join(root, 'usr/bin/milepost'), 0o755)
    for (const path of readdirSync(root, { recursive: true, withFileTypes: true }))
      if (path.isDirectory()) chmodSync(join(path.parentPath, path.name), 0o755)
    const build = ['dpkg-deb', '--build', '--root-owner-group', '-Zzstd', root, order.outfile]
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(order.epoch) }
    const { success, stderr } = Bun.spawnSync(build, { env })
    if (!success) throw new Error(`dpkg-deb failed: ${stderr}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Paths where Debian's shells look for completions. */
const COMPLETIONS: Record<Shell, string> = {
  bash: 'usr/share/bash-completion/completions/milepost',
  zsh: 'usr/share/zsh/vendor-completions/_milepost',
  fish: 'usr/share/fish/vendor_completions.d/milepost.fish',
}

async function writeForShells(
  { version, epoch }: DebianPackage,
  write: (path: string, text: string | Uint8Array) => void,
): Promise<void> {
  const program = readCommand(await createProgram(openIo(terminal)))
  for (const [shell, path] of Object.entries(COMPLETIONS) as [Shell, string][])
    write(path, `${completionScript(shell, program)}\n`)
  const page = manualPage(program, version, new Date(epoch * 1000).toISOString().slice(0, 10))
  write('usr/share/man/man1/milepost.1.gz', gzipSync(`${page}\n`, { level: 9 }))
}

const unit = systemdUnit({
  program: '/usr/bin/milepost',
  environmentFile: '/etc/milepost.env',
  stateDirectory: 'milepost',
  user: 'milepost',
  memoryMax: '1G',
})
