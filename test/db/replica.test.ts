import { expect, test } from 'bun:test'
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { runCommand } from '@/cli'
import { isReadOnly } from '@/lib/system-errors'
import { generationOf } from '@/store/db/connections/dialect'
import { shrink } from '@/store/db/connections/maintenance'
import { openDatabase } from '@/store/db/connections/open'
import { openOwnDatabase } from '@/store/db/connections/open-for-server'
import { writeTo } from '@/store/db/connections/transact'
import { openReplica } from '@/store/db/replica/replica-database'
import { afterTest } from '../support/after-test'
import { unusedUrl } from '../support/fake-server'
import { newTestFolder } from '../support/folder'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { until } from '../support/until'

const PAGE = 4096

/** A database, and a copy of it as Litestream leaves it: still in WAL mode. */
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
  const followed = openReplica(copy)
  afterTest(() => followed.db.destroy())
  return followed
}

/** Copies the pages that differ, except for the first: SQLite would recognise the change from it. */
function replicate(original: string, copy: string): void {
  const { mtimeMs } = statSync(copy)
  const [newer, older] = [readFileSync(original), readFileSync(copy)]
  expect(newer.length).toBe(older.length)
  const file = openSync(copy, 'r+')
  for (let start = PAGE; start < newer.length; start += PAGE) {
    const page = newer.subarray(start, start + PAGE)
    if (!page.equals(older.subarray(start, start + PAGE))) writeSync(file, page, 0, PAGE, start)
  }
  closeSync(file)
  // The timestamps of a file system may be coarser than the time between two changes in a test.
  utimesSync(copy, new Date(), new Date(mtimeMs + 20))
}

const numbersIn = async (db: ReturnType<typeof follow>['db']) => {
  const { rows } = await sql<{ most: number; total: number }>`
    select max(n) as most, sum(n) as total from numbers`.execute(db)
  return rows[0]
}

test('a replica is read in its current state, although SQLite is not notified of changes', async () => {
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
    // A statement checks for changes once in a turn of the event loop.
    await new Promise(setImmediate)
    expect(await numbersIn(db)).toEqual({ most: 100 + round, total: 5000 * (100 + round) })
    expect(generationOf(db)).toBeGreaterThan(before)
  }
})

test('a replica that was recreated replaces the previous one', async () => {
  const { copy } = makeCopy((sqlite) => sqlite.exec('create table numbers as select 1 as n'))
  const { db } = follow(copy)
  expect(await numbersIn(db)).toEqual({ most: 1, total: 1 })
  const newer = makeCopy((sqlite) => sqlite.exec('create table numbers as select 2 as n'))
  renameSync(newer.copy, copy)
  await until('the new copy', async () => (await numbersIn(db))?.most === 2)
})

test('a replica cannot be written to', async () => {
  const { copy } = makeCopy()
  const { db } = follow(copy)
  const change = sql`update app_config set max_users = 1`
  for (const attempt of [change.execute(db), writeTo(db, (tx) => change.execute(tx))]) {
    const error = await attempt.catch((reason) => reason)
    expect(isReadOnly(error)).toBe(true)
  }
  expect(() => openOwnDatabase(copy, () => undefined)).toThrow(
    `${copy} is a replica that Litestream updates: serve it with --read-only, or make it the primary with milepost promote.`,
  )
})

test('a replica of a newer or older release is rejected, and so is one that is not replicated', () => {
  const refusal = (change: string) => {
    const { copy } = makeCopy((sqlite) => sqlite.exec(change))
    return expect(() => openReplica(copy))
  }
  refusal("insert into kysely_migration values ('9999-later', '2030-01-01')").toThrow(
    "The replica is of a newer release (it has '9999-later'): upgrade this server, too.",
  )
  refusal("delete from kysely_migration where name like '0041%'").toThrow(
    /^The replica is of an older release \(it lacks '0041-.+'\): upgrade the primary first\.$/,
  )
  const path = join(newTestFolder(), 'milepost.db')
  expect(() => openReplica(path)).toThrow('does not exist: let Litestream create it first')
  void openDatabase(path).db.destroy()
  expect(() => openReplica(path)).toThrow('is not a replica that Litestream updates')
})

test('a replica reports an upgrade of the original', async () => {
  const { sqlite, original, copy } = makeCopy()
  const { describeProblem } = follow(copy)
  expect(describeProblem()).toBeUndefined()
  sqlite.exec("insert into kysely_migration values ('9999-later', '2030-01-01')")
  replicate(original, copy)
  await until('its fault', () => describeProblem() !== undefined)
  expect(describeProblem()).toContain('is of a newer release')
})

test('doctor can check a replica without changing it', async () => {
  const { copy } = makeCopy()
  const dataDir = dirname(copy)
  renameSync(copy, join(dataDir, 'milepost.db'))
  renameSync(`${copy}-txid`, join(dataDir, 'milepost.db-txid'))
  const said: string[] = []
  const out = (line: string) => void said.push(line)
  const io = {
    ...{ out, err: out, binary: () => new PassThrough(), confirm: () => false },
    env: { DATA_DIR: dataDir, TILE_SERVER_URL: unusedUrl(), NOMINATIM_URL: unusedUrl() },
  }
  await runCommand(['doctor'], io)
  expect(said.join('\n')).toContain('SQLite')
  expect(said.join('\n')).not.toContain('only read')
  const header = readFileSync(join(dataDir, 'milepost.db')).subarray(18, 20)
  expect([...header]).toEqual([1, 1])
})

test('the memory of a replica can be released', () => {
  const { copy } = makeCopy()
  const { db } = follow(copy)
  expect(() => shrink(db)).not.toThrow()
})
