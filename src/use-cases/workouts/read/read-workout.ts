import type { Visitor } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { getAccess, loadListViews, loadView, unknownInList } from '@/use-cases/views/workout'

/**
 * Returns a workout for its page. Users who commented on a suspended workout see only that it exists.
 *
 * @throws 404 with an empty list.
 */
export async function getWorkout(ctx: AppContext, visitor: Visitor, shortId: string) {
  const workout = await findWorkout(ctx.db, shortId)
  if (!workout) throw unknownInList()
  const seen = await getAccess(ctx, visitor, workout)
  if (seen === 'whole') return { seen, view: await loadView(ctx, visitor, workout) } as const
  const [view] = await loadListViews(ctx, visitor, { rows: [workout] })
  if (seen === 'suspended' && view) return { seen, view } as const
  throw unknownInList()
}
