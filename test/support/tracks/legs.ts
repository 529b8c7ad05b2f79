import { fileId, fitFile, fitTime, lap, record, session, withFields } from './fit'
import { gpxText } from './gpx'
import { type SamplePoint, samplePoints } from './points'

/** A session of a generated multisport recording. Seconds since the start of the first one. */
interface Sport {
  /** `sport` of FIT: 5 swimming, 3 transition, 2 cycling, 1 running. */
  readonly sport: number
  readonly from: number
  readonly seconds: number
  /** Metres a second. */
  readonly speed: number
}

/** Open water, first change, bike, second change, run. */
const TRIATHLON: readonly Sport[] = [
  { sport: 5, from: 0, seconds: 300, speed: 1 },
  { sport: 3, from: 300, seconds: 60, speed: 1.5 },
  { sport: 2, from: 360, seconds: 600, speed: 8 },
  { sport: 3, from: 960, seconds: 45, speed: 1.5 },
  { sport: 1, from: 1005, seconds: 400, speed: 3 },
]

export const TRIATHLON_START = '2026-08-15T06:00:00Z'

/** A FIT file with a session, one lap and a sample a second for each sport, heading north from 45° N, 6° E. */
export function triathlon(sports: readonly Sport[] = TRIATHLON): Uint8Array {
  const start = fitTime(TRIATHLON_START)
  let way = 0
  const samples = sports.flatMap(({ from, seconds, speed }) =>
    Array.from({ length: seconds }, (_, second) => {
      way += speed
      return record({
        time: start + from + second,
        lat: 45 + way / 111_195,
        lon: 6,
        hr: 120,
        ele: 200,
      })
    }),
  )
  const totals = sports.flatMap(({ sport, from, seconds, speed }) => {
    const times = {
      start: start + from,
      elapsed: seconds,
      timer: seconds,
      distance: seconds * speed,
    }
    return [
      lap(times),
      withFields(
        session({ ...times, end: start + from + seconds, calories: seconds }),
        [5, 'enum', sport],
        [6, 'enum', 0],
      ),
    ]
  })
  return fitFile([fileId(1, 3121), ...samples, ...totals])
}

/** Points that begin so many seconds after the first ones of `samplePoints`. */
export const pointsFrom = (seconds: number, count = 20): SamplePoint[] =>
  samplePoints(seconds + count).slice(seconds)

/** A GPX file with a track for each list of points. */
export const gpxWithTracks = (...tracks: readonly (readonly SamplePoint[])[]): string =>
  gpxText({
    tracks: tracks.map((points, index) => ({ name: `Track ${index + 1}`, segments: [points] })),
  })
