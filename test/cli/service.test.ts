import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installService } from '@/cli/service'
import { requireVisible, SYSTEM_USER, systemdUnit } from '@/cli/systemd-unit'
import { newTestFolder } from '../support/folder'

test.each(['/home', '/root', '/tmp', '/var/tmp', '/run/user'])(
  'a unit is not made for what is in %s, which it would hide from the server',
  (folder) => {
    const program = `${folder}/milepost`
    expect(() => requireVisible(program)).toThrow(`install ${program} /usr/local/bin/milepost`)
  },
)

test.each(['/usr/bin/milepost', '/opt/milepost/milepost', '/homes/milepost'])(
  'a unit is made for %s',
  (program) => {
    expect(() => requireVisible(program)).not.toThrow()
  },
)

test.each([true, false])('the server is the user who may work on its data: %p', (readsSettings) => {
  const unit = systemdUnit({
    ...{ program: '/usr/bin/milepost', environmentFile: '/etc/milepost.env' },
    ...{ stateDirectory: 'milepost', user: 'milepost', memoryMax: '1G', readsSettings },
  })
  const lines = unit.split('\n')
  expect(lines).toContain('User=milepost')
  expect(unit).not.toContain('DynamicUser')
  // Only who may read the settings can read them again.
  expect(lines.includes('Environment=ENV_FILE=/etc/milepost.env')).toBe(readsSettings)
  expect(lines.some((line) => line.startsWith('ExecReload='))).toBe(readsSettings)
})

test.skipIf(!Bun.which('systemd-sysusers'))('systemd makes the user of the unit', () => {
  const order = ['systemd-sysusers', '--dry-run', '-']
  expect(Bun.spawnSync(order, { stdin: Buffer.from(SYSTEM_USER) }).exitCode).toBe(0)
})

const UNIT = 'etc/systemd/system/milepost.service'

/** Installs the service on a machine whose `/` is a folder. */
const installOn = (root: string, force = false) =>
  installService({ root, program: '/opt/milepost', manual: '.TH MILEPOST 1', force })

test('an installed service has its unit, its user, settings and the manual page that the unit names', () => {
  const root = newTestFolder()
  const told = installOn(root).join('\n')
  expect(readFileSync(join(root, UNIT), 'utf8')).toContain('Documentation=man:milepost(1)')
  expect(readFileSync(join(root, 'usr/local/share/man/man1/milepost.1'), 'utf8')).toBe(
    '.TH MILEPOST 1',
  )
  expect(readFileSync(join(root, 'etc/sysusers.d/milepost.conf'), 'utf8')).toBe(SYSTEM_USER)
  expect(statSync(join(root, 'etc/milepost.env')).mode & 0o777).toBe(0o600)
  expect(told).toContain('  systemd-sysusers && systemctl daemon-reload && systemctl enable --now')
})

test('settings stay as they are when a service is installed again, and what runs is stopped first', () => {
  const root = newTestFolder()
  installOn(root)
  writeFileSync(join(root, UNIT), '[Service]\nDynamicUser=yes\n')
  writeFileSync(join(root, 'etc/milepost.env'), 'PORT=7000\n')
  expect(() => installOn(root)).toThrow(`/${UNIT} is there already: use --force`)
  expect(installOn(root, true).join('\n')).toContain(
    '  systemctl stop milepost && systemd-sysusers',
  )
  expect(readFileSync(join(root, UNIT), 'utf8')).not.toContain('DynamicUser')
  expect(readFileSync(join(root, 'etc/milepost.env'), 'utf8')).toBe('PORT=7000\n')
})

test('the unit of the package is not overridden by accident', () => {
  const root = newTestFolder()
  mkdirSync(join(root, 'usr/lib/systemd/system'), { recursive: true })
  writeFileSync(join(root, 'usr/lib/systemd/system/milepost.service'), '')
  expect(() => installOn(root)).toThrow('/usr/lib/systemd/system/milepost.service is there already')
  expect(existsSync(join(root, UNIT))).toBe(false)
})
