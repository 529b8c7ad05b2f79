import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BlockCache, isGeoTiff, openGeoTiff } from './geotiff'
import { isHgt, openHgt } from './hgt'
import { type Box, boxOf, type Tile, TileError } from './tile'

/** Whether a file name is that of an elevation tile. */
const isTile = (name: string): boolean => isHgt(name) || isGeoTiff(name)

/**
 * A corner of a tile in its name: the south-west corner in `N45E006.hgt`,
 * `Copernicus_DSM_COG_10_N45_00_E006_00_DEM.tif` or `n45_e006_1arc_v3.tif`, and the north-west corner in
 * `USGS_13_n46w006.tif`.
 */
const CORNER = /(?:^|[^a-z])([NS])(\d{2,3})(?:_00)?_?([EW])(\d{3})(?:_00)?(?![0-9])/i
/** Degrees by which tiles may extend beyond the area in their names. */
const OVERLAP = 0.02

/** A file in the folder. `tile` or `problem` is set when it is opened. */
interface Entry {
  path: string
  /** The area that it covers at most. */
  box: Box | undefined
  tile?: Tile
  /** Why it cannot be used. */
  problem?: string
}

/** The result of examining a file or a folder. */
export interface ExaminedTile {
  path: string
  /** Why it cannot be used; undefined if it can. */
  problem: string | undefined
  /** The area that it covers. */
  box: Box | undefined
}

/** Finds an error that prevents reading the first or last sample of a tile. */
async function findProblem({ grid, read }: Tile): Promise<string | undefined> {
  try {
    await read(Int32Array.of(0, grid.width * grid.height - 1))
    return undefined
  } catch (error) {
    if (error instanceof TileError) return error.message
    throw error
  }
}

/** Elevation tiles in a folder and its subfolders. Files may be added and deleted at any time. */
export class TileFolder {
  readonly #root: string
  readonly #blocks = new BlockCache()
  /** Folders with their modification times. */
  #folders = new Map<string, number>()
  /** Files by the cells of one degree that they may cover. */
  #cells = new Map<string, Entry[]>()

  constructor(root: string) {
    this.#root = root
  }

  /**
   * Finds the tiles that cover any part of a line, the finest first. Only files that may cover it are opened; unusable
   * files are skipped.
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
   * Examines all files, opening each and reading its first and last elevation. Also reports the folders that cannot be
   * listed.
   */
  async examine(): Promise<ExaminedTile[]> {
    const { files, closed } = await listTiles(this.#root)
    const examined: ExaminedTile[] = closed.map(({ path, reason }) => ({
      ...{ path, problem: `cannot be listed: ${reason}`, box: undefined },
    }))
    for (const entry of files.map(entryOf)) {
      await this.#open(entry)
      const { path, problem, tile } = entry
      examined.push({
        path,
        problem: tile ? await findProblem(tile) : problem,
        box: tile && boxOf(tile.grid),
      })
    }
    return examined
  }

  /** Lists the files again if a folder has changed. */
  async #look(): Promise<void> {
    const changed = await Promise.all(
      [...this.#folders].map(async ([path, at]) => (await findChangeTime(path)) !== at),
    )
    if (this.#folders.size > 0 && !changed.includes(true)) return
    const { folders, files } = await listTiles(this.#root)
    this.#folders = folders
    this.#blocks.clear()
    this.#cells = new Map()
    for (const entry of files.map(entryOf)) {
      // Files without coordinates in their names have to be opened to find out what they cover.
      if (!entry.box) await this.#open(entry)
      for (const cell of cellsOf(entry)) {
        const others = this.#cells.get(cell)
        if (others) others.push(entry)
        else this.#cells.set(cell, [entry])
      }
    }
  }

  async #open(entry: Entry): Promise<void> {
    if (entry.tile || entry.problem !== undefined) return
    try {
      const name = basename(entry.path)
      entry.tile = await (isHgt(name)
        ? openHgt(entry.path, name)
        : openGeoTiff(entry.path, this.#blocks))
      entry.box ??= boxOf(entry.tile.grid)
    } catch (error) {
      if (!(error instanceof TileError)) throw error
      entry.problem = error.message
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

/** Lists every cell of one degree that a file may cover. */
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
 * Lists the tiles in a folder and its subfolders, and the folders with their modification times; empty if the folder
 * does not exist. Folders that the server may not list, such as `lost+found`, are skipped and returned in `closed`.
 */
async function listTiles(root: string) {
  const folders = new Map<string, number>()
  const files: string[] = []
  const closed: { path: string; reason: string }[] = []
  const visit = async (folder: string): Promise<void> => {
    const at = await findChangeTime(folder)
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

const findChangeTime = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

/** Tile folders by their paths. Each caches its tiles. */
export class TileFolders {
  readonly #opened = new Map<string, TileFolder>()

  at(root: string): TileFolder {
    const folder = this.#opened.get(root) ?? new TileFolder(root)
    this.#opened.set(root, folder)
    return folder
  }
}
