import { describe, expect, test } from 'bun:test'
import { suggestEdits } from '@/domain/records/suggest-edits'
import { EIGHT, segmentOf } from '../../support/segments'

const LIMITS = { sustained: 9.7, momentary: 12.5 }
const INTERVAL = 5

/** Seconds, and metres a second. */
type Part = readonly [number, number]

/** Points every five seconds along the equator, in parts of seconds and metres per second. */
function recording(...parts: readonly Part[]) {
  const steps = [0]
  for (const [seconds, speed] of parts)
    for (let i = 0; i < seconds; i += INTERVAL) steps.push(speed * INTERVAL)
  let metres = 0
  const points = segmentOf(
    steps.map((step, i) => {
      metres += step
      return { time: EIGHT + i * INTERVAL * 1e6, lat: 0, lon: metres / 111_319.49 }
    }),
  )
  const speed = new Float64Array(points.size).fill(Number.NaN)
  return [{ points: { ...points, speed }, steps: Float64Array.from(steps) }]
}

const at = (seconds: number) => EIGHT / 1000 + seconds * 1000
const editsOf = (...parts: readonly Part[]) =>
  suggestEdits(recording(...parts), LIMITS).map(({ edit }) => edit)

describe('suggested edits', () => {
  test('trim a ride in a car after or before a run', () => {
    expect(editsOf([1200, 3], [2400, 20])).toEqual([{ kind: 'trim', from: null, to: at(1200) }])
    expect(editsOf([2400, 20], [1200, 3])).toEqual([{ kind: 'trim', from: at(2400), to: null }])
  })

  test('trim it together with the way from the car', () => {
    expect(editsOf([1200, 3], [600, 20], [120, 1])).toEqual([
      { kind: 'trim', from: null, to: at(1200) },
    ])
  })

  test('remove it between two runs, with the stops of the car', () => {
    expect(editsOf([900, 3], [600, 20], [120, 0], [600, 20], [900, 3])).toEqual([
      { kind: 'remove', from: at(900) + 1, to: at(2220) - 1 },
    ])
  })

  test('change nothing without a run, or where the greatest speed is not known', () => {
    expect(editsOf([2400, 20])).toEqual([])
    expect(editsOf([1200, 3], [600, 6])).toEqual([])
    const unknown = { sustained: null, momentary: null }
    expect(suggestEdits(recording([1200, 3], [2400, 20]), unknown)).toEqual([])
  })
})
