import { describe, expect, spyOn, test } from 'bun:test'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sampleTiles } from '@/services/elevation/sample-tiles'
import { TileFolder } from '@/services/elevation/tile-folder'
import { bytesRead, COUNTS_READS } from '../../support/bytes-read'
import { type Ground, geoTiff, hgtTile, type TiffOptions } from '../../support/elevation-tiles'
import { newTestFolder } from '../../support/folder'
import { expectLinearLater } from '../../support/timing'
import { zipBytes } from '../../support/tracks/zip'

/** A slope without kinks, so that interpolation between its samples is exact. */
const slope: Ground = (lat, lon) => 20 * lat + 10 * lon

const lineOf = (points: readonly (readonly [number, number])[]) => ({
  lat: Float64Array.from(points, ([lat]) => lat),
  lon: Float64Array.from(points, ([, lon]) => lon),
})

/** Samples elevations at points from the files of a folder. */
async function sample(
  files: Record<string, Uint8Array>,
  points: readonly (readonly [number, number])[],
) {
  const folder = newTestFolder()
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  return [...(await sampleTiles(lineOf(points), new TileFolder(folder)))]
}

/** The largest error of elevations. A tile of whole metres is up to half a metre off. */
const farthest = (
  found: readonly number[],
  ground: Ground,
  points: readonly (readonly [number, number])[],
) =>
  Math.max(...points.map(([lat, lon], i) => Math.abs((found[i] ?? Number.NaN) - ground(lat, lon))))

const INSIDE = [
  [45.5, 6.5],
  [45.123456, 6.987654],
  [45.9999, 6.0001],
  [45, 6],
  [46, 7],
] as const

describe('SRTM tiles', () => {
  test.each([1201, 3601])('are interpolated between their samples, %i per edge', async (edge) => {
    const found = await sample({ 'N45E006.hgt': hgtTile(45, 6, slope, edge) }, INSIDE)
    expect(farthest(found, slope, INSIDE)).toBeLessThanOrEqual(0.56)
  })

  test('give the exact value at a sample and the mean halfway between two', async () => {
    const steps: Ground = (_, lon) => (Math.round(lon * 1200) % 2 === 0 ? 10 : 20)
    const found = await sample({ 'N45E006.hgt': hgtTile(45, 6, steps) }, [
      [45.5, 6 + 1 / 1200],
      [45.5, 6 + 2 / 1200],
      [45.5, 6 + 1.5 / 1200],
      [45.5, 6 + 1.25 / 1200],
    ])
    expect(found).toEqual([20, 10, 15, 17.5])
  })

  test.each([
    ['S34W071.hgt', -34, -71],
    ['S01E000.hgt', -1, 0],
    ['N00W001.hgt', 0, -1],
    ['N59E179.hgt', 59, 179],
    ['n45e006.HGT', 45, 6],
    ['N45E006.SRTMGL1.hgt', 45, 6],
  ])('are located by their name %s', async (name, south, west) => {
    const points = [
      [south + 0.25, west + 0.75],
      [south + 0.99, west + 0.01],
    ] as const
    const found = await sample({ [name]: hgtTile(south, west, slope) }, points)
    expect(farthest(found, slope, points)).toBeLessThanOrEqual(0.56)
  })

  test('can be compressed with gzip and ZIP', async () => {
    const tile = hgtTile(45, 6, slope)
    const plain = await sample({ 'N45E006.hgt': tile }, INSIDE)
    expect(await sample({ 'N45E006.hgt.gz': gzipSync(tile) }, INSIDE)).toEqual(plain)
    const zip = zipBytes([
      { name: 'readme.txt', content: 'of a tile' },
      { name: 'N45E006.hgt', content: tile },
    ])
    expect(await sample({ 'N45E006.SRTMGL1.hgt.zip': zip }, INSIDE)).toEqual(plain)
  })

  test('return nothing in a void, and little next to it', async () => {
    const hole: Ground = (lat, lon) =>
      Math.abs(lat - 45.5) < 2 / 1200 && Math.abs(lon - 6.5) < 2 / 1200 ? Number.NaN : 100
    const found = await sample({ 'N45E006.hgt': hgtTile(45, 6, hole) }, [
      [45.5, 6.5],
      [45.5, 6.5 + 1.2 / 1200],
      [45.5, 6.5 + 1.8 / 1200],
      [45.5, 6.5 + 2 / 1200],
    ])
    expect(found).toEqual([Number.NaN, Number.NaN, 100, 100])
  })
})

