import type { AppContext } from '@/services/context'
import { assignNextCourses } from '@/use-cases/workouts/write/assign-courses'
import { rideGpx } from './ride'

/** Assigns all workouts to courses, as the server does when idle. */
export async function assignAllCourses(ctx: AppContext): Promise<void> {
  const failed = new Set<number>()
  while (await assignNextCourses(ctx, failed, () => false)) {
    // The next batch.
  }
  if (failed.size > 0) throw new Error(`${failed.size} workouts were not sorted into routes`)
}

/** A ride along the line of a seed on a day of January 2024. */
export const rideOn = (
  seed: number,
  day: number,
  more: Parameters<typeof rideGpx>[0] = {},
): string => rideGpx({ seed, start: new Date(Date.UTC(2024, 0, day, 7)), kilometres: 5, ...more })

/** The recording in the opposite direction. */
export function reverseGpx(gpx: string): string {
  const places = (gpx.match(/<trkpt [^>]*>/g) ?? []).toReversed()
  let next = 0
  return gpx.replaceAll(/<trkpt [^>]*>/g, () => places[next++] ?? '')
}

/** The recording without its last points. */
export function truncateGpx(gpx: string, share: number): string {
  const points = gpx.match(/<trkpt [\s\S]*?<\/trkpt>/g) ?? []
  const cut = points.slice(Math.ceil(points.length * (1 - share)))
  return cut.reduce((rest, point) => rest.replace(point, ''), gpx)
}
