import { describe, expect, test } from 'bun:test'
import { encodeLine, type LinePart } from '@/domain/tracks/geometry/map-line'
import { presentMapLines } from '@/server/responses/workouts/map-lines'
import {
  decodeHead,
  decodeNames,
  decodeOverview,
  decodeView,
  type LineSet,
  MAX_HEAD,
  partsOf,
} from '@/web/map/lines/decode-lines'
import { drawLines } from '@/web/map/lines/draw-lines'
import { drawLineThumbnail } from '@/web/map/lines/draw-thumbnail'
import { findBox, findHome, findLinesIn, findNearestLine } from '@/web/map/lines/search-lines'

const BITS = 10
const UNITS = 2 ** BITS

const part = (...points: [number, number][]): LinePart => ({
  x: Float64Array.from(points, ([x]) => x),
  y: Float64Array.from(points, ([, y]) => y),
})

const LINES = [
  encodeLine([part([100, 100], [200, 100], [200, 200])]),
  encodeLine([part([110, 90], [110, 300]), part([500, 500], [510, 505])]),
  encodeLine([part([900, 900])]),
]
const DAY = 86_400_000
const workouts = LINES.map((line, index) => ({
  ...{ short_id: `id-${index}`, title: index === 1 ? null : `Línea ${index}`, sport_id: 5 + index },
  ...{ workout_date: 20_000 * DAY - index * 3 * DAY, distance: 10.123 + index },
  line: Buffer.from(line),
}))
const workoutIds = workouts.map(({ short_id }) => short_id)
const overview = presentMapLines({ bits: BITS, workoutIds, workouts })

/** The points of each part of each line. */
const pointsOf = (set: LineSet) =>
  Array.from(set.positions, (_, index) =>
    [...partsOf(set, index)].map(([start, end]) =>
      Array.from(set.x.subarray(start, end), (x, i) => [x, set.y[start + i]]),
    ),
  )

const all = new Uint8Array(3).fill(1)
const { lines } = decodeOverview(overview)

describe('decoding of lines', () => {
  test('reads what the server writes, before the names have arrived', () => {
    const { end = 0, count } = decodeHead(overview.subarray(0, MAX_HEAD))
    expect(count).toBe(3)
    const decoded = decodeOverview(overview.subarray(0, end))
    expect(pointsOf(decoded.lines)).toEqual([
      [
        [
          [100, 100],
          [200, 100],
          [200, 200],
        ],
      ],
      [
        [
          [110, 90],
          [110, 300],
        ],
        [
          [500, 500],
          [510, 505],
        ],
      ],
      [[[900, 900]]],
    ])
    expect([...decoded.lines.boxes.subarray(4, 8)]).toEqual([110, 90, 510, 505])
    expect([...decoded.dates]).toEqual(workouts.map(({ workout_date }) => workout_date))
    expect([...decoded.sportIds]).toEqual([5, 6, 7])
    expect([...decoded.distances]).toEqual([10.12, 11.12, 12.12])
    expect(decodeNames(overview)).toEqual({ ids: workoutIds, titles: ['Línea 0', '', 'Línea 2'] })
  })

  test('omits lines that have not arrived completely', () => {
    const { end = 0 } = decodeHead(overview)
    for (let length = MAX_HEAD; length < end; length++) {
      const { lines: some, dates } = decodeOverview(overview.subarray(0, length))
      expect(dates.length).toBe(some.positions.length)
      expect(dates.length).toBeLessThan(3)
      expect(pointsOf(some)).toEqual(pointsOf(lines).slice(0, dates.length))
    }
  })

  test('reads a view, whose lines have the positions of the overview', () => {
    const [first, , last] = LINES
    const view = presentMapLines({ bits: BITS, workoutIds, linesInView: [first, undefined, last] })
    const decoded = decodeView(view)
    expect([...decoded.lines.positions]).toEqual([0, 2])
    expect(pointsOf(decoded.lines).flat(2)).toHaveLength(4)
    expect(decoded.set).toBe(decodeOverview(overview).set)
  })

  test('rejects another version of the format', () => {
    expect(() => decodeOverview(Uint8Array.of(2, 10, 0, 1, 0, 0))).toThrow('unknown format')
  })
})

