import { expect, test } from 'bun:test'
import { requireVisible, SYSTEM_USER, systemdUnit } from '@/cli/systemd-unit'

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