const TIFF: TiffOptions = { west: 6, north: 46, step: 1 / 60, width: 60, height: 60, ground: slope }
const IN_TIFF = [
  [45.5, 6.5],
  [45.123456, 6.954321],
  [45.02, 6.02],
] as const

describe('GeoTIFF tiles', () => {
  const kinds: Partial<TiffOptions>[] = [
    {},
    { strip: 7 },
    { tile: 16 },
    { tile: 16, bigEndian: true },
    { tile: 32, big: true },
    { format: 'int16' },
    { format: 'int16', bigEndian: true, strip: 60 },
    ...(['deflate', 'lzw'] as const).flatMap((compression) => [
      { compression },
      { compression, tile: 16 },
      { compression, format: 'int16' as const, predictor: 2 as const },
      { compression, predictor: 3 as const, tile: 16 },
    ]),
    { compression: 'deflate', predictor: 2, format: 'int16', bigEndian: true, big: true },
  ]
  test.each(kinds)('can be read as %j', async (kind) => {
    const found = await sample({ 'here.tif': geoTiff({ ...TIFF, ...kind }) }, IN_TIFF)
    const most = kind.format === 'int16' ? 0.56 : 0.06
    expect(farthest(found, slope, IN_TIFF)).toBeLessThanOrEqual(most)
  })

  test('specify whether they mean the corner of a sample or its centre', async () => {
    for (const isPoint of [false, true])
      expect(
        farthest(
          await sample({ 'a.tiff': geoTiff({ ...TIFF, isPoint }) }, IN_TIFF),
          slope,
          IN_TIFF,
        ),
      ).toBeLessThanOrEqual(0.06)
  })

  test('have voids with a declared value, or the usual ones', async () => {
    for (const nodata of [-9999, VOID_OF_SRTM, Number.NaN, 3.4e38]) {
      const ground: Ground = (lat) => (lat > 45.5 ? Number.NaN : 100)
      const tile = geoTiff({ ...TIFF, ground, nodata })
      expect(
        await sample({ 'a.tif': tile }, [
          [45.7, 6.5],
          [45.2, 6.5],
        ]),
      ).toEqual([Number.NaN, 100])
    }
  })
})

const VOID_OF_SRTM = -32_768

/** Copernicus tiles do not overlap: no sample is in two of them. */
const copernicus = (south: number, west: number, ground: Ground = slope) => ({
  [`Copernicus_DSM_COG_30_${halfOf(south, 'N', 'S', 2)}_00_${halfOf(west, 'E', 'W', 3)}_00_DEM.tif`]:
    geoTiff({
      ...TIFF,
      west,
      north: south + 1,
      ground,
      isPoint: true,
      tile: 32,
      compression: 'deflate',
    }),
})
const halfOf = (degrees: number, plus: string, minus: string, digits: number) =>
  `${degrees < 0 ? minus : plus}${String(Math.abs(degrees)).padStart(digits, '0')}`

