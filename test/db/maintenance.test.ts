import { describe, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkpointFile } from '@/store/db/connections/checkpoint-file'
import { connectionsOf } from '@/store/db/connections/dialect'
import {
  backUpDatabase,
  checkpoint,
  holdCheckpoints,
  optimise,
  syncLog,
} from '@/store/db/connections/maintenance'
import { openDatabase } from '@/store/db/connections/open'
import { type TransactOptions, writeTo } from '@/store/db/connections/transact'
import { afterTest } from '../support/after-test'
import { newTestFolder } from '../support/folder'

test('nightly copies are complete databases, and only the newest are kept', async () => {
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

describe('a commit without fsync', () => {
  test('is the only one that does not wait for the disk', async () => {
    const { db } = openTestDatabase()
    const disk = Promise.withResolvers<void>()
    const connections = connectionsOf(db)
    connections.durable = () => disk.promise
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

  test('uses no temporary files for its statements', async () => {
    const { db, setting } = openTestDatabase()
    const during: unknown[] = []
    const look = async () => void during.push(setting('temp_store'))
    await writeTo(db, look, { syncedLater: true })
    await writeTo(db, look)
    expect(during).toEqual([IN_MEMORY, BY_DEFAULT])
  })

  test('restores the settings when its transaction fails', async () => {
    const { db, setting } = openTestDatabase()
    const fault = new Error('a fault')
    const work = writeTo(db, () => Promise.reject(fault), { syncedLater: true })
    await expect(work).rejects.toBe(fault)
    expect(setting('temp_store')).toBe(BY_DEFAULT)
  })

  test('restores the settings when its transaction cannot start', async () => {
    const { file, db, setting } = openTestDatabase()
    const other = openDatabase(file, { busyTimeout: 0 })
    afterTest(() => other.db.destroy())
    await writeTo(db, async () => {
      const busy = writeTo(other.db, async () => undefined, { syncedLater: true })
      await expect(busy).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
      expect(other.sqlite.pragma('temp_store', { simple: true })).toBe(BY_DEFAULT)
    })
    expect(setting('temp_store')).toBe(BY_DEFAULT)
  })
})

test('a WAL that has grown is truncated by the first commit after a checkpoint', async () => {
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

test('the WAL grows while checkpoints are held, and is checkpointed afterwards', async () => {
  const { sqlite, db, file } = openTestDatabase()
  const write = () =>
    writeTo(db, async () => void sqlite.exec('insert into t values (zeroblob(6000000))'))
  const release = holdCheckpoints(db)
  await write()
  expect(statSync(file).size).toBeLessThan(6_000_000)
  release()
  await write()
  expect(statSync(file).size).toBeGreaterThan(12_000_000)
})

test('a checkpoint over another connection empties the WAL of an open database', async () => {
  const { file, sqlite } = openTestDatabase()
  sqlite.exec('insert into t values (zeroblob(100000))')
  const before = Bun.file(file).size
  checkpointFile(file)
  expect(Bun.file(file).size).toBeGreaterThan(before + 100_000)
  expect(sqlite.prepare('select length(n) as bytes from t').get()).toEqual({ bytes: 100_000 })
})

test('the WAL can be fsynced when it is empty and when it does not exist', async () => {
  const { db, sqlite } = openTestDatabase()
  await syncLog(db)
  sqlite.exec('pragma wal_checkpoint(truncate)')
  await syncLog(db)
  const memory = openDatabase(':memory:')
  await syncLog(memory.db)
  await memory.db.destroy()
})
