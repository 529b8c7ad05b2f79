import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { aRide } from '../support/archives'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'

const OTHER = 12_345
const isRoot = process.getuid?.() === 0
if (!isRoot) console.warn('SKIPPED: commands that root runs, which need root')

/** The owners of the files in a folder. */
const ownersIn = (folder: string): number[] => [
  ...new Set(
    readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, `${name}`)).uid),
  ),
]

/** Lets every user traverse a temporary folder and those above it. */
function openTo(folder: string): void {
  const { mode } = statSync(folder)
  if ((mode & 0o001) === 0) chmodSync(folder, mode | 0o011)
  if (dirname(folder) !== folder) openTo(dirname(folder))
}

describe.skipIf(!isRoot)('the executable run by root', () => {
  let binary: InstalledBinary
  let root: string

  beforeAll(() => {
    binary = installBinary()
    root = dirname(binary.folder)
    openTo(root)
    mkdirSync(binary.dataDir)
    chownSync(binary.dataDir, OTHER, OTHER)
  }, BUILD_TIMEOUT)
  afterAll(() => binary.remove())

  const create = ['users', 'create', 'ann', '--email', 'ann@example.com']

  test('creates no files in the data folder that its owner cannot write to', () => {
    expect(binary.run(create)).toMatchObject({ code: 0, stderr: '' })
    const ride = join(root, 'ride.gpx')
    writeFileSync(ride, aRide(1))
    expect(binary.run(['workouts', 'import', ride, '--user', 'ann'])).toMatchObject({ code: 0 })
    expect(ownersIn(binary.dataDir)).toEqual([OTHER])
  })

  test('gives advice on a file that the owner of the data cannot read', () => {
    const ride = join(root, 'closed.gpx')
    writeFileSync(ride, aRide(2), { mode: 0o600 })
    const { code, stderr } = binary.run(['workouts', 'import', ride, '--user', 'ann'])
    expect(code).toBe(5)
    expect(stderr).toContain(`${ride} cannot be read by user ${OTHER}`)
    expect(stderr).toContain(
      `cp -r ${ride} /var/tmp/closed.gpx && chown -R ${OTHER} /var/tmp/closed.gpx`,
    )
  })

  test('repairs the owner of files that root created earlier', () => {
    const [folder, file] = ['uploads', 'left-by-root'].map((name) => join(binary.dataDir, name))
    chownSync(`${folder}`, 0, 0)
    writeFileSync(`${file}`, '')
    const before = binary.run(['doctor', '--offline'])
    expect(before.code).toBe(1)
    expect(before.stdout).toContain('ERROR    owner of the files: root owns 2 of them')
    const { stdout } = binary.run(['doctor', '--offline', '--repair'])
    expect(stdout).toContain('repaired owner of the files: 2 that root owned')
    expect(ownersIn(binary.dataDir)).toEqual([OTHER])
    expect(binary.run(['doctor', '--offline']).stdout).toContain('ok       owner of the files')
  })

  test('uses the data and settings of the server that it is installed for', () => {
    const [state, settings] = [join(root, 'state'), join(root, 'milepost.env')]
    mkdirSync(state)
    chownSync(state, OTHER, OTHER)
    writeFileSync(settings, 'SENDER_EMAIL=rides@example.org\nEMAIL_URL=smtp://localhost:25\n')
    mkdirSync(join(root, 'lib', 'milepost'), { recursive: true })
    const lines = [`ENV_FILE=${settings}`, `DATA_DIR=${state}`, 'USER=games', '']
    writeFileSync(join(root, 'lib', 'milepost', 'installation'), lines.join('\n'))
    const { stdout, stderr } = binary.run(['config', 'print'], { DATA_DIR: '' })
    expect(stderr).toBe('')
    expect(stdout).toContain(`SENDER_EMAIL=rides@example.org  # ${settings}`)
    expect(binary.run(create, { DATA_DIR: '' })).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(join(root, 'elsewhere', 'data'))).toBe(false)
    expect(ownersIn(state)).toEqual([OTHER])
  })
})
