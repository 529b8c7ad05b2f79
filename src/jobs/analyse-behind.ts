import type { AppContext } from '@/context'
import { analyseNext } from '@/use-cases/workouts/analyse-points'
import { type IsQuiet, startIdleWork } from './idle-work'

/**
 * Finds the efforts of workouts that were stored before there were any, while nothing else is done: after an upgrade, and
 * where the rules have changed.
 */
export function startAnalysingBehind(ctx: AppContext, isQuiet?: IsQuiet) {
  const failed = new Set<number>()
  return startIdleWork(
    ctx,
    {
      next: (isStopping) => analyseNext(ctx, failed, isStopping),
      failure: 'workouts were not analysed',
    },
    isQuiet,
  )
}
