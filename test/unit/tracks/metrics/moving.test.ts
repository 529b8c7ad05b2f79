import { describe, expect, test } from 'bun:test'
import { movingData } from '@/domain/tracks/metrics/moving'
import { typicalMaxSpeed } from '@/domain/tracks/metrics/speed'
import { EIGHT, SECOND, segmentOf } from '../../../support/segments'

const column = (...values: number[]) => Float64Array.from(values)
const at = (...seconds: number[]) =>
  segmentOf(seconds.map((second) => ({ time: EIGHT + second * SECOND })))

describe('movingData', () => {
  test('counts steps above the threshold as movement and the others as stops', () => {
    // 10 m in 5 s: 7.2 km/h; 1 m in 5 s: 0.72 km/h.
    expect(movingData(at(0, 5, 10, 15), column(0, 10, 1, 10), 1)).toMatchObject({
      time: 10 * SECOND,
      distance: 21,
    })
    expect(movingData(at(0, 5, 10, 15), column(0, 10, 1, 10), 0.1)).toMatchObject({
      time: 15 * SECOND,
      distance: 21,
    })
  })

  test('counts a step at exactly the threshold as a stop', () => {
    // 2.5 m in 1 s is 9 km/h, in binary as well.
    expect(movingData(at(0, 1), column(0, 2.5), 9).time).toBe(0)
    expect(movingData(at(0, 1), column(0, 2.5), 8.99).time).toBe(SECOND)
  })

  test('treats a threshold of zero as 1 km/h', () => {
    // 0.72 and 1.44 km/h.
    expect(movingData(at(0, 5), column(0, 1), 0).time).toBe(0)
    expect(movingData(at(0, 5), column(0, 2), 0).time).toBe(5 * SECOND)
  })

  test('counts no time and no distance when time does not advance', () => {
    expect(movingData(at(0, 0, 5), column(0, 30, 10), 1)).toMatchObject({
      time: 5 * SECOND,
      distance: 10,
    })
    expect(movingData(at(5, 0, 3), column(0, 30, 10), 1)).toMatchObject({
      time: 3 * SECOND,
      distance: 10,
    })
  })

  test('counts neither time nor distance next to a point without time', () => {
    const segment = at(0, Number.NaN, 10, 15)
    expect(movingData(segment, column(0, 50, 50, 50), 1)).toMatchObject({
      time: 5 * SECOND,
      distance: 50,
    })
  })

  test('does not count steps without distance, however long they last', () => {
    expect(movingData(at(0, 60, 65), column(0, 0, 10), 1).time).toBe(5 * SECOND)
  })

  test('includes stops in the distribution only after the first movement', () => {
    // A single moving step is fewer than two; a stop after it makes two steps, a stop before it does not.
    expect(movingData(at(0, 5, 10), column(0, 1, 10), 1).maxSpeed).toBe(0)
    // Both lengths are one deviation from their mean: 0.2 and 2 m/s, index floor(2 · 0.95) = 1.
    expect(movingData(at(0, 5, 10), column(0, 10, 1), 1).maxSpeed).toBe(2)
  })
})

describe('typicalMaxSpeed', () => {
  test('is zero for fewer than two steps', () => {
    expect(typicalMaxSpeed(column(), column())).toBe(0)
    expect(typicalMaxSpeed(column(7), column(7))).toBe(0)
  })

  test('ignores steps of unusual length', () => {
    // Mean 19, deviation 27: the step of 100 m is 81 m off, the others 9 m.
    const lengths = column(10, 10, 10, 10, 10, 10, 10, 10, 10, 100)
    const speeds = column(2, 2, 2, 2, 2, 2, 2, 2, 2, 20)
    expect(typicalMaxSpeed(speeds, lengths)).toBe(2)
  })

  test('includes a step at exactly one and a half deviations', () => {
    // Mean 4, deviation 2: 1 and 7 are exactly 3 = 1.5 · 2 away.
    const lengths = column(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 7, 1, 7, 1, 7, 1, 7)
    const deviation = Math.sqrt((8 * 9) / 18)
    expect(deviation).toBe(2)
    expect(typicalMaxSpeed(lengths, lengths)).toBe(7)
  })

  test('is the 95th percentile of speeds, not the maximum', () => {
    const speeds = Float64Array.from({ length: 40 }, (_, i) => 40 - i)
    const even = new Float64Array(40).fill(5)
    // floor(40 · 0.95) = 38, counted from 0 in ascending order.
    expect(typicalMaxSpeed(speeds.slice(), even)).toBe(39)
    expect(typicalMaxSpeed(speeds.slice(0, 10), even.slice(0, 10))).toBe(40)
  })
})
