import { type Static, Type } from '@sinclair/typebox'
import type { TileSquare } from '@/domain/explorer/largest-square'
import { EXPLORER_ZOOMS, type ExplorerZoom } from '@/domain/explorer/tile-blocks'
import { findRuns, type TileGrid } from '@/domain/explorer/tile-grid'
import { VarintWriter } from '@/domain/tracks/geometry/varints'
import { formatHttpDate } from '@/lib/time/http-date'
import type { TitledWorkout } from '@/store/db/queries/explorer/workout-tiles'
import { count, flag, nullable } from './fields'
import { workoutSummary } from './workouts/workout-summary'

const VERSION = 1

const summary = workoutSummary.properties

const zoom = Type.Union(
  EXPLORER_ZOOMS.map((each) => Type.Literal(each)),
  { description: 'Zoom level: the world has 2^zoom columns and rows of tiles.' },
)
const column = (description: string) =>
  Type.Integer({ description, minimum: 0, maximum: 2 ** 17 - 1 })

export const explorer = Type.Object(
  {
    zoom,
    tile_count: count('Number of visited tiles.'),
    largest_square: nullable(
      Type.Object(
        {
          x: column('Column of its north-western tile.'),
          y: column('Row of its north-western tile, from the north.'),
          size: Type.Integer({ description: 'Tiles along its side.', minimum: 1 }),
        },
        {
          description:
            'The largest square whose tiles were all visited; null without tiles. It may cross the antimeridian, where column 0 follows the last one.',
        },
      ),
    ),
    largest_cluster: Type.Object(
      {
        tile_count: count('Number of its tiles.'),
        rows: Type.Array(
          Type.Array(column('Row, first column, last column.'), { minItems: 3, maxItems: 3 }),
          { description: 'Its tiles, by row and consecutive columns.' },
        ),
      },
      {
        description: 'The largest group of connected tiles whose four neighbours were all visited.',
      },
    ),
    latest: Type.Array(
      Type.Object({
        ...{ id: summary.id, title: summary.title, sport_id: summary.sport_id },
        workout_date: summary.workout_date,
        new_tiles: count('Tiles that no earlier workout had visited.'),
      }),
      { description: 'The latest five workouts with new tiles, latest first.' },
    ),
    complete: flag(
      'False while tiles are counted in the background: after an upgrade from a server without them, and after a workout with new tiles was deleted or changed.',
    ),
  },
  { $id: 'Explorer', description: 'The tiles that a user has visited, at one zoom level.' },
)

export const presentExplorer = (found: {
  zoom: ExplorerZoom
  tileCount: number
  square: TileSquare | undefined
  cluster: TileGrid
  discoveries: readonly (TitledWorkout & { newTiles: number })[]
  isComplete: boolean
}): Static<typeof explorer> => ({
  zoom: found.zoom,
  tile_count: found.tileCount,
  largest_square: found.square ?? null,
  largest_cluster: {
    tile_count: found.cluster.x.length,
    rows: Array.from(findRuns(found.cluster), ({ y, from, to }) => [y, from, to]),
  },
  latest: found.discoveries.map(({ short_id, title, sport_id, workout_date, newTiles }) => ({
    ...{ id: short_id, title, sport_id },
    workout_date: formatHttpDate(workout_date),
    new_tiles: newTiles,
  })),
  complete: found.isComplete,
})

export const workoutTiles = Type.Object({
  zoom,
  visited: count('Tiles that the workout passes.'),
  new: count('Those that no earlier workout of its user had visited.'),
})

export const presentWorkoutTiles = (
  counted: readonly { zoom: ExplorerZoom; visited: number; added: number }[],
): Static<typeof workoutTiles>[] => counted.map(({ added, ...tiles }) => ({ ...tiles, new: added }))

/** Media type of visited tiles. */
export const TILES_TYPE = 'application/vnd.milepost.tiles'

/** Description of the format for the API document. */
export const TILES_FORMAT = [
  'Integers of variable length (LEB128): seven bits per byte, lowest first, the highest bit of a byte says that another one follows.',
  'The response begins with: the version, 1; the zoom level; the number of tiles; the number of rows that contain tiles.',
  'A row, from north to south, begins with its number as difference from that of the previous row, the first one from 0, and the number of its runs of consecutive tiles.',
  'A run, from west to east, is its first column as difference from the column after the previous run of the row, the first one from 0, and the number of its tiles minus one.',
].join(' ')

/** Encodes visited tiles, as described by `TILES_FORMAT`. */
export function presentTiles(grid: TileGrid): Uint8Array<ArrayBuffer> {
  const rows = Map.groupBy(findRuns(grid), ({ y }) => y)
  const writer = new VarintWriter()
  for (const value of [VERSION, grid.zoom, grid.x.length, rows.size]) writer.unsigned(value)
  let previous = 0
  for (const [y, runs] of rows) {
    writer.unsigned(y - previous)
    writer.unsigned(runs.length)
    let next = 0
    for (const { from, to } of runs) {
      writer.unsigned(from - next)
      writer.unsigned(to - from)
      next = to + 1
    }
    previous = y
  }
  return writer.join()
}
