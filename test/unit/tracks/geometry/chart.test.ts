import { describe, expect, test } from 'bun:test'
import { type ChartDisplay, chartRows } from '@/domain/tracks/geometry/chart'
import { summarise } from '@/domain/tracks/metrics/summary'
import { CYCLING, EIGHT, HOUR, line, SECOND, segmentOf, trackOf } from '../../../support/segments'

const ALL: ChartDisplay = {
  ...{ position: true, speed: true, pace: true, cadence: 'rpm' },
  ...{ power: true, elevation: true, hr: true },
}
const NOTHING: ChartDisplay = {
  ...{ position: false, speed: false, pace: false, cadence: 'none' },
  ...{ power: false, elevation: false, hr: false },
}
const DEGREE = 111_319.49079327358

function pointsOf(...parameters: Parameters<typeof line>) {
  const [segment] = summarise(trackOf([line(...parameters)]), CYCLING).segments
  if (!segment) throw new Error('no segment')
  return segment.points
}
const ride = (start: number, metres: number) =>
  pointsOf(3, { time: start, lat: 0, lon: 0 }, { time: 10 * SECOND, lon: metres / DEGREE })

describe('chartRows', () => {
  test('contains exactly the keys that are displayed and known', () => {
    const points = pointsOf(
      2,
      { time: EIGHT, lat: 0, lon: 1, ele: 5, hr: 100, cadence: 80, power: 200 },
      { time: 10 * SECOND, lon: 50 / DEGREE },
    )
    const always = { distance: 0.05, duration: 10, latitude: 0, longitude: 1 + 50 / DEGREE }
    const time = '2024-06-01 08:00:10+00:00'
    const hidden = { ...always, latitude: null, longitude: null }
    expect(chartRows([points], EIGHT, NOTHING)[1]).toEqual({ ...hidden, time })
    expect(chartRows([points], EIGHT, ALL)[1]).toEqual({
      ...{ ...always, time, elevation: 5, speed: 18, pace: 0.2 },
      ...{ cadence: 80, power: 200, hr: 100 },
    })
    expect(chartRows([points], EIGHT, { ...NOTHING, cadence: 'spm' })[1]?.cadence).toBe(160)
  })

  test('omits missing values and an elevation of zero', () => {
    const [first, second] = chartRows(
      [
        {
          ...ride(EIGHT, 50),
          ele: Float64Array.of(0, 7, Number.NaN),
          hr: Float64Array.of(Number.NaN, 0, 9),
        },
      ],
      EIGHT,
      ALL,
    )
    expect(Object.keys(first ?? {})).not.toContain('elevation')
    expect(Object.keys(first ?? {})).not.toContain('hr')
    expect(second).toMatchObject({ elevation: 7, hr: 0 })
    expect(Object.keys(second ?? {})).not.toContain('cadence')
  })

  test('contains a null pace where the speed is zero', () => {
    const [first] = chartRows([ride(EIGHT, 50)], EIGHT, ALL)
    expect(first).toMatchObject({ speed: 0, pace: null })
  })

  test('continues from the rounded distance of the previous segment', () => {
    // 2 · 7.4 m = 14.8 m → 0.01 km; the next segment starts there and adds 7.4 m → 0.0174 → 0.02.
    const rows = chartRows([ride(EIGHT, 7.4), ride(EIGHT + HOUR, 7.4)], EIGHT, NOTHING)
    expect(rows.map(({ distance }) => distance)).toEqual([0, 0.01, 0.01, 0.01, 0.02, 0.02])
  })

  test('counts seconds from the start of the workout, including gaps', () => {
    const rows = chartRows([ride(EIGHT, 50), ride(EIGHT + HOUR, 50)], EIGHT, NOTHING)
    expect(rows.map(({ duration }) => duration)).toEqual([0, 10, 20, 3600, 3610, 3620])
  })

  test('counts from zero for a single segment of a longer workout', () => {
    const rows = chartRows([ride(EIGHT + HOUR, 50)], EIGHT, NOTHING)
    expect(rows.map(({ duration }) => duration)).toEqual([0, 10, 20])
  })

  test('truncates times to seconds before it subtracts them', () => {
    const points = {
      ...ride(EIGHT, 50),
      time: Float64Array.from([0.6, 1.2, 3], (s) => EIGHT + s * SECOND),
    }
    const rows = chartRows([points], EIGHT - 0.5 * SECOND, NOTHING)
    // 1.1, 1.7 and 3.5 s after the start of the workout: 1, 1, 3 less 1.
    expect(rows.map(({ duration }) => duration)).toEqual([0, 0, 2])
  })

  test('treats a point before the start as if it came after, and one without time as the start', () => {
    const time = Float64Array.of(EIGHT, EIGHT - 5 * SECOND, Number.NaN)
    const rows = chartRows([{ ...ride(EIGHT, 50), time }], EIGHT, NOTHING)
    expect(rows.map(({ duration }) => duration)).toEqual([0, 5, 0])
    expect(rows[2]?.time).toBeNull()
  })

  test('contains times but no positions for a recording without GPS', () => {
    const withoutGps = { distance: 1000, duration: 20, moving: 20, maxSpeed: null }
    const track = trackOf([line(2, { time: EIGHT, hr: 99 }, { time: SECOND })], { withoutGps })
    const points = summarise(track, CYCLING).segments.map((segment) => segment.points)
    expect(chartRows(points, EIGHT, ALL)[1]).toEqual({
      ...{ distance: null, duration: 1, latitude: null, longitude: null },
      ...{ time: '2024-06-01 08:00:01+00:00', speed: null, pace: null, hr: 99 },
    })
  })

  test('is empty without segments', () => {
    expect(chartRows([], EIGHT, ALL)).toEqual([])
    expect(chartRows([{ ...segmentOf([]), speed: new Float64Array(0) }], EIGHT, ALL)).toEqual([])
  })
})
