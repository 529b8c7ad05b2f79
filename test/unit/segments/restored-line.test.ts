import { describe, expect, test } from 'bun:test'
import { lineThrough, restoreLine, type SegmentPosition } from '@/domain/segments/segment-line'

/** A winding road of `size` positions, with hills. */
const road = (size: number): SegmentPosition[] =>
  Array.from({ length: size }, (_, i) => [
    7.9 + i / 20_000,
    48 + Math.sin(i / 7) / 2000,
    300 + 20 * Math.sin(i / 15),
  ])

describe('the line of a segment from another server', () => {
  test('is the same as there, with its length', () => {
    const { positions, length, ...computed } = lineThrough(road(300))
    expect(restoreLine(positions, length)).toEqual({ positions, length, ...computed })
    // Resampling it again would have shortened it.
    expect(lineThrough(positions).length).toBeLessThan(length)
  })

  test.each<[what: string, declared: number | undefined]>([
    ['unknown', undefined],
    ['twice as long', 12_000],
    ['half as long', 1000],
    ['negative', -5],
    ['huge', 1e300],
  ])('has the length of its positions if the declared one is %s', (_, declared) => {
    const { positions } = lineThrough(road(300))
    expect(restoreLine(positions, declared).length).toBe(lineThrough(positions).length)
  })

  test('is resampled if its positions are not evenly spaced', () => {
    const drawn: SegmentPosition[] = [
      [7.9, 48, null],
      [7.95, 48.01, null],
    ]
    const { length } = lineThrough(drawn)
    expect(restoreLine(drawn, length)).toEqual(lineThrough(drawn))
  })

  test('continues across the antimeridian', () => {
    const drawn: SegmentPosition[] = [
      [179.99, 10, null],
      [-179.99, 10, null],
    ]
    const { positions, length, box } = lineThrough(drawn)
    expect(restoreLine(positions, length)).toMatchObject({ positions, length, box })
  })
})
