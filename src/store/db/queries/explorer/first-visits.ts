import { sql } from 'kysely'
import {
  addVisits,
  type FirstVisit,
  VisitCounter,
  type VisitKey,
} from '@/domain/explorer/first-visits'
import { decodeBlocks } from '@/domain/explorer/tile-blocks'
import { hasExplorerTiles } from '@/domain/reference/explorer-sports'
import {
  type Placeholders,
  prepared,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { anyIn } from '@/store/db/sql'
import { listTilesOfUser } from './workout-tiles'

/** Number of workouts per query. */
const PAGE = 500

const inBlocks = prepared((db, slot: Placeholders<{ userId: number; blocks: string }>) =>
  db
    .selectFrom('first_visits')
    .select(['block', 'workout_date', 'workout_id', 'north', 'south'])
    .where('user_id', '=', slot.userId)
    .where('block', 'in', anyIn<number>(slot.blocks)),
)

/** Adds the tiles of a workout of which a user has no first visits. Returns its first visits. */
export async function addFirstVisits(
  db: Tx,
  userId: number,
  { key, tiles }: { key: VisitKey; tiles: Uint8Array },
): Promise<readonly FirstVisit[]> {
  const blocks = JSON.stringify([...decodeBlocks(tiles)].map(([block]) => block))
  const known = await inBlocks.all(db, { userId, blocks })
  const { inserted, updated, deleted } = addVisits(key, tiles, known)
  for (const visit of deleted) await deletions.run(db, { userId, ...visit })
  for (const visit of updated) await updates.run(db, { userId, ...visit })
  for (const visit of inserted) rows.run(db, { user_id: userId, ...visit })
  return inserted
}

type StoredVisit = FirstVisit & { userId: number }

const rows = preparedInsert('first_visits')

const updates = preparedWrite((db, slot: Placeholders<StoredVisit>) =>
  db
    .updateTable('first_visits')
    .set({ north: slot.north, south: slot.south })
    .where('user_id', '=', slot.userId)
    .where('block', '=', slot.block)
    .where('workout_date', '=', slot.workout_date)
    .where('workout_id', '=', slot.workout_id),
)

const deletions = preparedWrite(
  (db, slot: Placeholders<VisitKey & { userId: number; block: number }>) =>
    db
      .deleteFrom('first_visits')
      .where('user_id', '=', slot.userId)
      .where('block', '=', slot.block)
      .where('workout_date', '=', slot.workout_date)
      .where('workout_id', '=', slot.workout_id),
)

const ofWorkout = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('first_visits')
    .select(['block', 'workout_date', 'workout_id', 'north', 'south'])
    .where('workout_id', '=', workoutId),
)

/** The first visits of a workout. */
export const listVisitsOfWorkout = (db: Db, workoutId: number): Promise<FirstVisit[]> =>
  ofWorkout.all(db, { workoutId })

/** Deletes the first visits of a workout. Others may have visited the same tiles later. */
export const deleteVisitsOfWorkout = (db: Tx, workoutId: number) =>
  workoutDeletions.run(db, { workoutId })

const workoutDeletions = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('first_visits').where('workout_id', '=', workoutId),
)

const firstOfBlocks = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('first_visits as visit')
    .select(['north', 'south'])
    .select(
      sql<number>`not exists (
        select 1 from first_visits as earlier
        where earlier.user_id = visit.user_id and earlier.block = visit.block
          and (earlier.workout_date, earlier.workout_id) < (visit.workout_date, visit.workout_id)
      )`.as('is_first'),
    )
    .where('workout_id', '=', workoutId),
)

/** The first visits of a workout, with whether no earlier workout was in the block. */
export const listNewBlocks = (db: Db, workoutId: number) => firstOfBlocks.all(db, { workoutId })

const inRange = prepared(
  (db, slot: Placeholders<{ userId: number; first: number; last: number }>) =>
    db
      .selectFrom('first_visits')
      .select(['block', 'workout_date', 'workout_id', 'north', 'south'])
      .where('user_id', '=', slot.userId)
      .where('block', '>=', slot.first)
      .where('block', '<=', slot.last)
      .orderBy('block')
      .orderBy('workout_date')
      .orderBy('workout_id'),
)

/** Lists the first visits of a user to blocks in a range of numbers, by block and then in chronological order. */
export const listVisits = (
  db: Db,
  userId: number,
  { first = 0, last = Number.MAX_SAFE_INTEGER }: { first?: number; last?: number } = {},
): Promise<FirstVisit[]> => inRange.all(db, { userId, first, last })

/** Computes the first visits of a user from the tiles of all their workouts. */
export async function computeVisits(db: Db, userId: number): Promise<readonly FirstVisit[]> {
  const counter = new VisitCounter()
  for (let after = { workout_date: Number.MIN_SAFE_INTEGER, workout_id: 0 }; ; ) {
    const workouts = await listTilesOfUser(db, userId, { after, limit: PAGE })
    for (const { sport_id, tiles, ...key } of workouts)
      if (hasExplorerTiles(sport_id)) counter.add(key, tiles)
    const last = workouts.at(-1)
    if (!last) return counter.visits
    after = last
    // Other requests are handled in the meantime.
    await new Promise(setImmediate)
  }
}

const identify = ({ block, workout_date, workout_id, north, south }: FirstVisit): string =>
  [block, workout_date, workout_id, north, south].join()

/** Computes the first visits of a user again, and writes those that differ. */
export async function recountVisits(db: Tx, userId: number): Promise<void> {
  const expected = new Map(
    (await computeVisits(db, userId)).map((visit) => [identify(visit), visit]),
  )
  for (const visit of await listVisits(db, userId))
    if (!expected.delete(identify(visit))) await deletions.run(db, { userId, ...visit })
  for (const visit of expected.values()) rows.run(db, { user_id: userId, ...visit })
  await db.deleteFrom('visit_recounts').where('user_id', '=', userId).execute()
}

/** Has the first visits of a user computed again in the background. */
export const requestRecount = (db: Tx, userId: number) =>
  db
    .insertInto('visit_recounts')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A user whose first visits have to be computed again. */
export const findRecount = (db: Db) =>
  db.selectFrom('visit_recounts').selectAll().limit(1).executeTakeFirst()
