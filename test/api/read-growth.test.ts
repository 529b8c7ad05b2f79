import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { makeLibrary, measuredWorkout } from '../bench/library'
import { startTestServer } from '../support/app'
import { COUNTS_READS, pagesRead } from '../support/bytes-read'
import { newFolder } from '../support/folder'

const FEW = 500
const MANY = 20_000
/**
 * The factor in page reads that is tolerated for forty times as many workouts. A full scan would read tens of times as
 * many.
 */
const TOLERATED = 2

describe.skipIf(!COUNTS_READS)('with forty times as many workouts of a user', () => {
  const folder = newFolder()
  const stops: (() => Promise<void>)[] = []
  const pages: ((path: string) => Promise<number>)[] = []

  beforeAll(async () => {
    for (const own of [FEW, MANY]) {
      const file = join(folder, `${own}.db`)
      await makeLibrary(file, { own, all: own + 10, users: 2, lines: 1 })
      const { ctx, handle, stop } = startTestServer({}, openDatabase(file))
      stops.push(stop)
      // Statistics are limited to half of the workouts, which must not cause the others to be read.
      await ctx.db
        .updateTable('app_config')
        .set({ stats_workouts_limit: own / 2 })
        .execute()
      const authorization = `Bearer ${await ctx.sessions.issue(1, 0)}`
      pages.push((path) =>
        pagesRead(ctx, async () => {
          // Rows are cached until something changes.
          await ctx.db.updateTable('app_config').set({ about: crypto.randomUUID() }).execute()
          const request = new Request(`http://localhost${path}`, { headers: { authorization } })
          const answer = await handle(request)
          expect(answer.status).toBe(200)
          await answer.arrayBuffer()
        }),
      )
    }
  }, 60_000)

  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  test.each([
    ['a page of the list', '/api/workouts?per_page=20'],
    ['a workout', `/api/workouts/${measuredWorkout()}`],
    ['a list with statistics', '/api/workouts?with_statistics=true'],
    ['a list of a sport with statistics', '/api/workouts?with_statistics=true&sport_id=5'],
    ['statistics by sport', '/api/stats/user_1/by_sport'],
    ['the timeline', '/api/timeline'],
    ['a distant page of the timeline', '/api/timeline?page=90'],
    ["the caller's profile", '/api/auth/profile'],
  ])('%s needs about as many page reads', async (_, path) => {
    const [few = 0, many = 0] = [await pages[0]?.(path), await pages[1]?.(path)]
    expect(few).toBeGreaterThan(0)
    expect(many).toBeLessThanOrEqual(few * TOLERATED)
  })
})
