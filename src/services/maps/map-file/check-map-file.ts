import { isDrawnLayer } from '@/domain/reference/vector-map/classify-feature'
import { readScene } from '@/domain/reference/vector-map/vector-scene'
import { loadSharp } from '@/store/files/sharp'
import { type MapFile, type MapFileInfo, TRUNCATED } from './map-file'
import { unpackTile } from './open-map-file'

/** What a sample of the tiles of a map file is like. */
export interface TileSample {
  /** Number of tiles that were looked for, and of those that the file has. */
  sought: number
  found: number
  /** Tiles that cannot be decoded, as `zoom/column/row`. */
  damaged: string[]
  /** Why maps would be empty although the file is intact; undefined if they would not be. */
  problem: string | undefined
}

/** Tiles along each side of the area that are looked for, at every zoom level. */
const STEPS = 4

/** Decodes tiles at all zoom levels, evenly spread over the area of a map file. */
export async function sampleTiles(file: MapFile): Promise<TileSample> {
  const { info } = file
  const sample: TileSample = { sought: 0, found: 0, damaged: [], problem: undefined }
  let isTruncated = false
  for (let zoom = info.minZoom; zoom <= info.maxZoom; zoom++)
    for (const tile of spread(info, zoom)) {
      sample.sought += 1
      const state = await examineTile(file, tile)
      if (state !== 'missing') sample.found += 1
      if (state === 'truncated') isTruncated = true
      if (state === 'damaged' || state === 'truncated')
        sample.damaged.push(`${tile.z}/${tile.x}/${tile.y}`)
    }
  return {
    ...sample,
    problem: isTruncated ? `${TRUNCATED}: get it again` : findProblem(info, sample),
  }
}

function findProblem(
  { kind, layers }: MapFileInfo,
  { found, damaged }: TileSample,
): string | undefined {
  if (found === 0) return 'has no tiles in its area'
  if (damaged.length > 0)
    return `has damaged tiles, such as ${damaged.slice(0, 3).join(', ')}: get it again`
  if (kind === 'vector' && layers.length > 0 && !layers.some(isDrawnLayer))
    return `has layers that are drawn by nothing here (${layers.slice(0, 5).join(', ')}): use the schema of Protomaps or OpenMapTiles`
  return undefined
}

async function examineTile(
  file: MapFile,
  tile: { z: number; x: number; y: number },
): Promise<'missing' | 'intact' | 'damaged' | 'truncated'> {
  try {
    const bytes = await file.readTile(tile)
    if (!bytes) return 'missing'
    if (file.info.kind === 'vector') readScene(unpackTile(bytes))
    else await (await loadSharp())(bytes).raw().toBuffer()
    return 'intact'
  } catch (error) {
    return error instanceof Error && error.message === TRUNCATED ? 'truncated' : 'damaged'
  }
}

/** Lists up to 16 tiles of a zoom level in the area of a file. */
function spread({ bounds: [west, south, east, north] }: MapFileInfo, z: number) {
  const [left, right] = [columnOf(west, z), columnOf(east, z)]
  const [top, bottom] = [rowOf(north, z), rowOf(south, z)]
  return steps(left, right).flatMap((x) => steps(top, bottom).map((y) => ({ z, x, y })))
}

const steps = (from: number, to: number): number[] => {
  const count = Math.min(STEPS, Math.max(1, to - from + 1))
  return Array.from({ length: count }, (_, i) =>
    Math.floor(from + ((i + 0.5) * (to - from + 1)) / count),
  )
}

const inLevel = (share: number, z: number) =>
  Math.min(Math.max(Math.floor(share * 2 ** z), 0), 2 ** z - 1)

const columnOf = (longitude: number, z: number) => inLevel((longitude + 180) / 360, z)

function rowOf(latitude: number, z: number): number {
  const angle = (Math.min(Math.max(latitude, -85.05), 85.05) * Math.PI) / 180
  return inLevel((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2, z)
}
