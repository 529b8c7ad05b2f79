import { describe, expect, spyOn, test } from 'bun:test'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { Encrypter } from 'age-encryption'
import Database from 'better-sqlite3'
import { afterTest } from '../support/after-test'
import { aRide } from '../support/archives'
import {
  dataDir,
  inContext,
  run,
  runAs,
  runOnTerminal,
  startInNewFolders,
  writeBytesTo,
} from '../support/cli'
import { aUser } from '../support/factories'
import { randomOf } from '../support/ride'

startInNewFolders()

/** Fills the data folder with a user and the workouts of some rides. Other output goes to subfolders of it. */
async function withRides(count: number) {
  await inContext((ctx) => aUser(ctx, { username: 'ann' }))
  await importRides(1, count)
}

async function importRides(from: number, count: number) {
  const folder = join(dataDir(), `rides-${from}`)
  mkdirSync(folder)
  for (let day = from; day < from + count; day++)
    writeFileSync(join(folder, `${day}.gpx`), aRide(day))
  expect((await run('workouts', 'import', folder, '--user', 'ann')).code).toBe(0)
}

/** Logarithm of the number of rounds in which a key is derived from a passphrase; the default of 18 takes a second. */
const FEW_ROUNDS = 4

/** Lets the running test derive keys from passphrases in no time. */
function deriveKeysQuickly(): void {
  const { setPassphrase } = Encrypter.prototype
  const spy = spyOn(Encrypter.prototype, 'setPassphrase')
  afterTest(() => spy.mockRestore())
  spy.mockImplementation(function (this: Encrypter, passphrase) {
    setPassphrase.call(this, passphrase)
    this.setScryptWorkFactor(FEW_ROUNDS)
  })
}

const inFolder = (...names: string[]) => join(dataDir(), 'elsewhere', ...names)

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/** All rows of all tables, except those of SQLite itself. */
function contentOf(file: string): Record<string, unknown[]> {
  const database = new Database(file)
  const tables = database
    .prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'")
    .all()
  const content = tables.map(({ name }) => [
    name,
    database.prepare(`select * from "${name}"`).all(),
  ])
  database.close()
  return Object.fromEntries(content)
}

/** Runs a command that writes bytes to standard output. Returns the path of a file with them. */
async function toFile(name: string, ...args: string[]) {
  mkdirSync(inFolder(), { recursive: true })
  const output = createWriteStream(inFolder(name))
  writeBytesTo(output)
  const result = await run(...args)
  return { path: inFolder(name), result }
}

const newest = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('milepost-'))
    .sort()
    .at(-1) ?? ''

