import { setImmediate } from 'node:timers/promises'
import type { Outline } from '@/domain/analysis/outline'
import { compareRoutes, isRoute, searchBounds, summarizeRoute } from '@/domain/analysis/same-route'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  findRouteOf,
  insertRoute,
  insertRouteWorkout,
  listRoutesNear,
  listUnrouted,
  type RouteRow,
} from '@/store/db/queries/workouts/courses'
import { loadOutline } from '@/use-cases/workouts/read/load-outline'
import { assignToCourse } from './write-workout'

/** Number of workouts per query. */
const BATCH = 50
/** Maximum number of courses to compare a workout with: those closest by middle and length. */
const MAX_COMPARED = 24

type Unrouted = Awaited<ReturnType<typeof listUnrouted>>[number]

/**
 * Assigns the newest workouts not processed yet to the courses of their owners. Skips those in `failed`, and adds
 * workouts whose tracks cannot be read. Returns whether there were any.
 */
export async function assignNextCourses(
  ctx: AppContext,
  failed: Set<number>,
  isStopping: () => boolean,
): Promise<boolean> {
  const open = await listUnrouted(ctx.db, BATCH + failed.size)
  const due = open.filter(({ id }) => !failed.has(id))
  for (const workout of due) {
    if (isStopping()) break
    await assignCourse(ctx, workout).catch((err) => {
      ctx.log.warn({ err, workout: workout.id }, 'could not assign a workout to a course')
      failed.add(workout.id)
    })
    await setImmediate()
  }
  return due.length > 0
}

/** Assigns a workout to an existing course or creates a new one. */
async function assignCourse(ctx: AppContext, workout: Unrouted): Promise<void> {
  const outline = await loadOutline(ctx.db, workout.id)
  const found = isRoute(outline) ? await findCourse(ctx, workout, outline) : undefined
  const place = (tx: InTransaction<AppContext>) =>
    assignToCourse(tx, workout, async (row) => {
      if (!isRoute(outline)) return
      const isThere = found && (await isUnchanged(tx, found.route))
      insertRouteWorkout(tx.db, row, {
        routeId: isThere ? found.route.id : insertRoute(tx.db, row, summarizeRoute(outline)),
        isOpposite: isThere ? found.direction === 'opposite' : false,
      })
    })
  // Work lost in a power failure is simply done again, so waiting for the fsync of every workout is not necessary.
  await transact(ctx, place, { syncedLater: true })
}

/** Whether a course still has the line with which a workout was compared. */
const isUnchanged = async ({ db }: Pick<AppContext, 'db'>, { id, workout_id }: RouteRow) =>
  (await findRouteOf(db, workout_id))?.id === id

/** Finds the closest course of the same owner that follows the same track, and the direction of the workout on it. */
async function findCourse({ db }: AppContext, { user_id }: Unrouted, outline: Outline) {
  const middle = summarizeRoute(outline)
  const near = { middle, reach: searchBounds(middle.length), limit: MAX_COMPARED }
  for (const route of await listRoutesNear(db, user_id, near)) {
    const direction = compareRoutes(await loadOutline(db, route.workout_id), outline)
    if (direction) return { route, direction }
    await setImmediate()
  }
  return undefined
}
