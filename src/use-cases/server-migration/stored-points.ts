import { MICROSECONDS_PER_MILLISECOND, type StoredPoints } from '@/domain/tracks/metrics/units'
import { encodePoints } from '@/domain/tracks/streams/points-blob'
import { writeGpx } from '@/domain/tracks/write-gpx'
import type { ElevationPlan } from '@/services/elevation/plan'
import { planForRefresh } from '@/services/elevation/plan'
import type { SourceRow } from '@/services/postgres/snapshot'
import type { ElevationSource } from '@/store/db/schema/columns'
import { listIn, numberIn, textIn } from './read-row'

/**
 * Returns the elevations that the source server got from a service, from the points of its segments; otherwise those in
 * the file are used.
 */
export const storedElevations = (
  source: ElevationSource,
  segments: readonly SourceRow[],
): ElevationPlan => {
  const points =
    source === 'file' ? [] : segments.map((segment) => encodePoints(readPoints(segment)))
  return planForRefresh({ source, points })
}

/** Writes a recording as GPX from the points of its segments; undefined when there are none. */
export function writeRecording(segments: readonly SourceRow[], source: string | null) {
  const points = segments.map(readPoints).filter(({ size }) => size > 0)
  if (points.length === 0) return undefined
  const creator = source ?? 'FitTrackee'
  return [...writeGpx({ creator, calories: null, segments: points })].join('')
}

/** Parses the points of a segment of the source server. */
function readPoints(segment: SourceRow): StoredPoints {
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

/** Parses a time such as `2023-06-08 03:05:00.250000+00:00` to microseconds since the Unix epoch. */
function microsecondsOf(text: string): number {
  const [, seconds = '', fraction = ''] = /^(.{19})(?:\.(\d{1,6}))?\+00:00$/.exec(text) ?? []
  const whole = Date.parse(`${seconds.replace(' ', 'T')}Z`) * MICROSECONDS_PER_MILLISECOND
  return whole + Number(fraction.padEnd(6, '0'))
}
