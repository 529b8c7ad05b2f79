import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '@/build/free-port'
import { aRide } from '../support/archives'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { documentedRows, type ErrorRow, formatRows, RAW_ERROR } from '../support/error-table'
import { newFolder } from '../support/folder'

/** An account that owns nothing, as `nobody`. */
const OTHER = 65_534

const isRoot = process.getuid?.() === 0
/** Mounting requires root, and a kernel that allows it. */
const canMount =
  isRoot && Bun.spawnSync(['unshare', '-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).exitCode === 0
if (!canMount) console.warn('SKIPPED: provoked errors of the machine require root, util-linux')

/** Lets the other account reach a folder: opens the temporary folders around it. */
function openToOthers(folder: string): void {
  if (folder === '/') return
  if ((statSync(folder).mode & 0o5) !== 0o5) chmodSync(folder, 0o755)
  openToOthers(dirname(folder))
}

describe.skipIf(!canMount)('the executable explains errors of the machine', () => {
  const root = newFolder()
  const rows: ErrorRow[] = []
  const port = String(freePort())
  let binary: InstalledBinary

  beforeAll(() => {
    binary = installBinary()
    for (const folder of [root, binary.folder]) openToOthers(folder)
    const created = binary.run(['users', 'create', 'ann', '--email', 'ann@example.com'])
    if (created.code !== 0) throw new Error(created.stderr)
    writeFileSync(join(root, 'ride.gpx'), aRide(1), { mode: 0o600 })
  }, BUILD_TIMEOUT)
  afterAll(() => binary.remove())

  interface Attempt {
    when: string
    /** Runs the command in this shell script, as `"$@"`. */
    script?: string
    uid?: number
    env?: Record<string, string>
  }

  function provoke(command: string, { when, script = '"$@"', uid, env = {} }: Attempt): ErrorRow {
    const program = join(binary.folder, 'milepost')
    const words = command
      .replaceAll('DATA', binary.dataDir)
      .replaceAll('FOLDER', root)
      .replaceAll('NUMBER', port)
      .split(' ')
    const done = spawnSync('sh', ['-c', script, 'sh', program, ...words], {
      cwd: root,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: root, DATA_DIR: binary.dataDir, ...env },
      ...(uid !== undefined && { uid, gid: uid }),
      timeout: 30_000,
    })
    const message = done.stderr
      .toString()
      .replaceAll(binary.dataDir, 'DATA')
      .replaceAll(root, 'FOLDER')
      .replaceAll(port, 'NUMBER')
      .replaceAll(/process \d+/g, 'process NUMBER')
      .replaceAll(/\btest-\w{6}\b/g, 'NAME')
    const row = { command, when, message, code: done.status ?? -1 }
    rows.push(row)
    expect(row.message).not.toMatch(RAW_ERROR)
    return row
  }

  test('a file that may not be read', () => {
    chmodSync(binary.dataDir, 0o755)
    mkdirSync(join(root, 'data'))
    chownSync(join(root, 'data'), OTHER, OTHER)
    const data = '--data-dir FOLDER/data'
    provoke(
      `users create ann --email ann@example.com ${data} --password correct-horse-42 --quiet`,
      {
        when: 'nothing wrong',
        uid: OTHER,
      },
    )
    rows.pop()
    const { code } = provoke(`workouts import FOLDER/ride.gpx --user ann ${data}`, {
      when: 'file of another user',
      uid: OTHER,
    })
    expect(code).toBe(5)
  })

  test('a data folder that may not be written to', () => {
    chmodSync(binary.dataDir, 0o700)
    expect(provoke('users list', { when: 'data folder of another user', uid: OTHER }).code).toBe(5)
  })

  test('a settings file that may not be read', () => {
    writeFileSync(join(root, 'settings.env'), 'PORT=80\n', { mode: 0o600 })
    const env = { ENV_FILE: join(root, 'settings.env') }
    expect(provoke('users list', { when: 'settings of another user', uid: OTHER, env }).code).toBe(
      2,
    )
  })

  test('native libraries on a disk without executables', () => {
    const script = `unshare -m sh -c 'mount -t tmpfs -o noexec none /mnt && "$@"' sh "$@"`
    const env = { MILEPOST_NATIVE_DIR: '/mnt/native' }
    const { message } = provoke('users list', { when: 'native libraries on noexec', script, env })
    expect(message).toContain('MILEPOST_NATIVE_DIR')
  })

  test('a full disk', () => {
    const script = `unshare -m sh -c 'mount -t tmpfs -o size=256k none /mnt && "$@"' sh "$@"`
    provoke('backup --to /mnt/backups', { when: 'disk of the backups is full', script })
  })

  test('a read-only disk', () => {
    const script = `unshare -m sh -c 'mount -t tmpfs -o ro none /mnt && "$@"' sh "$@"`
    expect(provoke('backup --to /mnt/backups', { when: 'read-only disk', script }).code).toBe(5)
  })

  test('a second server, and a port in use', async () => {
    const server = await binary.serve([], { PORT: port })
    try {
      expect(provoke('serve --port 0', { when: 'server uses the data folder' }).code).toBe(4)
      const other = { DATA_DIR: join(root, 'other') }
      expect(provoke('serve --port NUMBER', { when: 'port is in use', env: other }).code).toBe(4)
      expect(
        provoke('healthcheck --port NUMBER', { when: 'other base path', env: { BASE_PATH: '/x' } })
          .code,
      ).toBe(1)
    } finally {
      await server.stop()
    }
  }, 60_000)

  test('an address of another machine', () => {
    const env = { DATA_DIR: join(root, 'other') }
    provoke('serve --host 192.0.2.1', { when: 'address of another machine', env })
  })

  test('are printed as the document lists them', () => {
    expect(formatRows(rows)).toEqual(documentedRows('The machine', rows))
  })
})
