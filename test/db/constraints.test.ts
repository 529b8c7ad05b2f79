import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { type OpenDatabase, openDatabase } from '@/store/db/connections/open'
import { migrations } from '@/store/db/migrations'
import { ALLOWED_VALUES } from '@/store/db/migrations/0190-constraints'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { newFolder } from '../support/folder'
import { migrateTo } from '../support/migrate-to'

const open: OpenDatabase[] = []
afterEach(async () => {
  for (const { db } of open.splice(0)) await db.destroy()
})

function newDatabase(): OpenDatabase {
  const database = openDatabase(join(newFolder(), 'milepost.db'))
  open.push(database)
  return database
}

/**
 * Accounts 1 and 2, with a workout each that has a segment, a chunk, an effort, a course, a threshold and a
 * notification.
 */
const ROWS = `
  insert or ignore into sports (id, label, stopped_speed_threshold, pace_speed_display)
    values (1, 'Cycling', 1, 'speed');
  insert into users (id, username, email, password_hash, created_at)
    values (1, 'ann', 'ann@x', '', 0), (2, 'bob', 'bob@x', '', 0);
  insert into workouts (id, short_id, user_id, sport_id, workout_date, creation_date, duration, moving, distance)
    values (1, 'a', 1, 1, 5, 0, 1, 1, 1), (2, 'b', 2, 1, 6, 0, 1, 1, 1);
  insert into segments (id, short_id, workout_id, position, started_at, point_count, duration, moving, distance)
    values (1, 'sa', 1, 1, 0, 0, 1, 1, 1), (2, 'sb', 2, 1, 0, 0, 1, 1, 1);`

const ROWS_OF_ANALYSIS = `
  insert into segment_pieces (user_id, id, segment_id, places) values (1, 1, 1, x''), (2, 2, 2, x'');
  insert into efforts (workout_id, kind, target, value, start, elapsed, user_id, sport_id, workout_date)
    values (1, 'power', 60, 200, 0, 60, 1, 1, 5), (2, 'power', 60, 200, 0, 60, 2, 1, 6);
  insert into routes (id, user_id, workout_id, length) values (1, 1, 1, 9), (2, 2, 2, 9);
  insert into route_workouts (workout_id, route_id, is_opposite, sport_id, workout_date)
    values (1, 1, 0, 1, 5), (2, 2, 0, 1, 6);
  insert into thresholds (user_id, kind, sport_id, day, value)
    values (1, 'power', 0, '2026-01-01', 200), (1, 'power', 1, '2026-01-01', 210);`

const notification = (id: number, object: string) => `
  insert into notifications (id, short_id, type, from_user_id, to_user_id, created_at, ${object.split('=')[0]})
    values (${id}, 'n${id}', 'report', 1, 2, 0, ${object.split('=')[1]});`

const all = (sqlite: Database.Database, select: string) => sqlite.prepare(select).raw().all()

const isForbidden = (sqlite: Database.Database, statement: string) =>
  expect(() => sqlite.exec(statement)).toThrow(/constraint/)

describe('constraints', () => {
  test('reject invalid roles, visibilities, booleans and JSON', async () => {
    const { sqlite, ...database } = newDatabase()
    await migrateToLatest({ sqlite, ...database })
    sqlite.exec(ROWS + ROWS_OF_ANALYSIS)
    isForbidden(sqlite, "update users set role = 'god' where id = 1")
    isForbidden(sqlite, "update workouts set workout_visibility = 'nobody' where id = 1")
    isForbidden(sqlite, 'update users set is_active = 2 where id = 1')
    isForbidden(sqlite, "update users set notification_preferences = '{' where id = 1")
    isForbidden(sqlite, "update workouts set weather_start = 'sunny' where id = 1")
    sqlite.exec("update users set role = 'owner', use_dark_mode = null where id = 1")
  })

  test('reject efforts, chunks, thresholds, courses and notifications with unknown references', async () => {
    const { sqlite, ...database } = newDatabase()
    await migrateToLatest({ sqlite, ...database })
    sqlite.exec(ROWS + ROWS_OF_ANALYSIS)
    isForbidden(sqlite, 'update efforts set user_id = 9 where workout_id = 1')
    isForbidden(sqlite, 'update efforts set sport_id = 99 where workout_id = 1')
    isForbidden(sqlite, 'update segment_pieces set user_id = 9 where id = 1')
    isForbidden(sqlite, 'update thresholds set sport_id = 99 where sport_id = 1')
    isForbidden(sqlite, 'update route_workouts set sport_id = 99 where workout_id = 1')
    for (const object of ['report_id=9', 'report_action_id=9', 'task_id=9'])
      isForbidden(sqlite, notification(1, object))
  })

  test('exist for every role, visibility, boolean and JSON column', async () => {
    const { sqlite, ...database } = newDatabase()
    await migrateToLatest({ sqlite, ...database })
    const found = all(
      sqlite,
      `select tables.name || '.' || columns.name, tables.sql from sqlite_schema as tables
       join pragma_table_xinfo(tables.name) as columns
       where tables.type = 'table' and (columns.name like 'is\\_%' escape '\\'
         or columns.name like '%visibility' or columns.name = 'role')
         and tables.name not like 'kysely%'`,
    ) as [string, string][]
    expect(found.length).toBeGreaterThan(20)
    const without = found.filter(([name, text]) => {
      const column = name.split('.')[1] ?? ''
      return !new RegExp(`check \\(${column} in \\(`).test(text)
    })
    expect(without).toEqual([])
  })
})

