import { describe, expect, test } from 'bun:test'
import { FORMATS, type Format } from '@/domain/tracks/formats/detect-format'
import { type ReadOptions, readTrack } from '@/domain/tracks/read'
import { TRACK_WARNINGS, type TrackWarning } from '@/domain/tracks/track'
import { fileId, fitFile, fitTime, lap, record, session, timerStop } from '../../support/tracks/fit'
import { gpxOf, gpxText } from '../../support/tracks/gpx'
import { kmlOf, kmlText, kmlTrack } from '../../support/tracks/kml'
import { bytesOf } from '../../support/tracks/outcome'
import { type SamplePoint, samplePoints } from '../../support/tracks/points'
import { tcxOf, tcxText } from '../../support/tracks/tcx'
import {
  goldenCheetahOf,
  hrmOf,
  igcOf,
  moveslinkOf,
  pelotonOf,
  polarJsonOf,
  polarXmlOf,
  pwxOf,
  sigmaOf,
  smlOf,
} from '../../support/tracks/watches'
import { zipBytes } from '../../support/tracks/zip'

/*
 * A file of every format for every warning, with all warnings that it causes. Warnings that a format cannot have are
 * listed with the reason.
 */

type Kind = TrackWarning['kind']
/** A file, the count of its warning (1 by default), and how it is read if not with `device`. */
interface Case {
  readonly file: string | Uint8Array
  readonly count?: number
  readonly options?: Partial<ReadOptions>
}

const WHOLE = samplePoints(8)
const without = (point: SamplePoint, ...keys: (keyof SamplePoint)[]): SamplePoint =>
  Object.fromEntries(Object.entries(point).filter(([key]) => !keys.includes(key as never)))
const changed = (at: number, change: (point: SamplePoint) => SamplePoint) =>
  WHOLE.map((point, i) => (i === at ? change(point) : point))

const WITH_GAP = WHOLE.map((point, i) => (i >= 3 && i <= 5 ? without(point, 'lat', 'lon') : point))
const WITHOUT_TIMES = WHOLE.map((point) => without(point, 'time'))
const WITHOUT_TIME = changed(4, (point) => without(point, 'time'))
const BAD_PULSE = changed(4, (point) => ({ ...point, hr: 999 }))
const NO_NUMBER = changed(4, (point) => ({ ...point, hr: 'fast' }))
const DAYS_AHEAD = WHOLE.map((point, i) => (i < 4 ? point : moved(point, 40)))
const BACK = WHOLE.map((point, i) => (i < 4 ? point : moved(point, -3)))

function moved(point: SamplePoint, days: number): SamplePoint {
  const time = new Date(Date.parse(point.time ?? '') + days * 86_400_000).toISOString()
  return { ...point, time: time.replace('.000', '') }
}

const TIMES: Partial<ReadOptions> = { times: { start: 1.7e15, duration: 60 } }
const FITTRACKEE: Partial<ReadOptions> = { measurements: 'fittrackee' }
const LATER = samplePoints(4).map((point) => ({
  ...point,
  time: point.time?.replace('T08', 'T09') ?? '',
}))

const ONE_WITHOUT_PLACE = LATER.slice(0, 1).map((point) => without(point, 'lat', 'lon'))

const START = fitTime('2024-05-04T08:00:00Z')
const fitRecords = (points: readonly SamplePoint[]) =>
  points.map(({ lat, lon, time, hr }) =>
    record({
      time: time === undefined ? null : fitTime(time),
      hr: Number(hr),
      ...(lat !== undefined && { lat: Number(lat), lon: Number(lon) }),
    }),
  )
const fitOf = (points: readonly SamplePoint[]) => fitFile([fileId(1), ...fitRecords(points)])
const withOnePosition = (count: number) =>
  samplePoints(count).map((point, i) => (i === 2 ? point : without(point, 'lat', 'lon')))
const kmzOf = (...documents: string[]) =>
  zipBytes(
    documents.map((content, i) => ({ name: i === 0 ? 'doc.kml' : `more-${i}.kml`, content })),
  )
const twice = (text: string, element: string) => {
  const [whole = ''] = new RegExp(`<${element}[ >].*</${element}>`, 's').exec(text) ?? []
  return text.replace(whole, whole + whole)
}

const ROWS =
  'each line or row is complete in itself, so the end of a truncated file looks like any other'
const OFFSETS = 'times count from the start, without which the file is rejected'
const NO_LAPS = 'the reader of this format has no laps'
const INTERVALS = 'samples have a fixed interval instead of times'
const NO_POSITIONS = 'the format has no positions'
const ONE_SEGMENT = 'the reader makes one segment, and a file with a single point is rejected'
const ONE_RECORDING = 'a file has one recording'
const TEXT = 'content after the document makes a text file malformed, which is rejected'

