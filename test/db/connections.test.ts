import { afterAll, describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { cachedQuery, type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import { connectionsOf, generationOf, isStill } from '@/store/db/connections/dialect'
import { type Db, openDatabase } from '@/store/db/connections/open'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { newFolder } from '../support/folder'

const file = join(newFolder(), 'milepost.db')
const [one, other, memory] = [openDatabase(file), openDatabase(file), openDatabase(':memory:')]
await migrateToLatest(one)
await migrateToLatest(memory)
afterAll(async () => {
  for (const { db } of [one, other, memory]) await db.destroy()
})

const labelOf = prepared((db, sport: Placeholders<{ id: number }>) =>
  db.selectFrom('sports').select('label').where('id', '=', sport.id),
)
const settings = cachedQuery((db) => db.selectFrom('app_config').select('about'))

/** The given text, repeated. */
const repeated = cachedQuery((_, of: Placeholders<{ text: string; times: number }>) => ({
  compile: () =>
    sql<{ text: string }>`select ${of.text} as text from json_each(
      '[' || substr(replace(hex(zeroblob(${of.times})), '00', ',0'), 2) || ']')`.compile(one.db),
}))

const aboutIn = async (db: Db) => (await settings.first(db, {}))?.about
const setAbout = (db: Db, about: string) => db.updateTable('app_config').set({ about }).execute()

/** Counts the statements that `work` runs on a database. */
async function statementsOf(db: Db, work: () => Promise<unknown>): Promise<number> {
  const seen: string[] = []
  const stop = connectionsOf(db).listen((sql) => void seen.push(sql))
  await work()
  stop()
  return seen.length
}

describe('a database file', () => {
  test('is read in its last committed state while a transaction is open, without waiting', async () => {
    await setAbout(one.db, 'before')
    await one.db.transaction().execute(async (tx) => {
      await setAbout(tx, 'within')
      expect(await aboutIn(tx)).toBe('within')
      expect(await aboutIn(one.db)).toBe('before')
      const row = await one.db.selectFrom('app_config').select('about').executeTakeFirst()
      expect(row?.about).toBe('before')
    })
    expect(await aboutIn(one.db)).toBe('within')
  })

  test('executes writes outside transactions one after another, after open transactions', async () => {
    const order: string[] = []
    const within = one.db.transaction().execute(async (tx) => {
      await new Promise(setImmediate)
      await setAbout(tx, 'first')
      order.push('first')
    })
    const after = setAbout(one.db, 'second').then(() => order.push('second'))
    await Promise.all([within, after])
    expect(order).toEqual(['first', 'second'])
    expect(await aboutIn(one.db)).toBe('second')
  })

  test('can be used after a failed transaction', async () => {
    await setAbout(one.db, 'kept')
    const failing = one.db.transaction().execute(async (tx) => {
      await setAbout(tx, 'lost')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await aboutIn(one.db)).toBe('kept')
    await one.db.transaction().execute((tx) => setAbout(tx, 'next'))
    expect(await aboutIn(one.db)).toBe('next')
  })

  test('can be used after SQLite has rolled back by itself', async () => {
    const failing = one.db.transaction().execute(async () => {
      one.sqlite.exec('rollback')
      throw new Error('disk full')
    })
    await expect(failing).rejects.toThrow('disk full')
    await setAbout(one.db, 'alive')
    expect(await aboutIn(one.db)).toBe('alive')
  })
})

/** Resolves at the end of the current turn of the event loop. */
const turnEnd = () => new Promise((resolve) => setImmediate(resolve))

/** Whether the WAL can be fully checkpointed, which is impossible while an earlier state is being read. */
function canEmptyLog({ sqlite }: typeof one): boolean {
  const [row] = sqlite.pragma('wal_checkpoint(truncate)') as { busy: number }[]
  return row?.busy === 0
}

describe('a turn of the event loop', () => {
  test('reads one state of the database, whatever another process writes, and the next turn a later one', async () => {
    await setAbout(one.db, 'before')
    await turnEnd()
    const nameOf = () => one.db.selectFrom('app_config').select('about').executeTakeFirst()
    expect((await nameOf())?.about).toBe('before')
    other.sqlite.exec(`update app_config set about = 'after'`)
    expect((await nameOf())?.about).toBe('before')
    expect(await aboutIn(one.db)).toBe('before')
    await turnEnd()
    expect((await nameOf())?.about).toBe('after')
    expect(await aboutIn(one.db)).toBe('after')
  })

  test('reads its own writes', async () => {
    await setAbout(one.db, 'first')
    expect(await aboutIn(one.db)).toBe('first')
    await setAbout(one.db, 'second')
    expect(await aboutIn(one.db)).toBe('second')
    await one.db.transaction().execute((tx) => setAbout(tx, 'third'))
    expect(await aboutIn(one.db)).toBe('third')
  })

  test('does not prevent checkpoints by another process for longer than the turn, and never those of its own', async () => {
    await setAbout(one.db, 'read')
    await labelOf.first(one.db, { id: 1 })
    expect(canEmptyLog(other)).toBe(false)
    await turnEnd()
    expect(canEmptyLog(other)).toBe(true)
    await setAbout(one.db, 'read again')
    await labelOf.first(one.db, { id: 1 })
    await sql`pragma wal_checkpoint(truncate)`.execute(one.db)
    expect(statSync(`${file}-wal`).size).toBe(0)
  })
})

describe('a check for changes of the database', () => {
  test('detects writes of another process in the next turn, and never prevents checkpoints', async () => {
    await setAbout(one.db, 'before')
    const generation = generationOf(one.db)
    await turnEnd()
    expect(isStill(one.db, generation)).toBe(true)
    expect(canEmptyLog(other)).toBe(true)
    other.sqlite.exec(`update app_config set about = 'after'`)
    await turnEnd()
    expect(isStill(one.db, generation)).toBe(false)
    expect(isStill(one.db, generationOf(one.db))).toBe(true)
  })

  test('detects writes of this process immediately', async () => {
    const generation = generationOf(one.db)
    expect(isStill(one.db, generation)).toBe(true)
    await setAbout(one.db, 'own')
    expect(isStill(one.db, generation)).toBe(false)
  })

  test('does not affect reads in the same turn', async () => {
    await setAbout(one.db, 'early')
    expect(await aboutIn(one.db)).toBe('early')
    await turnEnd()
    expect(isStill(one.db, generationOf(one.db))).toBe(true)
    await turnEnd()
    isStill(one.db, 0)
    other.sqlite.exec(`update app_config set about = 'late'`)
    expect(await aboutIn(one.db)).toBe('late')
  })
})

describe('a database in memory', () => {
  test('blocks reads until a transaction ends', async () => {
    await setAbout(memory.db, 'before')
    const read: { about?: string | null | undefined } = {}
    const work = memory.db.transaction().execute(async (tx) => {
      await setAbout(tx, 'within')
      const reading = aboutIn(memory.db).then((about) => {
        read.about = about
      })
      await new Promise(setImmediate)
      expect(read.about).toBeUndefined()
      await setAbout(tx, 'after')
      return { reading }
    })
    await (await work).reading
    expect(read.about).toBe('after')
  })
})

describe('a prepared query', () => {
  test('runs with its values, even in a transaction', async () => {
    expect(await labelOf.first(one.db, { id: 5 })).toEqual({ label: 'Running' })
    expect(await labelOf.all(one.db, { id: 999 })).toEqual([])
    const found = await one.db.transaction().execute((tx) => labelOf.first(tx, { id: 1 }))
    expect(found).toEqual({ label: 'Cycling (Sport)' })
  })
})

describe('a cached query', () => {
  test.each([
    ['a file', one.db],
    ['a database in memory', memory.db],
  ])('is run once on %s until something changes', async (_, db) => {
    await setAbout(db, 'one')
    expect(await statementsOf(db, () => aboutIn(db))).toBe(1)
    expect(await statementsOf(db, () => aboutIn(db))).toBe(0)
    await setAbout(db, 'two')
    expect(await aboutIn(db)).toBe('two')
  })

  test('is run again after another process has written', async () => {
    await setAbout(one.db, 'mine')
    expect(await aboutIn(one.db)).toBe('mine')
    await setAbout(other.db, 'theirs')
    await turnEnd()
    expect(await aboutIn(one.db)).toBe('theirs')
  })

  test('may have long parameters', async () => {
    const asked = { text: 'x'.repeat(10_000), times: 1 }
    expect(await statementsOf(one.db, () => repeated.all(one.db, asked))).toBe(1)
    expect(await statementsOf(one.db, () => repeated.all(one.db, asked))).toBe(0)
    expect(await repeated.all(one.db, asked)).toEqual([{ text: asked.text }])
  })

  test('caches neither a large result nor too many medium ones', async () => {
    const large = { text: 'x'.repeat(400), times: 3000 }
    expect(await repeated.all(one.db, large)).toHaveLength(3000)
    expect(await statementsOf(one.db, () => repeated.all(one.db, large))).toBe(1)
    const first = { text: 'x'.repeat(400), times: 250 }
    await repeated.all(one.db, first)
    for (let i = 0; i < 60; i++)
      await repeated.all(one.db, { text: `${i}`.padEnd(400), times: 250 })
    expect(await statementsOf(one.db, () => repeated.all(one.db, first))).toBe(1)
  })
})
