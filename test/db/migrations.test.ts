import { describe, expect, mock, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { connectionsOf } from '@/store/db/connections/dialect'
import { openDatabase } from '@/store/db/connections/open'
import { migrations } from '@/store/db/migrations'
import { workoutsBySport } from '@/store/db/migrations/0090-workouts-by-sport'
import { generateTableTypes } from '@/store/db/schema/generate-types'
import { migrateToLatest, migrationStates } from '@/store/db/schema/migrate'
import { listUpgradeCopies } from '@/store/db/schema/upgrade-copies'
import { newFolder } from '../support/folder'

const names = Object.keys(migrations)
const newFile = () => join(newFolder(), 'milepost.db')

describe('migrateToLatest', () => {
  test('applies every migration to an empty database, once', async () => {
    const database = openDatabase(newFile())
    expect(await migrateToLatest(database)).toEqual(names)
    expect(await migrateToLatest(database)).toEqual([])
    expect(await migrationStates(database.db)).toEqual(
      names.map((name) => ({ name, applied: true })),
    )
    expect(database.sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
  })

  test('runs inside the given function, which is called only if there are migrations', async () => {
    const database = openDatabase(newFile())
    const within = mock((work: () => Promise<string[]>) => work())
    expect(await migrateToLatest(database, { within })).toEqual(names)
    expect(within).toHaveBeenCalledTimes(1)
    let asked = 0
    const stop = connectionsOf(database.db).listen((statement) => {
      if (statement.includes('"kysely_migration"')) asked += 1
    })
    expect(await migrateToLatest(database, { within })).toEqual([])
    stop()
    expect(within).toHaveBeenCalledTimes(1)
    expect(asked).toBe(1)
  })

  test('does not repeat migrations that were applied while it waited, and makes no copy then', async () => {
    const file = newFile()
    const [one, other] = [openDatabase(file), openDatabase(file)]
    await migrateToLatest(one)
    const last = names.at(-1) ?? ''
    const mark = one.sqlite.prepare<[], { timestamp: string }>(
      'select timestamp from kysely_migration order by name desc limit 1',
    )
    const { timestamp = '' } = mark.get() ?? {}
    one.sqlite.prepare('delete from kysely_migration where name = ?').run(last)
    const put = other.sqlite.prepare('insert into kysely_migration (name, timestamp) values (?, ?)')
    const within = async (work: () => Promise<string[]>) => {
      put.run(last, timestamp)
      // Reads in one turn of the event loop see the same state.
      await setImmediate()
      return await work()
    }
    expect(await migrateToLatest(one, { within })).toEqual([])
    expect(listUpgradeCopies(file)).toEqual([])
  })

  test('copies a database with data before it changes it', async () => {
    const file = newFile()
    const database = openDatabase(file)
    await migrateToLatest(database)
    const last = names.at(-1) ?? ''
    database.sqlite.prepare('delete from kysely_migration where name = ?').run(last)
    // Some migrations cannot be applied twice.
    await migrateToLatest(database).catch(() => undefined)
    expect(listUpgradeCopies(file)).toHaveLength(1)
  })

  test('replaces an incomplete copy', async () => {
    const file = newFile()
    const database = openDatabase(file)
    await migrateToLatest(database)
    const last = names.at(-1) ?? ''
    database.sqlite.prepare('delete from kysely_migration where name = ?').run(last)
    const unfinished = `${file}.before-${last}.2026-01-01T00-00-00Z.partial`
    writeFileSync(unfinished, 'the beginning')
    writeFileSync(`${unfinished}-journal`, 'of something')
    await migrateToLatest(database).catch(() => undefined)
    expect(existsSync(unfinished)).toBe(false)
    expect(existsSync(`${unfinished}-journal`)).toBe(false)
    const [path = ''] = listUpgradeCopies(file)
    const copy = new Database(path, { readonly: true })
    expect(copy.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    copy.close()
  })

  test('changes nothing when it fails, and can be continued later', async () => {
    const database = openDatabase(newFile())
    const { sqlite } = database
    const inTheWay = 'workouts_shown_max_speed'
    sqlite.exec(`create table ${inTheWay} (id integer)`)
    await expect(migrateToLatest(database)).rejects.toThrow('already')
    const schema = sqlite.prepare("select name from sqlite_schema where name not like '%kysely%'")
    expect(schema.pluck().all()).toEqual([inTheWay])
    sqlite.exec(`drop table ${inTheWay}`)
    expect(await migrateToLatest(database)).toEqual(names)
  })

  test('leaves no index without statistics where others have some, because SQLite would prefer it', async () => {
    const database = openDatabase(newFile())
    await migrateToLatest(database)
    const { sqlite } = database
    sqlite.exec(`
      insert into users (username, email, password_hash, created_at) values ('ann', 'ann@x', '', 0);
      insert into workouts (short_id, user_id, sport_id, workout_date, creation_date, duration, moving, distance)
        values ('a', 1, 1, 0, 0, 1, 1, 1);
      analyze`)
    for (const statement of workoutsBySport) sqlite.exec(statement)
    const known = sqlite
      .prepare("select idx from sqlite_stat1 where tbl = 'workouts'")
      .pluck()
      .all()
    expect(known).toContain('workouts_by_sport')
  })

  test('makes no copy of an empty database', async () => {
    const file = newFile()
    await migrateToLatest(openDatabase(file))
    expect(listUpgradeCopies(file)).toEqual([])
  })

  test('rejects a database of a newer release', async () => {
    const database = openDatabase(newFile())
    await migrateToLatest(database)
    database.sqlite.exec("insert into kysely_migration values ('9999-future', '2030-01-01')")
    await expect(migrateToLatest(database)).rejects.toThrow(
      "The database was made by a newer release (it has '9999-future')",
    )
  })

  test('preserves changes of administrators to reference tables', async () => {
    const database = openDatabase(newFile())
    await migrateToLatest(database)
    database.sqlite.exec('update sports set is_active = 0 where id = 3')
    await migrateToLatest(database)
    expect(database.sqlite.prepare('select is_active from sports where id = 3').get()).toEqual({
      is_active: 0,
    })
  })
})

test('tables.gen.ts matches the migrations', async () => {
  const database = openDatabase(':memory:')
  await migrateToLatest(database)
  const written = readFileSync(
    new URL('../../src/store/db/schema/tables.gen.ts', import.meta.url),
    'utf8',
  )
  expect(generateTableTypes(database.sqlite)).toBe(written)
})
