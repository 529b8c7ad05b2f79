import { describe, expect, test } from 'bun:test'
import { type ReadOptions, readTrack } from '@/domain/tracks/read'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { bytesOf, columnOf, sizesOf } from '../../../support/tracks/outcome'
import { SAMPLE_START, samplePoints } from '../../../support/tracks/points'
import {
  goldenCheetahOf,
  igcOf,
  moveslinkOf,
  pelotonOf,
  polarJsonOf,
  polarXmlOf,
  pwxOf,
  sigmaOf,
  smlOf,
  suuntoJsonOf,
} from '../../../support/tracks/watches'

const OPTIONS: ReadOptions = { segmentsCreationEvent: 'all', acceptWithoutGps: true }
const points = samplePoints(6)
const indoor = samplePoints(6).map(({ lat: _lat, lon: _lon, ...rest }) => rest)

async function read(name: string, text: string, more: Partial<ReadOptions> = {}) {
  try {
    return await readTrack(name, bytesOf(text), { ...OPTIONS, ...more })
  } catch (error) {
    if (error instanceof TrackError) return error.remedy?.code ?? error.kind
    throw error
  }
}

const near = (value: number | null | undefined) => Math.round((value ?? Number.NaN) * 1e5) / 1e5
const placesOf = (track: Track | string) => {
  if (typeof track === 'string') throw new Error(`refused as ${track}`)
  return {
    lat: columnOf(track, 'lat').map(near),
    lon: columnOf(track, 'lon').map(near),
    ele: columnOf(track, 'ele'),
    time: columnOf(track, 'time'),
  }
}
const EXPECTED = {
  lat: points.map((_, index) => near(45 + index / 1e4)),
  lon: points.map((_, index) => near(6 + index / 2e4)),
  ele: points.map((_, index) => 300 + index),
  time: points.map((_, index) => SAMPLE_START + index * 1e6),
}

describe.each([
  ['a.igc', igcOf(points), 'igc', null],
  ['a.pwx', pwxOf(points), 'Bike', 100],
  ['a.sml', smlOf(points, 'sml'), 'Running', 100],
  ['log-7.xml', smlOf(points), 'Running', 100],
  ['a.json', suuntoJsonOf(points), 'suunto 3', 100],
  ['a.json', suuntoJsonOf(points, true), null, 100],
  ['training-session-1.json', polarJsonOf(points), 'RUNNING', 100],
  ['a.slf', sigmaOf(points), 'racing_bycicle', 100],
  ['a.json', goldenCheetahOf(points), null, 100],
])('%s', (name, text, sport, hr) => {
  test('is read with its positions, times, sensors and sport', async () => {
    const track = await read(name, text)
    expect(placesOf(track)).toEqual(EXPECTED)
    expect(track).toMatchObject({ sport, warnings: [] })
    expect(columnOf(track as Track, 'hr')[0] ?? null).toBe(hr)
  })

  test('is read under any other name', async () => {
    expect(placesOf(await read('a.gpx', text))).toEqual(EXPECTED)
  })

  test('yields a track or an error wherever it is cut off', async () => {
    for (let length = 0; length < text.length; length += 37) {
      const outcome = await read(name, text.slice(0, length), { acceptPartial: true })
      if (typeof outcome !== 'string')
        for (const size of sizesOf(outcome)) expect(size).toBeGreaterThan(0)
    }
  })
})

describe('IGC', () => {
  test('continues after midnight, and in the south and west', async () => {
    const late = samplePoints(3, (index) => ({
      lat: -33.5 - index / 1000,
      lon: -70.25,
      time: ['2024-05-04T23:59:58Z', '2024-05-04T23:59:59Z', '2024-05-05T00:00:01Z'][index] ?? '',
    }))
    const track = await read('a.igc', igcOf(late, 'HFDTEDATE:040524,01'))
    expect(columnOf(track as Track, 'time').map((time) => (time ?? 0) / 1e6)).toEqual(
      late.map(({ time }) => Date.parse(time ?? '') / 1000),
    )
    expect(columnOf(track as Track, 'lat').map(near)).toEqual([-33.5, -33.501, -33.502])
    expect(near(columnOf(track as Track, 'lon')[0])).toBe(-70.25)
  })

  test('drops invalid fixes and uses pressure altitude when there is no GPS altitude', async () => {
    const lines = igcOf(points).split('\r\n')
    const text = lines
      .map((line, index) => (index === 6 ? 'B0800' : line))
      .map((line, index) => (index === 7 ? `${line.slice(0, 24)}V0012300000` : line))
    const track = await read('a.igc', text.join('\n'))
    expect(columnOf(track as Track, 'ele')).toEqual([300, 123, 303, 304, 305])
    expect(track).toMatchObject({ warnings: [{ kind: 'points_left_out', count: 1 }] })
    expect(track).toMatchObject({ source: 'XCTrack Phone', name: 'Salève' })
  })

  test('is rejected without a date', async () => {
    expect(await read('a.igc', igcOf(points, 'HFPLTPILOT:Ann'))).toBe('malformed')
  })
})

