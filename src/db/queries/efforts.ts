import { sql } from 'kysely'
import { EFFORT_DISTANCES, EFFORT_SECONDS, type Effort, type EffortKind } from '@/analysis/efforts'
import type { Db } from '@/db/open'
import { prepared, preparedByShape, preparedInsert, preparedWrite, type Slots } from '@/db/prepared'
import { type Page, type PageRequest, totalOf } from '@/db/sql'
import type { Tx } from '@/db/transact'
import type { WorkoutRow } from './workouts'

type Owned = Pick<WorkoutRow, 'id' | 'user_id' | 'sport_id' | 'workout_date'>

/** Stores the efforts of a workout that has none. */
export function insertEfforts(
  db: Tx,
  { id: workout_id, user_id, sport_id, workout_date }: Owned,
  efforts: readonly Effort[],
): void {
  for (const effort of efforts)
    rows.run(db, { ...effort, workout_id, user_id, sport_id, workout_date })
}

const rows = preparedInsert('efforts')

/** Removes the efforts of a workout. */
export const deleteEfforts = (db: Tx, workoutId: number) => deleting.run(db, { workoutId })

const deleting = preparedWrite((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db.deleteFrom('efforts').where('workout_id', '=', workoutId),
)

/** Files the efforts of a workout under its sport and date. */
export const moveEfforts = (db: Tx, { id, sport_id, workout_date }: Owned) =>
  db.updateTable('efforts').set({ sport_id, workout_date }).where('workout_id', '=', id).execute()

/** Whose efforts, in which sport, and of which time: milliseconds since the Unix epoch, the end not included. */
export interface EffortFilter {
  userId: number
  sportId: number
  from: number
  before: number
}

/** An effort, and the workout in which it was made. */
export interface FoundEffort extends Effort {
  short_id: string
  title: string | null
  workout_date: number
}

/** What is best for a target: the least seconds for a distance, the most of everything else. */
const orderOf = (kind: EffortKind) => (kind === 'distance' ? 'asc' : 'desc')

interface OneTarget extends EffortFilter {
  kind: EffortKind
  target: number
}

const ofTarget = preparedByShape(
  ({ direction }: { direction: 'asc' | 'desc' }) =>
    (db, slot: Slots<OneTarget & { perPage: number; skipped: number }>) =>
      db
        .selectFrom('efforts')
        .innerJoin('workouts', 'workouts.id', 'efforts.workout_id')
        .select(['kind', 'target', 'value', 'start', 'elapsed'])
        .select(['workouts.short_id', 'workouts.title', 'efforts.workout_date'])
        .where('efforts.user_id', '=', slot.userId)
        .where('efforts.sport_id', '=', slot.sportId)
        .where('kind', '=', slot.kind)
        .where('target', '=', slot.target)
        .where('efforts.workout_date', '>=', slot.from)
        .where('efforts.workout_date', '<', slot.before)
        .orderBy('value', direction)
        .orderBy('efforts.workout_date')
        .orderBy('efforts.workout_id')
        .limit(slot.perPage)
        .offset(slot.skipped),
)

/** One page of the efforts for one target, the best first, and how many there are. */
export async function listBestEfforts(
  db: Db,
  target: OneTarget,
  { page, perPage }: PageRequest,
): Promise<Page<FoundEffort>> {
  const skipped = (page - 1) * perPage
  const query = ofTarget({ direction: orderOf(target.kind) })
  const rows = await query.all(db, { ...target, perPage, skipped })
  const known = totalOf({ skipped, perPage, shown: rows.length })
  return { rows, total: known ?? (await counted.first(db, target))?.count ?? 0 }
}

const counted = prepared((db, slot: Slots<OneTarget>) =>
  db
    .selectFrom('efforts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', slot.userId)
    .where('sport_id', '=', slot.sportId)
    .where('kind', '=', slot.kind)
    .where('target', '=', slot.target)
    .where('workout_date', '>=', slot.from)
    .where('workout_date', '<', slot.before),
)

/** Every kind with its targets, as JSON: what is best for each is looked up by itself. */
const TARGETS = {
  asc: JSON.stringify(EFFORT_DISTANCES.map((target) => ({ kind: 'distance', target }))),
  desc: JSON.stringify(
    Object.entries(EFFORT_SECONDS).flatMap(([kind, targets]) =>
      targets.map((target) => ({ kind, target })),
    ),
  ),
}

const DIRECTIONS = { asc: sql`asc`, desc: sql`desc` }

const bests = preparedByShape(
  ({ direction }: { direction: keyof typeof TARGETS }) =>
    (db, slot: Slots<EffortFilter>) => ({
      compile: () =>
        sql<FoundEffort>`
        select found.kind, found.target, found.value, found.start, found.elapsed,
          workouts.short_id, workouts.title, found.workout_date
        from json_each(${sql.lit(TARGETS[direction])}) as wanted
          join efforts as found
            on found.kind = wanted.value ->> 'kind' and found.target = wanted.value ->> 'target'
            and found.workout_id = (
              select workout_id from efforts
              where user_id = ${slot.userId} and sport_id = ${slot.sportId}
                and kind = wanted.value ->> 'kind' and target = wanted.value ->> 'target'
                and workout_date >= ${slot.from} and workout_date < ${slot.before}
              order by value ${DIRECTIONS[direction]}, workout_date, workout_id limit 1)
          join workouts on workouts.id = found.workout_id
        order by wanted.key`.compile(db),
    }),
)

/** The best effort for each target that there is one for, the targets of a kind in rising order. */
export const listBests = async (db: Db, filter: EffortFilter): Promise<FoundEffort[]> => [
  ...(await bests({ direction: 'asc' }).all(db, filter)),
  ...(await bests({ direction: 'desc' }).all(db, filter)),
]

/** Newest workouts whose stored points have not been looked through for efforts yet. */
export const listUnanalysed = (db: Db, limit: number) =>
  db
    .selectFrom('workouts')
    .select('id')
    .where('is_analysed', '=', 0)
    .where('original_file', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
