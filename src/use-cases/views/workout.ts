import { forbidden, notFoundInList } from '@/lib/errors'
import type { Caller, Visitor } from '@/policy/caller'
import { filterRecordsOfWorkout } from '@/policy/records'
import { sportDisplay } from '@/policy/sport-display'
import {
  canSee,
  isOwner,
  type Relation,
  STRANGER,
  type Viewer,
  viewerOf,
} from '@/policy/visibility'
import {
  canSeeThatSuspended,
  canSeeWorkout,
  visibleThumbnail,
  type WorkoutPermissions,
  workoutPermissions,
} from '@/policy/workout'
import type { AppContext } from '@/services/context'
import { type EquipmentView, loadWorkoutEquipments } from '@/store/db/queries/catalogue/equipments'
import { listRecordsOfWorkouts } from '@/store/db/queries/records/records'
import { loadCommentedWorkouts } from '@/store/db/queries/social/comments'
import { findCompactUser, loadCompactUsers } from '@/store/db/queries/social/compact-users'
import { loadRelationships } from '@/store/db/queries/social/relationships'
import { listLegs } from '@/store/db/queries/workouts/events'
import { listSegments } from '@/store/db/queries/workouts/segments'
import { loadThumbnails } from '@/store/db/queries/workouts/thumbnails'
import {
  findSurroundings,
  findWorkout,
  type ListedWorkout,
  type WorkoutOutline,
  type WorkoutRow,
} from '@/store/db/queries/workouts/workouts'
import { loadHidingRules } from './hiding-rules'
import { loadPhotoViews, type PhotoDeps } from './photo'
import {
  loadPublicVersions,
  type PublicDeps,
  publicPermissions,
  publicRecords,
  publicRow,
  publicThumbnail,
} from './public-version'
import { loadSuspensionViews } from './sanction'
import { loadSportDisplays } from './sport-display'

type Deps = Pick<AppContext, 'db'>

/**
 * Loads the visitor's relation to each of these owners. `inReport` is true when the visitor views the content of a
 * report.
 */
export async function loadRelations(
  ctx: Deps,
  visitor: Visitor,
  { ownerIds, inReport = false }: { ownerIds: readonly number[]; inReport?: boolean },
): Promise<Map<number, Relation>> {
  const viewer = viewerOf(visitor, { inReport })
  if (!viewer) return new Map(ownerIds.map((id) => [id, STRANGER]))
  const others = ownerIds.filter((id) => id !== viewer.userId)
  const relationships =
    others.length > 0 ? await loadRelationships(ctx.db, viewer.userId, others) : undefined
  return new Map(ownerIds.map((id) => [id, relationOf(viewer, id, relationships)]))
}

/** Loads the visitor's relation to one owner. */
async function loadRelation(ctx: Deps, visitor: Visitor, ownerId: number): Promise<Relation> {
  const viewer = viewerOf(visitor, { inReport: false })
  if (!viewer) return STRANGER
  if (ownerId === viewer.userId) return relationOf(viewer, ownerId, undefined)
  return relationOf(viewer, ownerId, await loadRelationships(ctx.db, viewer.userId, [ownerId]))
}

const relationOf = (
  viewer: NonNullable<Viewer>,
  ownerId: number,
  relationships: Awaited<ReturnType<typeof loadRelationships>> | undefined,
): Relation => ({
  isOwner: ownerId === viewer.userId,
  isFollower: !viewer.isSuspended && (relationships?.followed.has(ownerId) ?? false),
  isBlocked: relationships?.blockedBy.has(ownerId) ?? false,
  isReviewing: viewer.isReviewing,
})

/** Workouts to show, with options. */
export interface WorkoutListOptions {
  rows: readonly ListedWorkout[]
  withEquipments?: boolean
  /** False if the workouts are known to have no records. */
  withRecords?: boolean
  /** Shows speeds even if the visitor prefers pace. */
  forceSpeed?: boolean
  /** Whether the workouts are the content of a report, of which moderators see everything except records. */
  inReport?: boolean
}

/**
 * Loads workouts that the visitor may see, with everything that lists show. The number of queries does not depend on
 * the number of rows.
 */
