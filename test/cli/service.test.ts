import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { examineUnit } from '@/cli/doctor/unit'
import { installService } from '@/cli/service/service'
import { requireVisible, SYSTEM_USER, systemdUnit } from '@/cli/service/systemd-unit'
import { foldersOutsideUnit, pathsDropIn } from '@/cli/service/unit-paths'
import { loadConfig } from '@/lib/config/config'
import { newTestFolder } from '../support/folder'

test.each(['/home', '/root', '/tmp', '/var/tmp', '/run/user'])(
  'no unit is created for an executable in %s, which the unit would hide',
  (folder) => {
    const program = `${folder}/milepost`
    expect(() => requireVisible(program)).toThrow(`install ${program} /usr/local/bin/milepost`)
  },
)

test.each(['/usr/bin/milepost', '/opt/milepost/milepost', '/homes/milepost'])(
  'a unit is created for %s',
  (program) => {
    expect(() => requireVisible(program)).not.toThrow()
  },
)

test('the server runs as the user who may access its data, and can reload its settings', () => {
  const unit = systemdUnit({
    ...{ program: '/usr/bin/milepost', environmentFile: '/etc/milepost.env' },
    ...{ stateDirectory: 'milepost', user: 'milepost', memoryMax: '1G' },
  })
  const lines = unit.split('\n')
  expect(lines).toContain('User=milepost')
  expect(unit).not.toContain('DynamicUser')
  expect(lines).toContain('Environment=DATA_DIR=/var/lib/milepost ENV_FILE=/etc/milepost.env')
  // A minimal Debian has no /bin/kill. When a process that reads a recording is killed for lack of memory, the server
  // continues.
  expect(lines).toContain('OOMPolicy=continue')
  expect(lines).toContain(`ExecReload=/bin/sh -c 'kill -HUP "$$MAINPID"'`)
})

test.skipIf(!Bun.which('systemd-sysusers'))('systemd creates the user of the unit', () => {
  const order = ['systemd-sysusers', '--dry-run', '-']
  expect(Bun.spawnSync(order, { stdin: Buffer.from(SYSTEM_USER) }).exitCode).toBe(0)
})

const UNIT = 'etc/systemd/system/milepost.service'

/** Installs the service on a machine whose `/` is a folder. */
const installOn = (root: string, force = false) =>
  installService({ root, program: '/opt/milepost', manual: '.TH MILEPOST 1', force })

test('an installed service has a unit, a user, settings and the manual page of the unit', () => {
  const root = newTestFolder()
  const told = installOn(root).join('\n')
  expect(readFileSync(join(root, UNIT), 'utf8')).toContain('Documentation=man:milepost(1)')
  expect(readFileSync(join(root, 'usr/local/share/man/man1/milepost.1'), 'utf8')).toBe(
    '.TH MILEPOST 1',
  )
  expect(readFileSync(join(root, 'etc/sysusers.d/milepost.conf'), 'utf8')).toBe(SYSTEM_USER)
  expect(statSync(join(root, 'etc/milepost.env')).mode & 0o777).toBe(0o600)
  expect(told).toContain('  systemctl daemon-reload && systemctl enable --now')
})

test('a second installation preserves the settings and stops the running server first', () => {
  const root = newTestFolder()
  installOn(root)
  writeFileSync(join(root, UNIT), '[Service]\nDynamicUser=yes\n')
  writeFileSync(join(root, 'etc/milepost.env'), 'PORT=7000\n')
  expect(() => installOn(root)).toThrow(`/${UNIT} already exists: use --force`)
  expect(installOn(root, true).join('\n')).toContain(
    '  systemctl stop milepost && systemctl daemon-reload',
  )
  expect(readFileSync(join(root, UNIT), 'utf8')).not.toContain('DynamicUser')
  expect(readFileSync(join(root, 'etc/milepost.env'), 'utf8')).toBe('PORT=7000\n')
})

test('the unit of the Debian package is not overridden by accident', () => {
  const root = newTestFolder()
  mkdirSync(join(root, 'usr/lib/systemd/system'), { recursive: true })
  writeFileSync(join(root, 'usr/lib/systemd/system/milepost.service'), '')
  expect(() => installOn(root)).toThrow('/usr/lib/systemd/system/milepost.service already exists')
  expect(existsSync(join(root, UNIT))).toBe(false)
})

