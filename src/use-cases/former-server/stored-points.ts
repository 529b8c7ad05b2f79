import type { ElevationSource } from '@/db/columns'
import type { ElevationPlan } from '@/elevation/plan'
import { planForRefresh } from '@/elevation/plan'
import type { SourceRow } from '@/postgres/snapshot'
import type { StoredPoints } from '@/tracks/metrics/units'
import { encodePoints } from '@/tracks/streams/points-blob'
import { writeGpx } from '@/tracks/write-gpx'
import { listIn, numberIn, textIn } from './read-row'

const MICROSECONDS_PER_MILLISECOND = 1000

/** Elevations as the other server has got them from a service, by the points of its segments; else those of the file. */
export const storedElevations = (
  source: ElevationSource,
  segments: readonly SourceRow[],
): ElevationPlan => {
  const points = source === 'file' ? [] : segments.map((segment) => encodePoints(pointsOf(segment)))
  return planForRefresh({ source, points })
}

/** A recording written anew from the points of its segments, as GPX; undefined when there are none. */
export function recordingOf(segments: readonly SourceRow[], source: string | null) {
  const points = segments.map(pointsOf).filter(({ size }) => size > 0)
  if (points.length === 0) return undefined
  const creator = source ?? 'FitTrackee'
  return [...writeGpx({ creator, calories: null, segments: points })].join('')
}

/** The points of a segment of the other server. */
function pointsOf(segment: SourceRow): StoredPoints {
  const points = listIn(segment, 'points').map((point) => ({ ...(point as SourceRow) }))
  const column = (name: string) =>
    Float64Array.from(points, (point) => numberIn(point, name) ?? Number.NaN)
  return {
    size: points.length,
    time: Float64Array.from(points, (point) => microsecondsOf(textIn(point, 'time') ?? '')),
    lat: column('latitude'),
    lon: column('longitude'),
    ele: column('elevation'),
    speed: column('speed'),
    hr: column('heart_rate'),
    cadence: column('cadence'),
    power: column('power'),
  }
}

/** Of `2023-06-08 03:05:00.250000+00:00`. */
function microsecondsOf(text: string): number {
  const [, seconds = '', fraction = ''] = /^(.{19})(?:\.(\d{1,6}))?\+00:00$/.exec(text) ?? []
  const whole = Date.parse(`${seconds.replace(' ', 'T')}Z`) * MICROSECONDS_PER_MILLISECOND
  return whole + Number(fraction.padEnd(6, '0'))
}
