import type { AppContext } from '@/context'
import { shrink } from '@/db/upkeep'
import { giveBackMemory } from '@/lib/memory'
import { analyseNext } from '@/use-cases/workouts/analyse-points'
import { readDeviceDataNext } from '@/use-cases/workouts/read-device-data'
import { routeNext } from '@/use-cases/workouts/route-workouts'
import type { IdleWork } from './idle-work'

/**
 * Analyses workouts that were stored without, while nothing else is done: after a great import, after an upgrade, and where
 * the rules have changed. Then sorts workouts into routes, which is done here only: no import waits for it. In the end reads
 * laps and sensors from the recordings of workouts that were stored before these were kept.
 */
export function analysingBehind(ctx: AppContext): IdleWork {
  const failed = new Set<number>()
  const unrouted = new Set<number>()
  const unread = new Set<number>()
  return {
    next: async (isStopping) =>
      (await analyseNext(ctx, failed, isStopping)) ||
      (await routeNext(ctx, unrouted, isStopping)) ||
      readDeviceDataNext(ctx, unread, isStopping),
    // After an import there is a while in which it needs memory for every line.
    finished: () => {
      shrink(ctx.db)
      void giveBackMemory()
    },
    failure: 'workouts were not analysed',
  }
}
