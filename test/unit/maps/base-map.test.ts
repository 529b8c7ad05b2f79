import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { inProject } from '@/build/project'
import {
  type CutBaseMap,
  cutBaseMap,
  type PixelLine,
} from '@/domain/reference/base-map/cut-base-map'
import {
  BASE_MAP_BITS,
  decodeBaseMap,
  decodeInSteps,
} from '@/domain/reference/base-map/decode-base-map'
import { leastCosts } from '../../support/timing'

const MAX_BYTES = 700_000
const file = inProject('src', 'domain', 'reference', 'base-map', 'base-map.br')
const packed = await Bun.file(file).bytes()
const unpacked = brotliDecompressSync(packed)
const map = decodeBaseMap(unpacked)

/** The part of the map around a place, 400 × 300 pixels. */
function cut(latitude: number, longitude: number, zoom: number) {
  const angle = (latitude * Math.PI) / 180
  const x = (longitude + 180) / 360
  const y = (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2
  const pixels = 256 * 2 ** zoom
  const [width, height] = [400, 300]
  const [left, top] = [x - width / 2 / pixels, y - height / 2 / pixels]
  return cutBaseMap(map, { left, top, zoom, width, height })
}

/** Whether the centre of a part is inside of rings, by the even-odd rule. */
function covers(rings: readonly PixelLine[], x = 200, y = 150): boolean {
  let isInside = false
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const [fromX, fromY] = [ring.at(i - 2) ?? 0, ring.at(i - 1) ?? 0]
      const [toX, toY] = [ring[i] ?? 0, ring[i + 1] ?? 0]
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX))
        isInside = !isInside
    }
  return isInside
}

/** The names of labels that overlap. */
const overlapping = (labels: CutBaseMap['labels']): string[] =>
  labels.flatMap((one, index) =>
    labels.slice(index + 1).flatMap((other) => {
      const left = one.x < other.x ? one : other
      const isApart =
        Math.abs(one.y - other.y) > 20 || Math.abs(one.x - other.x) > 7 * left.name.length
      return isApart ? [] : [`${one.name} and ${other.name}`]
    }),
  )

describe('the coarse map of the world', () => {
  test('has at most 700 kB', () => {
    expect(packed.length).toBeWithin(100_000, MAX_BYTES)
  })

  test.each([
    ['Berlin', 52.5, 13.4, true],
    ['La Réunion', -21.1, 55.5, true],
    ['the middle of Siberia', 62, 100, true],
    ['the Atlantic', 40, -40, false],
    ['the English Channel', 50.2, -1, false],
  ])('knows whether there is land at %s, at every zoom level', (_, latitude, longitude, isLand) => {
    for (let zoom = 4; zoom <= 19; zoom++)
      expect(covers(cut(latitude, longitude, zoom).land)).toBe(isLand)
  })

  test.each([
    ['Lake Geneva', 46.45, 6.6],
    ['Lake Victoria', -1, 33],
    ['Lake Superior', 47.7, -87.5],
  ])('has %s', (_, latitude, longitude) => {
    expect(covers(cut(latitude, longitude, 8).lakes)).toBe(true)
  })

  test('has borders where countries meet, and none at sea', () => {
    expect(cut(47.58, 7.59, 8).borders).not.toEqual([])
    expect(cut(40, -40, 8).borders).toEqual([])
  })

  test('keeps what it draws near the part, so that no coordinate is too large for a canvas', () => {
    for (const zoom of [3, 11, 19]) {
      const { land, borders } = cut(47.58, 7.59, zoom)
      for (const line of land)
        for (let i = 0; i < line.length; i += 2) {
          expect(line[i]).toBeWithin(-5, 406)
          expect(line[i + 1]).toBeWithin(-5, 306)
        }
      if (zoom > 5) expect(borders.flat().length).toBeLessThan(2000)
    }
  })

  test('has the same land whether all points of a coastline are used or only those near the part', () => {
    const units = 2 ** BASE_MAP_BITS
    const { x, y, starts } = map.land
    const rings = Array.from(starts.subarray(1), (end, line) => {
      const ring: number[] = []
      for (let i = starts[line] ?? 0; i < end; i++) ring.push(x[i] ?? 0, y[i] ?? 0)
      return ring
    })
    const [width, height, zoom] = [400, 300, 9]
    for (let i = 1; i <= 60; i++) {
      // Spread evenly over the latitudes where people live.
      const [left, top] = [(i * 0.618_034) % 1, 0.25 + ((i * 0.754_878) % 0.35)]
      const pixels = 256 * 2 ** zoom
      const [centreX, centreY] = [left + width / 2 / pixels, top + height / 2 / pixels]
      const part = cutBaseMap(map, { left, top, zoom, width, height })
      expect(covers(part.land)).toBe(covers(rings, centreX * units, centreY * units))
    }
  })

  test('cuts ten parts out of continents in less time than it takes to decode the map', async () => {
    const [decoding = 0, cutting] = await leastCosts(
      async () => decodeBaseMap(unpacked),
      async () => {
        for (let i = 0; i < 10; i++) cut(52.5, 13.4 + i, 10)
      },
    )
    expect(cutting).toBeLessThan(decoding)
  })

  test('is decoded in many steps', () => {
    const steps = [...decodeInSteps(unpacked)]
    expect(steps.length).toBeGreaterThan(100)
  })

  test('shows more places at larger zoom levels, and their labels do not overlap', () => {
    const namesAt = (zoom: number) => cut(48.86, 2.35, zoom).labels.map(({ name }) => name)
    expect(namesAt(4)).toContain('Paris')
    expect(namesAt(9)).toContain('Versailles')
    expect(namesAt(4)).not.toContain('Versailles')
    for (const zoom of [3, 5, 7, 9]) expect(overlapping(cut(48.86, 2.35, zoom).labels)).toEqual([])
  })

  test('is shown again to the east and west of its edge', () => {
    const part = { left: -0.75, top: 0, zoom: 1, width: 1024, height: 512 }
    const { land, labels } = cutBaseMap(map, part)
    // Central Africa is drawn twice, a world apart.
    expect([covers(land, 156, 249), covers(land, 668, 249)]).toEqual([true, true])
    expect(labels).toEqual([])
  })
})
