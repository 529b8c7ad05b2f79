import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Io } from './io'
import { requireVisible, SETTINGS_TEMPLATE, SYSTEM_USER, systemdUnit } from './systemd-unit'

const UNIT_FILE = '/etc/systemd/system/milepost.service'
const USER_FILE = '/etc/sysusers.d/milepost.conf'
const SETTINGS_FILE = '/etc/milepost.env'

export function addService(program: Command, io: Io): void {
  const service = program.command('service').description('run as a service of systemd')
  service
    .command('print')
    .description('print the unit')
    .action(() => io.out(unit().trimEnd()))
  service
    .command('install')
    .description(`write ${UNIT_FILE} and say how to start it`)
    .option('--force', 'replace a unit that is there already')
    .action(({ force }: { force?: true }) => {
      const program = executable()
      requireVisible(program)
      if (existsSync(UNIT_FILE) && !force)
        throw new Error(`${UNIT_FILE} is there already: use --force to replace it.`)
      writeFileSync(UNIT_FILE, unit())
      mkdirSync(dirname(USER_FILE), { recursive: true, mode: 0o755 })
      writeFileSync(USER_FILE, SYSTEM_USER)
      if (!existsSync(SETTINGS_FILE))
        writeFileSync(SETTINGS_FILE, SETTINGS_TEMPLATE, { mode: 0o600 })
      io.out(
        `Wrote ${UNIT_FILE} and ${USER_FILE}; settings go into ${SETTINGS_FILE}. Start it with:`,
      )
      io.out('  systemd-sysusers && systemctl daemon-reload && systemctl enable --now milepost')
      io.out('Its first lines tell the link that makes your account: journalctl -u milepost')
      io.out('Commands work on its data as its user, milepost:')
      io.out(`  sudo -u milepost ${program} backup --data-dir /var/lib/milepost`)
    })
}

const unit = () =>
  systemdUnit({
    program: executable(),
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
