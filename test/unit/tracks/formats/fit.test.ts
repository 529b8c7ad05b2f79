import { describe, expect, test } from 'bun:test'
import { readFit } from '@/domain/tracks/formats/fit/fit'
import type { FitOptions } from '@/domain/tracks/formats/fit/fit-options'
import type { Track } from '@/domain/tracks/track'
import {
  FIT_EPOCH,
  type FitMessageValue,
  type FitSample,
  fileId,
  fitFile,
  fitTime,
  record,
  semicircles,
  session,
  timerStop,
} from '../../../support/tracks/fit'

const START = fitTime('2024-06-01T08:00:00Z')

const read = (messages: readonly FitMessageValue[], options: Partial<FitOptions> = {}): Track =>
  readFit(fitFile(messages), {
    segmentsCreationEvent: 'only_manual',
    acceptWithoutGps: false,
    ...options,
  })

const at = (second: number, sample: FitSample = {}) =>
  record({ time: START + second, lat: 48 + second / 1000, lon: 2, ...sample })

const seconds = (track: Track) =>
  track.segments.map(({ time }) => [...time].map((t) => t / 1e6 - FIT_EPOCH - START))

const column = (track: Track, name: 'ele' | 'hr' | 'cadence' | 'power') =>
  track.segments.flatMap((segment) => [...segment[name]])

describe('the points of a FIT file', () => {
  test('have a position, UTC time in microseconds and sensors', () => {
    const track = read([
      record({ time: START, lat: 48.5, lon: -2.25, ele: 123.4, hr: 140, cadence: 85, power: 230 }),
    ])
    const [segment] = track.segments
    expect(segment?.size).toBe(1)
    expect(segment?.time[0]).toBe(Date.parse('2024-06-01T08:00:00Z') * 1000)
    expect(segment?.lat[0]).toBe((semicircles(48.5) * 180) / 2 ** 31)
    expect(segment?.lon[0]).toBe((semicircles(-2.25) * 180) / 2 ** 31)
    expect(segment?.ele[0]).toBeCloseTo(123.4, 9)
    expect([segment?.hr[0], segment?.cadence[0], segment?.power[0]]).toEqual([140, 85, 230])
    expect(track.withoutGps).toBeUndefined()
  })

  test('require latitude, longitude and timestamp', () => {
    const noLatitude = record({ time: START + 1, lon: 2 })
    const noLongitude = record({ time: START + 2, lat: 48 })
    const noTime = record({ lat: 48, lon: 2 })
    expect(seconds(read([at(0), noLatitude, noLongitude, noTime, at(3)]))).toEqual([[0, 3]])
  })

  test('are dropped when position or timestamp is invalid or exactly zero', () => {
    const zeroLatitude = at(1, { lat: 0 })
    const zeroLongitude = at(2, { lon: 0 })
    const invalid = record({ time: START + 3 }, [0, 'sint32', null], [1, 'sint32', null])
    const noTime = record({ time: null, lat: 48, lon: 2 })
    const zeroTime = record({ time: 0, lat: 48, lon: 2 })
    const track = read([at(0), zeroLatitude, zeroLongitude, invalid, noTime, zeroTime, at(4)])
    expect(seconds(track)).toEqual([[0, 4]])
  })

  test('are sorted by time, with equal times in file order', () => {
    const track = read([
      at(5, { hr: 1 }),
      at(2, { hr: 2 }),
      at(5, { hr: 3 }),
      at(2, { hr: 4 }),
      at(0, { hr: 5 }),
    ])
    expect(seconds(track)).toEqual([[0, 2, 2, 5, 5]])
    expect(column(track, 'hr')).toEqual([5, 2, 4, 1, 3])
  })

  test('have no value where the device wrote none or an invalid one', () => {
    const track = read([at(0), at(1, { hr: null, cadence: null, power: null })])
    for (const name of ['ele', 'hr', 'cadence', 'power'] as const) {
      expect(column(track, name)).toEqual([Number.NaN, Number.NaN])
    }
  })

  test('have sensor values of zero', () => {
    const track = read([at(0, { hr: 0, cadence: 0, power: 0 })])
    expect([column(track, 'hr'), column(track, 'cadence'), column(track, 'power')]).toEqual([
      [0],
      [0],
      [0],
    ])
  })

  test('drop the fraction of a cadence', () => {
    expect(column(read([record({ ...place(0) }, [4, 'float32', 81.75])]), 'cadence')).toEqual([81])
  })
})

const place = (second: number): FitSample => ({ time: START + second, lat: 48, lon: 2 })

describe('the elevation of a FIT file', () => {
  const enhanced = (raw: number | null | number[]) => [78, 'uint32', raw] as const

  test('is read from altitude and from enhanced altitude with the same scale', () => {
    const track = read([at(0, { ele: 35.2 }), record(place(1), enhanced(2676))])
    expect(column(track, 'ele')[0]).toBeCloseTo(35.2, 9)
    expect(column(track, 'ele')[1]).toBeCloseTo(35.2, 9)
  })

  test('is the first of both in message order', () => {
    const plain = [2, 'uint16', 3000] as const
    expect(column(read([record(place(0), plain, enhanced(4000))]), 'ele')).toEqual([100])
    expect(column(read([record(place(0), enhanced(4000), plain)]), 'ele')).toEqual([300])
  })

  test('is the first value of an array', () => {
    expect(column(read([record(place(0), enhanced([3005, 9, 9]))]), 'ele')).toEqual([101])
  })

  test('is missing when it is exactly 0', () => {
    expect(column(read([at(0, { ele: 0 }), at(1, { ele: -1 })]), 'ele')).toEqual([Number.NaN, -1])
  })
})