describe('Sigma logs', () => {
  test('get back the pauses that their times leave out', async () => {
    const pauses =
      '<Marker type="p" timeAbsolute="250" duration="6000"/><Marker type="l" timeAbsolute="300" duration="9"/>'
    const track = await read('a.slf', sigmaOf(points, pauses))
    expect(
      columnOf(track as Track, 'time').map((time) => ((time ?? 0) - SAMPLE_START) / 1e6),
    ).toEqual([0, 1, 2, 63, 64, 65])
    expect(track).toMatchObject({ name: 'Round', source: 'Sigma rox100', calories: 70 })
  })

  test('are rejected without a start', async () => {
    expect(
      await read('a.slf', sigmaOf(points).replace(/<startDate>.*?</, '<startDate>noon<')),
    ).toBe('sigmaUnreadable')
  })
})

describe('files of Moveslink', () => {
  test('have a value per ten seconds, of which the first may be missing', async () => {
    const track = await read('quest.xml', moveslinkOf(['', 101, 102], [90, 91]))
    expect(columnOf(track as Track, 'hr')).toEqual([null, 101, 102])
    expect(
      columnOf(track as Track, 'time').map((time) => ((time ?? 0) - SAMPLE_START) / 1e6),
    ).toEqual([0, 10, 20])
    expect(track).toMatchObject({
      ...{ source: 'Suunto Quest', sport: 'Trail Running', calories: 12 },
      withoutGps: { distance: 150, duration: 60.5 },
      warnings: [{ kind: 'tracks_left_out', count: 1 }],
    })
  })

  test('become a workout per move', async () => {
    const text = moveslinkOf([100, 101, 102], [], [90, 91])
    const track = (await read('quest.xml', text, { separatesLegs: true })) as Track
    expect([track, ...(track.further ?? [])].map((each) => columnOf(each, 'hr'))).toEqual([
      [100, 101, 102],
      [90, 91],
    ])
    expect(track.warnings).toEqual([{ kind: 'tracks_left_out', count: 1 }])
  })

  test('are rejected without a move', async () => {
    expect(await read('quest.xml', moveslinkOf())).toBe('suuntoUnreadable')
  })
})

describe('workouts of Peloton', () => {
  test('are read with their positions and sensors', async () => {
    const track = (await read('a.json', pelotonOf(points))) as Track
    expect(columnOf(track, 'lat').map(near)).toEqual(EXPECTED.lat)
    expect(columnOf(track, 'time')).toEqual(EXPECTED.time)
    expect(columnOf(track, 'power')[5]).toBe(155)
    expect(track).toMatchObject({ name: '1 min Ride', sport: 'Cycling', source: 'Peloton' })
  })

  test('have their distance in metres without positions', async () => {
    expect(await read('a.json', pelotonOf(indoor))).toMatchObject({
      withoutGps: { distance: 804.672, duration: 60 },
    })
  })

  test('are rejected without a start', async () => {
    expect(await read('a.json', pelotonOf(points).replace('Start_Time', 'Begin'))).toBe(
      'pelotonUnreadable',
    )
  })
})

describe('recordings without GPS', () => {
  test.each([
    ['a.pwx', pwxOf(indoor), { distance: 1234, duration: 60 }],
    ['a.sml', smlOf(indoor, 'sml'), { distance: 900, duration: 60 }],
    ['a.json', suuntoJsonOf(indoor), { distance: 900, duration: 60 }],
    ['a.json', polarJsonOf(indoor), { distance: 800, duration: 60.5 }],
    ['a.xml', polarXmlOf([100, 101, 102, 103, 104, 105]), { distance: 812, duration: 60 }],
  ])('have the totals of the device (%s)', async (name, text, totals) => {
    const track = await read(name, text)
    expect(track).toMatchObject({ withoutGps: totals })
    expect(columnOf(track as Track, 'hr')).toEqual([100, 101, 102, 103, 104, 105])
    expect(await read(name, text, { acceptWithoutGps: false })).toBe('noSegments')
  })
})

// The heart rates before the end have no position yet, so FitTrackee's way of measuring leaves their points out.
test.each([
  ['a.sml', smlOf(points, 'sml').slice(0, -400), 1],
  ['a.json', suuntoJsonOf(points).slice(0, -200), 1],
  ['a.json', polarJsonOf(points).slice(0, -150), 2],
  ['a.pwx', pwxOf(points).slice(0, -200), 0],
  ['a.slf', sigmaOf(points).slice(0, -200), 0],
  ['a.json', goldenCheetahOf(points).slice(0, -60), 0],
])(
  'a %s file is rejected when truncated, and read if that is accepted',
  async (name, text, left) => {
    expect(await read(name, text)).toBe('incomplete_file')
    const track = await read(name, text, { acceptPartial: true })
    const leftOut = { kind: 'points_left_out', count: left }
    expect((track as Track).warnings as readonly unknown[]).toEqual([
      ...(left > 0 ? [leftOut] : []),
      { kind: 'part_only', count: 1 },
    ])
    expect(sizesOf(track as Track)[0]).toBeLessThan(6)
  },
)

test('impossible sensor values are missing', async () => {
  const odd = samplePoints(4, (index) => (index === 1 ? { hr: 4000 } : {}))
  for (const [name, text] of [
    ['a.pwx', pwxOf(odd)],
    ['a.json', polarJsonOf(odd)],
  ] as const) {
    const track = await read(name, text)
    expect(columnOf(track as Track, 'hr')[1]).toBeNull()
    expect(track).toMatchObject({ warnings: [{ kind: 'values_ignored', count: 1 }] })
  }
})