/** A configuration whose folders are outside the data folder of the unit. */
const configWith = (settings: Record<string, string>) =>
  loadConfig({ DATA_DIR: '/var/lib/milepost', ...settings }, {})

test('an installed service may write to the folders in its settings', () => {
  const root = newTestFolder()
  mkdirSync(join(root, 'etc'))
  mkdirSync(join(root, 'mnt/nas'), { recursive: true })
  writeFileSync(join(root, 'etc/milepost.env'), 'BACKUP_TO=/mnt/nas/milepost\nINBOX_FOLDER=off\n')
  const told = installOn(root).join('\n')
  expect(told).toContain('Wrote /etc/systemd/system/milepost.service.d/paths.conf:')
  expect(told).toContain('/mnt/nas/milepost (BACKUP_TO), which is not there')
  const dropIn = readFileSync(join(root, `${UNIT}.d/paths.conf`), 'utf8')
  expect(dropIn).toContain('\n[Service]\nReadWritePaths=-/mnt/nas/milepost\n')
  writeFileSync(join(root, 'etc/milepost.env'), '')
  installOn(root, true)
  expect(existsSync(join(root, `${UNIT}.d/paths.conf`))).toBe(false)
})

const HOME = ['', 'home', 'ann', 'rides'].join('/')

test('installed files can be read by all users, even with the umask of the executable', () => {
  const root = newTestFolder()
  const umask = process.umask(0o077)
  try {
    installOn(root)
  } finally {
    process.umask(umask)
  }
  for (const path of [UNIT, 'usr/local/share/man/man1/milepost.1', 'lib/milepost/installation'])
    expect([path, statSync(join(root, path)).mode & 0o777]).toEqual([path, 0o644])
  for (const path of ['etc/systemd/system', 'usr/local/share/man/man1', 'lib/milepost'])
    expect([path, statSync(join(root, path)).mode & 0o777]).toEqual([path, 0o755])
})

test('the drop-in allows hidden folders, waits for required mounts, and quotes paths', () => {
  const config = configWith({
    UPLOAD_FOLDER: '/srv/my rides',
    INBOX_FOLDER: HOME,
    BACKUP_TO: '/mnt/50%',
    APP_LOG: '/var/log/milepost/server.log',
    LISTEN: 'unix:/run/milepost/milepost.sock',
  })
  expect(pathsDropIn(foldersOutsideUnit(config)).split('\n').slice(1)).toEqual([
    '[Unit]',
    'RequiresMountsFor="/srv/my rides"',
    `RequiresMountsFor=${HOME}`,
    '[Service]',
    'ProtectHome=tmpfs',
    'ReadWritePaths="-/srv/my rides"',
    `BindPaths=-${HOME}`,
    'ReadWritePaths=-/mnt/50%%',
    'ReadWritePaths=-/var/log/milepost',
    '',
  ])
})

test('doctor reports folders that the unit hides from the server, and prints a drop-in', () => {
  const root = newTestFolder()
  const config = configWith({ BACKUP_TO: '/mnt/my nas/milepost', UPLOAD_FOLDER: '/srv/rides' })
  const [closed] = examineUnit(config, root)
  expect(closed?.problem).toBe(
    'the server may not write to /srv/rides (UPLOAD_FOLDER), /mnt/my nas/milepost (BACKUP_TO)',
  )
  expect(closed?.advice).toContain('As root: milepost service paths && systemctl daemon-reload')
  expect(closed?.advice).toContain('\nReadWritePaths="-/mnt/my nas/milepost"')
  const folder = join(root, `${UNIT}.d`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'own.conf'), '[Service]\nReadWritePaths=/srv "-/mnt/my nas"\n')
  expect(examineUnit(config, root)).toMatchObject([{ problem: undefined }])
  expect(examineUnit(configWith({}), root)).toEqual([])
})

test.skipIf(!Bun.which('systemd-analyze'))('systemd accepts the unit with its drop-in', () => {
  const root = newTestFolder()
  mkdirSync(join(root, 'etc'))
  writeFileSync(join(root, 'etc/milepost.env'), 'BACKUP_TO="/mnt/my nas"\nUPLOAD_FOLDER=/srv/a%b\n')
  installService({ root, program: '/bin/true', manual: '', force: false })
  const { exitCode, stderr } = Bun.spawnSync([
    ...['systemd-analyze', 'verify', '--man=no', join(root, UNIT)],
  ])
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: '' })
})
