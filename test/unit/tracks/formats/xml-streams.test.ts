import { describe, expect, test } from 'bun:test'
import { gpxFormat, readGpx } from '@/domain/tracks/formats/gpx/gpx'
import { readTcx } from '@/domain/tracks/formats/tcx/tcx'
import { readTolerantly } from '@/domain/tracks/formats/xml/xml'
import type { Track } from '@/domain/tracks/track'
import { gpxText } from '../../../support/tracks/gpx'
import type { SamplePoint } from '../../../support/tracks/points'

const bytes = (text: string) => new TextEncoder().encode(text)
const moment = (seconds: number) => new Date(Date.UTC(2024, 5, 1, 8, 0, seconds)).toISOString()
const at = (seconds: number): SamplePoint => ({
  lat: 48 + seconds / 1e4,
  lon: 2,
  time: moment(seconds),
})

/** The streams by name: their unit, whether they are specific to the file, and their values. */
const streamsOf = ({ segments }: Track) =>
  segments.map(({ extra = [] }) =>
    Object.fromEntries(
      extra.map(({ name, unit, isOwn, values }) => [
        name,
        [unit, isOwn, ...[...values].map((value) => (Number.isNaN(value) ? null : value))],
      ]),
    ),
  )

const NAMESPACES =
  'xmlns="http://www.topografix.com/GPX/1/1" xmlns:t="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:p="http://www.garmin.com/xmlschemas/PowerExtension/v1" xmlns:d="http://www.cluetrust.com/XML/GPXDATA/1/0"'

const gpx = (extensionsOf: (point: SamplePoint) => string, before = '') =>
  bytes(
    gpxText({
      namespaces: NAMESPACES,
      before,
      extensionsOf,
      tracks: [{ segments: [[at(0), at(1)], [at(5)]] }],
    }),
  )

describe('extra values of GPX points', () => {
  test('are stored, with a known meaning where it is the same everywhere', () => {
    const file = gpx(({ time }) =>
      time === moment(0)
        ? '<t:TrackPointExtension><t:hr>120</t:hr><t:atemp>21.5</t:atemp><t:wtemp>18</t:wtemp></t:TrackPointExtension><d:verticalSpeed>-0.5</d:verticalSpeed>'
        : '<p:PowerExtension><p:PowerInWatts>250</p:PowerInWatts></p:PowerExtension><d:feeling>fine</d:feeling>',
    )
    expect(streamsOf(readGpx(file))).toEqual([
      {
        temperature: ['°C', false, 21.5, null],
        water_temperature: ['°C', false, 18, null],
        vertical_speed: ['m/s', false, -0.5, null],
        PowerInWatts: [null, true, null, 250],
      },
      { PowerInWatts: [null, true, 250] },
    ])
  })

  test('are the same for the tolerant reader', () => {
    const file = gpx(
      () => '<d:temp>3</d:temp><d:more><d:inner>4</d:inner></d:more><d:odd>1<d:x/>2</d:odd>',
    )
    expect(streamsOf(readGpx(file))).toEqual(streamsOf(readTolerantly(file, gpxFormat({}))))
    expect(streamsOf(readGpx(file))[1]).toEqual({
      temperature: ['°C', false, 3],
      odd: [null, true, 1],
    })
  })

  test('are not collected when a file has none', () => {
    for (const segment of readGpx(gpx(() => '')).segments)
      expect(segment).not.toHaveProperty('extra')
  })

  test('that are not numbers do not affect the points', () => {
    const file = gpx(() => '<d:temp>NaN</d:temp><d:speed></d:speed><d:course>north</d:course>')
    const track = readGpx(file)
    expect(streamsOf(track)).toEqual([{}, {}])
    expect(track.segments.map(({ size }) => size)).toEqual([2, 1])
  })
})

