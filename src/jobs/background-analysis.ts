import { releaseMemory } from '@/lib/process/memory'
import type { AppContext } from '@/services/context'
import { shrink } from '@/store/db/connections/maintenance'
import { countNextTiles } from '@/use-cases/workouts/explorer/count-next-tiles'
import { analyseNext } from '@/use-cases/workouts/measure/analyse-points'
import { readDeviceDataNext } from '@/use-cases/workouts/measure/read-device-data'
import { locateNextWorkouts } from '@/use-cases/workouts/regions/locate-workouts'
import { matchNextSegments } from '@/use-cases/workouts/segments/match-next-segments'
import { assignNextCourses } from '@/use-cases/workouts/write/assign-courses'
import { mapNextWorkouts } from '@/use-cases/workouts/write/map-next-workouts'
import type { IdleWork } from './idle-work'

/**
 * Idle work on workouts that were stored without analysis: after a large import, after an upgrade, and when the rules
 * have changed. First it stores lines for the map and thumbnails that are missing after an upgrade, and counts explorer
 * tiles, also those that a deleted workout visited first, finds regions, and compares workouts with segments. After the
 * analyses it assigns workouts to courses, which only happens here so that imports do not wait for it. Last, it reads
 * laps and sensors from the recordings of workouts that were stored before these were recorded.
 */
export function analysingBehind(ctx: AppContext): IdleWork {
  const failed = new Set<number>()
  const unrouted = new Set<number>()
  const unread = new Set<number>()
  return {
    next: async (isStopping) =>
      (await mapNextWorkouts(ctx, isStopping)) ||
      (await countNextTiles(ctx, isStopping)) ||
      (await locateNextWorkouts(ctx, isStopping)) ||
      (await matchNextSegments(ctx, isStopping)) ||
      (await analyseNext(ctx, failed, isStopping)) ||
      (await assignNextCourses(ctx, unrouted, isStopping)) ||
      readDeviceDataNext(ctx, unread, isStopping),
    // The import has used memory that is no longer needed.
    finished: () => {
      shrink(ctx.db)
      releaseMemory()
    },
    failure: 'workouts were not analysed',
  }
}
