import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Db, openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import {
  countTimeline,
  listTimelineOwners,
  listTimelineWorkouts,
} from '@/store/db/queries/social/timeline'
import { rebuildSums } from '@/store/db/queries/workouts/workout-totals'
import { VISIBILITIES } from '@/store/db/schema/columns'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { LONG_TIME_LIMIT, runs, SEED } from '../support/properties'
import { relationships } from '../support/relationships'

const HOUR = 3_600_000
const ZONES = [
  'Pacific/Kiritimati',
  'Europe/Paris',
  'America/St_Johns',
  'Pacific/Midway',
  'no zone',
]
const VIEWER = 1

/** Many hours are equal, and most are close to the ends of years, months and days. */
const instant = fc
  .record({
    day: fc.constantFrom(
      '2023-12-31',
      '2024-01-01',
      '2024-02-29',
      '2024-03-01',
      '2024-03-31',
      '2021-06-15',
    ),
    hours: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ day, hours }) => Date.parse(day) + hours * HOUR)

const workout = (people: number) =>
  fc.record({
    user_id: fc.oneof(fc.constant(VIEWER), fc.integer({ min: 1, max: people })),
    workout_date: instant,
    workout_visibility: fc.constantFrom(...VISIBILITIES),
    suspended_at: fc.constantFrom(null, null, null, null, 1),
  })

/**
 * Users who follow and block each other, with their workouts. The viewer may follow more users than the query merges
 * individually.
 */
const world = fc.constantFrom(4, 60).chain((people) => {
  const person = fc.integer({ min: 1, max: people })
  return fc.record({
    people: fc.array(
      fc.record({
        timezone: fc.constantFrom(...ZONES),
        suspended_at: fc.constantFrom(null, null, null, null, 1),
      }),
      { minLength: people, maxLength: people },
    ),
    ...relationships(person),
    followsAll: fc.boolean(),
    workouts: fc.array(workout(people), { minLength: 60, maxLength: 250, size: 'max' }),
    perPage: fc.integer({ min: 1, max: 7 }),
  })
})

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never

async function makeDatabase({ people, follows, blocks, followsAll, workouts }: World): Promise<Db> {
  const database = openDatabase(':memory:')
  await migrateToLatest(database)
  const { db, sqlite } = database
  const others = people.map((_, at) => at + 1).filter((id) => id !== VIEWER)
  const all = others.map((followed) => ({ follower: VIEWER, followed, state: 'approved' }))
  const insert = (table: string, rows: readonly object[]) => {
    for (const row of rows) {
      const names = Object.keys(row)
      const slots = names.map(() => '?')
      sqlite
        .prepare(`insert or ignore into ${table} (${names}) values (${slots})`)
        .run(...Object.values(row))
    }
  }
  sqlite.exec('begin')
  insert(
    'users',
    people.map((person, at) => ({
      ...{ id: at + 1, username: `user_${at}`, email: `user_${at}@example.com` },
      ...{ password_hash: 'none', created_at: 0, is_active: 1, ...person },
    })),
  )
  insert(
    'follows',
    [...(followsAll ? all : []), ...follows].map(({ follower, followed, state }) => ({
      ...{ follower_id: follower, followed_id: followed, state, created_at: 0 },
    })),
  )
  insert(
    'blocks',
    blocks.map(({ blocker, blocked }) => ({
      ...{ blocker_id: blocker, blocked_id: blocked, created_at: 0 },
    })),
  )
  insert(
    'workouts',
    workouts.map((row, at) => ({
      ...{ short_id: `w${at}`, sport_id: (at % 3) + 1, creation_date: 0, ...row },
      ...{ duration: 1, moving: 1, distance: 1 },
    })),
  )
  sqlite.exec('commit')
  for (const userId of new Set(workouts.map(({ user_id }) => user_id)))
    await writeTo(db, (tx) => rebuildSums(tx, userId))
  return db
}

/** The whole timeline, as documented. */
async function listWholeTimeline(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select workouts.id from workouts join users on users.id = user_id
    where user_id = ${VIEWER} or (
      workouts.suspended_at is null and workout_visibility in ('public', 'followers_only')
      and users.suspended_at is null
      and user_id in (
        select followed_id from follows where follower_id = ${VIEWER} and state = 'approved')
      and user_id not in (select blocked_id from blocks where blocker_id = ${VIEWER})
      and user_id not in (select blocker_id from blocks where blocked_id = ${VIEWER}))
    order by workout_date desc, workouts.id desc`.execute(db)
  return rows.map(({ id }) => id)
}

test(
  'every page of a timeline equals that part of the whole timeline',
  async () => {
    await fc.assert(
      fc.asyncProperty(world, async (made) => {
        const db = await makeDatabase(made)
        const { perPage } = made
        const scope = { userId: VIEWER, owners: await listTimelineOwners(db, VIEWER) }
        const expected = await listWholeTimeline(db)
        expect(await countTimeline(db, scope)).toBe(expected.length)
        for (let page = 1; (page - 2) * perPage < expected.length; page += 1) {
          const rows = await listTimelineWorkouts(db, scope, { page, perPage })
          const start = (page - 1) * perPage
          expect(rows.map(({ id }) => id)).toEqual(expected.slice(start, start + perPage))
        }
        await db.destroy()
      }),
      { seed: SEED, endOnFailure: true, ...runs(12) },
    )
  },
  LONG_TIME_LIMIT,
)
