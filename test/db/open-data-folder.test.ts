import { describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openDatabase } from '@/store/db/connections/open'
import { openOwnDatabase } from '@/store/db/connections/open-for-server'
import { dataDir, run, startInNewFolders } from '../support/cli'
import { smallDisk } from '../support/small-disk'

startInNewFolders()
const disk = smallDisk(8000)

const file = () => join(dataDir(), 'milepost.db')
const status = () => run('db', 'status')

/** Creates a data folder as it is after some use. */
async function use() {
  expect((await run('db', 'migrate')).code).toBe(0)
  writeFileSync(join(dataDir(), 'secret.key'), 'a key of some length, made once')
  mkdirSync(join(dataDir(), 'uploads', 'workouts', '1'), { recursive: true })
  writeFileSync(join(dataDir(), 'uploads', 'workouts', '1', 'ride.gpx'), '<gpx/>')
}

describe('a data folder whose database', () => {
  test('is empty is rejected while there are uploads', async () => {
    await use()
    writeFileSync(file(), '')
    for (const suffix of ['-wal', '-shm']) rmSync(file() + suffix, { force: true })
    const { code, err } = await status()
    expect(code).toBe(1)
    expect(err).toBe(
      `${file()} is missing or empty, although ${dataDir()}/uploads is there: the database was lost. Either restore a backup (milepost restore --help), or move ${dataDir()}/uploads away to start with an empty database.`,
    )
    for (const command of [['users', 'create', 'ann', '--email', 'a@example.com'], ['backup']])
      expect((await run(...command)).err).toBe(err)
    rmSync(join(dataDir(), 'uploads'), { recursive: true })
    expect((await status()).code).toBe(0)
  })

  test('is missing is rejected while there are uploads', async () => {
    await use()
    rmSync(file())
    expect((await status()).err).toContain('the database was lost')
    expect(await Bun.file(file()).exists()).toBe(false)
  })

  test('is missing is rejected while its WAL exists, because SQLite would delete it', async () => {
    const { sqlite } = openDatabase(file())
    sqlite.exec('create table t (n)')
    copyFileSync(`${file()}-wal`, `${file()}.log`)
    sqlite.close()
    renameSync(file(), `${file()}.away`)
    renameSync(`${file()}.log`, `${file()}-wal`)
    expect(() => openOwnDatabase(file(), () => undefined)).toThrow(
      `${file()}-wal contains changes to it: the database was lost. Move it back`,
    )
    expect(existsSync(`${file()}-wal`)).toBe(true)
    renameSync(`${file()}.away`, file())
    expect((await status()).code).toBe(0)
  })

  test('has no tables is rejected while there are uploads', async () => {
    await use()
    rmSync(file())
    const other = new Database(file())
    other.pragma('user_version = 1')
    other.close()
    expect((await status()).err).toContain('the database was lost')
  })

  test('is new is created', async () => {
    rmSync(file())
    expect((await run('users', 'create', 'ann', '--email', 'a@example.com')).code).toBe(0)
    expect((await status()).code).toBe(0)
  })

  test('belongs to another program is rejected', async () => {
    rmSync(file())
    const other = new Database(file())
    other.exec('create table things (id)')
    other.close()
    expect((await status()).err).toBe(
      `${file()} is the database of another program: choose another data folder.`,
    )
  })

  test('is not a database is rejected with advice', async () => {
    writeFileSync(file(), 'x'.repeat(10_000))
    const { code, err } = await status()
    expect(code).toBe(1)
    expect(err).toStartWith(`${file()} cannot be used (`)
    expect(err).toEndWith('it is damaged, restore a backup (milepost restore --help).')
  })

  test('is damaged is rejected with advice', async () => {
    await use()
    const bytes = Buffer.from(await Bun.file(file()).bytes())
    writeFileSync(file(), bytes.fill(0xff, 4096))
    const { code, err } = await run('db', 'migrate')
    expect(code).toBe(1)
    expect(err).toStartWith(`${file()} cannot be used (`)
    expect(err).toContain('restore a backup')
  })

  test.skipIf(!disk)('is on a read-only disk is rejected with advice', async () => {
    const place = disk ?? ''
    const onDisk = ['db', 'migrate', '--data-dir', place]
    expect((await run(...onDisk)).code).toBe(0)
    Bun.spawnSync(['mount', '-o', 'remount,ro', place])
    const { code, err } = await run(...onDisk)
    Bun.spawnSync(['mount', '-o', 'remount,rw', place])
    expect(code).toBe(5)
    expect(err).toStartWith(`${place}/milepost.db cannot be used (`)
    expect(err).toEndWith(
      'it and its folder must belong to the user that runs Milepost, on a disk that may be written to.',
    )
  })
})

test('a lost signing key is not replaced by an empty one', async () => {
  await use()
  writeFileSync(join(dataDir(), 'secret.key'), '')
  const { code, err } = await run('users', 'create', 'ann', '--email', 'ann@example.com')
  expect(code).toBe(1)
  expect(err).toStartWith(`${dataDir()}/secret.key contains no key`)
})
