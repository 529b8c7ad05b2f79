import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Io } from './io'
import { manualOf } from './shell/shell'
import { requireVisible, SETTINGS_TEMPLATE, SYSTEM_USER, systemdUnit } from './systemd-unit'

const UNIT_FILE = '/etc/systemd/system/milepost.service'
/** That of the Debian package, which the other one would take the place of. */
const PACKAGED_UNIT_FILE = '/usr/lib/systemd/system/milepost.service'
const USER_FILE = '/etc/sysusers.d/milepost.conf'
const SETTINGS_FILE = '/etc/milepost.env'
/** The unit names it as its documentation. */
const MANUAL_FILE = '/usr/local/share/man/man1/milepost.1'

export function addService(program: Command, io: Io, whole: () => Promise<Command>): void {
  const service = program.command('service').description('run as a service of systemd')
  service
    .command('print')
    .description('print the unit')
    .action(() => io.out(unit(executable()).trimEnd()))
  service
    .command('install')
    .description(`write ${UNIT_FILE} and say how to start it`)
    .option('--force', 'replace a unit that is there already')
    .action(async ({ force = false }: { force?: boolean }) => {
      const program = executable()
      requireVisible(program)
      if (process.getuid?.() !== 0)
        throw new Error(`Only root may write ${UNIT_FILE}: sudo ${program} service install`)
      const manual = `${manualOf(await whole())}\n`
      for (const line of installService({ root: '/', program, manual, force })) io.out(line)
    })
}

interface Installation {
  /** The folder that is the machine's `/`. */
  root: string
  /** Absolute path of the executable. */
  program: string
  /** The text of the manual page. */
  manual: string
  /** Whether a unit that is there already is replaced. */
  force: boolean
}

/**
 * Writes the unit, its user, its manual page, and settings where there are none; returns what to do next.
 *
 * @throws Error when there is a unit already that is not to be replaced.
 */
export function installService({ root, program, manual, force }: Installation): string[] {
  const present = [UNIT_FILE, PACKAGED_UNIT_FILE].find((path) => existsSync(join(root, path)))
  if (present && !force)
    throw new Error(`${present} is there already: use --force to write ${UNIT_FILE} all the same.`)
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 })
    writeFileSync(join(root, path), text, { mode })
  }
  write(UNIT_FILE, unit(program))
  write(USER_FILE, SYSTEM_USER)
  write(MANUAL_FILE, manual)
  if (!existsSync(join(root, SETTINGS_FILE))) write(SETTINGS_FILE, SETTINGS_TEMPLATE, 0o600)
  // A server that runs goes on as its old unit says; of DynamicUser, its user would hide that the new one is missing.
  const stop = present ? 'systemctl stop milepost && ' : ''
  return [
    `Wrote ${UNIT_FILE}, ${USER_FILE} and ${MANUAL_FILE}; settings go into ${SETTINGS_FILE}. Start it with:`,
    `  ${stop}systemd-sysusers && systemctl daemon-reload && systemctl enable --now milepost`,
    'Its first lines tell the link that makes your account: journalctl -u milepost',
    'Commands work on its data as its user, milepost:',
    `  sudo -u milepost ${program} backup --to FOLDER --data-dir /var/lib/milepost`,
  ]
}

const unit = (program: string) =>
  systemdUnit({
    program,
    environmentFile: SETTINGS_FILE,
    stateDirectory: 'milepost',
    user: 'milepost',
    readsSettings: false,
    memoryMax: '1G',
  })

/** @throws when this process is not the executable, which has a place that a unit can name. */
function executable(): string {
  if (basename(process.execPath).startsWith('bun'))
    throw new Error('Only the built executable can be a service: run dist/milepost.')
  return resolve(process.execPath)
}
