import type { AppContext } from '@/context'
import { updateLoads } from '@/use-cases/training/update-loads'
import { type IsQuiet, startIdleWork } from './idle-work'

/** Somebody waits for it: it is done whatever else is. */
const always: IsQuiet = async () => true

/** Makes loads anew, a few at a time, when thresholds have been changed. */
export const startUpdatingLoads = (ctx: AppContext) =>
  startIdleWork(
    ctx,
    [{ next: (isStopping) => updateLoads(ctx, isStopping), failure: 'loads were not made anew' }],
    always,
  )
