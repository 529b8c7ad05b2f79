import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BlockCache, isGeoTiff, openGeoTiff } from './geotiff'
import { isHgt, openHgt } from './hgt'
import { type Box, boxOf, type Tile, TileError } from './tile'

/** Whether a file may be a tile of elevations, by its name. */
const isTile = (name: string): boolean => isHgt(name) || isGeoTiff(name)

/**
 * A corner of a tile in its name: of `N45E006.hgt`, `Copernicus_DSM_COG_10_N45_00_E006_00_DEM.tif` or
 * `n45_e006_1arc_v3.tif` the south-west one; `USGS_13_n46w006.tif` names the north-west one.
 */
const CORNER = /(?:^|[^a-z])([NS])(\d{2,3})(?:_00)?_?([EW])(\d{3})(?:_00)?(?![0-9])/i
/** Degrees by which tiles may reach beyond what their names say. */
const OVERLAP = 0.02

/** A file of the folder; what is known of it grows when it is opened. */
interface Entry {
  path: string
  /** What it speaks for at most. */
  box: Box | undefined
  tile?: Tile
  /** Why it is of no use. */
  fault?: string
}

/** What was found out about a file or a folder. */
export interface ExaminedTile {
  path: string
  /** Why it is of no use. */
  fault: string | undefined
  /** What it speaks for. */
  box: Box | undefined
}

/** What hinders that a tile is read from its first to its last sample. */
async function faultOf({ grid, read }: Tile): Promise<string | undefined> {
  try {
    await read(Int32Array.of(0, grid.width * grid.height - 1))
    return undefined
  } catch (error) {
    if (error instanceof TileError) return error.message
    throw error
  }
}

/** Tiles with elevations in a folder and those below it. Files may come and go. */
export class TileFolder {
  readonly #root: string
  readonly #blocks = new BlockCache()
  /** Folders with when they were changed last. */
  #folders = new Map<string, number>()
  /** Files by the degrees that they may have something of. */
  #cells = new Map<string, Entry[]>()

  constructor(root: string) {
    this.#root = root
  }

  /**
   * The tiles that have something of a line, the finest first. Only files that may be about it are opened; those that
   * cannot be used are left out.
   */
  async findTiles({ lat, lon }: { lat: Float64Array; lon: Float64Array }): Promise<Tile[]> {
    await this.#look()
    const cells = new Set<string>()
    for (let i = 0; i < lat.length; i++)
      for (const north of [-OVERLAP, OVERLAP])
        for (const east of [-OVERLAP, OVERLAP])
          cells.add(cellOf((lat[i] ?? 0) + north, (lon[i] ?? 0) + east))
    const entries = new Set([...cells].flatMap((cell) => this.#cells.get(cell) ?? []))
    const tiles: Tile[] = []
    for (const entry of entries) {
      await this.#open(entry)
      if (entry.tile) tiles.push(entry.tile)
    }
    return tiles.toSorted((one, other) => one.grid.stepSouth - other.grid.stepSouth)
  }

  /**
   * All files, and the folders that cannot be listed, with what is wrong with them; each file is opened, and its first and
   * last elevations are read.
   */
  async examine(): Promise<ExaminedTile[]> {
    const { files, closed } = await listTiles(this.#root)
    const examined: ExaminedTile[] = closed.map(({ path, reason }) => ({
      ...{ path, fault: `cannot be listed: ${reason}`, box: undefined },
    }))
    for (const entry of files.map(entryOf)) {
      await this.#open(entry)
      const { path, fault, tile } = entry
      examined.push({
        path,
        fault: tile ? await faultOf(tile) : fault,
        box: tile && boxOf(tile.grid),
      })
    }
    return examined
  }

  /** Lists the files anew when a folder has changed. */
  async #look(): Promise<void> {
    const changed = await Promise.all(
      [...this.#folders].map(async ([path, at]) => (await changeOf(path)) !== at),
    )
    if (this.#folders.size > 0 && !changed.includes(true)) return
    const { folders, files } = await listTiles(this.#root)
    this.#folders = folders
    this.#blocks.clear()
    this.#cells = new Map()
    for (const entry of files.map(entryOf)) {
      // Where a file is whose name does not say so is told by itself.
      if (!entry.box) await this.#open(entry)
      for (const cell of cellsOf(entry)) {
        const others = this.#cells.get(cell)
        if (others) others.push(entry)
        else this.#cells.set(cell, [entry])
      }
    }
  }

  async #open(entry: Entry): Promise<void> {
    if (entry.tile || entry.fault !== undefined) return
    try {
      const name = basename(entry.path)
      entry.tile = await (isHgt(name)
        ? openHgt(entry.path, name)
        : openGeoTiff(entry.path, this.#blocks))
      entry.box ??= boxOf(entry.tile.grid)
    } catch (error) {
      if (!(error instanceof TileError)) throw error
      entry.fault = error.message
    }
  }
}

function entryOf(path: string): Entry {
  const [, half, lat, side, lon] = CORNER.exec(basename(path)) ?? []
  if (half === undefined) return { path, box: undefined }
  const corner = Number(lat) * (half.toUpperCase() === 'S' ? -1 : 1)
  const west = Number(lon) * (side?.toUpperCase() === 'W' ? -1 : 1)
  return {
    path,
    box: {
      south: corner - 1 - OVERLAP,
      west: west - OVERLAP,
      north: corner + 1 + OVERLAP,
      east: west + 1 + OVERLAP,
    },
  }
}

/** Every degree of latitude and longitude that a file may have something of. */
function cellsOf({ box }: Entry): string[] {
  if (!box) return []
  const cells: string[] = []
  for (let lat = Math.floor(box.south); lat <= box.north; lat++)
    for (let lon = Math.floor(box.west); lon <= box.east; lon++) cells.push(cellOf(lat, lon))
  return cells
}

const cellOf = (lat: number, lon: number): string =>
  `${Math.floor(lat)} ${((((Math.floor(lon) + 180) % 360) + 360) % 360) - 180}`

/**
 * The tiles below a folder, and the folders, with when they were changed; nothing when it is not there. Folders may be closed
 * to the server, such as the `lost+found` of a disk: they are passed over.
 */
async function listTiles(root: string) {
  const folders = new Map<string, number>()
  const files: string[] = []
  const closed: { path: string; reason: string }[] = []
  const visit = async (folder: string): Promise<void> => {
    const at = await changeOf(folder)
    if (at === undefined) return
    folders.set(folder, at)
    const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
      closed.push({ path: folder, reason: error instanceof Error ? error.message : String(error) })
      return []
    })
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await visit(path)
      else if (isTile(entry.name)) files.push(path)
    }
  }
  await visit(root)
  return { folders, files: files.toSorted(), closed }
}

const changeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

/** Folders of tiles by their paths; each remembers what it has read. */
export class TileFolders {
  readonly #opened = new Map<string, TileFolder>()

  at(root: string): TileFolder {
    const folder = this.#opened.get(root) ?? new TileFolder(root)
    this.#opened.set(root, folder)
    return folder
  }
}