describe('the search for lines', () => {
  const box = (left: number, top: number, right: number, bottom: number) => ({
    ...{ left: left / UNITS, top: top / UNITS },
    ...{ right: right / UNITS, bottom: bottom / UNITS },
  })

  test('finds lines that cross a box, even without a point in it', () => {
    expect(findLinesIn(lines, all, box(105, 150, 115, 160))).toEqual([1])
    expect(findLinesIn(lines, all, box(150, 90, 160, 110))).toEqual([0])
    // Only the box around the line intersects.
    expect(findLinesIn(lines, all, box(300, 400, 310, 410))).toEqual([])
    expect(findLinesIn(lines, all, box(0, 0, 1000, 1000))).toEqual([0, 1, 2])
    expect(findLinesIn(lines, Uint8Array.of(0, 1, 0), box(0, 0, 1000, 1000))).toEqual([1])
  })

  test('finds the nearest line within a distance', () => {
    const nearest = (x: number, y: number, mask = all) =>
      findNearestLine(lines, mask, { x: x / UNITS, y: y / UNITS, within: 5 / UNITS })
    expect(nearest(150, 103)).toBe(0)
    expect(nearest(111, 101)).toBe(0)
    expect(nearest(111, 104)).toBe(1)
    expect(nearest(150, 103, Uint8Array.of(0, 1, 1))).toBeUndefined()
    expect(nearest(902, 903)).toBe(2)
    expect(nearest(300, 300)).toBeUndefined()
  })

  test('finds the box around lines, and where most of them are', () => {
    expect(findBox(lines, [0])).toEqual(box(100, 100, 200, 200))
    expect(findBox(lines, [])).toBeUndefined()
    const near = Array.from({ length: 4 }, (_, i) => encodeLine([part([100 + 2 * i, 100])]))
    const far = encodeLine([part([800, 100])])
    const linesInView = [far, ...near]
    const { lines: set } = decodeView(presentMapLines({ bits: BITS, workoutIds, linesInView }))
    expect(findHome(set, new Uint8Array(5).fill(1)).sort()).toEqual([1, 2, 3, 4])
    expect(findHome(set, new Uint8Array(5))).toEqual([])
  })
})

test('lines are drawn one by one, oldest first, without those outside of the frame', () => {
  const calls: string[] = []
  const record = (name: string) => (x: number, y: number) => calls.push(`${name} ${x} ${y}`)
  const context = {
    ...{ beginPath: () => undefined, stroke: () => calls.push('stroke') },
    ...{
      moveTo: record('move'),
      lineTo: record('line'),
      arc: record('dot'),
      fill: () => undefined,
    },
  } as unknown as CanvasRenderingContext2D
  const frame = { zoom: BITS - 8, left: 50, top: 50, width: 400, height: 400, ratio: 1 }
  const style = { mask: all, opacity: 1, isAdditive: false, colorOf: () => 'red' }
  for (const _ of drawLines(context, lines, { frame, style })) calls.push('next')
  expect(calls).toEqual([
    ...['move 60 40', 'line 60 250', 'move 450 450', 'line 460 455', 'stroke', 'next'],
    ...['move 50 50', 'line 150 50', 'line 150 150', 'stroke', 'next'],
  ])
})

test('a thumbnail shows the line in the middle, with its gaps', () => {
  expect(drawLineThumbnail(lines, 0)).toEqual({ kind: 'route', path: 'M16 0L96 0L96 80' })
  expect(drawLineThumbnail(lines, 1).path).toBe('M17 0L17 40M93 79L95 80')
  expect(drawLineThumbnail(lines, 2).path).toBe('M56 40')
})
