import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readFit } from '@/domain/tracks/formats/fit/fit'
import type { Track } from '@/domain/tracks/track'
import { runs } from '../../../support/properties'
import {
  FIT_EPOCH,
  type FitMessageValue,
  fitFile,
  fitTime,
  lap,
  poolLength,
  record,
  session,
} from '../../../support/tracks/fit'

const START = fitTime('2024-06-01T08:00:00Z')
const SECOND = 1_000_000
const since = (start: number) => start / SECOND - FIT_EPOCH - START

const read = (messages: readonly FitMessageValue[]): Track =>
  readFit(fitFile([record({ time: START, lat: 48, lon: 2 }), ...messages]), {
    segmentsCreationEvent: 'only_manual',
    acceptWithoutGps: true,
  })

describe('laps of a FIT file', () => {
  test('contain the values that the device wrote', () => {
    const step: FitMessageValue = {
      global: 27,
      fields: [
        [254, 'uint16', 3],
        [0, 'string', 'Hill  repeat'],
      ],
    }
    const whole = lap(
      { start: START, elapsed: 61.5, timer: 60.25, distance: 250.5 },
      ...([
        [11, 'uint16', 12],
        [110, 'uint32', 4158],
        [111, 'uint32', 5200],
        [15, 'uint8', 150],
        [16, 'uint8', 171],
        [17, 'uint8', 88],
        [18, 'uint8', 93],
        [19, 'uint16', 240],
        [20, 'uint16', 410],
        [21, 'uint16', 17],
        [22, 'uint16', 3],
        [23, 'enum', 5],
        [24, 'enum', 0],
        [71, 'uint16', 3],
      ] as const),
    )
    expect(read([step, whole]).laps).toEqual({
      laps: [
        {
          start: (START + FIT_EPOCH) * SECOND,
          ...{ name: 'Hill repeat', trigger: 'manual', intensity: 'interval' },
          ...{ elapsed: 61.5, timer: 60.25, distance: 250.5, ascent: 17, descent: 3 },
          ...{ aveSpeed: 4.158, maxSpeed: 5.2, aveHr: 150, maxHr: 171, calories: 12 },
          ...{ aveCadence: 88, maxCadence: 93, avePower: 240, maxPower: 410 },
        },
      ],
    })
  })

  test('omit values that the device did not write', () => {
    const silent = lap({ start: START }, [15, 'uint8', null], [23, 'enum', null])
    expect(read([silent]).laps?.laps).toEqual([{ start: (START + FIT_EPOCH) * SECOND }])
    expect(read([]).laps).toBeUndefined()
  })

  test('start their elapsed time before their timestamp when they have no start time', () => {
    const startless: FitMessageValue = {
      global: 19,
      fields: [
        [253, 'uint32', START + 90],
        [7, 'uint32', 30_000],
      ],
    }
    expect(read([startless]).laps?.laps.map(({ start }) => since(start))).toEqual([60])
  })

  test('are shifted together with the points of a device with an unset clock', () => {
    const track = readFit(
      fitFile([
        record({ time: 100, lat: 48, lon: 2 }),
        record({ time: 160, lat: 48.001, lon: 2 }),
        lap({ start: 100, elapsed: 60 }),
        {
          global: 34,
          fields: [
            [253, 'uint32', 200],
            [5, 'uint32', START + 200],
          ],
        },
      ]),
      { segmentsCreationEvent: 'only_manual', acceptWithoutGps: false },
    )
    expect(track.laps?.laps.map(({ start }) => start)).toEqual([track.segments[0]?.time[0] ?? 0])
  })

  test('include the pool lengths that started in them, with strokes', () => {
    const pool: FitMessageValue = { global: 18, fields: [[44, 'uint16', 2500]] }
    const track = read([
      poolLength(START, 30, [0, 14]),
      poolLength(START + 30, 32.5, [2, 17]),
      poolLength(START + 63, 20, [null, null]),
      lap({ start: START, elapsed: 62.5 }, [38, 'enum', 5]),
      poolLength(START + 83, 40, [1, 20]),
      lap({ start: START + 63, elapsed: 60 }),
      pool,
    ])
    expect(track.laps?.poolLength).toBe(25)
    const [first, second] = track.laps?.laps ?? []
    expect(first?.stroke).toBe('mixed')
    expect(first?.lengths?.map(({ start, ...rest }) => ({ ...rest, at: since(start) }))).toEqual([
      { at: 0, elapsed: 30, isActive: true, stroke: 'freestyle', strokes: 14 },
      { at: 30, elapsed: 32.5, isActive: true, stroke: 'breaststroke', strokes: 17 },
    ])
    expect(second?.lengths?.map(({ isActive }) => isActive)).toEqual([false, true])
  })

  test('are sorted by start time, and none is lost', () => {
    const starts = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { maxLength: 30 })
    const lengths = fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 40 })
    fc.assert(
      fc.property(starts, lengths, (laps, pool) => {
        const track = read([
          ...pool.map((at) => poolLength(START + at, 1, [0, 9])),
          ...laps.map((at) => lap({ start: START + at, elapsed: 1 })),
          session({ start: START, end: START + 1 }),
        ])
        const found = track.laps?.laps ?? []
        expect(found.map(({ start }) => since(start))).toEqual(laps.toSorted((a, b) => a - b))
        const held = found.flatMap(({ lengths: own = [] }) => own)
        expect(held).toHaveLength(laps.length > 0 ? pool.length : 0)
        for (const [index, { start, lengths: own = [] }] of found.entries())
          for (const each of own) {
            expect(each.start >= start || index === 0).toBe(true)
            expect(each.start < (found[index + 1]?.start ?? Number.POSITIVE_INFINITY)).toBe(true)
          }
      }),
      runs(60),
    )
  })
})
