import { describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { dataDir, run, startInNewFolders } from '../support/cli'
import { smallDisk } from '../support/small-disk'

startInNewFolders()
const disk = smallDisk(8000)

const file = () => join(dataDir(), 'milepost.db')
const status = () => run('db', 'status')

/** Makes a data folder as it is after some use. */
async function use() {
  expect((await run('db', 'migrate')).code).toBe(0)
  writeFileSync(join(dataDir(), 'secret.key'), 'a key of some length, made once')
  mkdirSync(join(dataDir(), 'uploads', 'workouts', '1'), { recursive: true })
  writeFileSync(join(dataDir(), 'uploads', 'workouts', '1', 'ride.gpx'), '<gpx/>')
}

describe('a data folder whose database', () => {
  test('is empty is refused while uploads are there', async () => {
    await use()
    writeFileSync(file(), '')
    for (const suffix of ['-wal', '-shm']) rmSync(file() + suffix, { force: true })
    const { code, err } = await status()
    expect(code).toBe(1)
    expect(err).toBe(
      `${file()} holds nothing, although ${dataDir()}/uploads is there: the database was lost. Either restore a backup (milepost restore --help), or move ${dataDir()}/uploads away to begin anew.`,
    )
    for (const command of [['users', 'create', 'ann', '--email', 'a@example.com'], ['backup']])
      expect((await run(...command)).err).toBe(err)
    rmSync(join(dataDir(), 'uploads'), { recursive: true })
    expect((await status()).code).toBe(0)
  })

  test('is gone is refused as well', async () => {
    await use()
    rmSync(file())
    expect((await status()).err).toContain('the database was lost')
    expect(await Bun.file(file()).exists()).toBe(false)
  })

  test('has no tables is refused as well', async () => {
    await use()
    rmSync(file())
    const other = new Database(file())
    other.pragma('user_version = 1')
    other.close()
    expect((await status()).err).toContain('the database was lost')
  })

  test('is new is made', async () => {
    rmSync(file())
    expect((await run('users', 'create', 'ann', '--email', 'a@example.com')).code).toBe(0)
    expect((await status()).code).toBe(0)
  })

  test('belongs to another program is refused', async () => {
    rmSync(file())
    const other = new Database(file())
    other.exec('create table things (id)')
    other.close()
    expect((await status()).err).toBe(
      `${file()} is the database of another program: choose another data folder.`,
    )
  })

  test('is no database is refused with advice', async () => {
    writeFileSync(file(), 'x'.repeat(10_000))
    const { code, err } = await status()
    expect(code).toBe(1)
    expect(err).toStartWith(`${file()} cannot be used (`)
    expect(err).toEndWith('it is damaged, restore a backup (milepost restore --help).')
  })

  test('is damaged inside is refused with advice', async () => {
    await use()
    const bytes = Buffer.from(await Bun.file(file()).bytes())
    writeFileSync(file(), bytes.fill(0xff, 4096))
    const { code, err } = await run('db', 'migrate')
    expect(code).toBe(1)
    expect(err).toStartWith(`${file()} cannot be used (`)
    expect(err).toContain('restore a backup')
  })

  test.skipIf(!disk)('is on a disk that may only be read is refused with advice', async () => {
    const place = disk ?? ''
    const onDisk = ['db', 'migrate', '--data-dir', place]
    expect((await run(...onDisk)).code).toBe(0)
    Bun.spawnSync(['mount', '-o', 'remount,ro', place])
    const { code, err } = await run(...onDisk)
    Bun.spawnSync(['mount', '-o', 'remount,rw', place])
    expect(code).toBe(1)
    expect(err).toStartWith(`${place}/milepost.db cannot be used (`)
    expect(err).toEndWith(
      'it and its folder must belong to the user that runs Milepost, on a disk that may be written to.',
    )
  })
})

test('a signing key that was lost is not replaced by an empty one', async () => {
  await use()
  writeFileSync(join(dataDir(), 'secret.key'), '')
  const { code, err } = await run('users', 'create', 'ann', '--email', 'ann@example.com')
  expect(code).toBe(1)
  expect(err).toStartWith(`${dataDir()}/secret.key holds no key`)
})
