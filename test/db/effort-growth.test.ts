import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import {
  listBests,
  listImprovedEfforts,
  listRankedEfforts,
} from '@/store/db/queries/workouts/best-efforts'
import { listPlacedEfforts } from '@/store/db/queries/workouts/effort-places'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { afterTest } from '../support/after-test'
import { COUNTS_READS, pagesRead } from '../support/bytes-read'
import { newTestFolder } from '../support/folder'

const FEW = 250
const MANY = 20_000
/**
 * The factor in page reads that is tolerated for eighty times as many workouts: a history reads the first sixty days
 * completely. A full scan would read eighty times as many.
 */
const TOLERATED = 16

const DAY = 86_400_000
const YEARS = 6
const KILOMETRE = { kind: 'distance', target: 1000 } as const

/** Workouts of six years in one sport, with a random fastest kilometre and best minute each. */
async function makeDatabase(count: number) {
  const database = openDatabase(join(newTestFolder(), 'milepost.db'))
  await migrateToLatest(database)
  afterTest(() => database.db.destroy())
  database.sqlite.exec(`
    insert into users (id, username, email, password_hash, is_active, created_at)
      values (1, 'ann', 'ann@example.com', 'none', 1, 0);
    insert into workouts (id, short_id, user_id, sport_id, workout_date, creation_date, distance, duration, moving)
      select value, 'w' || value, 1, 5, value * ${Math.floor((YEARS * 365 * DAY) / count)}, 0, 1, 1, 1
      from (with recursive numbers (value) as
        (select 1 union all select value + 1 from numbers where value < ${count})
        select value from numbers);
    insert into efforts (workout_id, kind, target, value, start, elapsed, user_id, sport_id, workout_date)
      select id, kinds.kind, kinds.target, 200 + (id * 7919) % 10007 / 50.0, 0, 1, 1, 5, workout_date
      from workouts, (select 'distance' as kind, 1000 as target union all select 'power', 60) as kinds;
  `)
  const last = count / 2
  const { workout_date } = database.sqlite
    .prepare<[number], { workout_date: number }>('select workout_date from workouts where id = ?')
    .get(last) ?? { workout_date: 0 }
  return { db: database.db, workout: { id: last, user_id: 1, sport_id: 5, workout_date } }
}

type Made = Awaited<ReturnType<typeof makeDatabase>>

const OWNER = { userId: 1, sportId: 5 }
const SPAN = { from: 3 * 365 * DAY, before: (3 * 365 + 400) * DAY }
const PAGE = { page: 1, perPage: 20 }

const QUESTIONS_OF: Record<string, (made: Made) => Promise<unknown>> = {
  'the bests of all time': ({ db }) => listBests(db, { ...OWNER, span: undefined }),
  'the bests of 400 days': ({ db }) => listBests(db, { ...OWNER, span: SPAN }),
  'a page of the ranking': ({ db }) =>
    listRankedEfforts(db, { ...OWNER, ...KILOMETRE, span: undefined }, PAGE),
  'how the best became better': ({ db }) =>
    listImprovedEfforts(db, { ...OWNER, ...KILOMETRE }, PAGE),
  'the places of a workout': ({ db, workout }) => listPlacedEfforts(db, workout),
}

test.skipIf(!COUNTS_READS)(
  'queries for efforts read about as many pages for eighty times as many workouts',
  async () => {
    const worlds = [await makeDatabase(FEW), await makeDatabase(MANY)]
    const dear: string[] = []
    for (const [name, ask] of Object.entries(QUESTIONS_OF)) {
      const pages = []
      for (const world of worlds) pages.push(await pagesRead(world, () => ask(world)))
      const [few = 0, many = 0] = pages
      expect(few).toBeGreaterThan(0)
      if (many > few * TOLERATED) dear.push(`${name}: ${few} pages, then ${many}`)
    }
    expect(dear).toEqual([])
  },
  60_000,
)