describe('backup', () => {
  test('to a folder can be restored into an empty one, with equal rows and files', async () => {
    await withRides(3)
    const { code, out } = await run('backup', '--to', inFolder())
    expect(code).toBe(0)
    expect(out).toContain('1 user, 3 workouts')
    const restored = join(dataDir(), 'restored')
    const answer = await run('restore', inFolder(), '--data-dir', restored)
    expect(answer).toMatchObject({ code: 0, err: '' })
    expect(answer.out).toContain('Restored 1 user, 3 workouts')
    const kept = (path: string) => !path.startsWith('incoming')
    const uploads = filesBelow(join(dataDir(), 'uploads')).filter(kept)
    expect(filesBelow(join(restored, 'uploads'))).toEqual(uploads)
    for (const path of uploads)
      expect(readFileSync(join(restored, 'uploads', path))).toEqual(
        readFileSync(join(dataDir(), 'uploads', path)),
      )
    expect(contentOf(join(restored, 'milepost.db'))).toEqual(
      contentOf(join(dataDir(), 'milepost.db')),
    )
    expect(readFileSync(join(restored, 'secret.key'))).toEqual(
      readFileSync(join(dataDir(), 'secret.key')),
    )
  })

  test('writes only new contents when the folder has other backups', async () => {
    await withRides(3)
    await run('backup', '--to', inFolder())
    const before = new Map(
      filesBelow(inFolder('contents')).map((path) => [
        path,
        statSync(inFolder('contents', path)).ino,
      ]),
    )
    await importRides(10, 1)
    await run('backup', '--to', inFolder())
    const after = filesBelow(inFolder('contents'))
    for (const [path, inode] of before) expect(statSync(inFolder('contents', path)).ino).toBe(inode)
    // The new original and the database, and a map image if one was drawn at once.
    expect(after.length - before.size).toBeLessThanOrEqual(3)
    expect(after.length - before.size).toBeGreaterThanOrEqual(2)
  })

  test('keeps the given number of backups, and no contents that only others used', async () => {
    await withRides(1)
    for (let round = 0; round < 3; round++) {
      await importRides(10 * (round + 1), 1)
      await run('backup', '--to', inFolder(), '--keep', '2')
    }
    const names = readdirSync(inFolder()).filter((name) => name.startsWith('milepost-'))
    expect(names).toHaveLength(2)
    const needed = new Set(
      names.flatMap((name) =>
        JSON.parse(readFileSync(inFolder(name, 'manifest.json'), 'utf8')).files.map(
          ({ sha256 }: { sha256: string }) => `${sha256.slice(0, 2)}/${sha256}`,
        ),
      ),
    )
    expect(new Set(filesBelow(inFolder('contents')))).toEqual(needed)
    for (const name of names) expect((await run('backup', 'verify', inFolder(name))).code).toBe(0)
  })

  test('to standard output is a single archive', async () => {
    await withRides(2)
    const { path, result } = await toFile('all.zip', 'backup', '--to', '-')
    expect(result).toMatchObject({ code: 0, out: '' })
    expect((await run('backup', 'verify', path)).out).toContain('1 user, 2 workouts')
    const restored = join(dataDir(), 'restored')
    expect((await run('restore', path, '--data-dir', restored)).code).toBe(0)
    expect(contentOf(join(restored, 'milepost.db'))).toEqual(
      contentOf(join(dataDir(), 'milepost.db')),
    )
  })

  test('can be encrypted with a passphrase, and reveals nothing without it', async () => {
    deriveKeysQuickly()
    await withRides(1)
    const [right, wrong] = ['right', 'wrong'].map((word) => {
      writeFileSync(join(dataDir(), word), `the ${word} passphrase\n`)
      return join(dataDir(), word)
    })
    const order = ['backup', '--to', '-', '--passphrase-file', right ?? '']
    const { path } = await toFile('all.zip.age', ...order)
    expect(readFileSync(path).includes('manifest.json')).toBe(false)
    const verify = (...options: string[]) => run('backup', 'verify', path, ...options)
    expect((await verify()).err).toContain('--passphrase-file')
    expect((await verify('--passphrase-file', wrong ?? '')).code).toBe(1)
    expect(await verify('--passphrase-file', right ?? '')).toMatchObject({ code: 0 })
    const sealed = readFileSync(path)
    for (const at of [Math.floor(sealed.length / 2), sealed.length - 1]) {
      const flipped = Buffer.from(sealed)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      writeFileSync(path, flipped)
      expect((await verify('--passphrase-file', right ?? '')).code).toBe(1)
    }
  })

  test('requires a database', async () => {
    rmSync(join(dataDir(), 'milepost.db'))
    expect(await run('backup', '--to', inFolder())).toMatchObject({
      code: 3,
      err: `There is no database at ${join(dataDir(), 'milepost.db')}. Name the folder of the data with --data-dir FOLDER or DATA_DIR.`,
    })
  })

  test('reports files that were already missing', async () => {
    await withRides(1)
    const gone = 'pictures/1/gone.jpg'
    await inContext(({ db }) => db.updateTable('users').set({ picture: gone }).execute())
    const { code, err } = await run('backup', '--to', inFolder())
    expect({ code, err }).toEqual({ code: 0, err: `missing: ${gone}` })
  })
})

