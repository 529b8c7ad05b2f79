import { describe, expect, test } from 'bun:test'
import type { Measurements } from '@/domain/reference/measurements'
import { readTrack } from '@/domain/tracks/read'
import type { Track, TrackWarning } from '@/domain/tracks/track'
import { fileId, fitFile, fitTime, lap, record, session } from '../../support/tracks/fit'
import { gpxOf, gpxText } from '../../support/tracks/gpx'
import { kmlOf, kmlText, kmlTrack } from '../../support/tracks/kml'
import { bytesOf } from '../../support/tracks/outcome'
import { type SamplePoint, samplePoints } from '../../support/tracks/points'
import { tcxOf, tcxText } from '../../support/tracks/tcx'
import {
  igcOf,
  polarJsonOf,
  polarXmlOf,
  pwxOf,
  smlOf,
  suuntoJsonOf,
} from '../../support/tracks/watches'
import { zipBytes } from '../../support/tracks/zip'

const START = fitTime('2024-05-04T08:00:00Z')

function fitOf(points: readonly SamplePoint[], elapsed?: number): Uint8Array {
  const records = points.map(({ lat, lon, time, hr }) =>
    record({
      time: time === undefined ? null : fitTime(time),
      hr: Number(hr),
      ...(lat !== undefined && { lat: Number(lat), lon: Number(lon) }),
    }),
  )
  const totals = elapsed === undefined ? [] : [session({ start: START, elapsed, timer: elapsed })]
  return fitFile([fileId(1), ...records, ...totals])
}

const withoutPlace = ({ lat: _lat, lon: _lon, ...rest }: SamplePoint): SamplePoint => rest

async function read(name: string, file: string | Uint8Array, measurements: Measurements) {
  const bytes = typeof file === 'string' ? bytesOf(file) : file
  return readTrack(name, bytes, {
    segmentsCreationEvent: 'all',
    acceptWithoutGps: true,
    acceptPartial: true,
    measurements,
  })
}

async function warningsOf(name: string, file: string | Uint8Array, measurements: Measurements) {
  return (await read(name, file, measurements)).warnings ?? []
}

const WHOLE = samplePoints(8)
/** Points 3, 4 and 5 have no position. */
const WITH_GAP = WHOLE.map((point, i) => (i >= 3 && i <= 5 ? withoutPlace(point) : point))
const left = (count: number): TrackWarning => ({ kind: 'points_left_out', count })
const unplaced = (count: number): TrackWarning => ({ kind: 'seconds_without_gps', count })

const FORMATS: Record<string, (points: readonly SamplePoint[]) => string | Uint8Array> = {
  'a.fit': (points) => fitOf(points),
  'a.tcx': (points) => tcxOf(points),
  'a.pwx': (points) => pwxOf(points),
  'a.sml': (points) => smlOf(points, 'sml'),
  'suunto.json': (points) => suuntoJsonOf(points),
  'training-session-1.json': (points) => polarJsonOf(points),
}

describe.each(Object.entries(FORMATS))('%s with a gap in GPS', (name, write) => {
  test('loses and reports the points in it when measured like FitTrackee', async () => {
    const track = await read(name, write(WITH_GAP), 'fittrackee')
    expect(track.segments.map(({ size }) => size)).toEqual([5])
    expect(track.warnings).toEqual([left(3)])
  })

  test('keeps the points in it when measured by the device, and reports the seconds', async () => {
    const track = await read(name, write(WITH_GAP), 'device')
    const [segment] = track.segments
    expect([...(segment?.lat ?? [])].map(Number.isNaN)).toEqual(
      WITH_GAP.map(({ lat }) => lat === undefined),
    )
    expect([...(segment?.hr ?? [])]).toEqual(WITH_GAP.map(({ hr }) => Number(hr)))
    expect(track.warnings).toEqual([unplaced(3)])
  })
})

describe.each(['a.fit', 'a.tcx', 'a.pwx', 'a.sml', 'training-session-1.json'])(
  '%s with one position',
  (name) => {
    test('is read like a recording without GPS', async () => {
      const points = WHOLE.map((point, i) => (i === 4 ? point : withoutPlace(point)))
      const track = await read(name, FORMATS[name]?.(points) ?? '', 'device')
      expect(track.withoutGps?.duration).toBeGreaterThanOrEqual(7)
      expect(
        track.segments.every(({ lat, lon }) => lat.every(Number.isNaN) && lon.every(Number.isNaN)),
      ).toBe(true)
    })
  },
)

