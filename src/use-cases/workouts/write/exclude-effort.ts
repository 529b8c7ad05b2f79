import { notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { deleteEffort } from '@/store/db/queries/workouts/efforts'
import {
  deleteExcludedEffort,
  type EffortTarget,
  insertExcludedEfforts,
  listExcludedEfforts,
} from '@/store/db/queries/workouts/excluded-efforts'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { analysePoints } from '@/use-cases/workouts/measure/analyse-points'
import { requireTarget } from '@/use-cases/workouts/read/list-efforts'
import { requestAnalysis } from './write-workout'

interface EffortChange {
  shortId: string
  /** As in the request. */
  kind: string
  target: number
  excluded: boolean
}

/**
 * Excludes one effort of one of the caller's workouts from best efforts and rankings, or includes it again, which
 * analyses the workout.
 *
 * @throws 404 and 403 as `requireOwnWorkout`, 400 for an unknown target, 404 when the workout has no such effort
 */
export async function excludeEffort(
  ctx: AppContext,
  caller: Caller,
  { shortId, excluded, ...request }: EffortChange,
): Promise<void> {
  const included = await transact(ctx, async (tx) => {
    const { id } = await requireOwnWorkout(tx, caller, shortId)
    const target = requireTarget(request)
    const isExcluded = (await listExcludedEfforts(tx.db, id)).some((each) => isSame(each, target))
    if (isExcluded === excluded) return undefined
    if (excluded) {
      if (!(await deleteEffort(tx.db, id, target))) throw notFound('effort not found')
      insertExcludedEfforts(tx.db, id, [target])
      return undefined
    }
    await deleteExcludedEffort(tx.db, id, target)
    // If the analysis does not succeed now, the background analysis restores the effort.
    await requestAnalysis(tx, id)
    return id
  })
  if (included === undefined) return
  const failure = (await analysePoints(ctx, [included])).get(included)
  if (failure) throw failure
}

const isSame = (one: EffortTarget, other: EffortTarget) =>
  one.kind === other.kind && one.target === other.target
