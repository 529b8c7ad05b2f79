import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { presentTiles } from '@/server/responses/explorer'
import { drawTiles } from '@/web/map/tiles/draw-tiles'
import {
  decodeTiles,
  findEdges,
  squareRows,
  type TileRows,
  toRows,
} from '@/web/map/tiles/tile-rows'
import { runs, SEED } from '../../support/properties'

const ZOOM = 14
const COLUMNS = 2 ** ZOOM

const someTiles = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 100, max: 108 }), fc.integer({ min: 200, max: 208 })),
  { maxLength: 60, selector: ([x, y]) => y * COLUMNS + x },
)

function encode(tiles: readonly (readonly [number, number])[]) {
  const sorted = tiles.toSorted(([x0, y0], [x1, y1]) => y0 - y1 || x0 - x1)
  const [x, y] = [0, 1].map((at) => Int32Array.from(sorted, (tile) => tile[at] ?? 0))
  return presentTiles({ zoom: ZOOM, x: x ?? new Int32Array(), y: y ?? new Int32Array() })
}

/** The tiles of rows as `x,y`. */
const tilesIn = ({ rows }: ReturnType<typeof decodeTiles>) =>
  rows.flatMap(({ y, runs: ofRow }) =>
    ofRow.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, i) => `${from + i},${y}`),
    ),
  )

test('decodes the tiles that the server sends', () => {
  fc.assert(
    fc.property(someTiles, (tiles) => {
      const decoded = decodeTiles(encode(tiles))
      expect(decoded.zoom).toBe(ZOOM)
      expect(tilesIn(decoded).sort()).toEqual(tiles.map(String).sort())
    }),
    { seed: SEED, ...runs(200) },
  )
})

test('rejects another version of the format', () => {
  expect(() => decodeTiles(Uint8Array.of(2, 14, 0, 0))).toThrow('unknown version 2')
})

const edgesOf = (tiles: readonly (readonly [number, number])[]) =>
  findEdges(decodeTiles(encode(tiles))).flatMap(({ edges }) => edges)

test('edges are the sides between tiles of a set and others', () => {
  fc.assert(
    fc.property(someTiles, (tiles) => {
      const set = new Set(tiles.map(String))
      const expected: string[] = []
      for (const [x, y] of tiles) {
        if (!set.has(`${x - 1},${y}`)) expected.push(`${x},${y} ${x},${y + 1}`)
        if (!set.has(`${x + 1},${y}`)) expected.push(`${x + 1},${y} ${x + 1},${y + 1}`)
        if (!set.has(`${x},${y - 1}`)) expected.push(`${x},${y} ${x + 1},${y}`)
        if (!set.has(`${x},${y + 1}`)) expected.push(`${x},${y + 1} ${x + 1},${y + 1}`)
      }
      const units = edgesOf(tiles).flatMap(([x0, y0, x1, y1]) =>
        Array.from({ length: x1 - x0 + y1 - y0 }, (_, i) =>
          x1 > x0 ? `${x0 + i},${y0} ${x0 + i + 1},${y0}` : `${x0},${y0 + i} ${x0},${y0 + i + 1}`,
        ),
      )
      expect(units.sort()).toEqual(expected.sort())
    }),
    { seed: SEED, ...runs(200) },
  )
})

test('a square and the runs of a cluster become rows', () => {
  expect(tilesIn(squareRows(ZOOM, { x: 7, y: 3, size: 2 }))).toEqual(['7,3', '8,3', '7,4', '8,4'])
  const cluster = toRows(ZOOM, [
    [3, 7, 8],
    [3, 10, 10],
    [4, 7, 7],
  ])
  expect(tilesIn(cluster)).toEqual(['7,3', '8,3', '10,3', '7,4'])
})

/** Draws tiles on the canvas of a tile of the map, and returns the rectangles and lines. */
function draw(
  tiles: readonly [number, number][],
  [x, y, z]: [number, number, number],
  square: TileRows = { zoom: ZOOM, rows: [] },
) {
  const [filled, lines] = [[] as number[][], [] as number[][]]
  const pen = {
    beginPath: () => undefined,
    stroke: () => undefined,
    fillRect: (...rectangle: number[]) => void filled.push(rectangle),
    moveTo: (...start: number[]) => void lines.push(start),
    lineTo: (...end: number[]) => void lines.at(-1)?.push(...end),
  } as unknown as CanvasRenderingContext2D
  const visited = decodeTiles(encode(tiles))
  const scale = 256 * 2 ** (z - ZOOM)
  drawTiles(
    pen,
    { visited, cluster: findEdges(visited), square: findEdges(square) },
    {
      view: { left: (x * 256) / scale, top: (y * 256) / scale, scale, pixels: 256 },
      colors: { visited: 'green', cluster: 'blue', square: 'red' },
    },
  )
  return { filled, lines }
}

test('draws tiles where they are, with gaps if they are large enough', () => {
  const tiles: [number, number][] = [
    [8000, 6000],
    [8001, 6000],
    [8000, 6001],
  ]
  expect(draw(tiles, [8000, 6000, 14]).filled).toEqual([[0.5, 0.5, 255, 255]])
  expect(draw(tiles, [4000, 3000, 13]).filled).toEqual([
    [0.5, 0.5, 127, 127],
    [128.5, 0.5, 127, 127],
    [0.5, 128.5, 127, 127],
  ])
  // 4 pixels per tile: runs instead of tiles.
  expect(draw(tiles, [8000 / 64, Math.floor(6000 / 64), 8]).filled).toEqual([
    [0, (6000 % 64) * 4, 8, 4],
    [0, (6000 % 64) * 4 + 4, 4, 4],
  ])
  // Less than a pixel per tile.
  expect(draw(tiles, [0, 0, 0]).filled[0]?.slice(2)).toEqual([1.5, 1.5])
  expect(draw(tiles, [8002, 6000, 14]).filled).toEqual([])
})

test('draws only those outlines that are in view', () => {
  const tiles: [number, number][] = [[8000, 6000]]
  expect(draw(tiles, [8000, 6000, 14]).lines).toEqual([
    [0, 0, 0, 256],
    [256, 0, 256, 256],
    [0, 0, 256, 0],
    [0, 256, 256, 256],
  ])
  expect(draw(tiles, [8005, 6000, 14]).lines).toEqual([])
})

test('draws a square across the antimeridian on both sides', () => {
  const square = squareRows(ZOOM, { x: COLUMNS - 1, y: 6000, size: 2 })
  const [west, east] = [0, COLUMNS - 1].map((x) => draw([], [x, 6000, 14], square).lines)
  expect(west).toContainEqual([-256, 0, 256, 0])
  expect(west).toContainEqual([256, 0, 256, 256])
  expect(east).toContainEqual([0, 0, 512, 0])
})
