import type { ElevationSource } from '@/db/columns'
import type { ElevationPlan } from '@/elevation/plan'
import { planForRefresh } from '@/elevation/plan'
import type { SourceRow } from '@/postgres/snapshot'
import { encodePoints } from '@/tracks/streams/points-blob'
import { listIn, numberIn, textIn } from './read-row'

const MICROSECONDS_PER_MILLISECOND = 1000

/** Elevations as the other server has got them from a service, by the points of its segments; else those of the file. */
export const storedElevations = (
  source: ElevationSource,
  segments: readonly SourceRow[],
): ElevationPlan =>
  planForRefresh({ source, points: source === 'file' ? [] : segments.map(pointsOf) })

function pointsOf(segment: SourceRow): Uint8Array {
  const points = listIn(segment, 'points').map((point) => ({ ...(point as SourceRow) }))
  const column = (name: string) =>
    Float64Array.from(points, (point) => numberIn(point, name) ?? Number.NaN)
  const none = new Float64Array(points.length).fill(Number.NaN)
  return encodePoints({
    size: points.length,
    time: Float64Array.from(points, (point) => microsecondsOf(textIn(point, 'time') ?? '')),
    lat: column('latitude'),
    lon: column('longitude'),
    ele: column('elevation'),
    speed: column('speed'),
    ...{ hr: none, cadence: none, power: none },
  })
}

/** Of `2023-06-08 03:05:00.250000+00:00`. */
function microsecondsOf(text: string): number {
  const [, seconds = '', fraction = ''] = /^(.{19})(?:\.(\d{1,6}))?\+00:00$/.exec(text) ?? []
  const whole = Date.parse(`${seconds.replace(' ', 'T')}Z`) * MICROSECONDS_PER_MILLISECOND
  return whole + Number(fraction.padEnd(6, '0'))
}
