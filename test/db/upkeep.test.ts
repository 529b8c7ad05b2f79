import { describe, expect, test } from 'bun:test'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkpointFile } from '@/db/checkpoint-file'
import { connectionsOf } from '@/db/dialect'
import { openDatabase } from '@/db/open'
import { type TransactOptions, writeTo } from '@/db/transact'
import { backUpDatabase, checkpoint, holdCheckpoints, optimise, syncLog } from '@/db/upkeep'
import { afterTest } from '../support/after-test'
import { newTestFolder } from '../support/folder'

test('backups are whole databases, and only the newest are kept', async () => {
  const folder = newTestFolder()
  const { db, sqlite } = openDatabase(join(folder, 'a.db'))
  sqlite.exec('create table t (n integer); insert into t values (7)')
  await optimise(db)
  await checkpoint(db)
  const backups = join(folder, 'backups')
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03'])
    await backUpDatabase({ sqlite }, { folder: backups, day, keep: 2 })
  expect(readdirSync(backups).toSorted()).toEqual([
    'milepost-2026-01-02.db',
    'milepost-2026-01-03.db',
  ])
  const copy = openDatabase(join(backups, 'milepost-2026-01-03.db'))
  expect(copy.sqlite.prepare('select n from t').get()).toEqual({ n: 7 })
  expect(copy.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  await copy.db.destroy()
  await db.destroy()
})

function openTestDatabase() {
  const file = join(newTestFolder(), 'a.db')
  const { db, sqlite } = openDatabase(file)
  afterTest(() => db.destroy())
  sqlite.exec('create table t (n blob)')
  const setting = (name: string) => sqlite.pragma(name, { simple: true })
  return { file, db, sqlite, setting }
}

const [BY_DEFAULT, IN_MEMORY] = [0, 2]

describe('a commit that is synced later', () => {
  test('is the only one that does not wait for the disk', async () => {
    const { db } = openTestDatabase()
    const disk = Promise.withResolvers<void>()
    const connections = connectionsOf(db)
    connections.synced = () => disk.promise
    const over: string[] = []
    const write = (name: string, options?: TransactOptions) =>
      writeTo(db, async () => undefined, options).then(() => void over.push(name))
    const ordinary = [write('one'), write('another', { syncedLater: false })]
    await write('later', { syncedLater: true })
    expect(over).toEqual(['later'])
    disk.resolve()
    await Promise.all(ordinary)
    expect(over).toEqual(['later', 'one', 'another'])
  })

  test('is of a transaction that makes no files for its statements', async () => {
    const { db, setting } = openTestDatabase()
    const during: unknown[] = []
    const look = async () => void during.push(setting('temp_store'))
    await writeTo(db, look, { syncedLater: true })
    await writeTo(db, look)
    expect(during).toEqual([IN_MEMORY, BY_DEFAULT])
  })

  test('leaves nothing behind when its transaction fails', async () => {
    const { db, setting } = openTestDatabase()
    const fault = new Error('a fault')
    const work = writeTo(db, () => Promise.reject(fault), { syncedLater: true })
    await expect(work).rejects.toBe(fault)
    expect(setting('temp_store')).toBe(BY_DEFAULT)
  })

  test('is followed by ordinary ones when its transaction cannot begin', async () => {
    const { file, db, setting } = openTestDatabase()
    const other = openDatabase(file, { patience: 0 })
    afterTest(() => other.db.destroy())
    await writeTo(db, async () => {
      const busy = writeTo(other.db, async () => undefined, { syncedLater: true })
      await expect(busy).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
      expect(other.sqlite.pragma('temp_store', { simple: true })).toBe(BY_DEFAULT)
    })
    expect(setting('temp_store')).toBe(BY_DEFAULT)
  })
})

test('a log that has grown is cut by the first commit after it was emptied', async () => {
  const { file, sqlite, db } = openTestDatabase()
  const log = () => statSync(`${file}-wal`).size
  const release = holdCheckpoints(db)
  sqlite.exec('insert into t values (zeroblob(9000000))')
  expect(log()).toBeGreaterThan(9_000_000)
  checkpointFile(file)
  release()
  await writeTo(db, async () => void sqlite.exec('insert into t values (1)'))
  expect(log()).toBeLessThan(5_000_000)
})

test('the log grows while checkpoints are held, and only then', async () => {
  const { sqlite, db, setting } = openTestDatabase()
  const usual = setting('wal_autocheckpoint')
  const release = holdCheckpoints(db)
  expect(setting('wal_autocheckpoint')).toBe(0)
  sqlite.exec('insert into t values (zeroblob(1))')
  release()
  expect(setting('wal_autocheckpoint')).toBe(usual)
})

test('a checkpoint over another connection empties the log of an open database', async () => {
  const { file, sqlite } = openTestDatabase()
  sqlite.exec('insert into t values (zeroblob(100000))')
  const before = Bun.file(file).size
  checkpointFile(file)
  expect(Bun.file(file).size).toBeGreaterThan(before + 100_000)
  expect(sqlite.prepare('select length(n) as bytes from t').get()).toEqual({ bytes: 100_000 })
})

test('a log is synced that is there, that is gone, and that never was', async () => {
  const { file, db, sqlite } = openTestDatabase()
  await syncLog(db)
  sqlite.exec('pragma wal_checkpoint(truncate)')
  rmSync(`${file}-wal`)
  await syncLog(db)
  const memory = openDatabase(':memory:')
  await syncLog(memory.db)
  await memory.db.destroy()
})
