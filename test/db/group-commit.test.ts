import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { DiskFailedError } from '@/lib/system-errors'
import { connectionsOf } from '@/store/db/connections/dialect'
import { checkpoint, checkpointBy } from '@/store/db/connections/maintenance'
import { openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { afterTest } from '../support/after-test'
import { newTestFolder } from '../support/folder'

type Done = (error: NodeJS.ErrnoException | null) => void

const errorOf = (code: string) => Object.assign(new Error(`${code}: fsync`), { code })

const spy = { restore: () => {} }
afterEach(() => spy.restore())

/** Holds every fsync until the test releases it. */
function holdFsyncs() {
  const held: Done[] = []
  const fsync = spyOn(fs, 'fsync').mockImplementation(((_: number, done: Done) => {
    held.push(done)
  }) as typeof fs.fsync)
  spy.restore = () => fsync.mockRestore()
  return held
}

function open() {
  const file = join(newTestFolder(), 'a.db')
  const { db, sqlite } = openDatabase(file)
  afterTest(() => db.destroy())
  sqlite.exec('create table t (n)')
  const rows = () => sqlite.prepare('select n from t').pluck().all()
  const write = (n: number) =>
    writeTo(db, async () => void sqlite.exec(`insert into t values (${n})`))
  return { file, db, sqlite, rows, write }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Records how promises settle, by name. */
function observe() {
  const ended: string[] = []
  const watch = (name: string, work: Promise<unknown>) =>
    void work.then(
      () => ended.push(name),
      (error: Error) => ended.push(`${name}: ${error.name}`),
    )
  return { ended, watch }
}

describe('a commit', () => {
  test('waits for an fsync that started after it, together with all other commits', async () => {
    const { write, rows } = open()
    const held = holdFsyncs()
    const { ended, watch } = observe()
    watch('first', write(1))
    while (held.length === 0) await turn()
    for (const n of [2, 3]) watch(String(n), write(n))
    while (rows().length < 3) await turn()
    await turn()
    expect(held).toHaveLength(1)
    held[0]?.(null)
    while (held.length < 2) await turn()
    expect(ended).toEqual(['first'])
    held[1]?.(null)
    while (ended.length < 3) await turn()
    expect(ended).toEqual(['first', '2', '3'])
    expect(held).toHaveLength(2)
  })

  test('of a single statement waits as well', async () => {
    const { db } = open()
    const held = holdFsyncs()
    const { ended, watch } = observe()
    watch('statement', db.executeQuery(CompiledQuery.raw('insert into t values (1)')))
    while (held.length === 0) await turn()
    await turn()
    expect(ended).toEqual([])
    held[0]?.(null)
    while (ended.length === 0) await turn()
    expect(ended).toEqual(['statement'])
  })

  test('is awaited when the database is closed, before the descriptor of the WAL is', async () => {
    const { db, write, rows } = open()
    const held = holdFsyncs()
    const closed = spyOn(fs, 'closeSync')
    const { ended, watch } = observe()
    for (const n of [1, 2]) {
      watch(String(n), write(n))
      while (held.length === 0 || rows().length < n) await turn()
    }
    await turn()
    watch('closed', db.destroy())
    held[0]?.(null)
    while (held.length < 2) await turn()
    await turn()
    expect(closed).not.toHaveBeenCalled()
    held[1]?.(null)
    while (ended.length < 3) await turn()
    closed.mockRestore()
    expect(ended).toEqual(['1', '2', 'closed'])
  })

  test('needs no new file descriptor', async () => {
    const { write, rows } = open()
    const opening = spyOn(fs, 'openSync').mockImplementation(() => {
      throw errorOf('EMFILE')
    })
    spy.restore = () => opening.mockRestore()
    await write(1)
    expect(rows()).toEqual([1])
  })
})

describe('after a failed fsync', () => {
  test.each(['EIO', 'ENOSPC', 'EDQUOT'])(
    'with %s no write succeeds, even if a later fsync would',
    async (code) => {
      const { db, write, rows } = open()
      const failures: DiskFailedError[] = []
      connectionsOf(db).onFailure((failure) => failures.push(failure))
      const held = holdFsyncs()
      const { ended, watch } = observe()
      watch('under way', write(1))
      while (held.length === 0) await turn()
      watch('waiting', write(2))
      while (rows().length < 2) await turn()
      held[0]?.(errorOf(code))
      while (ended.length < 2) await turn()
      expect(ended).toEqual(['under way: DiskFailedError', 'waiting: DiskFailedError'])
      spy.restore()
      await expect(write(3)).rejects.toBeInstanceOf(DiskFailedError)
      const statement = CompiledQuery.raw('insert into t values (4)')
      await expect(db.executeQuery(statement)).rejects.toBeInstanceOf(DiskFailedError)
      await expect(checkpoint(db)).rejects.toBeInstanceOf(DiskFailedError)
      expect(rows()).toEqual([1, 2])
      expect(failures.map(({ errno }) => errno)).toEqual([code])
    },
  )

  test('in a checkpoint of a worker no write succeeds', async () => {
    const { db, write } = open()
    const failing = () => Promise.reject(errorOf('SQLITE_IOERR_FSYNC'))
    await expect(checkpointBy(db, failing)).rejects.toBeInstanceOf(DiskFailedError)
    await expect(write(1)).rejects.toMatchObject({ errno: 'SQLITE_IOERR_FSYNC' })
  })

  test('the connections stay open, so that SQLite does not delete a WAL that is still needed', async () => {
    const { file, db } = open()
    const failing = () => Promise.reject(errorOf('SQLITE_IOERR_FSYNC'))
    await checkpointBy(db, failing).catch(() => undefined)
    await db.destroy()
    expect(fs.existsSync(`${file}-wal`)).toBe(true)
  })

  test('the next start finds the durable data and accepts writes again', async () => {
    const { file, db, write } = open()
    await write(1)
    await checkpointBy(db, () => Promise.reject(errorOf('SQLITE_IOERR_FSYNC'))).catch(
      () => undefined,
    )
    const copy = join(newTestFolder(), 'a.db')
    for (const end of ['', '-wal']) fs.copyFileSync(file + end, copy + end)
    const next = openDatabase(copy)
    afterTest(() => next.db.destroy())
    await writeTo(next.db, async () => void next.sqlite.exec('insert into t values (2)'))
    expect(next.sqlite.prepare('select n from t').pluck().all()).toEqual([1, 2])
  })
})

test('a checkpoint that fails for another reason loses nothing, and writes continue', async () => {
  const { db, write, rows } = open()
  const full = checkpointBy(db, () => Promise.reject(errorOf('SQLITE_FULL')))
  await expect(full).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await write(1)
  expect(rows()).toEqual([1])
})

describe.each(['', '-wal'])('a database whose file a.db%s', (end) => {
  test('was deleted rejects writes', async () => {
    const { file, write } = open()
    fs.rmSync(file + end)
    await expect(write(1)).rejects.toThrow('was deleted while it was in use')
    await expect(write(2)).rejects.toBeInstanceOf(DiskFailedError)
  })

  test('was replaced rejects writes', async () => {
    const { file, write } = open()
    fs.copyFileSync(file + end, `${file}.copy`)
    fs.renameSync(`${file}.copy`, file + end)
    await expect(write(1)).rejects.toThrow('was replaced while it was in use')
    await expect(write(2)).rejects.toBeInstanceOf(DiskFailedError)
  })
})
