import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import type { Measurements } from '@/domain/reference/measurements'
import { isRecordingName } from '@/domain/tracks/formats/recording-extensions'
import { readTrack } from '@/domain/tracks/read'
import { describeRemedy } from '@/domain/tracks/remedies'
import { TRACK_ERRORS, TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'
import {
  developerField,
  type FitMessageValue,
  fitFile,
  fitTime,
  record,
  session,
  withFields,
} from '../../../support/tracks/fit'
import { gpxOf } from '../../../support/tracks/gpx'
import { bytesOf, columnOf, sizesOf } from '../../../support/tracks/outcome'
import { samplePoints } from '../../../support/tracks/points'
import { tcxOf } from '../../../support/tracks/tcx'
import { igcOf, pwxOf, sigmaOf, smlOf } from '../../../support/tracks/watches'

const START = fitTime('2024-05-04T08:00:00Z')

const readAs = (name: string, file: string | Uint8Array, measurements: Measurements = 'device') =>
  readTrack(name, typeof file === 'string' ? bytesOf(file) : file, {
    segmentsCreationEvent: 'all',
    acceptWithoutGps: true,
    measurements,
  })

const errorOf = (name: string, file: string | Uint8Array, measurements?: Measurements) =>
  readAs(name, file, measurements).then(
    () => undefined,
    (error) => (error instanceof TrackError ? error : undefined),
  )

describe('Polar HRM files', () => {
  const hrm = (params: string, rows: readonly string[]) =>
    `[Params]\r\nVersion=106\r\nMonitor=12\r\nDate=20240504\r\nStartTime=08:00:00.0\r\nLength=00:00:15.0\r\n${params}\r\n\r\n[Note]\r\nEasy\r\n\r\n[HRData]\r\n${rows.join('\r\n')}\r\n`

  test('are read with the columns that their mode lists', async () => {
    const file = hrm('SMode=111100000\nInterval=5', [
      '120 360 90 250 200',
      '0 360 0 251 210',
      '125 0 91 252 0',
    ])
    const track = await readAs('a.hrm', file)
    expect(columnOf(track, 'hr')).toEqual([120, null, 125])
    expect(columnOf(track, 'cadence')).toEqual([90, null, 91])
    expect(columnOf(track, 'ele')).toEqual([250, 251, 252])
    expect(columnOf(track, 'power')).toEqual([200, 210, null])
    expect(
      columnOf(track, 'time').map((time) => (time ?? 0) / 1e6 - Date.UTC(2024, 4, 4, 8) / 1000),
    ).toEqual([0, 5, 10])
    expect(track).toMatchObject({
      description: 'Easy',
      source: 'Polar',
      withoutGps: { distance: 100, duration: 15 },
    })
  })

  test('are read with one row per beat', async () => {
    const track = await readAs('a.hrm', hrm('SMode=000000000\nInterval=238', ['500', '0', '1000']))
    expect(columnOf(track, 'hr')).toEqual([120, 60])
    expect(track.warnings).toEqual([{ kind: 'values_ignored', count: 1 }])
  })

  test.each([
    ['no interval', 'SMode=000000000', ['120']],
    ['an infinite interval', 'SMode=000000000\nInterval=1e999', ['120', '121']],
    ['a negative interval', 'SMode=000000000\nInterval=-5', ['120', '121']],
    ['values at laps only', 'SMode=000000000\nInterval=204', ['120']],
    ['no rows', 'SMode=000000000\nInterval=5', []],
  ])('are rejected with %s', async (_title, params, rows) => {
    expect((await errorOf('a.hrm', hrm(params, rows)))?.kind).toBe('polarUnreadable')
  })

  test('keep rows whose values are no measurements as points without values', async () => {
    const track = await readAs(
      'a.hrm',
      hrm('SMode=000000000\nInterval=5', ['Infinity', '1e309', '99999', '130']),
    )
    expect(columnOf(track, 'hr')).toEqual([null, null, null, 130])
  })
})

describe('activities of GoldenCheetah', () => {
  const ride = (samples: unknown[], start = '2024/05/04 08:00:00 UTC ') =>
    JSON.stringify({
      RIDE: {
        STARTTIME: start,
        RECINTSECS: 1,
        DEVICETYPE: 'Edge',
        TAGS: { Sport: 'Bike' },
        SAMPLES: samples,
      },
    })

  test('are read with their positions and sensors', async () => {
    const track = await readAs(
      'a.json',
      ride([
        { SECS: 0, KM: 0, WATTS: 200, CAD: 90, HR: 120, ALT: 100, LAT: 45, LON: 6 },
        { SECS: 1, KM: 0.01, WATTS: 210, CAD: 91, HR: 121, ALT: 101, LAT: 45.0001, LON: 6 },
        { SECS: 2, KM: 0.02, WATTS: 1e300, HR: 122, LAT: 0, LON: 0 },
        { SECS: 'soon', LAT: 45, LON: 6 },
      ]),
    )
    expect(columnOf(track, 'lat')).toEqual([45, 45.0001, null])
    expect(columnOf(track, 'power')).toEqual([200, 210, null])
    expect(track).toMatchObject({ source: 'Edge', sport: 'Bike' })
    expect(track.warnings).toEqual([
      { kind: 'points_left_out', count: 1 },
      { kind: 'values_ignored', count: 1 },
      { kind: 'seconds_without_gps', count: 1 },
    ])
  })

  test('are read without positions, with their distance', async () => {
    const track = await readAs(
      'a.json',
      ride([
        { SECS: 0, KM: 0 },
        { SECS: 60, KM: 0.5 },
      ]),
    )
    expect(track.withoutGps).toMatchObject({ distance: 500, duration: 60 })
  })

  test('are rejected without a start or samples', async () => {
    expect((await errorOf('a.json', ride([{ SECS: 0 }], 'soon')))?.kind).toBe('invalidFile')
    expect((await errorOf('a.json', ride([])))?.kind).toBe('noSegments')
  })
})

describe('FIT files', () => {
  const points = [0, 1, 2].map((i) => record({ time: START + i, lat: 45 + i / 1e4, lon: 6 }))
  const typed = (type: number): FitMessageValue => ({ global: 0, fields: [[0, 'enum', type]] })

  test.each([
    [6, 'a course'],
    [5, 'a planned workout'],
    [32, 'daily monitoring'],
  ])('of type %p are rejected, with their content', async (type, content) => {
    const error = await errorOf('a.fit', fitFile([typed(type), ...points]))
    expect(error?.kind).toBe('fitUnreadable')
    expect(error?.remedy).toMatchObject({ code: 'not_an_activity' })
    expect(error?.remedy?.text).toContain(content)
  })

  test('that are courses are read when measured like FitTrackee', async () => {
    expect(sizesOf(await readAs('a.fit', fitFile([typed(6), ...points]), 'fittrackee'))).toEqual([
      3,
    ])
  })

  test('get the heart rates that a strap stored', async () => {
    const beats: FitMessageValue[] = [
      {
        global: 132,
        fields: [
          [253, 'uint32', START],
          [0, 'uint16', 0],
          [6, 'uint8', [100]],
          [9, 'uint32', [10_240]],
        ],
      },
      // Beats one second (1024) and two seconds later, in 12 bits each: 11,264 and 12,288 modulo 4096.
      {
        global: 132,
        fields: [
          [6, 'uint8', [101, 102]],
          [10, 'byte', Uint8Array.of(0x00, 0x0c, 0x00)],
        ],
      },
    ]
    expect(columnOf(await readAs('a.fit', fitFile([typed(4), ...points, ...beats])), 'hr')).toEqual(
      [100, 101, 102],
    )
  })

  const hrv = (...milliseconds: (number | null)[]): FitMessageValue => ({
    global: 78,
    fields: [[0, 'uint16', milliseconds]],
  })

  test('get heart rates from the times between beats where they have none', async () => {
    const [one, two, three] = points as [FitMessageValue, FitMessageValue, FitMessageValue]
    const timed = [one, hrv(600, 500, null), two, hrv(9000, 60), three]
    const file = fitFile([typed(4), ...timed, record({ time: START + 3, lat: 45, lon: 6, hr: 90 })])
    // Two beats in 1.1 s; the others are no beats, and the last rate holds for five seconds.
    expect(columnOf(await readAs('a.fit', file), 'hr')).toEqual([null, 109, 109, 90])
    expect(columnOf(await readAs('a.fit', file, 'fittrackee'), 'hr')).toEqual([
      null,
      null,
      null,
      90,
    ])
  })

  test('keep the heart rates of a strap, and of beats, in every session', async () => {
    const beats: FitMessageValue[] = [
      {
        global: 132,
        fields: [
          [253, 'uint32', START],
          [0, 'uint16', 0],
          [6, 'uint8', [100]],
          [9, 'uint32', [10_240]],
        ],
      },
      {
        global: 132,
        fields: [
          [6, 'uint8', [101]],
          [9, 'uint32', [11_264]],
        ],
      },
    ]
    const later = [10, 11].map((i) => record({ time: START + i, lat: 46 + i / 1e4, lon: 6 }))
    const sessions = [
      session({ start: START, elapsed: 5 }),
      session({ start: START + 10, elapsed: 2 }),
    ]
    const [first, second] = later as [FitMessageValue, FitMessageValue]
    const file = fitFile([typed(4), ...points, first, hrv(500), second, ...beats, ...sessions])
    const track = await readTrack('a.fit', file, {
      ...{ segmentsCreationEvent: 'all', acceptWithoutGps: true, measurements: 'device' },
      separatesLegs: true,
    })
    expect(columnOf(track, 'hr')).toEqual([100, 101, 101])
    expect(track.further?.map((leg) => columnOf(leg, 'hr'))).toEqual([[null, 120]])
  })

  test('prefer a developer field that overrides a native one in its unit', async () => {
    const override = (unit: string) =>
      withFields(
        developerField(0, 0, 'Stryd power', 'uint16'),
        [8, 'string', unit],
        [14, 'uint16', 20],
        [15, 'uint8', 7],
      )
    const sample = (i: number): FitMessageValue => ({
      ...record({ time: START + i, lat: 45 + i / 1e4, lon: 6, power: 100 }),
      developerFields: [[0, 0, 'uint16', 250 + i]],
    })
    const powerWith = async (unit: string) =>
      columnOf(
        await readAs('a.fit', fitFile([typed(4), override(unit), sample(0), sample(1)])),
        'power',
      )
    expect(await powerWith('Watts')).toEqual([250, 251])
    expect(await powerWith('furlongs')).toEqual([100, 100])
  })
})

test('IGC files are read without the record of the recorder', async () => {
  const file = igcOf(samplePoints(4)).split('\r\n').slice(1).join('\r\n')
  expect(sizesOf(await readAs('a.igc', file))).toEqual([4])
})

test('gzipped recordings of every format are found in archives and folders', async () => {
  for (const name of ['a.gpx', 'a.kml', 'a.hrm', 'a.igc', 'training-session-1.json', 'log-1.xml'])
    expect([name, isRecordingName(`folder/${name}.gz`)]).toEqual([name, true])
  expect(isRecordingName('other.json.gz')).toBe(false)
  expect(sizesOf(await readAs('a.igc.gz', gzipSync(igcOf(samplePoints(4)))))).toEqual([4])
})

test('every error of a file has a remedy', () => {
  const withoutRemedy = (Object.keys(TRACK_ERRORS) as TrackErrorKind[]).filter(
    (kind) => describeRemedy(new TrackError(kind)) === undefined,
  )
  expect(withoutRemedy).toEqual(['overLimits'])
})

describe('a malformed document', () => {
  const gpx = gpxOf(samplePoints(4))
  test.each([
    [
      'a.gpx',
      gpx.replace('</trkseg>', '</trkpt>'),
      'gpxUnreadable',
      /^line 6: unexpected close tag\. Export/,
    ],
    ['a.tcx', tcxOf(samplePoints(3)).replace('<Lap', '<Lap x'), 'tcxUnreadable', /^line 2: /],
    ['a.pwx', pwxOf(samplePoints(3)).replace('<hr>', '<hr'), 'pwxUnreadable', /^line 1: /],
    [
      'a.sml',
      smlOf(samplePoints(3), 'sml').replace('<HR>', '<HR '),
      'suuntoUnreadable',
      /^line 2: /,
    ],
    [
      'a.slf',
      sigmaOf(samplePoints(3)).replace('<Entries>', '<Entries'),
      'sigmaUnreadable',
      /^line 2: /,
    ],
    [
      'a.json',
      '{"exercises":[\n{"a":1},\n{"b" 2}],"startTime":"x"}',
      'polarUnreadable',
      /^line 3: expected a colon, found "2}/,
    ],
    [
      'a.json',
      '{"RIDE":{\n"SAMPLES":[1,,2]}}',
      'invalidFile',
      /^line 2: expected a value, found ",2/,
    ],
    [
      'a.hrm',
      '[Params]\nInterval=5\n[HRData]\n100\n',
      'polarUnreadable',
      /^line 4: rows need Date/,
    ],
    ['a.igc', igcOf(samplePoints(3), 'HFPLTPILOT:Ann'), 'igcUnreadable', /^line 6: the date/],
  ])('%s names the line and the reason', async (name, text, kind, expected) => {
    const error = await errorOf(name, text)
    expect(error?.kind).toBe(kind as TrackErrorKind)
    expect(error?.remedy?.code).toBe('malformed')
    expect(error?.remedy?.text).toMatch(expected)
    expect(describeRemedy(error)).toBe(error?.remedy?.text)
  })
})
