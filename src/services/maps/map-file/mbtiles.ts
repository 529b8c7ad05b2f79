import Database from 'better-sqlite3'
import { MapFileError, type MapFileInfo, type OpenedFile, UNKNOWN_TILES } from './map-file'
import { parseMetadata } from './metadata'

/** The formats of tiles, with their names elsewhere. */
const FORMATS: Readonly<Record<string, string>> = {
  ...{ png: 'png', jpg: 'jpeg', jpeg: 'jpeg', webp: 'webp', pbf: 'mvt' },
}
const WORLD: MapFileInfo['bounds'] = [-180, -85.0511, 180, 85.0511]

/** Opens MBTiles, version 1.3 (https://github.com/mapbox/mbtiles-spec). @throws MapFileError */
export function openMbtiles(path: string): OpenedFile {
  return asMapFileError(() => {
    const sqlite = new Database(path, { readonly: true, fileMustExist: true })
    try {
      return readTiles(sqlite)
    } catch (error) {
      sqlite.close()
      throw error
    }
  })
}

function readTiles(sqlite: Database.Database): OpenedFile {
  const rows = sqlite.prepare<[], { name: string; value: unknown }>(
    'select name, value from metadata',
  )
  const metadata = new Map(rows.all().map(({ name, value }) => [name, String(value ?? '')]))
  const select = sqlite.prepare<[number, number, number], { data: Buffer | null }>(
    'select tile_data as data from tiles where zoom_level = ? and tile_column = ? and tile_row = ?',
  )
  const tileType = FORMATS[metadata.get('format')?.toLowerCase() ?? '']
  if (!tileType) throw new MapFileError(UNKNOWN_TILES)
  const { layers } = parseMetadata(metadata.get('json') ?? '')
  return {
    info: {
      format: 'MBTiles',
      kind: tileType === 'mvt' ? 'vector' : 'raster',
      tileType,
      ...findZooms(sqlite, metadata),
      bounds: parseBounds(metadata.get('bounds')),
      name: metadata.get('name') || undefined,
      attribution: metadata.get('attribution') || undefined,
      layers,
    },
    readTile: async ({ z, x, y }) =>
      asMapFileError(() => {
        // Rows are counted from the south.
        const data = select.get(z, x, 2 ** z - 1 - y)?.data
        return data ? new Uint8Array(data) : undefined
      }),
    close: () => sqlite.close(),
  }
}

function findZooms(sqlite: Database.Database, metadata: ReadonlyMap<string, string>) {
  const [minZoom, maxZoom] = [metadata.get('minzoom'), metadata.get('maxzoom')].map(Number)
  if (Number.isInteger(minZoom) && Number.isInteger(maxZoom))
    return { minZoom: minZoom ?? 0, maxZoom: maxZoom ?? 0 }
  const found = sqlite
    .prepare<[], { low: number | null; high: number | null }>(
      'select min(zoom_level) as low, max(zoom_level) as high from tiles',
    )
    .get()
  return { minZoom: found?.low ?? 0, maxZoom: found?.high ?? 0 }
}

function parseBounds(text: string | undefined): MapFileInfo['bounds'] {
  const [west, south, east, north] = (text ?? '').split(',').map(Number)
  const isValid = [west, south, east, north].every(Number.isFinite)
  return isValid &&
    west !== undefined &&
    south !== undefined &&
    east !== undefined &&
    north !== undefined
    ? [west, south, east, north]
    : WORLD
}

/** Runs a query, and describes the errors of SQLite. */
function asMapFileError<Value>(query: () => Value): Value {
  try {
    return query()
  } catch (error) {
    if (error instanceof MapFileError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new MapFileError(`cannot be read as a database: ${reason}`)
  }
}