describe('warnings of accepted files', () => {
  const CASES: [string, string, string | Uint8Array, TrackWarning[]][] = [
    [
      'GPX',
      'a.gpx',
      gpxOf(
        WHOLE,
        samplePoints(1, () => ({ time: '2024-05-04T09:00:00Z' })),
      ),
      [{ kind: 'segments_too_short', count: 1 }],
    ],
    [
      'GPX with an invalid time',
      'a.gpx',
      gpxOf(samplePoints(4, (i) => (i === 2 ? { time: 'noon' } : {}))),
      [{ kind: 'values_ignored', count: 1 }],
    ],
    ['GPX without a position', 'a.gpx', gpxOf(WITH_GAP), [unplaced(3)]],
    [
      'GPX with a lap without a start',
      'a.gpx',
      gpxText({
        tracks: [{ segments: [WHOLE] }],
        namespaces:
          'xmlns="http://www.topografix.com/GPX/1/1" xmlns:d="http://www.cluetrust.com/XML/GPXDATA/1/0"',
        extensionsOf: () => '',
        before: '<extensions><d:lap><d:elapsedTime>3</d:elapsedTime></d:lap></extensions>',
      }),
      [{ kind: 'laps_left_out', count: 1 }],
    ],
    ['KML with an empty position', 'a.kml', kmlOf(WITH_GAP), [left(3)]],
    [
      'KML with a short track',
      'a.kml',
      kmlOf(
        WHOLE,
        samplePoints(1, () => ({ time: '2024-05-04T09:00:00Z' })),
      ),
      [{ kind: 'segments_too_short', count: 1 }],
    ],
    [
      'KML with a second placemark',
      'a.kml',
      kmlText({
        tracks: [WHOLE],
        wrap: (first) =>
          `${first}<Placemark><gx:MultiTrack>${kmlTrack(WHOLE)}</gx:MultiTrack></Placemark>`,
      }),
      [left(8)],
    ],
    [
      'KMZ with an empty position',
      'a.kmz',
      zipBytes([{ name: 'doc.kml', content: kmlOf(WITH_GAP) }]),
      [left(3)],
    ],
    [
      'TCX with a lap without a start',
      'a.tcx',
      tcxOf(WHOLE).replace(/ StartTime="[^"]*"/, ''),
      [{ kind: 'laps_left_out', count: 1 }],
    ],
    [
      'TCX that stops',
      'a.tcx',
      tcxText({ activities: [{ laps: [{ points: WHOLE }] }] }).replace(/<\/Activities>[\s\S]*/, ''),
      [{ kind: 'part_only', count: 1 }],
    ],
    [
      'FIT with a record without a time',
      'a.fit',
      fitOf([...WHOLE, withoutTime(WHOLE[0])]),
      [left(1)],
    ],
    [
      'FIT with a lap without a start',
      'a.fit',
      fitFile([
        ...WHOLE.map((point, i) =>
          record({ time: START + i, lat: Number(point.lat), lon: Number(point.lon) }),
        ),
        { ...lap({ start: 0 }), fields: [[0, 'enum', 1]] },
      ]),
      [{ kind: 'laps_left_out', count: 1 }],
    ],
    [
      'IGC with a fix at no place',
      'a.igc',
      igcOf(samplePoints(6, (i) => (i === 2 ? { lat: 0, lon: 0 } : {}))),
      [left(1)],
    ],
    [
      'Polar XML with an impossible heart rate',
      'a.xml',
      polarXmlOf([100, 999, 101]),
      [{ kind: 'values_ignored', count: 1 }],
    ],
  ]

  test.each(CASES)('%s', async (_title, name, file, expected) => {
    expect(await warningsOf(name, file, 'device')).toEqual(expected)
  })
})

function withoutTime({ time: _time, ...rest }: SamplePoint = {}): SamplePoint {
  return rest
}

describe('jumps of the clock', () => {
  const DAY = 86_400_000
  /** The first two points are twenty days early. */
  const EARLY = WHOLE.map((point, i) =>
    i < 2
      ? { ...point, time: new Date(Date.parse(point.time ?? '') - 20 * DAY).toISOString() }
      : point,
  )
  const spanOf = ({ segments }: Track) => {
    const times = segments.flatMap(({ time }) => [...time])
    return (Math.max(...times) - Math.min(...times)) / 1e6
  }

  test('are removed if the device says how long it was on', async () => {
    const track = await read('a.fit', fitOf(EARLY, 7), 'device')
    expect(track.warnings).toEqual([{ kind: 'clock_jumps', count: 1 }])
    expect(spanOf(track)).toBe(7)
    expect(Math.max(...(track.segments[0]?.time ?? []))).toBe(
      Date.parse(WHOLE.at(-1)?.time ?? '') * 1000,
    )
  })

  test('are only reported when measured like FitTrackee', async () => {
    const track = await read('a.fit', fitOf(EARLY, 7), 'fittrackee')
    expect(track.warnings).toEqual([{ kind: 'clock_jumps', count: 1 }])
    expect(spanOf(track)).toBe(20 * 86_400 + 7)
  })

  test('leave a long pause alone that the device counts', async () => {
    const track = await read('a.fit', fitOf(EARLY, 20 * 86_400 + 7), 'device')
    expect(track.warnings).toEqual([])
    expect(spanOf(track)).toBe(20 * 86_400 + 7)
  })

  test('backwards are removed, so that no workout has a negative duration', async () => {
    const late = WHOLE.map((point, i) =>
      i < 2
        ? { ...point, time: new Date(Date.parse(point.time ?? '') + 3 * DAY).toISOString() }
        : point,
    )
    const track = await read('a.gpx', gpxOf(late), 'device')
    expect(track.warnings).toEqual([{ kind: 'clock_jumps', count: 1 }])
    expect(spanOf(track)).toBe(7)
  })
})
