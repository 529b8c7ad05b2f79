import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { listTimelineWorkouts } from '@/store/db/queries/social/timeline'
import { rebuildSums } from '@/store/db/queries/workouts/workout-totals'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { afterTest } from '../support/after-test'
import { COUNTS_READS, pagesRead } from '../support/bytes-read'
import { newTestFolder } from '../support/folder'

const OWNERS = 100
const WORKOUTS = 20_000
/**
 * The tolerated factor in page reads of a distant page compared with the first. A full scan would need 16 times as
 * many.
 */
const TOLERATED = 8

/** Users with the ids 1 to 100, whose workouts alternate every hour. */
async function makeDatabase() {
  const database = openDatabase(join(newTestFolder(), 'milepost.db'))
  await migrateToLatest(database)
  afterTest(() => database.db.destroy())
  const numbersTo = (count: number) =>
    `(with recursive numbers (value) as
      (select 1 union all select value + 1 from numbers where value < ${count})
      select value from numbers)`
  database.sqlite.exec(`
    insert into users (id, username, email, password_hash, is_active, created_at)
      select value, 'user_' || value, value || '@example.com', 'none', 1, 0
      from ${numbersTo(OWNERS)};
    insert into workouts (short_id, user_id, sport_id, workout_date, creation_date, distance, duration, moving,
        workout_visibility, description)
      select 'w' || value, 1 + value % ${OWNERS}, 5, value * 3600000, 0, 1, 1, 1, 'public', hex(randomblob(200))
      from ${numbersTo(WORKOUTS)};
  `)
  for (let id = 1; id <= OWNERS; id++) await writeTo(database.db, (tx) => rebuildSums(tx, id))
  return database.db
}

test.skipIf(!COUNTS_READS)(
  'a distant page of a timeline reads about as many pages of the database as the first',
  async () => {
    const db = await makeDatabase()
    const owners = Array.from({ length: OWNERS - 1 }, (_, at) => at + 2)
    const costOf = (page: number) =>
      pagesRead({ db }, async () => {
        // Totals are cached until something changes.
        await db.updateTable('app_config').set({ about: crypto.randomUUID() }).execute()
        await listTimelineWorkouts(db, { userId: 1, owners }, { page, perPage: 5 })
      })
    const first = await costOf(1)
    expect(first).toBeGreaterThan(0)
    for (const page of [10, 40, 200, 2000, WORKOUTS / 5])
      expect({ page, tooMany: Math.max(0, (await costOf(page)) - first * TOLERATED) }).toEqual({
        page,
        tooMany: 0,
      })
  },
)