describe('a damaged backup', () => {
  const next = randomOf(20261122)
  const random = (below: number) => Math.floor(next() * below)

  /** Verifies a backup with one byte of a file flipped, and flips it back. */
  async function verifyFlipped(file: string, at: number, backup: string) {
    const bytes = readFileSync(file)
    const byte = bytes[at] ?? 0
    bytes[at] = byte ^ (1 << random(8))
    writeFileSync(file, bytes)
    const { code } = await run('backup', 'verify', backup)
    bytes[at] = byte
    writeFileSync(file, bytes)
    return code
  }

  test('is rejected when any byte of the archive is flipped', async () => {
    await withRides(1)
    const { path } = await toFile('all.zip', 'backup', '--to', '-')
    const { size } = statSync(path)
    const places = [0, 1, size - 1, size - 64, size - 65, size - 86]
    for (let index = 0; index < 40; index++) places.push(random(size))
    for (const at of places) expect(await verifyFlipped(path, at, path)).toBe(1)
    expect((await run('backup', 'verify', path)).code).toBe(0)
  })

  test('is rejected when one byte of a file in the folder is flipped', async () => {
    await withRides(1)
    await run('backup', '--to', inFolder())
    const name = newest(inFolder())
    const files = [
      ...filesBelow(inFolder('contents')).map((path) => inFolder('contents', path)),
      ...filesBelow(inFolder(name)).map((path) => inFolder(name, path)),
    ]
    for (const file of files)
      for (let index = 0; index < 5; index++)
        expect(await verifyFlipped(file, random(statSync(file).size), inFolder(name))).toBe(1)
  })

  test('is rejected when its end is missing', async () => {
    await withRides(1)
    const { path } = await toFile('all.zip', 'backup', '--to', '-')
    const bytes = readFileSync(path)
    for (const length of [0, 10, 63, 64, 65, bytes.length - 1]) {
      writeFileSync(path, bytes.subarray(0, length))
      expect((await run('backup', 'verify', path)).code).toBe(1)
    }
  })

  test('changes nothing at the target of a restore', async () => {
    await withRides(1)
    const { path } = await toFile('all.zip', 'backup', '--to', '-')
    writeFileSync(path, readFileSync(path).subarray(0, -1))
    const restored = join(dataDir(), 'restored')
    expect((await run('restore', path, '--data-dir', restored)).code).toBe(1)
    expect(existsSync(restored) ? readdirSync(restored) : []).toEqual([])
  })
})

describe('backup list', () => {
  test('lists the backups in a folder, the oldest first, and names damaged ones', async () => {
    expect((await run('backup', 'list', dataDir())).out).toStartWith('There are no backups in ')
    await withRides(1)
    for (const _ of [1, 2]) await run('backup', '--to', inFolder())
    const { code, out } = await run('backup', 'list', inFolder())
    expect(code).toBe(0)
    const names = out.split('\n').map((line) => line.split('\t')[0] ?? '')
    expect(names).toEqual(names.toSorted())
    expect(out.split('\n')[1]).toMatch(/^milepost-\S+Z\t1 user\t1 workout\t\d files\t[\d.]+MB$/)
    writeFileSync(inFolder(names[0] ?? '', 'manifest.json'), '{}')
    const damaged = await run('backup', 'list', inFolder())
    expect(damaged.code).toBe(1)
    expect(damaged.out.split('\n')[0]).toEndWith('is damaged.')
    expect(damaged.err).toBe('1 of 2 cannot be restored.')
  })

  test('finds the folder of the settings', async () => {
    await run('backup')
    expect((await run('backup', 'list')).out).toContain('\t0 users\t0 workouts\t')
    const env = { BACKUP_TO: inFolder() }
    expect((await runAs({ env }, 'backup', 'list')).code).toBe(3)
    expect((await runAs({ env }, 'backup')).code).toBe(0)
    expect((await runAs({ env }, 'backup', 'list')).out).toContain('\t0 users\t0 workouts\t')
  })

  test('writes nothing to an empty BACKUP_TO that has had backups, unless --to names it', async () => {
    const env = { BACKUP_TO: inFolder() }
    await run('users', 'create', 'ann', '--email', 'ann@example.com')
    expect((await runAs({ env }, 'backup', '--to', inFolder())).code).toBe(0)
    rmSync(inFolder(), { recursive: true })
    const { code, err } = await runAs({ env }, 'backup')
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('its disk is not mounted'),
    })
    expect(existsSync(inFolder())).toBe(false)
    expect((await runAs({ env }, 'backup', '--to', inFolder())).code).toBe(0)
  })
})

