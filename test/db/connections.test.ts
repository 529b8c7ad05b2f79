import { afterAll, describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectionsOf, generationOf, isStill } from '@/db/dialect'
import { migrateToLatest } from '@/db/migrate'
import { type Db, openDatabase } from '@/db/open'
import { prepared, remembered, type Slots } from '@/db/prepared'
import { newFolder } from '../support/folder'

const file = join(newFolder(), 'milepost.db')
const [one, other, memory] = [openDatabase(file), openDatabase(file), openDatabase(':memory:')]
await migrateToLatest(one)
await migrateToLatest(memory)
afterAll(async () => {
  for (const { db } of [one, other, memory]) await db.destroy()
})

const labelOf = prepared((db, sport: Slots<{ id: number }>) =>
  db.selectFrom('sports').select('label').where('id', '=', sport.id),
)
const settings = remembered((db) => db.selectFrom('app_config').select('about'))

/** The text itself, so many times. */
const repeated = remembered((_, of: Slots<{ text: string; times: number }>) => ({
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

describe('a file', () => {
  test('is read as it was committed last while a transaction is open, and never waits for it', async () => {
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

  test('takes writes outside transactions one after the other, after those within', async () => {
    const order: string[] = []
    const within = one.db.transaction().execute(async (tx) => {
      await Bun.sleep(5)
      await setAbout(tx, 'first')
      order.push('first')
    })
    const after = setAbout(one.db, 'second').then(() => order.push('second'))
    await Promise.all([within, after])
    expect(order).toEqual(['first', 'second'])
    expect(await aboutIn(one.db)).toBe('second')
  })

  test('goes on after a transaction that failed', async () => {
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

  test('goes on when SQLite has rolled back by itself', async () => {
    const failing = one.db.transaction().execute(async () => {
      one.sqlite.exec('rollback')
      throw new Error('disk full')
    })
    await expect(failing).rejects.toThrow('disk full')
    await setAbout(one.db, 'alive')
    expect(await aboutIn(one.db)).toBe('alive')
  })
})

/** Resolves when the present turn of the event loop has ended. */
const turnEnd = () => new Promise((resolve) => setImmediate(resolve))

/** Whether the whole log could be put into the file, which it cannot while somebody reads an earlier state. */
function canEmptyLog({ sqlite }: typeof one): boolean {
  const [row] = sqlite.pragma('wal_checkpoint(truncate)') as { busy: number }[]
  return row?.busy === 0
}

describe('one turn of the event loop', () => {
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

  test('reads what it has written itself', async () => {
    await setAbout(one.db, 'first')
    expect(await aboutIn(one.db)).toBe('first')
    await setAbout(one.db, 'second')
    expect(await aboutIn(one.db)).toBe('second')
    await one.db.transaction().execute((tx) => setAbout(tx, 'third'))
    expect(await aboutIn(one.db)).toBe('third')
  })

  test('keeps the log from being emptied no longer than it takes, and never the own process', async () => {
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

describe('who only asks whether something has changed', () => {
  test('is told so in the turn after another process has written, and keeps the log from being emptied not at all', async () => {
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

  test('is told so at once when this process has written', async () => {
    const generation = generationOf(one.db)
    expect(isStill(one.db, generation)).toBe(true)
    await setAbout(one.db, 'own')
    expect(isStill(one.db, generation)).toBe(false)
  })

  test('reads what is there by then when something is read in the same turn', async () => {
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
  test('makes readers wait for the end of a transaction', async () => {
    await setAbout(memory.db, 'before')
    const read: { about?: string | null | undefined } = {}
    const work = memory.db.transaction().execute(async (tx) => {
      await setAbout(tx, 'within')
      const reading = aboutIn(memory.db).then((about) => {
        read.about = about
      })
      await Bun.sleep(2)
      expect(read.about).toBeUndefined()
      await setAbout(tx, 'after')
      return { reading }
    })
    await (await work).reading
    expect(read.about).toBe('after')
  })
})

describe('a prepared query', () => {
  test('is run with its values, in a transaction too', async () => {
    expect(await labelOf.first(one.db, { id: 5 })).toEqual({ label: 'Running' })
    expect(await labelOf.all(one.db, { id: 999 })).toEqual([])
    const found = await one.db.transaction().execute((tx) => labelOf.first(tx, { id: 1 }))
    expect(found).toEqual({ label: 'Cycling (Sport)' })
  })
})

describe('what is remembered', () => {
  test.each([
    ['a file', one.db],
    ['a database in memory', memory.db],
  ])('is read once from %s until something changes', async (_, db) => {
    await setAbout(db, 'one')
    expect(await statementsOf(db, () => aboutIn(db))).toBe(1)
    expect(await statementsOf(db, () => aboutIn(db))).toBe(0)
    await setAbout(db, 'two')
    expect(await aboutIn(db)).toBe('two')
  })

  test('is read again after another process has written', async () => {
    await setAbout(one.db, 'mine')
    expect(await aboutIn(one.db)).toBe('mine')
    await setAbout(other.db, 'theirs')
    await turnEnd()
    expect(await aboutIn(one.db)).toBe('theirs')
  })

  test('may be asked for by long texts', async () => {
    const asked = { text: 'x'.repeat(10_000), times: 1 }
    expect(await statementsOf(one.db, () => repeated.all(one.db, asked))).toBe(1)
    expect(await statementsOf(one.db, () => repeated.all(one.db, asked))).toBe(0)
    expect(await repeated.all(one.db, asked)).toEqual([{ text: asked.text }])
  })

  test('is little: neither a large result nor many of some size are kept', async () => {
    const large = { text: 'x'.repeat(400), times: 3000 }
    expect(await repeated.all(one.db, large)).toHaveLength(3000)
    expect(await statementsOf(one.db, () => repeated.all(one.db, large))).toBe(1)
    const first = { text: 'x'.repeat(400), times: 250 }
    await repeated.all(one.db, first)
    for (let i = 0; i < 40; i++)
      await repeated.all(one.db, { text: `${i}`.padEnd(400), times: 250 })
    expect(await statementsOf(one.db, () => repeated.all(one.db, first))).toBe(1)
  })
})