const CASES: Record<Format, Record<Kind, Case | string>> = {
  gpx: {
    points_left_out: { file: gpxOf(WITH_GAP), count: 3, options: FITTRACKEE },
    values_ignored: { file: gpxOf(NO_NUMBER) },
    bytes_ignored: TEXT,
    part_only: { file: gpxOf(WHOLE).replace(/<\/trkseg>[\s\S]*/, '') },
    times_given: { file: gpxOf(WITHOUT_TIMES), options: TIMES },
    segments_too_short: { file: gpxOf(WHOLE, LATER.slice(0, 1)) },
    laps_left_out: {
      file: gpxText({
        tracks: [{ segments: [WHOLE] }],
        namespaces:
          'xmlns="http://www.topografix.com/GPX/1/1" xmlns:d="http://www.cluetrust.com/XML/GPXDATA/1/0"',
        extensionsOf: () => '',
        before: '<extensions><d:lap><d:elapsedTime>3</d:elapsedTime></d:lap></extensions>',
      }),
    },
    seconds_without_gps: { file: gpxOf(WITH_GAP), count: 3 },
    clock_jumps: { file: gpxOf(BACK) },
    tracks_left_out: { file: gpxText({ tracks: [{ segments: [WHOLE] }, { segments: [LATER] }] }) },
  },
  tcx: {
    points_left_out: { file: tcxOf(WITH_GAP), count: 3, options: FITTRACKEE },
    values_ignored: { file: tcxOf(NO_NUMBER) },
    bytes_ignored: TEXT,
    part_only: {
      file: tcxText({ activities: [{ laps: [{ points: WHOLE }] }] }).replace(
        /<\/Activities>.*/s,
        '',
      ),
    },
    times_given: 'points without a time are left out',
    segments_too_short: {
      file: tcxText({
        activities: [{ laps: [{ points: WHOLE }] }, { laps: [{ points: LATER.slice(0, 1) }] }],
      }),
    },
    laps_left_out: { file: tcxOf(WHOLE).replace(/ StartTime="[^"]*"/, '') },
    seconds_without_gps: { file: tcxOf(WITH_GAP), count: 3 },
    clock_jumps: { file: tcxOf(BACK) },
    tracks_left_out: {
      file: tcxText({
        activities: [{ laps: [{ points: WHOLE }] }, { laps: [{ points: ONE_WITHOUT_PLACE }] }],
      }),
      options: { separatesLegs: true },
    },
  },
  kml: {
    points_left_out: { file: kmlOf(WITH_GAP), count: 3 },
    values_ignored: { file: kmlOf(NO_NUMBER) },
    bytes_ignored: TEXT,
    part_only: { file: kmlOf(WHOLE).replace(/<\/gx:Track>.*/s, '</gx:Track>') },
    times_given: {
      file: kmlText({
        wrap: () =>
          `<Placemark><LineString><coordinates>${WHOLE.map(({ lat, lon }) => `${lon},${lat},9`).join(' ')}</coordinates></LineString></Placemark>`,
      }),
      options: TIMES,
    },
    segments_too_short: { file: kmlOf(WHOLE, LATER.slice(0, 1)) },
    laps_left_out: NO_LAPS,
    seconds_without_gps: 'a place without coordinates is left out, with its own warning',
    clock_jumps: { file: kmlOf(BACK) },
    tracks_left_out: {
      file: kmlText({
        tracks: [],
        wrap: () =>
          `<Folder>${[WHOLE, WHOLE].map((points) => `<Placemark>${kmlTrack(points)}</Placemark>`).join('')}</Folder>`,
      }),
    },
  },
  kmz: {
    points_left_out: { file: kmzOf(kmlOf(WITH_GAP)), count: 3 },
    values_ignored: { file: kmzOf(kmlOf(NO_NUMBER)) },
    bytes_ignored: 'content after the archive is part of it, or makes it unreadable',
    part_only: { file: kmzOf(kmlOf(WHOLE).replace(/<\/gx:Track>.*/s, '</gx:Track>')) },
    times_given: {
      file: zipBytes([{ name: 'a.gpx', content: gpxOf(WITHOUT_TIMES) }]),
      options: TIMES,
    },
    segments_too_short: { file: kmzOf(kmlOf(WHOLE, LATER.slice(0, 1))) },
    laps_left_out: NO_LAPS,
    seconds_without_gps: {
      file: zipBytes([{ name: 'a.gpx', content: gpxOf(WITH_GAP) }]),
      count: 3,
    },
    clock_jumps: { file: kmzOf(kmlOf(BACK)) },
    tracks_left_out: {
      file: kmzOf(kmlOf(WHOLE), kmlOf(LATER), kmlText({ wrap: () => '<Style/>' }), kmlOf(LATER)),
      count: 2,
    },
  },
  fit: {
    points_left_out: { file: fitOf(WITHOUT_TIME) },
    values_ignored: { file: fitOf(withOnePosition(8)) },
    bytes_ignored: { file: Buffer.concat([fitOf(WHOLE), Buffer.from('tail!')]), count: 5 },
    part_only: { file: fitOf(WHOLE).subarray(0, -20) },
    times_given: 'records without a time are left out',
    segments_too_short: {
      file: fitFile([
        fileId(1),
        ...fitRecords(WHOLE.slice(0, 7)),
        timerStop(START + 6, 0),
        ...fitRecords(WHOLE.slice(7)),
      ]),
    },
    laps_left_out: {
      file: fitFile([...fitRecords(WHOLE), { ...lap({ start: 0 }), fields: [[0, 'enum', 1]] }]),
    },
    seconds_without_gps: { file: fitOf(WITH_GAP), count: 3 },
    clock_jumps: {
      file: fitFile([
        fileId(1),
        ...fitRecords(DAYS_AHEAD),
        session({ start: START, elapsed: 7, timer: 7 }),
      ]),
    },
    tracks_left_out: {
      file: fitFile([
        fileId(1),
        ...fitRecords(WHOLE),
        session({ start: START, elapsed: 7 }),
        ...fitRecords(LATER),
        session({ start: START + 3600, elapsed: 3 }),
        session({ start: START + 9000 }),
      ]),
      options: { separatesLegs: true },
    },
  },
  igc: {
    points_left_out: {
      file: igcOf(changed(2, (point) => ({ ...point, lat: 0, lon: 0 }))),
    },
    values_ignored: 'an invalid number makes the whole fix invalid, which is left out',
    bytes_ignored: 'lines of unknown types are part of the format',
    part_only: ROWS,
    times_given: 'every fix has a time',
    segments_too_short: ONE_SEGMENT,
    laps_left_out: NO_LAPS,
    seconds_without_gps: 'every fix has a position, or is left out',
    clock_jumps: 'fixes have times of the day, which continue after midnight',
    tracks_left_out: ONE_RECORDING,
  },
  pwx: {
    points_left_out: { file: pwxOf(WITH_GAP), count: 3, options: FITTRACKEE },
    values_ignored: { file: pwxOf(BAD_PULSE) },
    bytes_ignored: TEXT,
    part_only: { file: pwxOf(WHOLE).replace(/<\/workout>.*/s, '') },
    times_given: OFFSETS,
    segments_too_short: ONE_SEGMENT,
    laps_left_out: NO_LAPS,
    seconds_without_gps: { file: pwxOf(WITH_GAP), count: 3 },
    clock_jumps: { file: pwxOf(BACK) },
    tracks_left_out: { file: twice(pwxOf(WHOLE), 'workout') },
  },
  suunto: {
    points_left_out: { file: smlOf(WITH_GAP, 'sml'), count: 3, options: FITTRACKEE },
    values_ignored: {
      file: smlOf(
        changed(4, (point) => ({ ...point, hr: 9_999_999 })),
        'sml',
      ),
    },
    bytes_ignored: TEXT,
    part_only: { file: smlOf(WHOLE, 'sml').replace(/<\/Samples>.*/s, '') },
    times_given: 'samples without a time are left out',
    segments_too_short: {
      file: smlOf(WHOLE, 'sml').replace(
        /(<Sample><UTC>2024-05-04T08:00:07Z<\/UTC><HR>)/,
        '<Sample><UTC>2024-05-04T08:00:06Z</UTC><Events><Pause><State>true</State></Pause></Events></Sample>$1',
      ),
    },
    laps_left_out: NO_LAPS,
    seconds_without_gps: { file: smlOf(WITH_GAP, 'sml'), count: 3 },
    clock_jumps: { file: smlOf(BACK, 'sml') },
    tracks_left_out: ONE_RECORDING,
  },
  polar: {
    points_left_out: { file: polarJsonOf(WITH_GAP), count: 3, options: FITTRACKEE },
    values_ignored: { file: polarXmlOf([100, 999, 101]) },
    bytes_ignored: TEXT,
    part_only: { file: polarXmlOf([100, 101]).replace(/<\/exercise>.*/s, '') },
    times_given: OFFSETS,
    segments_too_short: {
      file: JSON.stringify({
        ...JSON.parse(polarJsonOf(WHOLE)),
        exercises: [WHOLE, LATER.slice(0, 1)].map(
          (points) => JSON.parse(polarJsonOf(points)).exercises[0],
        ),
      }),
    },
    laps_left_out: NO_LAPS,
    seconds_without_gps: { file: polarJsonOf(WITH_GAP), count: 3 },
    clock_jumps: { file: polarJsonOf(DAYS_AHEAD) },
    tracks_left_out: { file: twice(polarXmlOf([100, 101]), 'exercise') },
  },
  hrm: {
    points_left_out: INTERVALS,
    values_ignored: { file: hrmOf([100, 999, 101]) },
    bytes_ignored: 'unknown sections are part of the format',
    part_only: ROWS,
    times_given: OFFSETS,
    segments_too_short: ONE_SEGMENT,
    laps_left_out: NO_LAPS,
    seconds_without_gps: NO_POSITIONS,
    clock_jumps: INTERVALS,
    tracks_left_out: ONE_RECORDING,
  },
  goldencheetah: {
    points_left_out: { file: goldenCheetahOf(WITHOUT_TIME) },
    values_ignored: { file: goldenCheetahOf(BAD_PULSE) },
    bytes_ignored: TEXT,
    part_only: { file: goldenCheetahOf(WHOLE).slice(0, -3) },
    times_given: OFFSETS,
    segments_too_short: ONE_SEGMENT,
    laps_left_out: NO_LAPS,
    seconds_without_gps: { file: goldenCheetahOf(WITH_GAP), count: 3 },
    clock_jumps: { file: goldenCheetahOf(BACK) },
    tracks_left_out: ONE_RECORDING,
  },
  slf: {
    points_left_out: { file: sigmaOf(WITHOUT_TIME) },
    values_ignored: { file: sigmaOf(BAD_PULSE) },
    bytes_ignored: TEXT,
    part_only: { file: sigmaOf(WHOLE).replace(/<\/Entries>.*/s, '') },
    times_given: OFFSETS,
    segments_too_short: ONE_SEGMENT,
    laps_left_out: NO_LAPS,
    seconds_without_gps: { file: sigmaOf(WITH_GAP), count: 3 },
    clock_jumps: { file: sigmaOf(BACK) },
    tracks_left_out: ONE_RECORDING,
  },
  moveslink: {
    points_left_out: INTERVALS,
    values_ignored: { file: moveslinkOf([100, 999, 101]) },
    bytes_ignored: TEXT,
    part_only: { file: moveslinkOf([100, 101]).replace('</Moves></MovesCount>', '') },
    times_given: OFFSETS,
    segments_too_short: ONE_SEGMENT,
    laps_left_out: NO_LAPS,
    seconds_without_gps: NO_POSITIONS,
    clock_jumps: INTERVALS,
    tracks_left_out: { file: moveslinkOf([100, 101], [90, 91]) },
  },
  peloton: {
    points_left_out: { file: pelotonOf(WITHOUT_TIME.map((point) => without(point, 'lat', 'lon'))) },
    values_ignored: { file: pelotonOf(BAD_PULSE) },
    bytes_ignored: TEXT,
    part_only: { file: pelotonOf(WHOLE).slice(0, -2) },
    times_given: OFFSETS,
    segments_too_short: ONE_SEGMENT,
    laps_left_out: NO_LAPS,
    seconds_without_gps: { file: pelotonOf(WITH_GAP), count: 3 },
    clock_jumps: { file: pelotonOf(DAYS_AHEAD) },
    tracks_left_out: ONE_RECORDING,
  },
}

const rows = FORMATS.flatMap((format) =>
  TRACK_WARNINGS.map((kind) => [format, kind, CASES[format][kind]] as const),
)

describe('every warning of every format', () => {
  for (const [format, kind, entry] of rows) {
    if (typeof entry === 'string') {
      test(`${format} has no ${kind}: ${entry}`, () => {
        expect(entry).not.toBe('')
      })
      continue
    }
    test(`${format} with ${kind}`, async () => {
      const bytes = typeof entry.file === 'string' ? bytesOf(entry.file) : entry.file
      const track = await readTrack(`a.${format}`, bytes, {
        ...{ segmentsCreationEvent: 'all', acceptWithoutGps: true, acceptPartial: true },
        measurements: 'device',
        ...entry.options,
      })
      expect(track.warnings as readonly TrackWarning[]).toEqual([{ kind, count: entry.count ?? 1 }])
    })
  }
})