describe('laps of GPX files', () => {
  test('are read next to the tracks', () => {
    const lap =
      '<d:lap><d:index>1</d:index><d:startTime>2024-06-01T08:00:00Z</d:startTime><d:elapsedTime>311.31</d:elapsedTime><d:calories>81</d:calories><d:distance>1000.0</d:distance><d:summary name="MaximumSpeed" kind="max">3.5</d:summary><d:summary name="AverageHeartRateBpm" kind="avg">158</d:summary><d:trigger kind="distance"/><d:intensity>active</d:intensity></d:lap>'
    const track = readGpx(
      gpx(() => '', `<extensions>${lap}<d:lap><d:index>2</d:index></d:lap></extensions>`),
    )
    expect(track.laps).toEqual({
      laps: [
        {
          start: Date.parse('2024-06-01T08:00:00Z') * 1000,
          ...{ elapsed: 311.31, distance: 1000, calories: 81, aveHr: 158, maxSpeed: 3.5 },
          ...{ trigger: 'distance', intensity: 'active' },
        },
      ],
    })
  })
})

const point = (seconds: number, more = '') =>
  `<Trackpoint><Time>${moment(seconds)}</Time><Position><LatitudeDegrees>${48 + seconds / 1e4}</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position>${more}</Trackpoint>`

const tcx = (laps: string) =>
  readTcx(
    bytes(
      `<TrainingCenterDatabase><Activities><Activity Sport="Running">${laps}</Activity></Activities></TrainingCenterDatabase>`,
    ),
    { acceptWithoutGps: false },
  )

describe('TCX files', () => {
  test('contain laps with timer time and the gaps between them', () => {
    const track = tcx(
      `<Lap StartTime="${moment(0)}"><TotalTimeSeconds>55.5</TotalTimeSeconds><DistanceMeters>200</DistanceMeters><MaximumSpeed>4.5</MaximumSpeed><Calories>14</Calories><AverageHeartRateBpm><Value>140</Value></AverageHeartRateBpm><MaximumHeartRateBpm><Value>151</Value></MaximumHeartRateBpm><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>${point(0)}${point(55)}</Track><Notes>first</Notes><Extensions><x:LX><x:AvgSpeed>3.6</x:AvgSpeed><x:AvgRunCadence>84</x:AvgRunCadence><x:AvgWatts>210</x:AvgWatts></x:LX></Extensions></Lap>` +
        `<Lap StartTime="${moment(70)}"><TotalTimeSeconds>20</TotalTimeSeconds><Intensity>Resting</Intensity><TriggerMethod>HeartRate</TriggerMethod><Track>${point(70)}${point(95)}</Track></Lap>`,
    )
    expect(track.laps).toEqual({
      laps: [
        {
          start: Date.parse(moment(0)) * 1000,
          ...{ elapsed: 70, timer: 55.5, distance: 200, calories: 14, name: 'first' },
          ...{ trigger: 'manual', intensity: 'active' },
          ...{
            aveSpeed: 3.6,
            maxSpeed: 4.5,
            aveHr: 140,
            maxHr: 151,
            aveCadence: 84,
            avePower: 210,
          },
        },
        {
          start: Date.parse(moment(70)) * 1000,
          ...{ elapsed: 25, timer: 20, trigger: 'heart_rate', intensity: 'rest' },
        },
      ],
    })
    expect(track.calories).toBe(14)
  })

  test('contain distance, speed and extra values of their points', () => {
    const extension = (inner: string) => `<Extensions><n:TPX>${inner}</n:TPX></Extensions>`
    const track = tcx(
      `<Lap StartTime="${moment(0)}"><Track>${point(0, `<DistanceMeters>0</DistanceMeters>${extension('<n:Speed>2.5</n:Speed><n:Watts>200</n:Watts>')}`)}${point(1, `<DistanceMeters>2.5</DistanceMeters>${extension('<n:Temperature>19</n:Temperature><n:Tilt>7</n:Tilt><n:Extensions/>')}`)}</Track></Lap>`,
    )
    expect(streamsOf(track)).toEqual([
      {
        distance: ['m', false, 0, 2.5],
        speed: ['m/s', false, 2.5, null],
        temperature: ['°C', false, null, 19],
        Tilt: [null, true, null, 7],
      },
    ])
    expect([...(track.segments[0]?.power ?? [])]).toEqual([200, Number.NaN])
  })
})
