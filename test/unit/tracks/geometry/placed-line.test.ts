import { describe, expect, test } from 'bun:test'
import { chartRows } from '@/domain/tracks/geometry/chart'
import { lineString, multiLineString } from '@/domain/tracks/geometry/geojson'
import { linePieces, readPiece } from '@/domain/tracks/geometry/pieces'
import { placedLine, placedParts } from '@/domain/tracks/geometry/placed-line'
import { findBounds } from '@/domain/tracks/metrics/summary'
import { decodePoints, encodePoints } from '@/domain/tracks/streams/points-blob'
import { writeGpx } from '@/domain/tracks/write-gpx'
import { EIGHT, SECOND, segmentOf } from '../../../support/segments'

/** A point per second to the east; those from `from` to `to` (exclusive) have no position. */
const lostBetween = (from: number, to: number, size = 60) => ({
  ...segmentOf(
    Array.from({ length: size }, (_, i) => ({
      ...{ time: EIGHT + i * SECOND, hr: 100 + i },
      ...((i < from || i >= to) && { lat: 47, lon: 8 + i / 10_000 }),
    })),
  ),
  speed: new Float64Array(size),
})

describe('a recording that lost its positions', () => {
  const lost = lostBetween(20, 40)
  const coordinates = (lines: { lat: Float64Array }[]) => lines.map(({ lat }) => lat.length)

  test('has a line with a gap', () => {
    expect(coordinates(placedParts(lost))).toEqual([20, 20])
    expect(multiLineString([lost]).coordinates.map((line) => line.length)).toEqual([20, 20])
    const all = JSON.stringify([multiLineString([lost]), lineString(lost)])
    expect(all).not.toContain('null')
  })

  test('has one line through a short interruption, and at its ends', () => {
    expect(coordinates(placedParts(lostBetween(20, 25)))).toEqual([55])
    expect(coordinates(placedParts(lostBetween(0, 30)))).toEqual([30])
    expect(coordinates(placedParts(lostBetween(30, 60)))).toEqual([30])
    expect(placedParts(lostBetween(0, 60))).toEqual([])
    expect(placedLine(lost).lat).toHaveLength(40)
  })

  test('does not draw parts of a single point, unless there is nothing else', () => {
    const lone = lostBetween(1, 40)
    expect(multiLineString([lone]).coordinates.map((line) => line.length)).toEqual([20])
    const two = lostBetween(1, 59)
    expect(multiLineString([two]).coordinates.map((line) => line.length)).toEqual([2])
  })

  test('is found by place where it was, and not in its gap', () => {
    const pieces = linePieces(lost)
    expect(pieces).toHaveLength(2)
    for (const { box, places } of pieces) {
      expect(Object.values(box).every(Number.isFinite)).toBe(true)
      expect(readPiece(places).coordinates.length).toBeGreaterThan(0)
    }
    const [first, second] = pieces
    expect(first?.box.east).toBeLessThan(second?.box.west ?? 0)
  })

  test('keeps its other values when it is stored', () => {
    const decoded = decodePoints(encodePoints(lost))
    expect(decoded.lat[30]).toBeNaN()
    expect(decoded.hr[30]).toBe(130)
    expect(findBounds([decoded])?.every(Number.isFinite)).toBe(true)
  })

  test('is exported without the points that have no position', () => {
    const gpx = [...writeGpx({ creator: 'test', calories: null, segments: [lost] })].join('')
    expect(gpx.match(/<trkpt/g)).toHaveLength(40)
    expect(gpx).not.toContain('NaN')
  })

  test('has chart rows without a position, and distances if the device measured them', () => {
    const display = {
      ...{ position: true, speed: false, pace: false, cadence: 'none' as const },
      ...{ power: false, elevation: false, hr: true },
    }
    const rows = chartRows([lost], EIGHT, display, [new Float64Array(60).fill(100)])
    expect(rows[30]).toMatchObject({ latitude: null, longitude: null, hr: 130, distance: 3.1 })
    expect(rows.at(-1)?.distance).toBe(6)
  })
})
