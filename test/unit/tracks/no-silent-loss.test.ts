import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { FORMATS, type Format } from '@/domain/tracks/formats/detect-format'
import { readTrack } from '@/domain/tracks/read'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { runs, SEED, TIME_LIMIT } from '../../support/properties'
import { fileId, fitFile, fitTime, record } from '../../support/tracks/fit'
import { gpxOf } from '../../support/tracks/gpx'
import { kmlOf } from '../../support/tracks/kml'
import { bytesOf } from '../../support/tracks/outcome'
import { type SamplePoint, samplePoints } from '../../support/tracks/points'
import { tcxOf } from '../../support/tracks/tcx'
import {
  goldenCheetahOf,
  hrmOf,
  igcOf,
  moveslinkOf,
  pelotonOf,
  polarJsonOf,
  pwxOf,
  sigmaOf,
  smlOf,
} from '../../support/tracks/watches'
import { zipBytes } from '../../support/tracks/zip'

/** What can be wrong with a point. */
const FLAWS = [
  ...(['none', 'none', 'none', 'no place', 'invalid place', 'no time', 'hole'] as const),
  ...(['same time', 'earlier', 'no pulse', 'invalid pulse'] as const),
] as const
type Flaw = (typeof FLAWS)[number]

/** Points a second apart with these flaws. */
function flawedPoints(flaws: readonly Flaw[]): SamplePoint[] {
  let second = 0
  return samplePoints(flaws.length).map((point, i) => {
    const flaw = flaws[i] ?? 'none'
    second += { hole: 90, 'same time': 0, earlier: -40 }[flaw as string] ?? 1
    const { lat, lon, hr, ...rest } = point
    const time = new Date(Date.parse('2024-05-04T08:10:00Z') + second * 1000).toISOString()
    return {
      ...{ ele: rest.ele ?? 0, cadence: rest.cadence ?? 0, power: rest.power ?? 0 },
      ...(flaw !== 'no time' && { time: time.replace('.000', '') }),
      ...(flaw === 'invalid place' && { lat: Number.NaN, lon: lon ?? 0 }),
      ...(flaw !== 'no place' && flaw !== 'invalid place' && { lat: lat ?? 0, lon: lon ?? 0 }),
      ...(flaw === 'invalid pulse' ? { hr: Number.NaN } : flaw !== 'no pulse' && { hr: hr ?? 0 }),
    }
  })
}

/** Heart rates of formats with a row per interval; 0 where the sensor had none. */
const pulses = (points: readonly SamplePoint[]) => points.map(({ hr }) => hr ?? 0)

function fitOf(points: readonly SamplePoint[]): Uint8Array {
  const known = (value: number | string | undefined) => {
    const number = Number(value ?? Number.NaN)
    return Number.isNaN(number) ? undefined : number
  }
  const records = points.map((point) => {
    const [lat, lon] = [known(point.lat), known(point.lon)]
    return record({
      time: point.time === undefined ? null : fitTime(point.time),
      hr: known(point.hr) ?? null,
      ...(lat !== undefined && lon !== undefined && { lat, lon }),
    })
  })
  return fitFile([fileId(1), ...records])
}

const WRITERS: Record<Format, (points: readonly SamplePoint[]) => string | Uint8Array> = {
  gpx: (points) => gpxOf(points.slice(0, 5), points.slice(5)),
  tcx: (points) => tcxOf(points),
  kml: (points) => kmlOf(points.slice(0, 5), points.slice(5)),
  kmz: (points) => zipBytes([{ name: 'doc.kml', content: kmlOf(points) }]),
  fit: fitOf,
  igc: igcOf,
  pwx: pwxOf,
  suunto: (points) => smlOf(points, 'sml'),
  polar: polarJsonOf,
  hrm: (points) => hrmOf(pulses(points)),
  goldencheetah: goldenCheetahOf,
  slf: sigmaOf,
  moveslink: (points) => moveslinkOf(pulses(points)),
  peloton: pelotonOf,
}

/** Formats in which the values of one moment can be in several samples, which become one point. */
const MERGED: ReadonlySet<Format> = new Set<Format>(['suunto', 'polar'])

/** Number of points that a reader must keep or report. */
function timedPoints(format: Format, points: readonly SamplePoint[]): number {
  if (format === 'hrm' || format === 'moveslink') return points.length
  const times = points.flatMap(({ time }) => time ?? [])
  return MERGED.has(format) ? new Set(times).size : times.length
}

/** Number of points that a track keeps, and of those that its warnings report. */
function accountedPoints(track: Track): number {
  const all = [track, ...(track.further ?? [])]
  return all.reduce((sum, { segments, withoutGps, warnings = [] }) => {
    const minimum = withoutGps ? 1 : 2
    const kept = segments.filter(({ size }) => size >= minimum)
    const reported = warnings.filter(
      ({ kind }) => kind === 'points_left_out' || kind === 'segments_too_short',
    )
    const points = kept.flatMap(({ time }) => [...time]).filter((time) => !Number.isNaN(time))
    return sum + points.length + reported.reduce((count, each) => count + each.count, 0)
  }, 0)
}

describe('every accepted file', () => {
  const flaws = fc.array(fc.constantFrom(...FLAWS), { minLength: 2, maxLength: 14 })
  const measurements = fc.constantFrom('device' as const, 'fittrackee' as const)

  test.each([...FORMATS])(
    'of format %s loses no timed point without a warning',
    async (format) => {
      let accepted = 0
      await fc.assert(
        fc.asyncProperty(flaws, measurements, fc.boolean(), async (list, way, separatesLegs) => {
          const points = flawedPoints(list)
          const file = WRITERS[format](points)
          const track = await readTrack(
            `a.${format}`,
            typeof file === 'string' ? bytesOf(file) : file,
            {
              ...{ segmentsCreationEvent: 'all', acceptWithoutGps: true, acceptPartial: true },
              ...{ measurements: way, separatesLegs },
            },
          ).catch((error: unknown) => {
            if (error instanceof TrackError) return undefined
            throw error
          })
          if (track === undefined) return
          accepted += 1
          expect(accountedPoints(track)).toBeGreaterThanOrEqual(timedPoints(format, points))
        }),
        { ...runs(60), seed: SEED },
      )
      expect(accepted).toBeGreaterThan(0)
    },
    TIME_LIMIT,
  )
})
