import { setImmediate } from 'node:timers/promises'
import type { Outline } from '@/analysis/outline'
import { compareRoutes, isRoute, middleOf, reachOfMiddle } from '@/analysis/same-route'
import type { AppContext } from '@/context'
import {
  findRouteOf,
  insertRoute,
  insertRouteWorkout,
  listRoutesNear,
  listUnrouted,
  type RouteRow,
} from '@/db/queries/routes'
import { type InTransaction, transact } from '@/db/transact'
import { loadOutline } from './load-outline'
import { placeOnRoute } from './write-workout'

/** So many workouts are sorted into routes at a time. */
const BATCH = 50
/** So many routes a workout is compared with at most: those that are nearest by middle and length. */
const MOST_COMPARED = 24

type Unrouted = Awaited<ReturnType<typeof listUnrouted>>[number]

/**
 * Sorts the newest workouts that have not been looked at into the routes of their owners, but for those in `failed`, where
 * workouts go whose lines cannot be read. Says whether there were any.
 */
export async function routeNext(
  ctx: AppContext,
  failed: Set<number>,
  isStopping: () => boolean,
): Promise<boolean> {
  const open = await listUnrouted(ctx.db, BATCH + failed.size)
  const due = open.filter(({ id }) => !failed.has(id))
  for (const workout of due) {
    if (isStopping()) break
    await routeWorkout(ctx, workout).catch((err) => {
      ctx.log.warn({ err, workout: workout.id }, 'a workout was not sorted into a route')
      failed.add(workout.id)
    })
    await setImmediate()
  }
  return due.length > 0
}

/** Puts a workout on the route that it went: one that is known, or a new one. */
async function routeWorkout(ctx: AppContext, workout: Unrouted): Promise<void> {
  const outline = await loadOutline(ctx.db, workout.id)
  const found = isRoute(outline) ? await findRoute(ctx, workout, outline) : undefined
  const place = (tx: InTransaction<AppContext>) =>
    placeOnRoute(tx, workout, async (row) => {
      if (!isRoute(outline)) return
      const isThere = found && (await isUnchanged(tx, found.route))
      insertRouteWorkout(tx.db, row, {
        routeId: isThere ? found.route.id : insertRoute(tx.db, row, middleOf(outline)),
        isOpposite: isThere ? found.direction === 'opposite' : false,
      })
    })
  // What a power cut takes back is done again; waiting for the disk would hold up this thread for each workout.
  await transact(ctx, place, { syncedLater: true })
}

/** Whether a route is still known by the line with which a workout was compared. */
const isUnchanged = async ({ db }: Pick<AppContext, 'db'>, { id, workout_id }: RouteRow) =>
  (await findRouteOf(db, workout_id))?.id === id

/** The nearest route of the same owner that goes the same way, and in which direction the workout went it. */
async function findRoute({ db }: AppContext, { user_id }: Unrouted, outline: Outline) {
  const middle = middleOf(outline)
  const near = { middle, reach: reachOfMiddle(middle.length), most: MOST_COMPARED }
  for (const route of await listRoutesNear(db, user_id, near)) {
    const direction = compareRoutes(await loadOutline(db, route.workout_id), outline)
    if (direction) return { route, direction }
    await setImmediate()
  }
  return undefined
}
