import { describe, expect, test } from 'bun:test'
import { readFit } from '@/domain/tracks/formats/fit/fit'
import type { Track } from '@/domain/tracks/track'
import {
  FIT_EPOCH,
  type FitMessageValue,
  fileId,
  fitFile,
  fitTime,
  record,
  session,
  timerStop,
} from '../../../support/tracks/fit'

const START = fitTime('2024-06-01T08:00:00Z')

const read = (messages: readonly FitMessageValue[], acceptWithoutGps = true): Track =>
  readFit(fitFile(messages), { segmentsCreationEvent: 'only_manual', acceptWithoutGps })

const times = (track: Track) =>
  track.segments.map(({ time }) => [...time].map((t) => t / 1e6 - FIT_EPOCH - START))

const indoor = [
  fileId(1, 1765),
  record({ time: START, hr: 100, cadence: 60, power: 150, distance: 0, speed: 2 }),
  record({ time: START + 60, hr: 120, cadence: 61, power: 160, distance: 310, speed: 5.5 }),
  record({ time: START + 120, hr: 130, cadence: 62, power: 170, distance: 640, speed: 5.1 }),
]

describe('a FIT file without GPS', () => {
  test('is rejected unless recordings without GPS are accepted', () => {
    const totals = session({ start: START, elapsed: 120, timer: 110, distance: 650 })
    expect(() => read([...indoor, totals], false)).toThrow(
      'no valid segments with GPS found in fit file',
    )
  })

  test('has points with sensors and the totals of the session', () => {
    const totals = session({
      start: START,
      end: START + 125,
      elapsed: 125.5,
      timer: 118.25,
      distance: 655.5,
      maxSpeed: 5.6,
      calories: 44,
    })
    const track = read([...indoor, totals])
    expect(track.withoutGps).toEqual({
      distance: 655.5,
      duration: 125.5,
      moving: 118.25,
      maxSpeed: 5.6,
    })
    expect(track.calories).toBe(44)
    expect(track.source).toBe('garmin Forerunner 920XT')
    expect(times(track)).toEqual([[0, 60, 120]])
    const [segment] = track.segments
    expect([...(segment?.lat ?? [])]).toEqual([Number.NaN, Number.NaN, Number.NaN])
    expect([...(segment?.lon ?? [])]).toEqual([Number.NaN, Number.NaN, Number.NaN])
    expect([...(segment?.hr ?? [])]).toEqual([100, 120, 130])
    expect([...(segment?.cadence ?? [])]).toEqual([60, 61, 62])
    expect([...(segment?.power ?? [])]).toEqual([150, 160, 170])
  })

  test('has the totals of the sessions with positions, too', () => {
    const positioned = { ...record({ time: START, lat: 48, lon: 2 }) }
    const track = read([
      positioned,
      session({ elapsed: 60, timer: 50, distance: 300, maxSpeed: 6, ascent: 12, descent: 3 }),
      session({ elapsed: 40, timer: 40, distance: 340, maxSpeed: 7, ascent: 8 }),
    ])
    expect(track.device).toEqual({
      ...{ distance: 640, duration: 100, moving: 90, maxSpeed: 7 },
      ...{ ascent: 20, descent: 3 },
    })
    expect(read([positioned]).device).toBeUndefined()
  })

  test('has the sum of several sessions and their highest speed', () => {
    const fast: FitMessageValue = { global: 18, fields: [[125, 'uint32', 9000]] }
    const track = read([
      ...indoor,
      session({ elapsed: 60, timer: 50, distance: 300, maxSpeed: 6, calories: 10 }),
      session({ elapsed: 40, timer: 40, distance: 340, maxSpeed: 7, calories: 20 }),
      fast,
    ])
    expect(track.withoutGps).toEqual({ distance: 640, duration: 100, moving: 90, maxSpeed: 9 })
    expect(track.calories).toBe(10)
  })

  test('derives totals that are missing in the sessions from the records', () => {
    const stopped = [
      ...indoor,
      timerStop(START + 130, 0),
      record({ time: START + 200, distance: 640 }),
      record({ time: START + 230, distance: 700 }),
    ]
    const derived = { distance: 700, duration: 230, moving: 150, maxSpeed: 5.5 }
    expect(read(stopped).withoutGps).toEqual(derived)
    expect(times(read(stopped))).toEqual([
      [0, 60, 120],
      [200, 230],
    ])
    expect(read([...stopped, session({ timer: 140 })]).withoutGps).toEqual({
      ...derived,
      moving: 140,
    })
  })

  test('has no distance and no speed when nothing measured them', () => {
    const track = read([record({ time: START, hr: 90 }), record({ time: START + 9, hr: 91 })])
    expect(track.withoutGps).toEqual({ distance: null, duration: 9, moving: 9, maxSpeed: null })
  })

  test('has a moving time of at most its duration', () => {
    const track = read([...indoor, session({ elapsed: 100, timer: 100.2 })])
    expect(track.withoutGps?.moving).toBe(100)
  })

  test('decodes the distance of old footpods, which rolls over every 256 m', () => {
    const compressed = (second: number, speed: number, metres: number) => {
      const speed12 = Math.round(speed * 100)
      const distance12 = Math.round(metres * 16) % 4096
      const bytes = [
        speed12 & 255,
        (speed12 >> 8) | ((distance12 & 15) << 4),
        distance12 >> 4,
      ] as const
      return record({ time: START + second }, [8, 'byte', Uint8Array.from(bytes)])
    }
    const track = read([
      compressed(0, 3, 100),
      compressed(60, 4.25, 250),
      compressed(120, 3, 300),
      record({ time: START + 130 }, [8, 'byte', Uint8Array.of(255, 255, 255)]),
      compressed(180, 3, 530),
      compressed(240, 3, 610.5),
    ])
    expect(track.withoutGps).toEqual({
      distance: 610.5,
      duration: 240,
      moving: 240,
      maxSpeed: 4.25,
    })
  })

  test('is one segment from start to end when only the session has times', () => {
    const pool = Array.from({ length: 40 }, (_, i) =>
      record({ time: null, distance: 25 * (i + 1), speed: 1 }),
    )
    const length: FitMessageValue = { global: 101, fields: [[253, 'uint32', START + 30]] }
    const totals = { elapsed: 1500, timer: 1400, distance: 1000 }
    for (const given of [{ start: START }, { end: START + 1500 }]) {
      const track = read([...pool, length, session({ ...totals, ...given })])
      expect(times(track)).toEqual([[0, 1500]])
      expect(track.withoutGps).toEqual({
        distance: 1000,
        duration: 1500,
        moving: 1400,
        maxSpeed: 1,
      })
    }
  })

  test('is rejected with fewer than two records and no session time', () => {
    const lonely = record({ time: START, hr: 90 })
    const timeless = session({ elapsed: 100, distance: 1000 })
    for (const messages of [[], [fileId(1)], [lonely], [lonely, timeless], [timeless]]) {
      expect(() => read(messages)).toThrow('no valid segments with GPS found in fit file')
    }
  })

  test('is a normal recording as soon as one record has a position', () => {
    const track = read([...indoor, record({ time: START + 180, lat: 48, lon: 2 })])
    expect(track.withoutGps).toBeUndefined()
    expect(times(track)).toEqual([[180]])
  })
})
