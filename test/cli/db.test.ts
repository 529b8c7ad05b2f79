import { describe, expect, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { BOXES } from '@/store/db/schema/check-bounding-boxes'
import { DERIVED_VALUES } from '@/store/db/schema/derived-values'
import { RECORDED_VALUES } from '@/use-cases/workouts/check/recorded-values'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { damageTable } from '../support/damaged-database'
import { aUser } from '../support/factories'
import { aWorkout } from '../support/workouts'

startInNewFolders()

const WHAT = [
  ...['pages', 'references'],
  ...[...DERIVED_VALUES, ...BOXES].map(({ what }) => what),
  'points of recordings',
  ...RECORDED_VALUES.map(({ what }) => what),
  ...['lines and boxes of routes', 'best times on segments'],
  ...['starts and boxes of segments, and which are hidden', 'sums of workouts', 'sums of loads'],
  'first visits of explorer tiles',
]

/** The output of a check of a database, with or without wrong totals. */
const linesOf = (sums = 'ok') =>
  WHAT.map((what) => `${what}: ${what === 'sums of workouts' ? sums : 'ok'}`).join('\n')

describe('db check', () => {
  test('finds no errors in a valid database', async () => {
    await inContext(async (ctx) => void (await aWorkout(ctx, await aUser(ctx))))
    await run('db', 'check', '--repair')
    expect(await run('db', 'check')).toEqual({ code: 0, out: linesOf(), err: '' })
    const withFiles = await run('db', 'check', '--files')
    expect([withFiles.code, withFiles.out]).toEqual([
      0,
      expect.stringContaining('hashes of originals: ok'),
    ])
  })

  test('rejects a missing database and one of an older release', async () => {
    const file = join(dataDir(), 'milepost.db')
    const database = openDatabase(file)
    const newest = 'select max(name) from kysely_migration'
    database.sqlite.exec(`delete from kysely_migration where name = (${newest})`)
    await database.db.destroy()
    const old = await run('db', 'check')
    expect([old.code, old.err]).toEqual([1, expect.stringContaining('milepost upgrade')])
    rmSync(file)
    const none = await run('db', 'check')
    expect([none.code, none.err]).toEqual([
      3,
      `There is no database at ${file}. Name the folder of the data with --data-dir FOLDER or DATA_DIR.`,
    ])
    expect(existsSync(file)).toBe(false)
  })

  test('reports damaged pages, and skips checks of tables that cannot be read', async () => {
    await inContext(async (ctx) => void (await aWorkout(ctx, await aUser(ctx))))
    damageTable(join(dataDir(), 'milepost.db'), 'workouts')
    const { code, out, err } = await run('db', 'check')
    expect([code, err]).toEqual([
      1,
      'The database has errors: pages. Restore a backup: milepost restore',
    ])
    expect(out).toMatch(/^pages: .+$/)
  })

  test('reports wrong totals and repairs them on request', async () => {
    await inContext(async (ctx) => void (await aWorkout(ctx, await aUser(ctx))))
    // The factory creates no records.
    await run('db', 'check', '--repair')
    await inContext(async (ctx) => {
      await ctx.db.updateTable('workout_sums').set({ distance: 0 }).execute()
    })
    const found = await run('db', 'check')
    expect(found.code).toBe(1)
    const wrong = [
      'wrong in 6 row(s)',
      ...['all', 'day', 'month', 'week', 'weekm'].map(
        (period) => `  workout_sums.distance (user_id 1, period ${period},`,
      ),
      '  and 1 more row(s)',
    ]
    const told = found.out.replaceAll(/ number .*$/gm, '')
    expect(told).toBe(linesOf(wrong.join('\n')))
    expect(found.err).toBe(
      'The database has errors: sums of workouts. Repair it: milepost db check --repair',
    )
    const repaired = await run('db', 'check', '--repair')
    expect(repaired.code).toBe(0)
    expect(repaired.out).toContain('sums of workouts: repaired, was wrong in 6 row(s)')
    expect((await run('db', 'check')).code).toBe(0)
  })
})
