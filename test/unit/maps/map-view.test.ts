import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type MapLine, pathOf, tilesOf, viewOf } from '@/services/maps/map-view'

const lineOf = (...places: [lat: number, lon: number][]): MapLine => ({
  lat: Float64Array.from(places, ([lat]) => lat),
  lon: Float64Array.from(places, ([, lon]) => lon),
})

/** Tiles from the upper left corner of the world, computed with another form of the projection. */
const mercator = (lat: number, lon: number, zoom: number) => ({
  x: ((lon + 180) / 360) * 2 ** zoom,
  y: (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** zoom,
})

/** The size in pixels of the box between two positions. */
const sizeAt = ([south, west, north, east]: number[], zoom: number) => {
  const [lower, upper] = [
    mercator(south ?? 0, west ?? 0, zoom),
    mercator(north ?? 0, east ?? 0, zoom),
  ]
  return { width: (upper.x - lower.x) * 256, height: (lower.y - upper.y) * 256 }
}

describe('the view of a map image', () => {
  test('is centred on the mean of the outermost degrees', () => {
    const view = viewOf([lineOf([45, 6], [47, 6.5]), lineOf([46, 7])])
    expect(view?.zoom).toBe(6)
    const middle = mercator(46, 6.5, 6)
    expect(view?.x).toBeCloseTo(middle.x, 10)
    expect(view?.y).toBeCloseTo(middle.y, 10)
  })

  test('is as close as margins of 10 pixels left and right and none above and below allow', () => {
    const degrees = fc.tuple(
      fc.double({ min: -80, max: 79, noNaN: true }),
      fc.double({ min: -179, max: 170, noNaN: true }),
      fc.double({ min: 1e-6, max: 5, noNaN: true }),
      fc.double({ min: 1e-6, max: 9, noNaN: true }),
    )
    fc.assert(
      fc.property(degrees, ([south, west, high, wide]) => {
        const box = [south, west, Math.min(south + high, 84), west + wide] as const
        const view = viewOf([lineOf([box[0], box[1]], [box[2], box[3]])])
        const { zoom } = view ?? { zoom: -1 }
        const fits = (at: number) => {
          const { width, height } = sizeAt([...box], at)
          return width <= 380 && height <= 225
        }
        expect(zoom).toBeWithin(0, 18)
        if (zoom < 17) expect(fits(zoom + 1)).toBe(false)
        if (zoom > 0) expect(fits(zoom)).toBe(true)
      }),
    )
  })

  test('zooms no closer than level 17, and shows the whole world if necessary', () => {
    expect(viewOf([lineOf([45, 6], [45, 6])])?.zoom).toBe(17)
    expect(viewOf([lineOf([-60, -179], [70, 179])])?.zoom).toBe(0)
  })

  test('is undefined without positions', () => {
    expect(viewOf([])).toBeUndefined()
    expect(viewOf([lineOf()])).toBeUndefined()
  })

  test('stays on the map at the poles', () => {
    const view = viewOf([lineOf([-90, 0], [90, 1])])
    expect(Number.isFinite(view?.y)).toBe(true)
  })
})

describe('the line of a map image', () => {
  const view = { zoom: 1, x: 1, y: 1 }
  /** The longitude this many pixels right of the centre at level 1. */
  const right = (pixels: number) => (pixels / 256) * 180
  const along = (...pixels: number[]) =>
    lineOf(...pixels.map((p): [number, number] => [0, right(p)]))

  test('starts at the centre of the image, at twice its size', () => {
    expect(pathOf([along(0, 100)], { ...view, x: 1.25 })).toEqual([
      [272, 224],
      [472, 224],
    ])
  })

  test('is in whole pixels of the image, with halves rounded to even', () => {
    const xs = [-0.5, 0.4, 0.5, 0.6, 1.5, 2.5].map((p) => pathOf([along(p)], view)[0]?.[0])
    expect(xs).toEqual([400, 400, 400, 402, 404, 404])
  })

  test('drops points within 11 pixels of the previous one, except the last', () => {
    const xs = pathOf([along(0, 5, 6, 11, 12, 13)], view).map(([x]) => x - 400)
    // 10 is too close, 12 far enough, 22 too close to 12, 24 far enough, 26 the last.
    expect(xs).toEqual([0, 12, 24, 26])
  })

  test('measures distances in both directions', () => {
    const diagonal = lineOf(
      [0, 0],
      [-right(4), right(3)],
      [-right(4), right(4)],
      [-right(5), right(4)],
    )
    // 6 and 8 pixels away is too close, 8 and 8 far enough.
    expect(pathOf([diagonal], { ...view, y: 1 + 0.5 / 256 })).toEqual([
      [400, 224],
      [408, 232],
      [408, 234],
    ])
  })

  test('joins all segments', () => {
    const xs = pathOf([along(0, 50), along(-50, -100)], view).map(([x]) => x - 400)
    expect(xs).toEqual([0, 100, -100, -200])
  })

  test('of a single position has a start and an end', () => {
    expect(pathOf([along(0, 0)], view)).toEqual([
      [400, 224],
      [400, 224],
    ])
  })
})

describe('the tiles of a map image', () => {
  test('cover it without gaps', () => {
    const tiles = tilesOf({ zoom: 10, x: 500.5, y: 300.5 })
    expect(tiles.map(({ x, y, left, top }) => [x, y, left, top])).toEqual([
      [499, 300, -184, -16],
      [500, 300, 72, -16],
      [501, 300, 328, -16],
    ])
    const placed = tilesOf({ zoom: 10, x: 500 + 199.5 / 256, y: 300 }).map(({ left }) => left)
    expect(new Set(placed)).toEqual(new Set([-256, 0, 256]))
  })

  test('continue across the antimeridian', () => {
    const columns = tilesOf({ zoom: 3, x: 0.2, y: 4.5 }).map(({ x, left }) => [x, left])
    expect(columns).toEqual([
      [7, -107],
      [0, 149],
    ])
  })

  test('end in the north and south', () => {
    expect(tilesOf({ zoom: 0, x: 0.5, y: 0.2 }).map(({ y }) => y)).toEqual([0, 0, 0])
  })
})