describe('several tiles', () => {
  test('join without a seam, whether they share samples or not', async () => {
    const across = Array.from({ length: 41 }, (_, i) => [45.5, 6.98 + i / 1000] as const)
    const down = Array.from({ length: 41 }, (_, i) => [46.02 - i / 1000, 6.5] as const)
    const corner = Array.from(
      { length: 41 },
      (_, i) => [45.98 + i / 1000, 6.98 + i / 1000] as const,
    )
    const points = [...across, ...down, ...corner]
    const squares = [
      [45, 6],
      [45, 7],
      [46, 6],
      [46, 7],
    ] as const
    const tiffs = squares.map(([south, west]) => copernicus(south, west))
    const found = await sample(Object.assign({}, ...tiffs), points)
    expect(farthest(found, slope, points)).toBeLessThanOrEqual(0.06)
    const hgts = squares.map(([south, west]) => [
      `N${south}E00${west}.hgt`,
      hgtTile(south, west, slope),
    ])
    expect(
      farthest(await sample(Object.fromEntries(hgts), points), slope, points),
    ).toBeLessThanOrEqual(0.56)
  })

  test('join at the equator, at Greenwich and at the date line', async () => {
    for (const [lat, lon] of [
      [0, 0],
      [-17, 180],
    ] as const) {
      const flat: Ground = (north) => 500 + 10 * (north - lat)
      const west = lon === 180 ? [179, -180] : [-1, 0]
      const tiles = west.flatMap((each) => [
        copernicus(lat - 1, each, flat),
        copernicus(lat, each, flat),
      ])
      const points = Array.from({ length: 21 }, (_, i) => {
        const east = lon - 0.01 + i / 1000
        return [lat - 0.01 + i / 1000, east > 180 ? east - 360 : east] as const
      })
      const found = await sample(Object.assign({}, ...tiles), points)
      expect(farthest(found, flat, points)).toBeLessThanOrEqual(0.06)
    }
  })

  test('are used from the finest on, with coarser ones where those are void', async () => {
    const half: Ground = (lat) => (lat > 45.5 ? Number.NaN : 200)
    const files = {
      'N45E006.hgt': hgtTile(45, 6, half),
      'coarse.tif': geoTiff({ ...TIFF, ground: () => 100 }),
    }
    expect(
      await sample(files, [
        [45.7, 6.5],
        [45.2, 6.5],
      ]),
    ).toEqual([100, 200])
  })

  test('return nothing for points outside all of them', async () => {
    const tile = { 'N45E006.hgt': hgtTile(45, 6, () => 7) }
    expect(
      await sample(tile, [
        [45.5, 6.5],
        [44.9, 6.5],
        [45.5, 7.1],
      ]),
    ).toEqual([7, Number.NaN, Number.NaN])
    expect(await sample({}, [[45.5, 6.5]])).toEqual([Number.NaN])
  })

  test('can be added and removed while the server runs, even in subfolders', async () => {
    const root = newTestFolder()
    const folder = new TileFolder(join(root, 'elevation'))
    const here = () => sampleTiles(lineOf([[45.5, 6.5]]), folder)
    expect([...(await here())]).toEqual([Number.NaN])
    mkdirSync(join(root, 'elevation', 'L32'), { recursive: true })
    expect([...(await here())]).toEqual([Number.NaN])
    const path = join(root, 'elevation', 'L32', 'N45E006.hgt')
    writeFileSync(
      path,
      hgtTile(45, 6, () => 7),
    )
    expect([...(await here())]).toEqual([7])
    rmSync(path)
    expect([...(await here())]).toEqual([Number.NaN])
  })

  test('are found next to an unreadable folder', async () => {
    const root = newTestFolder()
    mkdirSync(join(root, 'lost+found'), { mode: 0o000 })
    writeFileSync(
      join(root, 'N45E006.hgt'),
      hgtTile(45, 6, () => 7),
    )
    expect([...(await sampleTiles(lineOf([[45.5, 6.5]]), new TileFolder(root)))]).toEqual([7])
    // Root can read every folder, but even root cannot list a file.
    const file = new TileFolder(join(root, 'N45E006.hgt'))
    expect([...(await sampleTiles(lineOf([[45.5, 6.5]]), file))]).toEqual([Number.NaN])
    expect((await file.examine())[0]?.problem).toStartWith('cannot be listed: ')
  })

  test('take linear time for a line along the seam of two', async () => {
    const folder = newTestFolder()
    for (const west of [6, 7])
      for (const [name, bytes] of Object.entries(copernicus(45, west)))
        writeFileSync(join(folder, name), bytes)
    const tiles = new TileFolder(folder)
    // Between the last column of one tile and the first of the other: each contains two of the four samples.
    const along = (size: number) =>
      sampleTiles(
        lineOf(Array.from({ length: size }, (_, i) => [45.01 + (0.98 * i) / size, 6.99999])),
        tiles,
      )
    await expectLinearLater(along, 16_000)
  })
})

