import type { AppContext } from '@/services/context'
import { updateLoads } from '@/use-cases/training/update-loads'
import { type IsQuiet, startIdleWork } from './idle-work'

/** Users wait for the loads, so that the work does not wait for an idle moment. */
const always: IsQuiet = async () => true

/** Recomputes training loads, a few at a time, after thresholds have changed. */
export const startUpdatingLoads = (ctx: AppContext) =>
  startIdleWork(
    ctx,
    [
      {
        next: (isStopping) => updateLoads(ctx, isStopping),
        failure: 'recomputing training loads failed',
      },
    ],
    always,
  )
