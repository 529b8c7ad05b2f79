import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { findCompactUser, loadCompactUsers } from '@/db/queries/compact-users'
import { type EquipmentView, loadWorkoutEquipments } from '@/db/queries/equipments'
import { listRecordsOfWorkouts } from '@/db/queries/records'
import { listSegments } from '@/db/queries/segments'
import { loadTies } from '@/db/queries/user-ties'
import {
  findSurroundings,
  type ListedWorkout,
  type WorkoutOutline,
  type WorkoutRow,
} from '@/db/queries/workouts'
import { shownRecordsOfWorkout } from '@/policy/records'
import { sportDisplay } from '@/policy/sport-display'
import { canSee, type Relation, STRANGER, type Viewer, viewerOf } from '@/policy/visibility'
import { type WorkoutSight, workoutSight } from '@/policy/workout'
import { loadSuspensionViews } from './sanction'
import { loadSportDisplays } from './sport-display'

type Reader = Pick<AppContext, 'db'>

/** What the visitor is to each of these owners; `inReport` when the visitor looks at the content of a report. */
export async function loadRelations(
  ctx: Reader,
  visitor: Visitor,
  { ownerIds, inReport = false }: { ownerIds: readonly number[]; inReport?: boolean },
): Promise<Map<number, Relation>> {
  const viewer = viewerOf(visitor, { inReport })
  if (!viewer) return new Map(ownerIds.map((id) => [id, STRANGER]))
  const others = ownerIds.filter((id) => id !== viewer.userId)
  const ties = others.length > 0 ? await loadTies(ctx.db, viewer.userId, others) : undefined
  return new Map(ownerIds.map((id) => [id, relationOf(viewer, id, ties)]))
}

/** What the visitor is to one owner. */
export async function loadRelation(
  ctx: Reader,
  visitor: Visitor,
  ownerId: number,
): Promise<Relation> {
  const viewer = viewerOf(visitor, { inReport: false })
  if (!viewer) return STRANGER
  if (ownerId === viewer.userId) return relationOf(viewer, ownerId, undefined)
  return relationOf(viewer, ownerId, await loadTies(ctx.db, viewer.userId, [ownerId]))
}

const relationOf = (
  viewer: NonNullable<Viewer>,
  ownerId: number,
  ties: Awaited<ReturnType<typeof loadTies>> | undefined,
): Relation => ({
  isOwner: ownerId === viewer.userId,
  isFollower: !viewer.isSuspended && (ties?.followed.has(ownerId) ?? false),
  isBlocked: ties?.blockedBy.has(ownerId) ?? false,
  isReviewing: viewer.isReviewing,
})

/** Workouts to be shown, and how. */
export interface Shown {
  rows: readonly ListedWorkout[]
  withEquipments?: boolean
  /** False where it is known that there are none. */
  withRecords?: boolean
  /** Shows speeds also where the visitor prefers to see the pace. */
  forceSpeed?: boolean
  /** The visitor looks at the content of a report: moderators see everything, but no records. */
  inReport?: boolean
}

/** Workouts the visitor may see, with what lists show of them; the number of queries does not depend on the number of rows. */
export async function loadListViews(
  ctx: Reader,
  visitor: Visitor,
  { rows, withEquipments = false, withRecords = true, forceSpeed = false, inReport = false }: Shown,
) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const ownerIds = [...new Set(rows.map(({ user_id }) => user_id))]
  const displays = await loadSportDisplays(ctx, visitor)
  const relations = await loadRelations(ctx, visitor, { ownerIds, inReport })
  const owners = await loadCompactUsers(ctx.db, ownerIds)
  const records = withRecords && !inReport ? await listRecordsOfWorkouts(ctx.db, ids) : []
  const recordsOf = Map.groupBy(records, ({ workout_id }) => workout_id)
  const equipmentsOf = withEquipments
    ? await loadWorkoutEquipments(ctx.db, ids)
    : new Map<number, EquipmentView[]>()
  const suspensions = await loadSuspensions(ctx, visitor, rows)
  return rows.map((workout) => {
    const owner = requireOwner(owners.get(workout.user_id), workout)
    const relation = relations.get(workout.user_id) ?? STRANGER
    const own = displays.get(workout.sport_id) ?? sportDisplay(workout.sport_id, 'speed')
    const display = forceSpeed ? { ...own, speed: true } : own
    const sight = workoutSight(workout, owner, { relation, display })
    return {
      workout,
      owner,
      records: shownRecordsOfWorkout(recordsOf.get(workout.id) ?? [], workout, display).map(
        (record) => ({ ...record, workout_short_id: workout.short_id, username: owner.username }),
      ),
      equipments: visibleEquipments(equipmentsOf.get(workout.id) ?? [], relation),
      sight,
      suspension: sight.suspension ? suspensions.get(workout.id) : undefined,
    }
  })
}

/** What the visitor sees of one workout, and nothing else of it. */
export async function loadSight(
  ctx: Reader,
  visitor: Visitor,
  workout: WorkoutOutline,
): Promise<WorkoutSight> {
  const { user_id: ownerId, sport_id: sportId } = workout
  const displays = await loadSportDisplays(ctx, visitor)
  const relation = await loadRelation(ctx, visitor, ownerId)
  const owner = requireOwner(await findCompactUser(ctx.db, ownerId), workout)
  return workoutSight(workout, owner, {
    relation,
    display: displays.get(sportId) ?? sportDisplay(sportId, 'speed'),
  })
}

const loadSuspensions = (ctx: Reader, visitor: Visitor, rows: readonly ListedWorkout[]) =>
  loadSuspensionViews(ctx, visitor, {
    what: 'workout',
    ids: rows.flatMap(({ id, suspended_at }) => (suspended_at === null ? [] : [id])),
  })

/** One workout the visitor may see, with everything its detail answer tells. */
export async function loadView(ctx: Reader, visitor: Visitor, workout: WorkoutRow) {
  const { neighbours, likes, ...has } = await findSurroundings(ctx.db, workout, visitor?.userId)
  const [view] = await loadListViews(ctx, visitor, { rows: [workout], ...has })
  if (!view) throw new Error('no view for a workout that exists')
  const segments = workout.original_file === null ? [] : await listSegments(ctx.db, [workout.id])
  return { ...view, workout, segments, likes, neighbours }
}

const requireOwner = <Owner>(
  owner: Owner | undefined,
  { id }: Pick<ListedWorkout, 'id'>,
): Owner => {
  if (!owner) throw new Error(`workout ${id} without owner`)
  return owner
}

const visibleEquipments = (items: EquipmentView[], relation: Relation) =>
  items.filter(({ visibility }) => canSee(visibility, relation))
