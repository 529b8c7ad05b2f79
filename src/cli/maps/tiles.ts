import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, withDataDir } from '@/cli/options'
import { printResult } from '@/cli/output'
import type { Config } from '@/lib/config/config'
import { Failure } from '@/lib/failure'
import { sampleTiles } from '@/services/maps/map-file/check-map-file'
import { type MapFile, MapFileError, type MapFileInfo } from '@/services/maps/map-file/map-file'
import { openMapFile } from '@/services/maps/map-file/open-map-file'

/** How to get a map, as far as commands outside of this program are needed. */
const INSTRUCTIONS = `
To show maps without any other server, get a file with a region:
  1. Install pmtiles: https://docs.protomaps.com/pmtiles/cli
  2. Choose a recent map of the world: https://maps.protomaps.com/builds
  3. Extract a region, between west,south and east,north, such as Switzerland:
       pmtiles extract https://build.protomaps.com/20261101.pmtiles region.pmtiles --bbox=5.9,45.8,10.5,47.8
     --maxzoom=13 makes it smaller; single streets are then less precise.
  4. Check it: milepost tiles check region.pmtiles
  5. Set MAP_FILE=/path/of/region.pmtiles, and restart the server.
Files of other sources work, too: PMTiles and MBTiles with images (PNG, JPEG, WebP), or with vector tiles in the
schema of Protomaps or OpenMapTiles. milepost help maps explains more.`.trim()

export function addTiles(program: Command, io: Io): void {
  const tiles = withDataDir(program.command('tiles'))
    .description('print where map tiles come from, and how to get a map of a region')
    .action(async (options) => {
      const source = await describeSource(loadCommandConfig(options, io))
      printResult(io, source, [...linesOf(source), '', INSTRUCTIONS])
    })
  withDataDir(tiles.command('check [file]'))
    .description('check a file with map tiles (default: MAP_FILE)')
    .action(async (given: string | undefined, _, command: Command) => {
      const config = loadCommandConfig(command.optsWithGlobals(), io)
      const path = given === undefined ? config.map.file : resolve(given)
      if (path === undefined)
        throw new Failure('usage', 'Name a file, or set MAP_FILE: milepost tiles explains both.')
      await check(path, io)
    })
}

/** A map file as JSON. */
interface DescribedFile {
  [key: string]: unknown
  file: string
  format: string | null
  tile_type: string | null
  kind: string | null
  min_zoom: number | null
  max_zoom: number | null
  /** West, south, east and north, in degrees. */
  bounds: readonly number[] | null
  name: string | null
  attribution: string | null
  layers: readonly string[]
  /** Why it cannot be used. */
  problem: string | null
}

const describeFile = (
  file: string,
  info: MapFileInfo | undefined,
  problem?: string,
): DescribedFile => ({
  file,
  format: info?.format ?? null,
  tile_type: info?.tileType ?? null,
  kind: info?.kind ?? null,
  min_zoom: info?.minZoom ?? null,
  max_zoom: info?.maxZoom ?? null,
  bounds: info?.bounds ?? null,
  name: info?.name ?? null,
  attribution: info?.attribution ?? null,
  layers: info?.layers ?? [],
  problem: problem ?? null,
})

async function check(path: string, io: Io): Promise<void> {
  const file = await openOrFail(path)
  try {
    const { sought, found, damaged, problem } = await sampleTiles(file)
    const described = describeFile(path, file.info, problem)
    printResult(io, { ...described, sample: { sought, found, damaged } }, [
      ...fileLines(described),
      `Sample: ${found} of ${sought} tiles are there, ${damaged.length} of them damaged.`,
    ])
    if (problem !== undefined) throw new Failure('failed', `${path} ${problem}.`)
  } finally {
    file.close()
  }
}

async function openOrFail(path: string): Promise<MapFile> {
  try {
    return await openMapFile(path)
  } catch (error) {
    if (!(error instanceof MapFileError)) throw error
    throw new Failure(error.kind, `${path} ${error.message}.`)
  }
}

interface Source {
  [key: string]: unknown
  source: 'file' | 'server' | 'none'
  url: string | null
  map_file: DescribedFile | null
}

/** Describes where the tiles of the server come from. */
async function describeSource({ map }: Config): Promise<Source> {
  if (map.file === undefined)
    return { source: map.tileUrl ? 'server' : 'none', url: map.tileUrl ?? null, map_file: null }
  const described = await openMapFile(map.file).then(
    ({ info, close }) => {
      close()
      return describeFile(map.file ?? '', info)
    },
    (error) =>
      describeFile(map.file ?? '', undefined, error instanceof Error ? error.message : `${error}`),
  )
  return { source: 'file', url: null, map_file: described }
}

function linesOf({ source, url, map_file: file }: Source): string[] {
  if (source === 'server') return [`Map tiles come from ${url}.`]
  if (!file) return ['There are no map tiles: maps show coastlines, lakes, borders and places.']
  if (file.problem === null) return ['Map tiles come from a file.', ...fileLines(file)]
  return [`Map tiles should come from a file, but ${file.file} ${file.problem}.`]
}

const fileLines = (file: DescribedFile): string[] => [
  `File: ${file.file}`,
  `Format: ${file.format} with ${file.kind === 'vector' ? 'vector tiles' : 'images'} (${file.tile_type})`,
  `Zoom levels: ${file.min_zoom} to ${file.max_zoom}`,
  `Area: ${(file.bounds ?? []).map((degrees) => degrees.toFixed(3)).join(', ')} (west, south, east, north)`,
  ...(file.name === null ? [] : [`Name: ${file.name}`]),
  ...(file.attribution === null ? [] : [`Attribution: ${file.attribution}`]),
]
