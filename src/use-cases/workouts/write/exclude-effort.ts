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
import { listPackedSegments } from '@/store/db/queries/workouts/segments'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { analyseStored } from '@/use-cases/workouts/measure/analyse-stored'
import { requireTarget } from '@/use-cases/workouts/read/list-efforts'
import { replaceAnalysed } from './write-workout'

interface EffortChange {
  shortId: string
  /** As in the request. */
  kind: string
  target: number
  excluded: boolean
}

/**
 * Excludes one effort of one of the caller's workouts from best efforts and rankings, or includes it again.
 *
 * @throws 404 and 403 as `requireOwnWorkout`, 400 for an unknown target, 404 when the workout has no such effort
 */
export async function excludeEffort(
  ctx: AppContext,
  caller: Caller,
  { shortId, excluded, ...request }: EffortChange,
): Promise<void> {
  await transact(ctx, async (tx) => {
    const { id } = await requireOwnWorkout(tx, caller, shortId)
    const target = requireTarget(request)
    const isExcluded = (await listExcludedEfforts(tx.db, id)).some((each) => isSame(each, target))
    if (isExcluded === excluded) return
    if (excluded) {
      if (!(await deleteEffort(tx.db, id, target))) throw notFound('effort not found')
      insertExcludedEfforts(tx.db, id, [target])
      return
    }
    await deleteExcludedEffort(tx.db, id, target)
    const segments = await listPackedSegments(tx.db, [id])
    if (segments.length > 0) await replaceAnalysed(tx, id, analyseStored(segments))
  })
}

const isSame = (one: EffortTarget, other: EffortTarget) =>
  one.kind === other.kind && one.target === other.target