describe('the segments of a FIT file', () => {
  const stopped = [at(0), at(1), timerStop(START + 2, 0), at(10), timerStop(START + 11, 1), at(20)]

  test.each([
    ['all', [[0, 1], [10], [20]]],
    [
      'only_manual',
      [
        [0, 1],
        [10, 20],
      ],
    ],
    ['none', [[0, 1, 10, 20]]],
  ] as const)('are split according to the preference %s', (segmentsCreationEvent, expected) => {
    expect(seconds(read(stopped, { segmentsCreationEvent }))).toEqual(
      expected.map((times) => [...times]),
    )
  })

  test('are split at a stop without a known reason', () => {
    const withoutField: FitMessageValue = {
      global: 21,
      fields: timerStop(START + 1, null).fields.filter(([number]) => number !== 3),
    }
    expect(seconds(read([at(0), timerStop(START + 1, null), at(2)]))).toEqual([[0], [2]])
    expect(seconds(read([at(0), withoutField, at(2)]))).toEqual([[0], [2]])
  })

  test('are not split at a stop by fitness equipment', () => {
    expect(seconds(read([at(0), timerStop(START + 1, 2), at(2)]))).toEqual([[0, 2]])
  })

  test('are not split at other kinds of stop or at other events', () => {
    const otherEvent: FitMessageValue = {
      global: 21,
      fields: [
        [253, 'uint32', START + 1],
        [0, 'enum', 9],
        [1, 'enum', 4],
      ],
    }
    const stops = [0, 1, 3, 5, 8, 9].map((type) => timerStop(START + 1, 0, type))
    expect(seconds(read([at(0), ...stops, otherEvent, at(2)], { segmentsCreationEvent: 'all' }))) //
      .toEqual([[0, 2]])
  })

  test('use the reason from the 16-bit data field of old devices', () => {
    const stop = (trigger: number): FitMessageValue => ({
      global: 21,
      fields: [
        [253, 'uint32', START + 1],
        [2, 'uint16', trigger],
        [0, 'enum', 0],
        [1, 'enum', 4],
      ],
    })
    expect(seconds(read([at(0), stop(1), at(2)]))).toEqual([[0, 2]])
    expect(seconds(read([at(0), stop(0), at(2)]))).toEqual([[0], [2]])
  })

  test('are split at the time of the stop, wherever it is in the file', () => {
    const track = read([timerStop(START + 15, 0), at(20), at(0), at(10)])
    expect(seconds(track)).toEqual([[0, 10], [20]])
  })

  test('preserve the file order of a stop and points of the same second', () => {
    const track = read([at(0), at(5), timerStop(START + 5, 0), at(5), at(6)])
    expect(seconds(track)).toEqual([
      [0, 5],
      [5, 6],
    ])
  })

  test('are never empty, and a stop without a timestamp is ignored', () => {
    const stop = timerStop(START + 1, 0)
    const untimed: FitMessageValue = { global: 21, fields: stop.fields.slice(1) }
    const track = read([stop, at(2), untimed, stop, at(3), timerStop(START + 9, 0), stop])
    expect(seconds(track)).toEqual([[2, 3]])
  })

  test('ignore laps', () => {
    const lap: FitMessageValue = { global: 19, fields: [[253, 'uint32', START + 1]] }
    expect(seconds(read([at(0), lap, at(2)]))).toEqual([[0, 2]])
  })
})

describe('the metadata of a FIT file', () => {
  test('has the calories of the first session, with 0 and invalid meaning unknown', () => {
    const calories = (...values: (number | undefined)[]) =>
      read([
        at(0),
        ...values.map((value) => session(value === undefined ? {} : { calories: value })),
      ]).calories
    expect(calories(345, 12)).toBe(345)
    expect(calories(undefined, 12)).toBeNull()
    expect(calories(0)).toBeNull()
    expect(calories()).toBeNull()
  })

  test('has no title and no description', () => {
    const track = read([fileId(1, 3121), at(0)])
    expect([track.name, track.description]).toEqual([null, null])
  })
})

describe('the clock of a FIT file', () => {
  const SWITCHED_ON = 17_000_000
  const activity = (timestamp: number, local: number): FitMessageValue => ({
    global: 34,
    fields: [
      [253, 'uint32', timestamp],
      [5, 'uint32', local],
    ],
  })

  test('is corrected by the activity message when the device counts from being switched on', () => {
    const track = read([
      record({ ...place(0), time: SWITCHED_ON }),
      record({ ...place(0), time: SWITCHED_ON + 7 }),
      activity(SWITCHED_ON + 10, START + 10),
    ])
    expect(seconds(track)).toEqual([[0, 7]])
  })

  test('is not corrected when timestamps are dates', () => {
    const track = read([at(0), at(7), activity(START + 10, START + 7210)])
    expect(seconds(track)).toEqual([[0, 7]])
  })
})
