import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { MapFileError } from '@/services/maps/map-file/map-file'
import { openMapFile } from '@/services/maps/map-file/open-map-file'
import { overzoom } from '@/services/maps/map-file/overzoom'
import { tileId } from '@/services/maps/map-file/pmtiles'
import { newTestFolder } from '../../support/folder'
import { plainPng } from '../../support/images'
import {
  type MapFileContent,
  packPmtiles,
  writeMbtiles,
  writePmtiles,
} from '../../support/map-files'

const png = await plainPng('#abcdef')
const bounds = [7, 45.5, 9.25, 47] as const

/** All tiles of some zoom levels, each with other bytes. */
const tilesTo = (maxZoom: number): MapFileContent['tiles'] =>
  Array.from({ length: maxZoom + 1 }, (_, z) => z).flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, i) => {
      const [x, y] = [i % 2 ** z, Math.floor(i / 2 ** z)]
      return { z, x, y, bytes: Buffer.concat([png, Buffer.from(`${z}/${x}/${y}`)]) }
    }),
  )

const CONTENT: MapFileContent = {
  ...{ tiles: tilesTo(4), minZoom: 0, maxZoom: 4, bounds },
  metadata: { name: 'Alps', attribution: '© somebody' },
}

const path = (name: string) => join(newTestFolder(), name)

const WRITERS: [name: string, write: (path: string) => Promise<void> | void][] = [
  ['PMTiles', (file) => writePmtiles(file, CONTENT)],
  ['PMTiles with leaf directories', (file) => writePmtiles(file, { ...CONTENT, leafSize: 20 })],
  ['MBTiles', (file) => writeMbtiles(file, CONTENT)],
]

describe.each(WRITERS)('%s', (name, write) => {
  test('are described by their header and metadata', async () => {
    const file = path('map')
    await write(file)
    const { info, close } = await openMapFile(file)
    close()
    expect(info).toEqual({
      format: name === 'MBTiles' ? 'MBTiles' : 'PMTiles',
      ...{ kind: 'raster', tileType: 'png', minZoom: 0, maxZoom: 4, bounds },
      ...{ name: 'Alps', attribution: '© somebody', layers: [] },
    })
  })

  test('contain each tile at its place, and no others', async () => {
    const file = path('map')
    await write(file)
    const { readTile, close } = await openMapFile(file)
    for (const { z, x, y } of CONTENT.tiles) {
      const bytes = await readTile({ z, x, y })
      expect(Buffer.from(bytes ?? []).toString('latin1')).toEndWith(`${z}/${x}/${y}`)
    }
    expect(await readTile({ z: 5, x: 0, y: 0 })).toBeUndefined()
    close()
  })
})

describe('the id of a tile', () => {
  // From the specification of PMTiles.
  test.each([
    [0, 0, 0, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 2],
    [1, 1, 1, 3],
    [1, 1, 0, 4],
    [2, 0, 0, 5],
    [12, 3423, 1763, 19_078_479],
  ])('%d/%d/%d is its position on the Hilbert curve', (z, x, y, id) => {
    expect(tileId({ z, x, y })).toBe(id)
  })

  test('is different for each tile of a level', () => {
    const ids = new Set(tilesTo(5).map(tileId))
    expect([ids.size, Math.max(...ids)]).toEqual([1365, 1364])
  })
})

describe('a file that cannot be used', () => {
  const whole = packPmtiles(CONTENT)
  const changed = (at: number, ...bytes: number[]) => {
    const copy = Buffer.from(whole)
    copy.set(bytes, at)
    return copy
  }
  const problemOf = async (bytes: Uint8Array, { z, x, y } = { z: 4, x: 3, y: 3 }) => {
    const file = path('map.pmtiles')
    await Bun.write(file, bytes)
    const error = await openMapFile(file)
      .then(({ readTile }) => readTile({ z, x, y }))
      .then(
        () => undefined,
        (thrown) => thrown,
      )
    expect(error).toBeInstanceOf(MapFileError)
    return error.message
  }

  test.each<[what: string, bytes: Uint8Array, problem: string]>([
    ['empty', Buffer.alloc(0), 'is neither PMTiles nor MBTiles'],
    ['something else', Buffer.from('%PDF-1.7 and more'), 'is neither PMTiles nor MBTiles'],
    ['only the header', whole.subarray(0, 127), 'is truncated'],
    ['truncated in its header', whole.subarray(0, 60), 'is truncated'],
    ['without its last tiles', whole.subarray(0, whole.length - 60_000), 'is truncated'],
    ['of version 2', changed(7, 2), 'has version 2 of PMTiles: convert it to version 3'],
    ['of unknown tiles', changed(99, 9), 'contains tiles that are neither PNG, JPEG, WebP nor MVT'],
    ['of impossible zoom levels', changed(100, 30), 'is damaged: its zoom levels are impossible'],
    ['damaged in its directory', changed(127, 0), 'cannot be decompressed'],
    ['with a huge directory', changed(20, 1), 'is damaged: a part of it is too large'],
    [
      'a damaged database',
      Buffer.from('SQLite format 3\0 and no more'),
      'cannot be read as a database: ',
    ],
  ])('is described: %s', async (_, bytes, problem) => {
    const last = { z: 4, x: 15, y: 0 }
    expect(await problemOf(bytes, last)).toContain(problem)
  })

  test('never causes another error, whichever byte is wrong', async () => {
    const small = packPmtiles({ ...CONTENT, tiles: tilesTo(1), maxZoom: 1, leafSize: 2 })
    const file = path('map.pmtiles')
    for (let at = 0; at < Math.min(small.length, 420); at += 1) {
      const copy = Buffer.from(small)
      copy[at] = (copy[at] ?? 0) ^ 0xff
      await Bun.write(file, copy)
      const error = await openMapFile(file)
        .then(({ readTile }) => readTile({ z: 1, x: 1, y: 1 }))
        .then(
          () => undefined,
          (thrown) => thrown,
        )
      if (error !== undefined) expect(error).toBeInstanceOf(MapFileError)
    }
  })

  test('is described when it does not exist, or is a folder', async () => {
    expect(openMapFile(path('missing'))).rejects.toThrow('does not exist')
    expect(openMapFile(newTestFolder())).rejects.toThrow('cannot be opened: EISDIR')
  })

  test('is described when its metadata are not JSON, by ignoring them', async () => {
    const file = path('map.pmtiles')
    await writePmtiles(file, { ...CONTENT, metadata: [1, 2] })
    const { info } = await openMapFile(file)
    expect([info.name, info.attribution, info.layers]).toEqual([undefined, undefined, []])
  })
})

test('a tile beyond the last zoom level is a part of one that exists', () => {
  expect(overzoom({ z: 3, x: 5, y: 2 }, 4)).toEqual({
    ...{ tile: { z: 3, x: 5, y: 2 }, left: 0, top: 0, share: 1 },
  })
  expect(overzoom({ z: 6, x: 21, y: 14 }, 4)).toEqual({
    ...{ tile: { z: 4, x: 5, y: 3 }, left: 0.25, top: 0.5, share: 0.25 },
  })
})