describe('damaged tiles', () => {
  /** The errors that a folder reports, by file name. */
  async function faultsOf(files: Record<string, Uint8Array>) {
    const folder = newTestFolder()
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    const found = await new TileFolder(folder).examine()
    return Object.fromEntries(found.map(({ path, problem }) => [path.split('/').at(-1), problem]))
  }

  test('are reported with a reason, unlike valid ones', async () => {
    const tile = hgtTile(45, 6, slope)
    const zip = (name: string, content: Uint8Array) => zipBytes([{ name, content }])
    expect(
      await faultsOf({
        'N45E006.hgt': tile,
        'N45E007.hgt': tile.subarray(0, 1_000_000),
        'N45E008.hgt': new Uint8Array(),
        'N45E009.hgt.gz': gzipSync(tile).subarray(0, 3),
        'N45E010.hgt.zip': zip('N45E010.tif', tile),
        'N45E011.hgt.zip': Buffer.from('no archive'),
        'good.tif': geoTiff(TIFF),
        'empty.tif': new Uint8Array(),
        'text.tif': Buffer.from('this is no picture at all, but a text'),
        'metres.tif': geoTiff({ ...TIFF, model: 1 }),
        'nowhere.tif': geoTiff({ ...TIFF, model: 0 }),
        'old.tif': geoTiff({ ...TIFF, datum: 4267 }),
        'odd.tif': geoTiff({ ...TIFF, compression: 'deflate', predictor: 3, bigEndian: true }),
        'giant.tif': geoTiff({ ...TIFF, step: 30 }),
        'readme.txt': Buffer.from('not looked at'),
      }),
    ).toEqual({
      'N45E006.hgt': undefined,
      'N45E007.hgt': 'has 1000000 bytes, which is no tile of 1201 × 1201 or 3601 × 3601 samples',
      'N45E008.hgt': 'has 0 bytes, which is no tile of 1201 × 1201 or 3601 × 3601 samples',
      'N45E009.hgt.gz': 'is cut off',
      'N45E010.hgt.zip': 'contains no .hgt file',
      'N45E011.hgt.zip': expect.stringContaining('cannot be read: '),
      'good.tif': undefined,
      'empty.tif': expect.stringContaining('cannot be read: '),
      'text.tif': expect.stringContaining('cannot be read: '),
      'metres.tif': 'is in other coordinates than degrees of WGS 84',
      'nowhere.tif': 'says nothing of where it is',
      'old.tif': 'is in other coordinates than degrees of WGS 84',
      'odd.tif': 'is packed in a way that is not understood',
      'giant.tif': 'is larger than the Earth',
    })
  })

  test('count as void, wherever they are truncated', async () => {
    const whole = geoTiff({ ...TIFF, compression: 'deflate', tile: 16 })
    for (let share = 0; share < 1; share += 0.05) {
      const part = whole.subarray(0, Math.floor(whole.length * share))
      const [first = 0, last = 0] = await sample({ 'a.tif': part }, [
        [45.95, 6.05],
        [45.05, 6.95],
      ])
      expect(last).toBeNaN()
      expect(Number.isNaN(first) || Math.abs(first - slope(45.95, 6.05)) < 0.1).toBe(true)
    }
    for (const pack of [(bytes: Buffer) => bytes, gzipSync]) {
      const folder = newTestFolder()
      const path = join(folder, `N45E006.hgt${pack === gzipSync ? '.gz' : ''}`)
      const bytes = pack(hgtTile(45, 6, slope))
      writeFileSync(path, bytes)
      const tiles = new TileFolder(folder)
      const line = lineOf([[45.1, 6.5]])
      expect([...(await sampleTiles(line, tiles))][0]).toBeCloseTo(slope(45.1, 6.5), -0.3)
      truncateSync(path, bytes.length / 2)
      expect([...(await sampleTiles(line, tiles))]).toEqual([Number.NaN])
    }
  })

  test('never throw, whatever their bytes are', async () => {
    // The library prints warnings about them to the console.
    const said = spyOn(console, 'warn').mockImplementation(() => undefined)
    const whole = geoTiff({
      ...TIFF,
      width: 20,
      height: 20,
      step: 1 / 20,
      compression: 'lzw',
      tile: 16,
    })
    let state = 1
    const random = (most: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % most
    }
    for (let round = 0; round < 200; round++) {
      const bytes = Buffer.from(whole)
      for (let i = 0; i < 4; i++) bytes[random(round % 2 === 0 ? 300 : bytes.length)] = random(256)
      expect(await sample({ 'a.tif': bytes }, [[45.5, 6.5]])).toHaveLength(1)
    }
    said.mockRestore()
  })
})

describe('the bytes read from a tile', () => {
  const ride = lineOf(Array.from({ length: 3600 }, (_, i) => [45.5 + i / 1e5, 6.5 + i / 1e5]))
  const large = { width: 3600, height: 3600, step: 1 / 3600, strip: 1 }

  test.skipIf(!COUNTS_READS).each([
    ['N45E006.hgt', hgtTile(45, 6, slope, 3601)],
    ['tile.tif', geoTiff({ ...TIFF, ...large, format: 'int16' })],
  ])('are few compared to its size: %s', async (name, bytes) => {
    const folder = newTestFolder()
    writeFileSync(join(folder, name), bytes)
    const tiles = new TileFolder(folder)
    const before = bytesRead() ?? 0
    const found = await sampleTiles(ride, tiles)
    const read = (bytesRead() ?? 0) - before
    expect(found.some(Number.isNaN)).toBe(false)
    expect(read).toBeLessThan(bytes.length / 12)
  })
})