describe('the migration that adds constraints', () => {
  test.each(Object.keys(migrations).filter((name) => name >= '0117' && name < '0190'))(
    'repairs rows that violate one in a database whose last migration is %s',
    async (name) => {
      const database = newDatabase()
      const { sqlite } = database
      await migrateTo(database, name)
      sqlite.exec(ROWS + ROWS_OF_ANALYSIS)
      sqlite.pragma('foreign_keys = off')
      sqlite.exec(`
        update users set role = 'god', is_active = 7, messages_preferences = '{' where id = 1;
        update workouts set map_visibility = 'nobody', weather_start = 'sunny' where id = 1;
        update efforts set user_id = 9, sport_id = 99 where workout_id = 1;
        update segment_pieces set user_id = 9 where id = 1;
        update route_workouts set sport_id = 99 where workout_id = 1;
        insert into thresholds (user_id, kind, sport_id, day, value)
          values (1, 'power', 99, '2026-01-01', 1), (9, 'power', 1, '2026-01-01', 1);
        insert into efforts (workout_id, kind, target, value, start, elapsed, user_id, sport_id, workout_date)
          values (99, 'power', 60, 200, 0, 60, 1, 1, 5);
        ${notification(1, 'report_id=9')} ${notification(2, 'task_id=8')}
        ${notification(3, 'workout_id=1')}`)
      sqlite.pragma('foreign_keys = on')
      const log = spyOn(process.stderr, 'write').mockReturnValue(true)
      await migrateToLatest(database)
      const lines = log.mock.calls.map(([line]) => String(line))
      log.mockRestore()
      expect(lines).toContain('0190-constraints: corrected values of users.role in 1 row(s)\n')
      expect(sqlite.pragma('foreign_key_check')).toEqual([])
      expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
      expect(
        all(sqlite, 'select role, is_active, messages_preferences from users order by id'),
      ).toEqual([
        ['user', 0, '{}'],
        ['user', 0, '{}'],
      ])
      expect(all(sqlite, 'select map_visibility, weather_start from workouts')[0]).toEqual([
        'private',
        null,
      ])
      expect(all(sqlite, 'select workout_id, user_id, sport_id from efforts order by 1')).toEqual([
        [1, 1, 1],
        [2, 2, 1],
      ])
      expect(all(sqlite, 'select id, user_id from segment_pieces order by 1')).toEqual([
        [1, 1],
        [2, 2],
      ])
      expect(all(sqlite, 'select workout_id, sport_id from route_workouts order by 1')).toEqual([
        [1, 1],
        [2, 1],
      ])
      expect(all(sqlite, 'select workout_count from routes')).toEqual([[1], [1]])
      expect(all(sqlite, 'select user_id, sport_id from thresholds order by 2')).toEqual([
        [1, 0],
        [1, 1],
      ])
      expect(all(sqlite, 'select id from notifications')).toEqual([[3]])
    },
  )

  test('preserves indexes, triggers and columns', async () => {
    const database = newDatabase()
    const { sqlite } = database
    await migrateTo(database, '0128-login-addresses')
    const objects =
      "select type, name, tbl_name from sqlite_schema where type <> 'table' order by 2"
    const before = all(sqlite, objects)
    await migrateToLatest(database)
    expect(all(sqlite, objects)).toEqual(expect.arrayContaining(before))
    expect(ALLOWED_VALUES.length).toBeGreaterThan(40)
  })
})
