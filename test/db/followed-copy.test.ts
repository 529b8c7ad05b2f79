import { expect, test } from 'bun:test'
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { runCommand } from '@/cli'
import { generationOf } from '@/db/dialect'
import { openFollowedCopy } from '@/db/followed-copy'
import { openDatabase } from '@/db/open'
import { openOwnDatabase } from '@/db/open-own'
import { writeTo } from '@/db/transact'
import { shrink } from '@/db/upkeep'
import { isReadOnly } from '@/lib/faults'
import { afterTest } from '../support/after-test'
import { newTestFolder } from '../support/folder'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { nobody } from '../support/stand-in'
import { until } from '../support/until'

const PAGE = 4096

/** A database, and a copy of it as Litestream leaves one: still marked as having a write-ahead log. */
function makeCopy(change: (sqlite: Database.Database) => void = () => undefined) {
  const folder = newTestFolder()
  const [original, copy] = [join(folder, 'original.db'), join(folder, 'copy.db')]
  writeFileSync(original, PREPARED_DATABASE)
  const sqlite = new Database(original)
  afterTest(() => sqlite.close())
  change(sqlite)
  copyFileSync(original, copy)
  const marked = new Database(copy)
  marked.pragma('journal_mode = wal')
  marked.close()
  writeFileSync(`${copy}-txid`, '1')
  return { sqlite, original, copy }
}

function follow(copy: string) {
  const followed = openFollowedCopy(copy)
  afterTest(() => followed.db.destroy())
  return followed
}

/** Puts the pages that differ into a copy, all but the first: by that SQLite would know that the file has changed. */
function replicate(original: string, copy: string): void {
  const [newer, older] = [readFileSync(original), readFileSync(copy)]
  expect(newer.length).toBe(older.length)
  const file = openSync(copy, 'r+')
  for (let start = PAGE; start < newer.length; start += PAGE) {
    const page = newer.subarray(start, start + PAGE)
    if (!page.equals(older.subarray(start, start + PAGE))) writeSync(file, page, 0, PAGE, start)
  }
  closeSync(file)
}

const numbersIn = async (db: ReturnType<typeof follow>['db']) => {
  const { rows } = await sql<{ most: number; total: number }>`
    select max(n) as most, sum(n) as total from numbers`.execute(db)
  return rows[0]
}

test('a copy is read as it is now, though nothing tells SQLite that it was changed', async () => {
  const { sqlite, original, copy } = makeCopy((empty) => {
    empty.exec('create table numbers (id integer primary key, n integer)')
    const insert = empty.prepare('insert into numbers (n) values (100)')
    empty.transaction(() => {
      for (let row = 0; row < 5000; row++) insert.run()
    })()
  })
  const { db } = follow(copy)
  expect(await numbersIn(db)).toEqual({ most: 100, total: 500_000 })
  for (let round = 1; round <= 5; round++) {
    const before = generationOf(db)
    sqlite.prepare('update numbers set n = ?').run(100 + round)
    replicate(original, copy)
    await Bun.sleep(10)
    expect(await numbersIn(db)).toEqual({ most: 100 + round, total: 5000 * (100 + round) })
    expect(generationOf(db)).toBeGreaterThan(before)
  }
})

test('a copy that was made anew takes the place of the former', async () => {
  const { copy } = makeCopy((sqlite) => sqlite.exec('create table numbers as select 1 as n'))
  const { db } = follow(copy)
  expect(await numbersIn(db)).toEqual({ most: 1, total: 1 })
  const newer = makeCopy((sqlite) => sqlite.exec('create table numbers as select 2 as n'))
  renameSync(newer.copy, copy)
  await until('the new copy', async () => (await numbersIn(db))?.most === 2)
})

test('nothing is written to a copy', async () => {
  const { copy } = makeCopy()
  const { db } = follow(copy)
  const change = sql`update app_config set max_users = 1`
  for (const attempt of [change.execute(db), writeTo(db, (tx) => change.execute(tx))]) {
    const error = await attempt.catch((reason) => reason)
    expect(isReadOnly(error)).toBe(true)
  }
  expect(() => openOwnDatabase(copy, () => undefined)).toThrow(
    `${copy} is a copy that Litestream keeps current: serve it with --read-only, or end that with milepost promote.`,
  )
})

test('a copy of another release is refused, be it newer or older, and so is one that nobody follows', () => {
  const refusal = (change: string) => {
    const { copy } = makeCopy((sqlite) => sqlite.exec(change))
    return expect(() => openFollowedCopy(copy))
  }
  refusal("insert into kysely_migration values ('9999-later', '2030-01-01')").toThrow(
    "The copy is of a newer release (it has '9999-later'): upgrade this server, too.",
  )
  refusal("delete from kysely_migration where name like '0041%'").toThrow(
    /^The copy is of an older release \(it lacks '0041-.+'\): upgrade the server that writes first\.$/,
  )
  const path = join(newTestFolder(), 'milepost.db')
  expect(() => openFollowedCopy(path)).toThrow('is not there: have Litestream make it first')
  void openDatabase(path).db.destroy()
  expect(() => openFollowedCopy(path)).toThrow('is no copy that Litestream keeps current')
})

test('a copy whose original is upgraded meanwhile says so', async () => {
  const { sqlite, original, copy } = makeCopy()
  const { fault } = follow(copy)
  expect(fault()).toBeUndefined()
  sqlite.exec("insert into kysely_migration values ('9999-later', '2030-01-01')")
  replicate(original, copy)
  await until('its fault', () => fault() !== undefined)
  expect(fault()).toContain('is of a newer release')
})

test('a copy is looked at by the doctor, and stays one that others can follow', async () => {
  const { copy } = makeCopy()
  const dataDir = dirname(copy)
  renameSync(copy, join(dataDir, 'milepost.db'))
  renameSync(`${copy}-txid`, join(dataDir, 'milepost.db-txid'))
  const said: string[] = []
  const out = (line: string) => void said.push(line)
  const io = {
    ...{ out, err: out, binary: () => new PassThrough(), confirm: () => false },
    env: { DATA_DIR: dataDir, TILE_SERVER_URL: nobody(), NOMINATIM_URL: nobody() },
  }
  await runCommand(['doctor'], io)
  expect(said.join('\n')).toContain('SQLite')
  expect(said.join('\n')).not.toContain('only read')
  const header = readFileSync(join(dataDir, 'milepost.db')).subarray(18, 20)
  expect([...header]).toEqual([1, 1])
})

test('the memory of a copy can be given back', () => {
  const { copy } = makeCopy()
  const { db } = follow(copy)
  expect(() => shrink(db)).not.toThrow()
})
