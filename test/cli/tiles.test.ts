import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { dataDir, run, runAs, startInNewFolders } from '../support/cli'
import { newTestFolder } from '../support/folder'
import { plainPng } from '../support/images'
import { type MapFileContent, packPmtiles, writePmtiles } from '../support/map-files'
import { PROTOMAPS_TILE, packVectorTile } from '../support/vector-tiles'

startInNewFolders()

const png = await plainPng('#abcdef')
const RASTER: MapFileContent = {
  tiles: [0, 1].flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, i) => ({ z, x: i % 2, y: i >> 1, bytes: png })),
  ),
  ...{ minZoom: 0, maxZoom: 1, metadata: { name: 'Plain' } },
}

async function newFile(content: MapFileContent): Promise<string> {
  const path = join(newTestFolder(), 'region.pmtiles')
  await writePmtiles(path, content)
  return path
}

const runWith = (env: Record<string, string>, ...args: string[]) =>
  runAs({ env: { DATA_DIR: dataDir(), ...env } }, ...args)

describe('tiles', () => {
  test('prints the source of map tiles, and how to get a file', async () => {
    const server = await runWith({ TILE_SERVER_URL: 'https://t.example/{z}/{x}/{y}' }, 'tiles')
    expect(server.out).toContain('Map tiles come from https://t.example/{z}/{x}/{y}.')
    expect(server.out).toContain('pmtiles extract https://build.protomaps.com/')
    expect((await runWith({ TILE_SERVER_URL: 'off' }, 'tiles')).out).toContain('no map tiles')
    const file = await newFile(RASTER)
    const { code, out } = await runWith({ MAP_FILE: file }, 'tiles')
    expect(code).toBe(0)
    for (const line of [`File: ${file}`, 'Format: PMTiles with images (png)', 'Name: Plain'])
      expect(out.split('\n')).toContain(line)
  })

  test('reports a file that cannot be used, without failing', async () => {
    const { code, out } = await runWith({ MAP_FILE: '/none.pmtiles' }, 'tiles')
    expect(code).toBe(0)
    expect(out).toContain('Map tiles should come from a file, but /none.pmtiles does not exist.')
    const described = await runWith({ MAP_FILE: '/none.pmtiles' }, 'tiles', '--json')
    expect(JSON.parse(described.out)).toMatchObject({
      source: 'file',
      map_file: { file: '/none.pmtiles', format: null, problem: 'does not exist' },
    })
  })
})

describe('tiles check', () => {
  const check = (file: string) => run('tiles', 'check', file, '--json')

  test('decodes a sample of an intact file', async () => {
    const { code, out } = await check(await newFile(RASTER))
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      ...{ format: 'PMTiles', tile_type: 'png', min_zoom: 0, max_zoom: 1, problem: null },
      sample: { sought: 5, found: 5, damaged: [] },
    })
  })

  test('checks the configured file by default', async () => {
    const { code, out } = await runWith({ MAP_FILE: await newFile(RASTER) }, 'tiles', 'check')
    expect([code, out]).toEqual([0, expect.stringContaining('5 of 5 tiles are there')])
  })

  const tile = { z: 0, x: 0, y: 0 }
  const vector = packVectorTile(PROTOMAPS_TILE)
  const VECTOR = { type: 'mvt', minZoom: 0, maxZoom: 0 } as const
  test.each<[what: string, content: MapFileContent, problem: string]>([
    [
      'damaged images',
      { ...RASTER, tiles: [{ ...tile, bytes: png.slice(0, 60) }], maxZoom: 0 },
      'has damaged tiles, such as 0/0/0: get it again',
    ],
    [
      'damaged vector tiles',
      { ...VECTOR, tiles: [{ ...tile, bytes: vector.slice(0, 60) }] },
      'has damaged tiles, such as 0/0/0: get it again',
    ],
    [
      'no tiles',
      { ...RASTER, tiles: [{ z: 3, x: 0, y: 0, bytes: png }] },
      'has no tiles in its area',
    ],
    [
      'an unknown schema',
      {
        ...{ ...VECTOR, tiles: [{ ...tile, bytes: vector }] },
        metadata: { vector_layers: [{ id: 'countries' }] },
      },
      'has layers that are drawn by nothing here (countries): use the schema of Protomaps or OpenMapTiles',
    ],
  ])('fails for a file with %s', async (_, content, problem) => {
    const file = await newFile(content)
    const { code, out, err } = await check(file)
    expect(code).toBe(1)
    expect(JSON.parse(out).problem).toBe(problem)
    expect(JSON.parse(err).error.message).toBe(`${file} ${problem}.`)
  })

  test('says when a file is truncated', async () => {
    const file = join(newTestFolder(), 'region.pmtiles')
    const whole = packPmtiles(RASTER)
    await Bun.write(file, whole.subarray(0, whole.length - 10))
    expect(JSON.parse((await check(file)).out).problem).toBe('is truncated: get it again')
  })
})
