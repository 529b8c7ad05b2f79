import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { json } from '../support/moved-account'
import { zipBytes } from '../support/tracks/zip'

startInNewFolders()

const WORKOUT = {
  ...{ id: 'BTHknEB3MgVvZ4kCzS8LfM', sport_label: 'Hiking', title: 'Hike' },
  ...{ workout_date: '2024-05-01 10:00:00', duration: '1:00:00', distance: 4, course_id: null },
}
const ZONE = { name: 'Home', positions: [{ latitude: 48, longitude: 7.9 }], radius: 200 }
const LINE = { coordinates: Array.from({ length: 10 }, (_, i) => [7.9 + i / 1000, 48]) }

/** Imports an export with these lists by command. */
async function importLists(lists: Record<string, unknown>, ...options: string[]) {
  const path = join(dataDir(), 'export.zip')
  const members = Object.entries({ workouts: [WORKOUT], ...lists })
  writeFileSync(
    path,
    zipBytes(members.map(([name, content]) => json(`user_${name}_data.json`, content))),
  )
  return run('import', 'fittrackee', path, '--user', 'ann', ...options)
}

const countRows = () =>
  inContext(async ({ db }) => {
    const tables = ['workouts', 'saved_courses', 'privacy_zones', 'planned_courses'] as const
    const counts = await Promise.all(
      tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
    )
    return Object.fromEntries(tables.map((table, i) => [table, counts[i]]))
  })

describe('import fittrackee', () => {
  test('imports the zones and courses of a Milepost account, and reports skipped ones', async () => {
    await inContext((ctx) => aUser(ctx, { username: 'ann' }))
    const report = join(dataDir(), 'report.csv')
    const lists = {
      privacy_zones: [ZONE],
      courses: [{ course: { name: 'Round' }, geojson: LINE }, { course: { name: 'Nowhere' } }],
    }
    for (const _ of ['first', 'repeated']) {
      const { code, out } = await importLists(lists, '--report', report)
      expect({ code, isReported: out.includes('left out: 1') }).toEqual({
        ...{ code: 0, isReported: true },
      })
      expect(await Bun.file(report).text()).toContain('user_courses_data.json: 2,left out,')
      expect(await countRows()).toEqual({
        ...{ workouts: 1, saved_courses: 1, privacy_zones: 1, planned_courses: 1 },
      })
    }
  })

  test('imports nothing when a zone is invalid, and says so', async () => {
    await inContext((ctx) => aUser(ctx, { username: 'ann' }))
    const { code, err } = await importLists({ privacy_zones: [{ ...ZONE, radius: 1 }] })
    expect(code).toBe(1)
    expect(err).toContain('export.zip: Nothing was imported: ')
    expect(await countRows()).toEqual({
      ...{ workouts: 0, saved_courses: 0, privacy_zones: 0, planned_courses: 0 },
    })
  })
})