export async function loadListViews(
  ctx: PhotoDeps & PublicDeps,
  visitor: Visitor,
  {
    rows,
    withEquipments = false,
    withRecords = true,
    forceSpeed = false,
    inReport = false,
  }: WorkoutListOptions,
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
  const thumbnails = await loadThumbnails(ctx.db, ids)
  const rules = await loadHidingRules(ctx, visitor, ownerIds)
  const versions = await loadPublicVersions(ctx, rows, rules)
  const views = rows.map((row) => {
    const version = versions.get(row.id)
    const workout = publicRow(row, versions)
    const owner = requireOwner(owners.get(workout.user_id), workout)
    const relation = relations.get(workout.user_id) ?? STRANGER
    const own = displays.get(workout.sport_id) ?? sportDisplay(workout.sport_id, 'speed')
    const display = forceSpeed ? { ...own, speed: true } : own
    const permissions = publicPermissions(
      workoutPermissions(workout, owner, { relation, display }),
      version,
    )
    const shown = filterRecordsOfWorkout(recordsOf.get(workout.id) ?? [], workout, display)
    return {
      workout,
      owner,
      version,
      records: publicRecords(shown, versions).map((record) => ({
        ...record,
        workout_short_id: workout.short_id,
        username: owner.username,
      })),
      equipments: visibleEquipments(equipmentsOf.get(workout.id) ?? [], relation),
      permissions,
      thumbnail: visibleThumbnail(
        publicThumbnail(thumbnails.get(workout.id), version),
        permissions,
      ),
      suspension: permissions.suspension ? suspensions.get(workout.id) : undefined,
    }
  })
  const photos = await loadPhotoViews(ctx, visitor, views)
  return views.map((view) => ({ ...view, photos: photos.get(view.workout.id) ?? [] }))
}

/** Loads only the visitor's permissions for a workout. */
export async function loadPermissions(
  ctx: Deps,
  visitor: Visitor,
  workout: WorkoutOutline,
): Promise<WorkoutPermissions> {
  const { user_id: ownerId, sport_id: sportId } = workout
  const displays = await loadSportDisplays(ctx, visitor)
  const relation = await loadRelation(ctx, visitor, ownerId)
  const owner = requireOwner(await findCompactUser(ctx.db, ownerId), workout)
  return workoutPermissions(workout, owner, {
    relation,
    display: displays.get(sportId) ?? sportDisplay(sportId, 'speed'),
  })
}

const loadSuspensions = (ctx: Deps, visitor: Visitor, rows: readonly ListedWorkout[]) =>
  loadSuspensionViews(ctx, visitor, {
    what: 'workout',
    ids: rows.flatMap(({ id, suspended_at }) => (suspended_at === null ? [] : [id])),
  })

/** Loads a workout that the visitor may see, with everything in its detail response. */
export async function loadView(ctx: PhotoDeps & PublicDeps, visitor: Visitor, workout: WorkoutRow) {
  const { neighbours, likes, ...has } = await findSurroundings(ctx.db, workout, visitor?.userId)
  const [view] = await loadListViews(ctx, visitor, { rows: [workout], ...has })
  if (!view) throw new Error('no view for a workout that exists')
  const segments = workout.original_file === null ? [] : await listSegments(ctx.db, [workout.id])
  const legs = (await listLegs(ctx.db, workout)).filter((leg) =>
    canSeeWorkout(leg, view.permissions.relation),
  )
  const rules = await loadHidingRules(ctx, visitor, [workout.user_id])
  const versions = await loadPublicVersions(ctx, legs, rules)
  return {
    ...view,
    workout: { ...workout, ...view.version?.columns },
    segments: view.version ? segments.flatMap((row) => view.version?.segment(row) ?? []) : segments,
    legs: legs.map((leg) => publicRow(leg, versions)),
    ...{ likes, neighbours },
  }
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

/** The error for a workout that does not exist or that the visitor may not see, with an empty list. */
export const unknownInList = () => notFoundInList('workouts')

/**
 * Returns a workout that the visitor may see.
 *
 * @throws the error of `missing` when the workout does not exist or the visitor may not see it, so that callers cannot
 * distinguish these.
 */
export async function requireVisibleWorkout(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  { shortId, missing = unknownInList }: { shortId: string; missing?: () => Error },
): Promise<WorkoutRow> {
  const workout = await findWorkout(ctx.db, shortId)
  if (!workout) throw missing()
  const relation = await loadRelation(ctx, visitor, workout.user_id)
  if (!canSeeWorkout(workout, relation)) throw missing()
  return workout
}

/**
 * Returns one of the caller's workouts.
 *
 * @throws 404 when the caller may not see it, 403 when it belongs to another user.
 */
export async function requireOwnWorkout(
  ctx: Pick<AppContext, 'db'>,
  caller: Caller,
  shortId: string,
): Promise<WorkoutRow> {
  const workout = await requireVisibleWorkout(ctx, caller, { shortId })
  if (!isOwner(caller, workout.user_id)) throw forbidden()
  return workout
}

/** Returns how much of a workout the visitor may see: everything, only that it is suspended, or nothing. */
export async function getAccess(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  workout: WorkoutRow,
): Promise<'whole' | 'suspended' | 'nothing'> {
  const relation = await loadRelation(ctx, visitor, workout.user_id)
  if (canSeeWorkout(workout, relation)) return 'whole'
  if (!visitor || workout.suspended_at === null) return 'nothing'
  const commented = await loadCommentedWorkouts(ctx.db, visitor.userId, [workout.id])
  const hasCommented = commented.has(workout.id)
  return canSeeThatSuspended(workout, relation, { hasCommented }) ? 'suspended' : 'nothing'
}