describe('restore', () => {
  test('rejects a folder with data, and moves the data aside with --force', async () => {
    await withRides(1)
    await run('backup', '--to', inFolder())
    await importRides(10, 1)
    const now = contentOf(join(dataDir(), 'milepost.db'))
    const refused = await run('restore', inFolder())
    expect(refused.code).toBe(5)
    expect(refused.err).toContain('--force')
    expect(contentOf(join(dataDir(), 'milepost.db'))).toEqual(now)
    expect(await run('restore', inFolder(), '--force')).toMatchObject({ code: 0 })
    const aside = readdirSync(dataDir()).find((name) => name.startsWith('before-restore-')) ?? ''
    expect(contentOf(join(dataDir(), aside, 'milepost.db'))).toEqual(now)
    const workouts = () => inContext(({ db }) => db.selectFrom('workouts').select('id').execute())
    expect(await workouts()).toHaveLength(1)
  })

  test('rejects files that are not backups', async () => {
    mkdirSync(inFolder(), { recursive: true })
    writeFileSync(inFolder('notes.txt'), 'nothing')
    const restored = (path: string) =>
      run('restore', path, '--data-dir', join(dataDir(), 'restored'))
    expect((await restored(inFolder())).code).toBe(3)
    expect((await restored(inFolder('none'))).code).toBe(3)
    expect((await restored(inFolder('notes.txt'))).code).toBe(1)
    // Nightly copies, which the server makes by itself.
    const { code, err } = await restored(join(dataDir(), 'milepost.db'))
    expect([code, err]).toEqual([1, expect.stringContaining('a copy of the database alone')])
  })
})

test('a backup shows its progress on terminals only', async () => {
  await withRides(2)
  const made = await runOnTerminal('backup', '--to', inFolder())
  expect(made.drawn).toEqual([
    expect.stringMatching(/^backing up: 1 file \(.+\)$/),
    'copying the database',
    null,
  ])
  const verified = await runOnTerminal('backup', 'verify', inFolder())
  const restored = await runOnTerminal('restore', inFolder(), '--force')
  const checked = verified.drawn.slice(0, -1)
  expect(checked.slice(-2)).toEqual(['checking: 100 %', 'checking the database'])
  expect(restored.drawn.slice(0, checked.length)).toEqual(checked)
  const unpacked = restored.drawn.slice(checked.length)
  expect(unpacked.slice(-2)).toEqual(['unpacking: 100 %', null])
  expect(unpacked.slice(0, -1).every((line) => /^unpacking: \d+ %$/.test(line ?? ''))).toBeTrue()
  const { path } = await toFile('all.zip', 'backup', '--to', '-')
  const ofArchive = await runOnTerminal('backup', 'verify', path)
  expect(ofArchive.drawn).toEqual(['reading: 100 %', null, ...verified.drawn])
  for (const { out, err } of [made, verified, restored])
    expect(`${out}${err}`).not.toMatch(/checking|unpacking|backing up/)
  expect((await run('backup', 'verify', inFolder())).out).toMatch(
    /^Backup of [^\n]+\nThe backup is valid: [^\n]+$/,
  )
})
