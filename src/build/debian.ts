import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createProgram } from '@/cli'
import { terminal } from '@/cli/io'
import { readCommand } from '@/cli/shell/command-tree'
import { completionScript, type Shell } from '@/cli/shell/completion'
import { manualPage } from '@/cli/shell/manual'
import { SETTINGS_TEMPLATE, systemdUnit } from '@/cli/systemd-unit'
import { inProject } from './project'

/** Debian's names of our platforms. */
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
}

/** Kilobytes that `du` would count, roughly: what package managers show before they install. */
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

/** An upgrade starts nothing that the administrator has stopped: `$2` is the version before. */
const AFTER_INSTALLATION = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd milepost >/dev/null; then
    adduser --system --group --home /var/lib/milepost --no-create-home --gecos 'Milepost' milepost
  fi
  if [ ! -d /var/lib/milepost ]; then install -d -m 0700 -o milepost -g milepost /var/lib/milepost; fi
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

/** The data stays whatever happens to the package: only the administrator's own hand takes it away. */
const AFTER_REMOVAL = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ "$1" = purge ]; then echo 'The data stays in /var/lib/milepost.'; fi
`

/**
 * Makes a Debian package: the executable, its unit, an account of its own, settings in `/etc/milepost.env`.
 *
 * @throws when `dpkg-deb` fails or is missing.
 */
export async function writeDebianPackage(order: DebianPackage): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'milepost-deb-'))
  const write = (path: string, text: string | Uint8Array, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 })
    writeFileSync(join(root, path), text, { mode })
  }
  try {
    write('DEBIAN/control', control(order))
    write('DEBIAN/conffiles', '/etc/milepost.env\n')
    write('DEBIAN/postinst', AFTER_INSTALLATION, 0o755)
    write('DEBIAN/prerm', BEFORE_REMOVAL, 0o755)
    write('DEBIAN/postrm', AFTER_REMOVAL, 0o755)
    write('etc/milepost.env', SETTINGS_TEMPLATE, 0o640)
    write('usr/lib/systemd/system/milepost.service', unit)
    write('usr/share/doc/milepost/copyright', readFileSync(inProject('LICENSE'), 'utf8'))
    await writeForShells(order.version, write)
    mkdirSync(join(root, 'usr/bin'), { recursive: true, mode: 0o755 })
    copyFileSync(order.program, join(root, 'usr/bin/milepost'))
    chmodSync(join(root, 'usr/bin/milepost'), 0o755)
    const build = ['dpkg-deb', '--build', '--root-owner-group', '-Zzstd', root, order.outfile]
    const { success, stderr } = Bun.spawnSync(build)
    if (!success) throw new Error(`dpkg-deb failed: ${stderr}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Where Debian's shells look for completions. */
const COMPLETIONS: Record<Shell, string> = {
  bash: 'usr/share/bash-completion/completions/milepost',
  zsh: 'usr/share/zsh/vendor-completions/_milepost',
  fish: 'usr/share/fish/vendor_completions.d/milepost.fish',
}

async function writeForShells(
  version: string,
  write: (path: string, text: string | Uint8Array) => void,
): Promise<void> {
  const program = readCommand(await createProgram(terminal))
  for (const [shell, path] of Object.entries(COMPLETIONS) as [Shell, string][])
    write(path, `${completionScript(shell, program)}\n`)
  const page = manualPage(program, version, new Date().toISOString().slice(0, 10))
  write('usr/share/man/man1/milepost.1.gz', gzipSync(`${page}\n`, { level: 9 }))
}

const unit = systemdUnit({
  program: '/usr/bin/milepost',
  environmentFile: '/etc/milepost.env',
  stateDirectory: 'milepost',
  user: 'milepost',
  readsSettings: true,
  memoryMax: '1G',
})
