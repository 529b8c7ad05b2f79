import type { AppContext } from '@/context'
import { routeNext } from '@/use-cases/workouts/route-workouts'
import { rideGpx } from './ride'

/** Sorts all workouts into routes, as the server does while nothing else is done. */
export async function sortIntoRoutes(ctx: AppContext): Promise<void> {
  const failed = new Set<number>()
  while (await routeNext(ctx, failed, () => false)) {
    // The next lot.
  }
  if (failed.size > 0) throw new Error(`${failed.size} workouts were not sorted into routes`)
}

/** Somebody rides the way of a seed on a day of January 2024. */
export const rideOn = (
  seed: number,
  day: number,
  more: Parameters<typeof rideGpx>[0] = {},
): string => rideGpx({ seed, start: new Date(Date.UTC(2024, 0, day, 7)), kilometres: 5, ...more })

/** The same way round the other way. */
export function turnedRound(gpx: string): string {
  const places = (gpx.match(/<trkpt [^>]*>/g) ?? []).toReversed()
  let next = 0
  return gpx.replaceAll(/<trkpt [^>]*>/g, () => places[next++] ?? '')
}

/** The same way, but its last points. */
export function cutShort(gpx: string, share: number): string {
  const points = gpx.match(/<trkpt [\s\S]*?<\/trkpt>/g) ?? []
  const cut = points.slice(Math.ceil(points.length * (1 - share)))
  return cut.reduce((rest, point) => rest.replace(point, ''), gpx)
}
